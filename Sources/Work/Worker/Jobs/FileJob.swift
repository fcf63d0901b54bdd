package import FoundationEssentials
package import PhonolithMediaModel

/// A file, or what a server has, that is read without a library.
package struct FileJob: Codable, Sendable {
    /// A path, or for a picture an `http:` or `https:` address.
    package var place: MediaPath
    package var wish: Wish

    package enum Wish: Codable, Hashable, Sendable {
        /// What its tags and streams say, and where that comes from.
        case facts
        /// One picture: of this kind, or for `nil` the one that is shown where one is.
        case picture(MediaArtwork.Kind?)
    }

    /// A tag reader, or a server, that takes longer hangs.
    package static let timeLimit = Duration.seconds(60)

    package init(_ place: MediaPath, _ wish: Wish) {
        self.place = place
        self.wish = wish
    }
}

/// The answer to a ``FileJob``.
package enum FileAnswer: Codable, Sendable {
    case facts(MediaFacts, artwork: [MediaArtwork], explanation: [PropertyExplanation])
    /// The picture and its bytes; `nil` if there is none of the kind.
    case picture(MediaArtwork?, Data)
    /// One line, with the name of the file.
    case failed(String)
}

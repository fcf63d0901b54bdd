package import FoundationEssentials
package import PhonolithMediaModel

/// A job of `phonolith-media` as a worker: one line of JSON, answered by lines of JSON.
package enum MediaJob: Codable, Sendable {
    /// Pictures of a video, answered by ``PictureAnswer``s.
    case pictures(PictureJob)
    /// A smaller picture, answered by one ``ArtworkAnswer``.
    case artwork(ArtworkJob)
    /// An item's sound in another form, answered by ``TranscodeAnswer``s.
    case transcode(TranscodeJob)
    /// How loud the tracks of an album are, answered by ``LoudnessAnswer``s.
    case loudness(LoudnessJob)
    /// Where an item's values come from, answered by one ``ExplanationAnswer``.
    case explanation(ExplanationJob)
    /// What a file says that no library knows, answered by one ``FileAnswer``.
    case file(FileJob)

    /// The command of `phonolith-media` that takes such jobs.
    package static let commandName = "media-work"
}

/// A picture that is to be made smaller.
package struct ArtworkJob: Codable, Sendable {
    package var picture: Data
    // In pixels.
    package var longestEdge: Int

    package init(picture: Data, longestEdge: Int) {
        self.picture = picture
        self.longestEdge = longestEdge
    }
}

/// A worker's answer to an ``ArtworkJob``.
package enum ArtworkAnswer: Codable, Sendable {
    /// The smaller one; `nil` if the picture is small enough.
    case made(Made?)
    case failed(String)

    package struct Made: Codable, Sendable {
        package var bytes: Data
        package var mimeType: String

        package init(bytes: Data, mimeType: String) {
            self.bytes = bytes
            self.mimeType = mimeType
        }
    }
}

/// An item whose values are to be traced to the tags of its file.
package struct ExplanationJob: Codable, Sendable {
    private var root: MediaPath
    private var relativePath: MediaPath
    private var startTime: Double?

    /// A tag reader that takes longer hangs.
    package static let timeLimit = Duration.seconds(30)

    package init(_ location: MediaItem.Location) {
        root = location.root
        relativePath = location.relativePath
        startTime = location.startTime
    }

    /// The item's location, without the size of the file.
    package var location: MediaItem.Location {
        MediaItem.Location(
            root: root, relativePath: relativePath, fileSize: 0, startTime: startTime)
    }
}

/// The answer to an ``ExplanationJob``.
package enum ExplanationAnswer: Codable, Sendable {
    case explained([PropertyExplanation])
    case failed(String)
}

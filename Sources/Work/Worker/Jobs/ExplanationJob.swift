package import PhonolithMediaModel

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

internal import Foundation
package import MediaModel

/// An item whose values are to be traced to the tags of its file.
package struct ExplanationJob: Codable, Sendable {
    /// The bytes of the paths of the item's location.
    private var root: Data
    private var relativePath: Data
    private var startTime: Double?

    package init(_ location: MediaItem.Location) {
        root = Data(location.root.bytes)
        relativePath = Data(location.relativePath.bytes)
        startTime = location.startTime
    }

    /// The item's location, without the size of the file.
    package var location: MediaItem.Location {
        MediaItem.Location(
            root: MediaPath(bytes: Array(root)),
            relativePath: MediaPath(bytes: Array(relativePath)),
            fileSize: 0, startTime: startTime)
    }
}

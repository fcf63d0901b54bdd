internal import FoundationEssentials
package import PhonolithMediaModel

/// The targets and options of a scan.
package struct ScanRequest: Codable, Hashable, Sendable {
    /// The library's path for SQLite.
    package var library: String
    /// The name of the user whose ratings are set; `nil` for the owner.
    package var user: String?
    /// Empty for all roots. Relative ones are below the working folder.
    package var folders: [MediaPath]
    /// The kind of all files in the folders, whatever their tags are; `nil` for that of the tags.
    package var kind: LibraryRoot.Kind?
    package var readsAll = false
    /// The number of files to read at once; at least 1.
    package var threads = defaultThreads
    package var followsSymbolicLinks = true
    /// Gives unrated items the rating of their tags.
    package var takesRatings = false
    package var importsPlaylists = false
    /// Keeps scanning what changes, until the scan is interrupted.
    package var watches = false
    /// Counts the files ahead of the scan, so that its progress has a total.
    package var countsAhead = false
    /// A file that takes longer is skipped and reported.
    package var fileTimeout = Duration.seconds(30)

    package static let defaultThreads = ProcessInfo.processInfo.activeProcessorCount

    package init(library: String, folders: [MediaPath] = []) {
        self.library = library
        self.folders = folders
    }
}

/// A line of JSON from a worker that scans.
package enum ScanMessage: Codable, Sendable {
    case event(ScanEvent)
    /// Why the worker ends without having done all.
    case refusal(ScanRefusal)
}

/// An event of a scan.
package enum ScanEvent: Codable, Hashable, Sendable {
    case progress(ScanProgress)
    /// A scan has come to its end; one that watches has many.
    case report(ScanReport)
    /// A line for the user.
    case remark(String)
}

/// The first line that a worker of a scan gets.
package struct ScanOrder: Codable, Sendable {
    package let request: ScanRequest
    /// When the whole scan began, in nanoseconds since 1970.
    package let startedAt: Int
    /// Files that must not be touched, because an earlier worker died of them.
    package var refusals: [Refusal] = []
    /// Whether so much went wrong that only one file is to be read at a time.
    package var isCareful = false

    package struct Refusal: Codable, Sendable {
        package let path: MediaPath
        package let reason: String
        package let isLasting: Bool
    }
}

extension ScanOrder {
    /// The command of `phonolith-media` that takes such orders.
    package static let commandName = "scan-work"
}

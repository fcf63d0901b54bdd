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

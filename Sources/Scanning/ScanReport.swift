public import Catalog
public import MediaModel

/// What a scan found and did.
public struct ScanReport: Hashable, Sendable {
    /// Items that the library did not have.
    public var added = 0
    /// Items whose files had changed and were read again.
    public var changed = 0
    /// Items whose files stand elsewhere now.
    public var moved = 0
    /// Items whose files are gone since the last scan.
    public var missing = 0
    /// Files that needed nothing.
    public var unchanged = 0
    /// Files that cannot be read.
    public var unreadable = 0
    /// How long it took.
    public var duration = Duration.zero
    /// Whether it was ended before all was looked at. What was read by then is in the library.
    public var isInterrupted = false
    /// What could not be read or looked at, and what was read but is damaged, in the order it was met.
    public var problems: [ScanProblem] = []

    /// A report of nothing.
    public init() {}
}

/// A file or folder that could not be read, or a damaged file that is in the library all the same.
public struct ScanProblem: Hashable, Sendable {
    /// Absolute.
    public var path: MediaPath
    /// Why, in words for the user.
    public var reason: String

    /// Makes a problem.
    public init(path: MediaPath, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// How far a scan is.
public struct ScanProgress: Hashable, Sendable {
    /// Files that are done, read or not.
    public var done: Int
    /// How many there are in all; `nil` until they are counted.
    public var total: Int?
    /// The folder that is read now, absolute.
    public var folder: MediaPath
    /// Items added that are in the library already; some may turn out to be old ones when the scan ends.
    public var added = 0
    /// Items read again that are in the library already.
    public var changed = 0

    /// Tells a progress.
    package init(done: Int, total: Int?, folder: MediaPath) {
        self.done = done
        self.total = total
        self.folder = folder
    }
}

/// How to scan.
///
/// None of this limits how long a file may take, nor catches a reader that crashes: see ``LibraryScanner``.
public struct ScanOptions: Sendable {
    /// Reads files that have not changed, too.
    public var readsAll = false
    /// How many threads read files; at least 1. The command takes as many as there are processors.
    public var threads = 2
    /// Follows symbolic links, to each real folder and file once.
    public var followsSymbolicLinks = true
    /// What the files of the roots given are, whatever they say; `nil` leaves it to them.
    public var kind: LibraryRoot.Kind?
    /// Counts the files by another walk ahead of the scan, so that the progress has a total.
    public var countsAhead = true
    /// When the scan began, in nanoseconds since 1970: what has been read since needs no second reading,
    /// though ``readsAll`` says so. `nil` for now.
    package var startedAt: Int?
    /// New files that somebody may still be writing, absolute: they are passed over.
    package var unfinished: Set<MediaPath> = []
    /// What is not to be touched, and who watches.
    package var reading = ReadingGuard()

    /// The usual way.
    public init() {}
}

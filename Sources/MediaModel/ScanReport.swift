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
    /// Items that got the rating of their tags; `nil` where this was not asked for.
    public var ratings: Int?
    /// How long it took.
    public var duration = Duration.zero
    /// Whether it was ended before all was looked at. What was read by then is in the library.
    public var isInterrupted = false
    /// What could not be read or looked at, and what was read but is damaged, as far as no scan before has
    /// reported the same.
    public var problems: [ScanProblem] = []
    /// What scans before reported, and what is well now. Not what is gone.
    public var solvedProblems: [ScanProblem] = []
    /// How many problems scans before reported that are still there. Ignored ones do not count.
    public var knownProblems = 0

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

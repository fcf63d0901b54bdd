/// The findings and changes of a scan.
public struct ScanReport: Codable, Hashable, Sendable {
    /// New items.
    public var added = 0
    /// Items whose files had changed and were read again.
    public var changed = 0
    /// Items whose files are elsewhere now.
    public var moved = 0
    /// Items whose files are gone since the last scan.
    public var missing = 0
    /// Files that were gone and are back as they were; also in ``unchanged``.
    package var returned = 0
    /// Files that did not need to be read.
    public var unchanged = 0
    /// Files that cannot be read.
    public var unreadable = 0
    /// Items that got the rating of their tags; `nil` if this was not requested.
    public var ratings: Int?
    /// The duration of the scan.
    public var duration = Duration.zero
    /// Whether the scan was interrupted. The files read until then are in the library.
    public var isInterrupted = false
    /// Whether files are kept because they are on a disk below a root that is not mounted.
    package var hasUnmountedFolders = false
    /// Files and folders that could not be read or looked at, or were read but are damaged, as far as no scan
    /// before has reported the same.
    public var problems: [ScanProblem] = []
    /// Problems that earlier scans reported and that are solved, except for files that are gone.
    public var solvedProblems: [ScanProblem] = []
    /// The number of problems that earlier scans reported and that still exist, without ignored ones.
    public var knownProblems = 0
    /// Folders whose items are kept although they cannot be reached, with a short reason, whether it was reported before or not.
    public var unavailable: [ScanProblem] = []

    /// Remarks on how it was done; not in its JSON.
    public var remarks: [ScanRemark] {
        get { keptRemarks ?? [] }
        set { keptRemarks = newValue.isEmpty ? nil : newValue }
    }
    // Optional, because reports of workers need not have it.
    private var keptRemarks: [ScanRemark]?

    /// Creates an empty report.
    public init() {}
}

/// A remark on a scan that was done only in part, or in another way.
public struct ScanRemark: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the remark.
    public let code: Code
    /// One line.
    public let description: String

    package init(_ code: Code, _ description: String) {
        (self.code, self.description) = (code, description)
    }

    /// A kind of remark.
    public struct Code: ErrorCode, Codable {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Files were read in this process, which one that crashes a decoder would have ended.
        public static let unsupervised = Code(rawValue: "unsupervised")
        /// A line about folders that cannot be watched, or playlists that were found.
        public static let message = Code(rawValue: "message")
    }
}

/// A file or folder that could not be read, or a damaged file that is in the library nevertheless.
public struct ScanProblem: Codable, Hashable, Sendable {
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

/// The progress of a scan.
public struct ScanProgress: Codable, Hashable, Sendable {
    /// Files that are done, read or not.
    public var done: Int
    /// The total number of files; `nil` until they are counted.
    public var total: Int?
    /// The folder that is being read, absolute.
    public var folder: MediaPath
    /// Items added that are in the library already; some may turn out to be old ones when the scan ends.
    public var added = 0
    /// Items read again that are in the library already.
    public var changed = 0

    package init(done: Int, total: Int?, folder: MediaPath) {
        self.done = done
        self.total = total
        self.folder = folder
    }
}

extension JSON {
    // Keys are never renamed.
    package init(_ report: ScanReport) {
        let counts = Record([
            ("added", .integer(report.added)), ("changed", .integer(report.changed)),
            ("moved", .integer(report.moved)), ("missing", .integer(report.missing)),
            ("unchanged", .integer(report.unchanged)), ("unreadable", .integer(report.unreadable)),
            ("seconds", .thousandths(report.duration / .seconds(1))),
        ])
        self = .object(
            counts,
            [
                ("problems", .array(report.problems.map { JSON(Record($0)) })),
                ("solvedProblems", .array(report.solvedProblems.map { JSON(Record($0)) })),
                ("knownProblems", .integer(report.knownProblems)),
                ("unavailable", .array(report.unavailable.map { JSON(Record($0)) })),
                ("ratings", report.ratings.map { .integer($0) }),
            ])
    }
}

extension Record {
    fileprivate init(_ problem: ScanProblem) {
        self.init([
            ("path", .text(problem.path.description)),
            ("pathBase64", problem.path.isUTF8 ? nil : .bytes(problem.path.bytes)),
            ("reason", .text(problem.reason)),
        ])
    }
}

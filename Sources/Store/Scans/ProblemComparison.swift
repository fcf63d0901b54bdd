import PhonolithMediaModel

/// The problems that a scan found, beside the known ones: a pure decision.
struct ProblemComparison: Hashable {
    /// Files and folders with a problem that was not known, or with another reason; also ignored ones.
    var new: [MediaPath: String] = [:]
    /// Files and folders that the scan looked at without finding a problem.
    var solved: [MediaPath: String] = [:]

    /// - Parameters:
    ///   - found: The reasons, by paths below the root.
    ///   - known: The same of earlier scans.
    ///   - covers: Whether the scan looked at what has this path.
    init(
        found: [MediaPath: String], known: [MediaPath: String], covers: (MediaPath) -> Bool
    ) {
        new = found.filter { known[$0.key] != $0.value }
        solved = known.filter { found[$0.key] == nil && covers($0.key) }
    }
}

import MediaModel

/// What a scan found wrong, beside what was known to be wrong: a pure decision.
struct ProblemComparison: Hashable {
    /// Files and folders with a problem that was not known, or with another reason; also ignored ones.
    var new: [MediaPath: String] = [:]
    /// What the scan looked at, and found nothing wrong with.
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

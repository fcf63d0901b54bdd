package import MediaModel

extension ScanReport {
    /// One JSON object. Keys are never renamed.
    package var json: String {
        let counts: [(String, Int)] = [
            ("added", added), ("changed", changed), ("moved", moved), ("missing", missing),
            ("unchanged", unchanged), ("unreadable", unreadable),
        ]
        return "{" + counts.map { "\($0.jsonQuoted):\($1)" }.joined(separator: ",")
            + ",\"seconds\":\((duration / .seconds(1) * 1000).rounded() / 1000)"
            + ",\"problems\":" + Self.json(problems)
            + ",\"solvedProblems\":" + Self.json(solvedProblems)
            + ",\"knownProblems\":\(knownProblems)"
            + (ratings.map { ",\"ratings\":\($0)" } ?? "") + "}"
    }

    private static func json(_ problems: [ScanProblem]) -> String {
        let records = problems.map { problem in
            Record([
                ("path", .text(problem.path.description)),
                ("pathBase64", problem.path.isUTF8 ? nil : .bytes(problem.path.bytes)),
                ("reason", .text(problem.reason)),
            ]).json
        }
        return "[" + records.joined(separator: ",") + "]"
    }
}

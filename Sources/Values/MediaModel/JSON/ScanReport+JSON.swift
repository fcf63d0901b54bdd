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

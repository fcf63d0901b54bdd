internal import PhonolithDatabase
package import PhonolithStore

/// How the database executes a statement.
package struct StatementExplanation: Sendable {
    /// How the query is answered (``QueryPlan``); `nil` for statements that no plan chose.
    package let plan: String?
    /// The statement with the values of its first execution.
    package let sql: String
    /// The steps of SQLite or the server, one a line (EXPLAIN QUERY PLAN, EXPLAIN).
    package let steps: [String]
    /// How often it was executed.
    package let count: Int
    /// How long one execution takes.
    package let duration: Duration
}

extension ItemStore {
    /// How the statements of a log are executed. Each is executed once more to measure it.
    ///
    /// - Parameter log: The log that the catalog was opened with; it records nothing from now on.
    package func explanations(of log: QueryLog) throws -> [StatementExplanation] {
        let statements = log.end()
        return try read { database in
            try statements.map { sql, count in
                let steps = try Row.fetchAll(database, literal: .explanation(of: SQL(sql: sql)))
                    .map(\.step)
                let statement = try database.makeStatement(sql: sql)
                let duration = try ContinuousClock().measure {
                    let rows = try Row.fetchCursor(statement)
                    while try rows.next() != nil {}
                }
                let (plan, text) = QueryPlan.split(sql)
                return StatementExplanation(
                    plan: plan, sql: text, steps: steps, count: count, duration: duration)
            }
        }
    }
}

extension Row {
    /// The step in a row of an explanation: the text that is its last column.
    var step: String { self[count - 1] }
}

extension QueryPlan {
    /// The plan as a comment before its statement.
    var comment: SQL { "/* \(sql: description) */ " }

    /// The plan and the statement after its comment.
    fileprivate static func split(_ sql: String) -> (plan: String?, statement: String) {
        guard sql.hasPrefix("/* "), let end = sql.firstRange(of: " */ ") else { return (nil, sql) }
        return (
            String(sql[sql.index(sql.startIndex, offsetBy: 3)..<end.lowerBound]),
            String(sql[end.upperBound...])
        )
    }
}

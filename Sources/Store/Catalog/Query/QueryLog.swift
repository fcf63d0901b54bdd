internal import GRDB
private import Synchronization

/// Records the statements that a catalog executes, to show why a query takes as long as it does.
package final class QueryLog: Sendable {
    private struct Entry {
        var sql: String
        var count = 0
    }

    private struct State {
        var isRecording = false
        var entries: [Entry] = []
        /// The positions of statements in `entries`, by their text without values.
        var positions: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Makes an empty log.
    package init() {}

    /// Makes a connection report its statements.
    func observe(_ database: Database) {
        database.trace(options: .statement) { [weak self] event in
            if case .statement(let statement) = event { self?.add(statement) }
        }
    }

    /// Begins to record; what opens a library is of no interest.
    func start() { state.withLock { $0.isRecording = true } }

    /// Ends recording.
    ///
    /// - Returns: Each statement with the values of its first execution, and how often it was executed.
    fileprivate func end() -> [(sql: String, count: Int)] {
        state.withLock {
            $0.isRecording = false
            return $0.entries.map { ($0.sql, $0.count) }
        }
    }

    private func add(_ statement: Database.TraceEvent.Statement) {
        state.withLock { state in
            let sql = statement.sql
            guard state.isRecording, ["/*", "SELECT", "WITH"].contains(where: sql.hasPrefix)
            else { return }
            let position = state.positions[sql, default: state.entries.count]
            if position == state.entries.count {
                state.positions[sql] = position
                state.entries.append(Entry(sql: statement.expandedSQL))
            }
            state.entries[position].count += 1
        }
    }
}

/// How SQLite executes a statement.
package struct StatementExplanation: Sendable {
    /// How the query is answered (``QueryPlan``); `nil` for statements that no plan chose.
    package let plan: String?
    /// The statement with the values of its first execution.
    package let sql: String
    /// What SQLite does, a step a line (EXPLAIN QUERY PLAN).
    package let steps: [String]
    /// How often it was executed.
    package let count: Int
    /// How long one execution takes.
    package let duration: Duration
}

extension Catalog {
    /// How the statements of a log are executed. Each is executed once more to measure it.
    ///
    /// - Parameter log: The log that the catalog was opened with; it records nothing from now on.
    package func explanations(of log: QueryLog) throws -> [StatementExplanation] {
        let statements = log.end()
        return try read { database in
            try statements.map { sql, count in
                let steps = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)")
                    .map { $0["detail"] as String }
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

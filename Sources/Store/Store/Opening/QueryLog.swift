internal import PhonolithDatabase
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

    package init() {}

    /// Begins to record; the opening of a library is of no interest.
    func start() { state.withLock { $0.isRecording = true } }

    /// Ends recording.
    ///
    /// - Returns: Each statement with the values of its first execution, and how often it was executed.
    package func end() -> [(sql: String, count: Int)] {
        state.withLock {
            $0.isRecording = false
            return $0.entries.map { ($0.sql, $0.count) }
        }
    }

    /// Called with each statement that begins.
    func add(_ statement: ExecutedStatement) {
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

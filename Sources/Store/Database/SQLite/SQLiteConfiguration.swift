/// The ways in which the connections to a SQLite database are set up.
package struct SQLiteConfiguration: Sendable {
    package var isReadOnly = false
    /// Whether nobody changes the file: no files are made next to it, and nothing is locked (sqlite.org/uri.html, "immutable").
    package var isImmutable = false
    /// Limits for connections that only read a file of unknown origin; `nil` for a library.
    package var limits: SQLiteLimits?
    /// Connections of a pool that only read.
    package var readerCount = 5
    /// Statements that each new connection runs, if it writes or only reads.
    package var preparation: (reading: [String], writing: [String]) = ([], [])
    /// Called with each statement that begins, on the thread that has its connection.
    package var observer: (@Sendable (ExecutedStatement) -> Void)?

    package init() {}
}

/// Limits of instructions and memory for a connection that reads a file.
package struct SQLiteLimits: Sendable {
    /// Instructions of SQLite's machine for all statements together; beyond it is ``DatabaseError/Code/interrupted``.
    package var instructions: Int
    /// Bytes of a value, and of a row.
    package var rowLength: Int32

    package init(instructions: Int, rowLength: Int32) {
        self.instructions = instructions
        self.rowLength = rowLength
    }
}

/// A statement that a connection executes.
package struct ExecutedStatement {
    /// Its text, with question marks for values.
    package let sql: String
    private let expanded: () -> String

    init(sql: String, _ expanded: @escaping () -> String) {
        self.sql = sql
        self.expanded = expanded
    }

    /// Its text with the values.
    package var expandedSQL: String { expanded() }
}

extension Connection {
    /// Whether reading ends when its task is cancelled, with ``DatabaseError/Code/interrupted``; else it comes to its end.
    @TaskLocal package static var endsWhenCancelled = false

    /// Whether what is being read is of no use any more.
    package static var isAbandoned: Bool { endsWhenCancelled && Task.isCancelled }
}

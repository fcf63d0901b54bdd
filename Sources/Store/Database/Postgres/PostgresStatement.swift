internal import CPhonolithPostgres

/// A statement on a connection to PostgreSQL, whose rows are read one after the other.
///
/// Rows come all at once, in one trip to the server, or in parts, by a cursor of the server's
/// (postgresql.org/docs/15/sql-declare.html).
final class PostgresStatement {
    private let sql: String
    /// Whether the server keeps it prepared.
    private let isKept: Bool
    private let connection: PostgresConnection
    private var arguments: [SQLValue] = []
    private var result: PostgresResult? {
        didSet {
            if columnNames.isEmpty, let result { columnNames = result.columnNames }
        }
    }
    /// Rows are read by them also after the statement was reset.
    private(set) var columnNames: [String] = []
    private var place = -1
    /// The name of the server's cursor, and the number of rows that come next; 0 after the last.
    private var cursor: (name: String, part: Int)?

    /// - Parameter sql: With question marks for its values; one with a number has the value of that number.
    init(_ sql: String, isKept: Bool, _ connection: PostgresConnection) {
        self.sql = sql
        self.isKept = isKept
        self.connection = connection
    }

    func bind(_ values: [SQLValue]) {
        reset()
        arguments = values
    }

    func bindFirst(_ value: SQLValue) {
        if arguments.isEmpty { arguments = [value] } else { arguments[0] = value }
    }

    /// Has the rows come in parts, where they are only read: cursors end with their transaction.
    func open() throws {
        guard connection.isInsideTransaction, !sql.contains("RETURNING") else { return }
        connection.note(sql, with: arguments)
        connection.cursorCount += 1
        let name = "c\(connection.cursorCount)"
        _ = try connection.run(
            "DECLARE \(name) NO SCROLL CURSOR FOR \(sql)", PostgresParameters(arguments),
            isKept: false)
        cursor = (name, part: 100)
    }

    /// Goes to the next row, and asks the server where it needs to.
    func step() throws -> Bool {
        place += 1
        if let result, place < result.rowCount { return true }
        guard let cursor else {
            if result == nil {
                connection.note(sql, with: arguments)
                result = try connection.run(
                    sql, PostgresParameters(arguments), isKept: isKept)
            }
            return place < (result?.rowCount ?? 0)
        }
        if cursor.part == 0 { return false }
        let next = try connection.run(
            "FETCH \(cursor.part) FROM \(cursor.name)", .none, isKept: false)
        // Of much, more comes at once.
        let isLast = next.rowCount < cursor.part
        self.cursor?.part = isLast ? 0 : min(cursor.part * 4, 5000)
        (result, place) = (next, 0)
        return next.rowCount > 0
    }

    func reset() {
        if let cursor { connection.close(cursor: cursor.name) }
        (cursor, result, place) = (nil, nil, -1)
    }

    /// The row that it is at; valid until the next step.
    var row: SelectedRow {
        guard let result else { preconditionFailure("a statement that was not stepped has no row") }
        return SelectedRow(postgres: result.handle, at: place)
    }
}

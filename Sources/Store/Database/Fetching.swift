/// Reads the answer of a statement row by row. The statement cannot be used elsewhere until the end of the rows, or of the
/// access to the connection.
package final class Cursor<Element> {
    private let statement: Statement
    private let read: (SelectedRow) -> Element?
    private var isAtEnd = false

    /// - Parameter read: Gives `nil` for a row that is skipped.
    init(_ statement: Statement, _ read: @escaping (SelectedRow) -> Element?) {
        self.statement = statement
        self.read = read
    }

    /// The next row; `nil` after the last. Where single values are read, rows with NULL are skipped.
    ///
    /// - Throws: ``DatabaseError``.
    package func next() throws -> Element? {
        while !isAtEnd {
            // After an error, a further step would begin anew.
            isAtEnd = true
            isAtEnd = try !statement.step()
            if isAtEnd {
                statement.reset()
                return nil
            }
            if let element = read(statement.row) { return element }
        }
        return nil
    }

    /// Gives the statement up before its end.
    func end() {
        isAtEnd = true
        statement.reset()
    }

    /// The next rows, at most `count`; none after the last.
    package func next(_ count: Int) throws -> [Element] {
        var some: [Element] = []
        while some.count < count, let element = try next() { some.append(element) }
        return some
    }

    /// The rows that are left.
    package func all() throws -> [Element] {
        var all: [Element] = []
        while let element = try next() { all.append(element) }
        return all
    }
}

extension Cursor where Element: FetchableFromRow {
    convenience init(_ statement: Statement) {
        let columns = ColumnNames(statement)
        self.init(statement) { Element.fetched(from: Row($0.values, columns)) }
    }
}

extension FetchableFromRow {
    /// The first row's; `nil` for none, and for NULL.
    package static func fetchOne(
        _ statement: Statement, arguments: SQLArguments? = nil
    ) throws -> Self? {
        try statement.begin(with: arguments)
        defer { statement.reset() }
        return try Cursor<Self>(statement).next()
    }

    package static func fetchAll(
        _ statement: Statement, arguments: SQLArguments? = nil
    ) throws -> [Self] {
        try statement.begin(with: arguments)
        return try Cursor<Self>(statement).all()
    }

    /// - Parameter arguments: `nil` for those that are bound already, and for none.
    package static func fetchCursor(
        _ statement: Statement, arguments: SQLArguments? = nil
    ) throws -> Cursor<Self> {
        try statement.begin(with: arguments, inParts: true)
        return Cursor(statement)
    }

    /// - Parameter cached: Whether the connection keeps the statement for the next use.
    package static func fetchOne(
        _ connection: Connection, literal: SQL, cached: Bool = false
    ) throws -> Self? {
        let form = literal.form(for: connection.dialect)
        return try fetchOne(
            connection.statement(sql: form.text, cached: cached), arguments: form.arguments)
    }

    package static func fetchAll(
        _ connection: Connection, literal: SQL, cached: Bool = false
    ) throws -> [Self] {
        let form = literal.form(for: connection.dialect)
        return try fetchAll(
            connection.statement(sql: form.text, cached: cached), arguments: form.arguments)
    }

    /// - Parameter inParts: Whether a server gives the rows in parts, by a cursor, for which it is asked three times at least.
    package static func fetchCursor(
        _ connection: Connection, literal: SQL, cached: Bool = false, inParts: Bool = true
    ) throws -> Cursor<Self> {
        let form = literal.form(for: connection.dialect)
        let statement = try connection.statement(sql: form.text, cached: cached)
        try statement.begin(with: form.arguments, inParts: inParts)
        return Cursor(statement)
    }
}

extension FetchableFromRow where Self: Hashable {
    package static func fetchSet(
        _ statement: Statement, arguments: SQLArguments? = nil
    ) throws -> Set<Self> {
        Set(try fetchAll(statement, arguments: arguments))
    }

    package static func fetchSet(
        _ connection: Connection, literal: SQL, cached: Bool = false
    ) throws -> Set<Self> {
        Set(try fetchAll(connection, literal: literal, cached: cached))
    }
}

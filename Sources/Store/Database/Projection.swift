/// The columns that a statement selects, and the value that a row of them makes.
///
/// A column is named beside the field that it fills, so no field can be filled by the column of another:
///
///     let stations = try Projection { column in
///         Station(id: column("id"), name: column("name"), address: column("stream_url"))
///     }.fetchAll(database, from: "radio_stations ORDER BY id")
///
/// The closure must ask for the same columns each time, whatever the row has in them.
package struct Projection<Value>: Sendable {
    /// The list of a SELECT.
    package let columns: SQL
    private let count: Int
    private let make: @Sendable (inout Columns) -> Value

    package init(_ make: @escaping @Sendable (_ column: inout Columns) -> Value) {
        var noted = Columns()
        _ = make(&noted)
        columns = noted.noted.map(\.sql).joined(separator: ", ")
        count = noted.noted.count
        self.make = make
    }

    /// The value of a row whose columns from the given place on are ``columns``.
    package func value(_ row: Columns) -> Value {
        var read = row
        let value = make(&read)
        assert(read.place == row.place + count, "read otherwise than selected: \(columns)")
        return value
    }

    /// The columns, with the types that they are read as.
    package var list: [Columns.Column] {
        var noted = Columns()
        _ = make(&noted)
        return noted.noted
    }
}

/// The columns of a row, which are read one after the other.
@usableFromInline
package struct Columns {
    package struct Column: Sendable {
        package let sql: SQL
        package let type: any SQLConvertible.Type
    }

    /// `nil` while columns are only noted; all their values are NULL.
    @usableFromInline let row: SelectedRow?
    @usableFromInline var place: Int
    fileprivate var noted: [Column] = []

    fileprivate init() { (row, place) = (nil, 0) }

    init(row: SelectedRow, at place: Int = 0) { (self.row, self.place) = (row, place) }

    /// The value of a column; `nil` for NULL. The text is only for the list of a SELECT: a row is read by places. Inlinable,
    /// so that other modules read each kind of value by code of its own.
    @inlinable
    package mutating func callAsFunction<Value: SQLConvertible>(
        _ column: @autoclosure () -> SQL
    ) -> Value? {
        guard let row else {
            note(column(), as: Value.self)
            return nil
        }
        defer { place += 1 }
        return row.value(at: place)
    }

    /// The value of a column that is not NULL; 0 or empty where it is NULL all the same.
    @inlinable
    package mutating func callAsFunction<Value: SQLConvertible>(
        _ column: @autoclosure () -> SQL
    ) -> Value {
        callAsFunction(column()) ?? Value(sqlValue: .null)
    }

    @usableFromInline
    mutating func note(_ column: SQL, as type: any SQLConvertible.Type) {
        noted.append(Column(sql: column, type: type))
    }
}

// MARK: - Fetching

extension Projection {
    /// - Parameters:
    ///   - source: The statement after FROM.
    ///   - cached: Whether the connection keeps the statement for the next use.
    package func fetchAll(
        _ connection: Connection, from source: SQL, cached: Bool = false
    ) throws -> [Value] {
        try fetchAll(connection, literal: selection(from: source), cached: cached)
    }

    /// The same of a whole statement, whose rows begin with ``columns``.
    package func fetchAll(
        _ connection: Connection, literal: SQL, cached: Bool = false
    ) throws -> [Value] {
        try fetchCursor(connection, literal: literal, cached: cached, inParts: false).all()
    }

    package func fetchOne(
        _ connection: Connection, from source: SQL, cached: Bool = false
    ) throws -> Value? {
        try fetchOne(connection, literal: selection(from: source), cached: cached)
    }

    package func fetchOne(
        _ connection: Connection, literal: SQL, cached: Bool = false
    ) throws -> Value? {
        let rows = try fetchCursor(connection, literal: literal, cached: cached, inParts: false)
        defer { rows.end() }
        return try rows.next()
    }

    package func fetchCursor(
        _ connection: Connection, from source: SQL, cached: Bool = false
    ) throws -> Cursor<Value> {
        try fetchCursor(
            connection, literal: selection(from: source), cached: cached, inParts: true)
    }

    /// - Parameter inParts: Whether there may be more rows than fit into memory.
    package func fetchCursor(
        _ connection: Connection, literal: SQL, cached: Bool = false, inParts: Bool
    ) throws -> Cursor<Value> {
        let form = literal.form(for: connection.dialect)
        let statement = try connection.statement(sql: form.text, cached: cached)
        try statement.begin(with: form.arguments, inParts: inParts)
        return Cursor(statement) { value(Columns(row: $0)) }
    }

    package func selection(from source: SQL) -> SQL { "SELECT \(columns) FROM \(source)" }
}

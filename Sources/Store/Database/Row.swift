/// A row of an answer.
///
/// A copy: it stays as it is whatever its statement does next. Where that is too slow, there is ``Selection``.
@usableFromInline
package struct Row {
    private let values: [SQLValue]
    private let columns: ColumnNames

    init(_ values: [SQLValue], _ columns: ColumnNames) {
        self.values = values
        self.columns = columns
    }

    private func value(at place: Int) -> SQLValue {
        values.indices.contains(place) ? values[place] : .null
    }

    private func value(of name: String) -> SQLValue {
        columns.place(of: name).map { values[$0] } ?? .null
    }

    /// The value of a column by its place; that of NULL for a place that the row does not have.
    package subscript<Value: SQLConvertible>(place: Int) -> Value {
        Value(sqlValue: value(at: place))
    }

    /// The value of a column by its place; `nil` for NULL.
    package subscript<Value: SQLConvertible>(place: Int) -> Value? {
        value(at: place).converted()
    }

    /// The value of a column by its name in the statement; that of NULL for a name that the row does not have.
    package subscript<Value: SQLConvertible>(name: String) -> Value {
        Value(sqlValue: value(of: name))
    }

    /// The value of a column by its name in the statement; `nil` for NULL.
    package subscript<Value: SQLConvertible>(name: String) -> Value? {
        value(of: name).converted()
    }

    package var count: Int { values.count }

    package func isNull(_ place: Int) -> Bool { value(at: place).isNull }

    /// All values in the order of the columns.
    package var sqlValues: [SQLValue] { values }
}

/// The names of a statement's columns; rows are rarely read by them.
final class ColumnNames {
    private let statement: Statement
    private lazy var places = Dictionary(
        statement.columnNames.enumerated().map { (Self.folded($1), $0) },
        uniquingKeysWith: { first, _ in first })

    init(_ statement: Statement) { self.statement = statement }

    func place(of name: String) -> Int? { places[Self.folded(name)] }

    /// PostgreSQL has names that are not quoted in lower case.
    private static func folded(_ name: String) -> String { name.lowercased() }
}

/// Types that a row can be read as: ``Row`` itself, or a single value, from the first column.
@usableFromInline
package protocol FetchableFromRow {
    /// `nil` where a single value is NULL.
    static func fetched(from row: Row) -> Self?
}

extension Row: FetchableFromRow {
    @usableFromInline package static func fetched(from row: Row) -> Row? { row }
}

extension SQLConvertible {
    @usableFromInline package static func fetched(from row: Row) -> Self? {
        row[0]
    }
}

internal import GRDB
import MediaModel

/// What a column can hold.
typealias StoredValue = DatabaseValueConvertible & StatementColumnConvertible

/// A row whose columns are read by their numbers.
protocol ColumnValues {
    /// `nil` for NULL.
    func value<Value: StoredValue>(at index: Int) -> Value?
}

extension Row: ColumnValues {
    func value<Value: StoredValue>(at index: Int) -> Value? { self[index] }
}

/// Reads a row's columns one after the other.
struct ColumnReader<Columns: ColumnValues> {
    private let row: Columns
    private var index: Int

    /// Begins at a column.
    init(row: Columns, at index: Int = 0) {
        self.row = row
        self.index = index
    }

    mutating func next<Value: StoredValue>() -> Value? {
        defer { index += 1 }
        return row.value(at: index)
    }

    /// A column that the schema declares NOT NULL.
    mutating func required<Value: StoredValue>() -> Value {
        guard let value: Value = next() else {
            preconditionFailure("column \(index - 1) is NULL where the schema allows none")
        }
        return value
    }

    mutating func skip() { index += 1 }
}

extension ColumnReader<SelectedRow> {
    /// A path that the schema declares NOT NULL.
    mutating func path() -> MediaPath {
        defer { index += 1 }
        return MediaPath(bytes: row.bytes(at: index))
    }
}

public import GRDB
package import MediaModel

/// What a column can hold.
@usableFromInline
package typealias StoredValue = DatabaseValueConvertible & StatementColumnConvertible

/// A row whose columns are read by their numbers.
@usableFromInline
package protocol ColumnValues {
    /// `nil` for NULL.
    func value<Value: StoredValue>(at index: Int) -> Value?
}

extension Row: ColumnValues {
    @inlinable
    package func value<Value: StoredValue>(at index: Int) -> Value? { self[index] }
}

/// Reads a row's columns one after the other. Inlinable, so that other modules read each kind of value by code of its own.
@usableFromInline
package struct ColumnReader<Columns: ColumnValues> {
    @usableFromInline let row: Columns
    @usableFromInline var index: Int

    /// Begins at a column.
    @inlinable
    package init(row: Columns, at index: Int = 0) {
        self.row = row
        self.index = index
    }

    @inlinable
    package mutating func next<Value: StoredValue>() -> Value? {
        defer { index += 1 }
        return row.value(at: index)
    }

    /// A column that the schema declares NOT NULL.
    @inlinable
    package mutating func required<Value: StoredValue>() -> Value {
        guard let value: Value = next() else {
            preconditionFailure("column \(index - 1) is NULL where the schema allows none")
        }
        return value
    }

    @inlinable
    package mutating func skip() { index += 1 }
}

extension ColumnReader<SelectedRow> {
    /// A path that the schema declares NOT NULL.
    package mutating func path() -> MediaPath {
        defer { index += 1 }
        return MediaPath(bytes: row.bytes(at: index))
    }
}

/// A row whose columns are read by their numbers.
@usableFromInline
package protocol ColumnValues {
    // `nil` for NULL.
    func value<Value: SQLConvertible>(at index: Int) -> Value?
}

extension Row: ColumnValues {
    @usableFromInline package func value<Value: SQLConvertible>(at index: Int) -> Value? {
        self[index]
    }
}

/// Reads a row's columns one after the other. Inlinable, so that other modules read each kind of value by code of its own.
@usableFromInline
package struct ColumnReader<Columns: ColumnValues> {
    @usableFromInline let row: Columns
    @usableFromInline var index: Int

    @inlinable
    package init(row: Columns, at index: Int = 0) {
        self.row = row
        self.index = index
    }

    @inlinable
    package mutating func next<Value: SQLConvertible>() -> Value? {
        defer { index += 1 }
        return row.value(at: index)
    }

    /// A column that the schema declares NOT NULL; 0 or empty where it is NULL all the same.
    @inlinable
    package mutating func required<Value: SQLConvertible>() -> Value {
        next() ?? Value(sqlValue: .null)
    }

    @inlinable
    package mutating func skip() { index += 1 }
}

extension ColumnReader<SelectedRow> {
    /// The bytes of the next column; none for NULL.
    package mutating func bytes() -> [UInt8] {
        defer { index += 1 }
        return row.bytes(at: index)
    }
}

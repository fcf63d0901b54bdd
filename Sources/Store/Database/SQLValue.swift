public import FoundationEssentials

/// A value as a database has it.
@usableFromInline
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)

    package var isNull: Bool { self == .null }

    /// As PostgreSQL has it, whose texts have no NUL.
    package var withoutNUL: SQLValue {
        if case .text(let text) = self { .text(text.withoutNUL) } else { self }
    }

    // `nil` for NULL.
    func converted<Value: SQLConvertible>() -> Value? { isNull ? nil : Value(sqlValue: self) }
}

/// A value that is bound to a statement, and read from a column.
///
/// Any value can be read as any type: NULL is 0, false or empty unless an optional is asked for, and so is text that is no
/// number. A damaged library must not trap.
@usableFromInline
package protocol SQLConvertible: FetchableFromRow, Sendable {
    var sqlValue: SQLValue { get }
    init(sqlValue: SQLValue)
    /// Reads a column that is not NULL.
    init(column: Int, of row: SelectedRow)
}

extension SQLConvertible {
    @usableFromInline package init(column: Int, of row: SelectedRow) {
        self.init(sqlValue: row.value(at: column))
    }
}

extension SQLValue: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { self }
    @usableFromInline package init(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .integer(self) }
    @usableFromInline package init(sqlValue: SQLValue) {
        self =
            switch sqlValue {
            case .integer(let number): number
            case .real(let number): Int64(exactly: number.rounded(.towardZero)) ?? 0
            case .text(let text): Int64(text) ?? 0
            case .null, .blob: 0
            }
    }
    @usableFromInline package init(column: Int, of row: SelectedRow) {
        self = row.integer(at: column)
    }
}

extension Int: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .integer(Int64(self)) }
    @usableFromInline package init(sqlValue: SQLValue) { self = Int(Int64(sqlValue: sqlValue)) }
    @usableFromInline package init(column: Int, of row: SelectedRow) {
        self = Int(row.integer(at: column))
    }
}

extension Int32: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .integer(Int64(self)) }
    @usableFromInline package init(sqlValue: SQLValue) {
        self = Int32(clamping: Int64(sqlValue: sqlValue))
    }
}

extension Bool: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
    @usableFromInline package init(sqlValue: SQLValue) { self = Double(sqlValue: sqlValue) != 0 }
    @usableFromInline package init(column: Int, of row: SelectedRow) {
        self = row.real(at: column) != 0
    }
}

extension Double: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .real(self) }
    @usableFromInline package init(sqlValue: SQLValue) {
        self =
            switch sqlValue {
            case .integer(let number): Double(number)
            case .real(let number): number
            case .text(let text): Double(text) ?? 0
            case .null, .blob: 0
            }
    }
    @usableFromInline package init(column: Int, of row: SelectedRow) { self = row.real(at: column) }
}

extension String: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .text(self) }
    @usableFromInline package init(sqlValue: SQLValue) {
        self =
            switch sqlValue {
            case .integer(let number): String(number)
            case .real(let number): String(number)
            case .text(let text): text
            case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
            case .null: ""
            }
    }
    @usableFromInline package init(column: Int, of row: SelectedRow) { self = row.text(at: column) }
}

extension Data: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .blob(self) }
    @usableFromInline package init(sqlValue: SQLValue) {
        self =
            switch sqlValue {
            case .blob(let bytes): bytes
            case .null: Data()
            case .integer, .real, .text: Data(String(sqlValue: sqlValue).utf8)
            }
    }
}

import FoundationEssentials
package import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

extension PageToken {
    /// The place after a row.
    ///
    /// - Parameter values: Of the order's terms, the id last.
    package init(of list: String, seed: UInt32?, after values: [SQLValue]) {
        self.init(of: list, seed: seed ?? 0, values: values.map(Value.init))
    }

    /// The values after which a page begins.
    ///
    /// - Parameter count: How many terms the order has.
    /// - Throws: ``CatalogError`` for a token of another list or order.
    package func values(of list: String, count: Int) throws -> [SQLValue] {
        guard isOf(list), values.count == count, case .integer = values.last else {
            throw CatalogError(.otherList, path: "")
        }
        return values.map(\.sqlValue)
    }
}

extension PageToken.Value {
    fileprivate init(_ value: SQLValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .real(let number): .real(number)
            case .text(let text): .text(text)
            case .blob(let bytes): .bytes(Array(bytes))
            }
    }

    fileprivate var sqlValue: SQLValue {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let text): .text(text)
        case .bytes(let bytes): .blob(Data(bytes))
        }
    }
}

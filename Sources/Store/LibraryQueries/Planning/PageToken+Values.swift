import Foundation
package import GRDB
import LibraryStore
package import MediaModel

extension PageToken {
    /// The place after a row.
    ///
    /// - Parameter values: Of the order's terms, the id last.
    package init(of list: String, seed: UInt32?, after values: [DatabaseValue]) {
        self.init(of: list, seed: seed ?? 0, values: values.map(Value.init))
    }

    /// The values after which a page begins.
    ///
    /// - Parameter count: How many terms the order has.
    /// - Throws: ``CatalogError`` for a token of another list or order.
    package func values(of list: String, count: Int) throws -> [DatabaseValue] {
        guard isOf(list), values.count == count, case .integer = values.last else {
            throw CatalogError(.otherList, path: "")
        }
        return values.map(\.databaseValue)
    }
}

extension PageToken.Value {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .bytes(Array(bytes))
            }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }
}

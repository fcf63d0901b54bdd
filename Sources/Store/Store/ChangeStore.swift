package import PhonolithDatabase
import PhonolithMediaModel

/// The log of changes, for programs that keep a copy.
package struct ChangeStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var changes: ChangeStore { ChangeStore(catalog: self) }
}

extension ChangeStore {
    /// The token of the library as it is.
    package func token() throws -> ChangeToken { try read(Self.token) }

    /// Forgets changes for which no token is new enough.
    package func forgetOld() throws {
        let oldest = try token().sequence - Self.keptChanges
        let isThere = try read {
            try Bool.fetchOne(
                $0, literal: "SELECT EXISTS (SELECT 1 FROM changes WHERE sequence <= \(oldest))")
        }
        guard isThere == true else { return }
        try write {
            try $0.execute(
                literal: "DELETE FROM changes WHERE sequence <= \(oldest)")
        }
    }

    /// The number of changes that a token may be old.
    package static let keptChanges: Int64 = 1_000_000

    package static func token(_ database: Connection) throws -> ChangeToken {
        guard database.dialect == .postgres else {
            return ChangeToken(
                sequence: try database.nextID(in: "changes") - 1,
                item: try database.nextID(in: "items") - 1)
        }
        // Sequences count what transactions have taken that are not committed yet: a token by them would skip it. Of a
        // library without changes they have the beginning.
        let row = try Row.fetchOne(
            database.cachedStatement(
                literal: """
                    SELECT (SELECT max(sequence) FROM changes),
                        greatest((SELECT max(id) FROM items), (SELECT max(subject) FROM changes WHERE kind = 1))
                    """))
        return ChangeToken(
            sequence: try row?[0] ?? database.nextID(in: "changes") - 1, item: row?[1] ?? 0)
    }
}

/// How much of the library's history a program knows.
package struct ChangeToken: Hashable, Sendable, LosslessStringConvertible {
    /// The last row of `changes`.
    package var sequence: Int64
    /// The largest id that an item had.
    package var item: Int64

    package var description: String { "\(sequence)-\(item)" }

    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int64(parts[0]), let item = Int64(parts[1]),
            sequence >= 0, item >= 0
        else { return nil }
        self.init(sequence: sequence, item: item)
    }

    init(sequence: Int64, item: Int64) {
        self.sequence = sequence
        self.item = item
    }
}

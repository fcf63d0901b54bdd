internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// Keeps the ids of albums, artists, genres and podcasts whose names were corrected in all of their items, or nearly all:
/// the new collection that took them over is the old one, and gets its id, with all that is the user's.
struct CollectionContinuity {
    private let database: Connection

    init(_ database: Connection) { self.database = database }

    /// Gives new collections the ids of the old ones.
    func keep(_ moves: CollectionMoves) throws {
        let byCount = moves.counts.sorted {
            ($0.value, $1.key.old, $1.key.new) > ($1.value, $0.key.old, $0.key.new)
        }
        var taken: Set<[Int64]> = []
        for (move, count) in byCount {
            let ids = [move.old, move.new].map { [Int64(move.kind.rawValue), $0] }
            guard taken.isDisjoint(with: ids), try isSame(move, count: count) else { continue }
            taken.formUnion(ids)
            try exchange(move)
        }
    }

    /// Whether the new collection is the old one: it came later, and is made of the old one's items, or has nothing of
    /// the user's while the old one has. Else both stay what they are, and the old one comes back with its name.
    private func isSame(_ move: CollectionMoves.Move, count: Int) throws -> Bool {
        guard move.new > move.old, try !hasValues(move.new, move.kind) else { return false }
        let left = try itemCount(move.old, move.kind)
        guard left * 9 <= count else { return false }
        return try count * 2 > itemCount(move.new, move.kind) || hasValues(move.old, move.kind)
    }

    private func itemCount(_ id: Int64, _ kind: CollectionMoves.Kind) throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(
                literal: """
                    SELECT count(*) FROM items WHERE is_missing = 0 AND id IN (\(kind.items(id)))
                    """)) ?? 0
    }

    private func hasValues(_ id: Int64, _ kind: CollectionMoves.Kind) throws -> Bool {
        guard let table = kind.values else { return false }
        return try Bool.fetchOne(
            database.cachedStatement(
                literal:
                    "SELECT EXISTS (SELECT 1 FROM \(sql: table) WHERE \(sql: kind.column) = \(id))"
            )) ?? false
    }

    /// Exchanges the ids of both, so that what is left of the old one is a collection of its own.
    private func exchange(_ move: CollectionMoves.Move) throws {
        let (old, new, kind) = (move.old, move.new, move.kind)
        var totals = try ItemTotals(database)
        for id in [old, new] {
            try totals.add("id IN (\(kind.items(id)))", database)
        }
        if kind == .album { totals.albums.formUnion([old, new]) }
        try totals.updating(database) {
            try exchangeNames(old, new, kind)
            try database.execute(
                literal: """
                    UPDATE \(sql: kind.members) SET \(sql: kind.column) = CASE \(sql: kind.column) WHEN \(old) THEN \(new) ELSE \(old) END
                    WHERE \(sql: kind.column) IN (\(old), \(new))
                    """)
        }
        if kind == .album { try GoneItemStore.markAlbumsOutdated([old, new], database) }
        if kind == .artist { try markNames([old, new]) }
        try deleteUnused(new, kind)
    }

    private func exchangeNames(_ old: Int64, _ new: Int64, _ kind: CollectionMoves.Kind) throws {
        let columns = kind.identity
        let rows = try [old, new].map { id in
            try Row.fetchOne(
                database,
                literal:
                    "SELECT \(sql: columns.joined(separator: ", ")) FROM \(sql: kind.table) WHERE id = \(id)"
            )
        }
        guard let oldRow = rows[0], let newRow = rows[1] else { return }
        // The first is unique, and free for the other only when neither has it.
        try database.execute(
            literal:
                "UPDATE \(sql: kind.table) SET \(sql: columns[0]) = \("\u{1F}\(new)") WHERE id = \(new)"
        )
        for (id, row) in [(old, newRow), (new, oldRow)] {
            let assignments = zip(columns, row.sqlValues).map {
                "\(sql: $0) = \($1)" as SQL
            }
            try database.execute(
                literal: """
                    UPDATE \(sql: kind.table) SET \(assignments.joined(separator: ", ")) WHERE id = \(id)
                    """)
        }
    }

    private func markNames(_ artists: [Int64]) throws {
        try database.execute(
            literal: """
                UPDATE artist_names SET is_resolved = 0
                WHERE artist_id IN \(.ids(artists))
                """)
    }

    private func deleteUnused(_ id: Int64, _ kind: CollectionMoves.Kind) throws {
        // Artists are deleted when their spellings are resolved.
        if kind == .artist { return }
        try database.execute(
            literal: """
                DELETE FROM \(sql: kind.table) WHERE id = \(id)
                    AND NOT EXISTS (SELECT 1 FROM \(sql: kind.members) WHERE \(sql: kind.column) = \(id))
                """)
        if kind == .album, database.changesCount > 0 {
            try SearchTable.albums.remove([id], database)
        }
    }
}

extension CollectionMoves.Kind {
    /// The table of the collections.
    fileprivate var table: String { "\(self)s" }

    /// The column with the collections' ids.
    fileprivate var column: String { "\(self)_id" }

    /// The table whose rows have the collections' ids.
    fileprivate var members: String {
        switch self {
        case .album, .podcast: "items"
        case .artist: "artist_names"
        case .genre: "item_genres"
        }
    }

    /// Selects the items of a collection.
    fileprivate func items(_ id: Int64) -> SQL {
        switch self {
        case .album, .podcast: "SELECT id FROM items WHERE \(sql: "\(self)_id") = \(id)"
        case .artist:
            """
            SELECT item_id FROM credits
            WHERE name_id IN (SELECT id FROM artist_names WHERE artist_id = \(id))
            """
        case .genre: "SELECT item_id FROM item_genres WHERE genre_id = \(id)"
        }
    }

    /// The columns that make a collection what it is, the unique one first.
    fileprivate var identity: [String] {
        switch self {
        case .album: ["identity"]
        case .podcast: ["title_folded", "title", "title_key"]
        case .artist: ["name_folded", "name", "name_key", "musicbrainz_id"]
        case .genre: ["name_folded", "name", "name_key"]
        }
    }

    /// The table of what users think of the collections.
    fileprivate var values: String? {
        switch self {
        case .album, .artist: "\(self)_values"
        case .podcast, .genre: nil
        }
    }
}

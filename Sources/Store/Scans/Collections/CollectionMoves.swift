internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// How many items went from one album, artist, genre or podcast to another because their tags changed.
package struct CollectionMoves: Hashable, Sendable {
    /// One collection and the one that items went to.
    struct Move: Hashable, Sendable {
        var kind: Kind
        var old: Int64
        var new: Int64
    }

    /// The kinds of collections that items move between.
    enum Kind: Int, Hashable, Sendable {
        case album, podcast, artist, genre
    }

    private(set) var counts: [Move: Int] = [:]

    /// Whether no item went anywhere.
    var isEmpty: Bool { counts.isEmpty }

    /// Adds those of another batch.
    mutating func add(_ other: CollectionMoves) { counts.merge(other.counts, uniquingKeysWith: +) }

    /// Notes where items went. A collection that an item left and one that it joined are paired in their order, where
    /// it left as many of a kind as it joined.
    mutating func note(from before: CollectionsOfItems, to after: CollectionsOfItems) {
        for (item, old) in before.items {
            var moves: Set<Move> = []
            for (slot, left) in old {
                let joined = after.items[item]?[slot] ?? []
                let (lost, gained) = (
                    left.filter { !joined.contains($0) }, joined.filter { !left.contains($0) }
                )
                guard lost.count == gained.count else { continue }
                for (old, new) in zip(lost, gained) {
                    moves.insert(Move(kind: slot.kind, old: old, new: new))
                }
            }
            // An artist who is also the album artist is one artist of the item.
            for move in moves { counts[move, default: 0] += 1 }
        }
    }
}

/// The collections that items are in, in the order of their tags.
struct CollectionsOfItems {
    /// A kind of collections in which an item can be several times: an artist in each role.
    struct Slot: Hashable {
        var kind: CollectionMoves.Kind
        var role: Int
    }

    private(set) var items: [Int64: [Slot: [Int64]]] = [:]

    init(_ items: [Int64], _ database: Connection) throws {
        if items.isEmpty { return }
        typealias Kind = CollectionMoves.Kind
        // IN, because SQLite makes a Bloom filter of all items for a join, however few are wanted.
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                literal: """
                    WITH wanted AS (SELECT value AS item FROM \(.table(ofIDs: items)) AS ids)
                    SELECT id, \(sql: "\(Kind.album.rawValue)"), 0, 0, album_id FROM items
                        WHERE id IN (SELECT item FROM wanted) AND album_id IS NOT NULL
                    UNION ALL
                    SELECT id, \(sql: "\(Kind.podcast.rawValue)"), 0, 0, podcast_id FROM items
                        WHERE id IN (SELECT item FROM wanted) AND podcast_id IS NOT NULL
                    UNION ALL
                    SELECT item_id, \(sql: "\(Kind.artist.rawValue)"), role, position, artist_id
                        FROM credits JOIN artist_names ON artist_names.id = name_id
                        WHERE item_id IN (SELECT item FROM wanted)
                    UNION ALL
                    SELECT item_id, \(sql: "\(Kind.genre.rawValue)"), 0, position, genre_id FROM item_genres
                        WHERE item_id IN (SELECT item FROM wanted)
                    ORDER BY 1, 2, 3, 4
                    """))
        while let row = try rows.next() {
            guard let kind = Kind(rawValue: row[1]) else { continue }
            self.items[row[0], default: [:]][Slot(kind: kind, role: row[2]), default: []]
                .append(row[4])
        }
    }
}

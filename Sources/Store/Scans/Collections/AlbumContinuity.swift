internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

/// Keeps the ids of albums whose tracks all went over to a new album: the folder was renamed, or the title changed.
struct AlbumContinuity {
    /// How many tracks went over from one album to another.
    private var moves: [Move: Int] = [:]
    /// The ``moves`` that were noted since the last ``keep(_:)``: no other album can be empty since then.
    private var noted: Set<Move> = []

    private struct Move: Hashable {
        var old: Int64
        var new: Int64
    }

    /// Notes an item that is about to get the facts of another, and marks the albums of both as outdated.
    mutating func note(_ merge: ItemMerge) throws {
        let albums = try [merge.kept, merge.deleted].map {
            try Int64.fetchOne(
                merge.database.cachedStatement(
                    literal: "SELECT album_id FROM items WHERE id = \($0)"))
        }
        guard let before = albums[0], let after = albums[1] else { return }
        try GoneItemStore.markAlbumsOutdated([before, after], merge.database)
        guard before != after else { return }
        moves[Move(old: before, new: after), default: 0] += 1
        noted.insert(Move(old: before, new: after))
    }

    /// Gives the new albums the ids of the old ones.
    mutating func keep(_ database: Connection) throws {
        let byCount = noted.map { (key: $0, value: moves[$0] ?? 0) }.sorted {
            ($0.value, $1.key.old, $1.key.new) > ($1.value, $0.key.old, $0.key.new)
        }
        noted = []
        var taken: Set<Int64> = []
        for (move, count) in byCount where taken.isDisjoint(with: [move.old, move.new]) {
            let left = try trackCount(of: move.old, "is_missing = 0", database)
            let all = try trackCount(of: move.new, "true", database)
            guard left == 0, count * 2 > all else { continue }
            taken.formUnion([move.old, move.new])
            try keep(move, database)
        }
    }

    private func trackCount(
        of album: Int64, _ condition: String, _ database: Connection
    ) throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(
                literal:
                    "SELECT count(*) FROM items WHERE album_id = \(album) AND \(sql: condition)"))
            ?? 0
    }

    private func keep(_ move: Move, _ database: Connection) throws {
        let identity = try String.fetchOne(
            database, literal: "SELECT identity FROM albums WHERE id = \(move.new)")
        try database.execute(
            literal: "UPDATE items SET album_id = \(move.old) WHERE album_id = \(move.new)")
        try GroupValues.move(.album, from: move.new, to: move.old, database)
        try database.execute(literal: "DELETE FROM albums WHERE id = \(move.new)")
        try SearchTable.albums.remove([move.new], database)
        try database.execute(
            literal:
                "UPDATE albums SET identity = \(identity), is_current = 0 WHERE id = \(move.old)")
    }
}

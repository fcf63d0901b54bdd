internal import GRDB

/// Ends the comparing of a scan, in one transaction: what went is hidden, what was found again takes its
/// old item with all that is the user's, and nothing is left to be compared.
package struct Settlement {
    /// Files that went.
    private let gone: [Catalog.Gone]
    /// Files that were found again.
    private let matches: [FileMatch]
    private(set) var counts = Counts()
    /// How many tracks went over from one album to another.
    private var albumMoves: [AlbumMove: Int] = [:]

    private struct AlbumMove: Hashable {
        var old: Int64
        var new: Int64
    }

    /// What became of the files.
    package struct Counts: Hashable, Sendable {
        /// Items that stand elsewhere now.
        package var moved = 0
        /// Items that stand where they stood, with other content.
        package var changed = 0
        /// Items that are hidden now.
        package var missing = 0
        /// Items that were taken for new ones.
        package var notNew = 0

        /// Nothing.
        package init() {}
    }

    /// Prepares what is to be written.
    package init(gone: [Catalog.Gone], matches: [FileMatch]) {
        self.gone = gone
        self.matches = matches
    }

    /// Writes it; on a throw nothing is written.
    package mutating func write(to catalog: Catalog) throws -> Counts {
        var copy = self
        let counts = try catalog.write { database in
            try copy.run(database)
            return copy.counts
        }
        return counts
    }

    /// Gives files their old items, and compares nothing else: a part of another transaction.
    mutating func join(_ database: Database) throws {
        for match in matches { try adopt(match, database) }
        try keepAlbums(database)
    }

    private mutating func run(_ database: Database) throws {
        try forgetUnseen(database)
        try hideGone(database)
        try join(database)
        counts.missing +=
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM files JOIN items ON file_id = files.id
                    WHERE is_settled = 0 AND files.is_missing = 1 AND is_superseded = 0
                    """) ?? 0
        try database.execute(
            sql: """
                DELETE FROM files WHERE is_settled = 0 AND is_missing = 1
                    AND NOT EXISTS (SELECT 1 FROM items WHERE file_id = files.id)
                """)
        try database.execute(sql: "UPDATE files SET is_settled = 1 WHERE is_settled = 0")
    }
}

// MARK: - What went

extension Settlement {
    /// Deletes files that came and went while no scan finished, unless the user did something with them.
    private func forgetUnseen(_ database: Database) throws {
        let isUnseen = try database.cachedStatement(
            sql: """
                SELECT is_settled = 0 AND is_missing = 0 AND displaced = 0 AND NOT \(Catalog.userValues)
                FROM files WHERE id = ? AND folder_id = ?
                """)
        let found = Set(matches.map(\.gone.fileID))
        for file in gone where !found.contains(file.fileID) {
            let arguments: StatementArguments = [file.fileID, file.folderID]
            guard try Bool.fetchOne(isUnseen, arguments: arguments) == true else { continue }
            try Catalog.forgetFile(file.fileID, database)
        }
    }

    private mutating func hideGone(_ database: Database) throws {
        let found = Set(matches.map(\.gone.fileID))
        let hideFile = try database.cachedStatement(
            sql: "UPDATE files SET is_missing = 1 WHERE id = ? AND folder_id = ? AND is_missing = 0"
        )
        for file in gone where !found.contains(file.fileID) {
            try hideFile.execute(arguments: [file.fileID, file.folderID])
            guard database.changesCount > 0 else { continue }
            counts.missing += try Self.hideItems(of: file.fileID, database)
        }
    }

    /// Hides what a file holds, from search, too; what it was part of is to be made anew.
    ///
    /// - Returns: How many items were there until now.
    static func hideItems(of fileID: Int64, _ database: Database) throws -> Int {
        try Catalog.forgetArtistTotals(database)
        for sql in outdating {
            try database.cachedStatement(sql: sql).execute(arguments: [fileID])
        }
        try SearchTable.items.remove(
            where: "SELECT id FROM items WHERE file_id = ?", [fileID], database)
        try database.cachedStatement(
            sql: "UPDATE items SET is_missing = 1 WHERE file_id = ? AND is_missing = 0"
        ).execute(arguments: [fileID])
        return database.changesCount
    }

    private static let outdating = [
        """
        UPDATE albums SET is_current = 0
        WHERE id IN (SELECT album_id FROM items WHERE file_id = ?) AND is_current = 1
        """,
        """
        UPDATE genres SET is_current = 0
        WHERE id IN (SELECT genre_id FROM items JOIN item_genres ON item_id = items.id
            WHERE file_id = ?) AND is_current = 1
        """,
    ]
}

// MARK: - What was found again

extension Settlement {
    /// Gives a file that came the items of the one that it is, and forgets the row of that one.
    private mutating func adopt(_ match: FileMatch, _ database: Database) throws {
        try Catalog.forgetArtistTotals(database)
        let old = try items(of: match.gone.fileID, database)
        let new = try items(of: match.new.fileID, database)
        var shown = 0
        for item in new {
            guard let known = old.first(where: { $0.track == item.track }) else { continue }
            try replace(item.id, by: known.id, database)
            if !item.isSuperseded { shown += 1 }
        }
        if !match.new.isSettled { counts.notNew += shown }
        if !new.isEmpty {
            let count = max(1, shown)
            if match.isAtSamePath { counts.changed += count } else { counts.moved += count }
        }
        // What the file does not hold any more, or what cannot be read from it, is hidden and kept.
        _ = try Self.hideItems(of: match.gone.fileID, database)
        try database.cachedStatement(
            sql: """
                UPDATE items SET file_id = ?1, is_superseded = is_superseded OR ?3 WHERE file_id = ?2
                """
        ).execute(arguments: [match.new.fileID, match.gone.fileID, !new.isEmpty])
        try database.cachedStatement(sql: "DELETE FROM files WHERE id = ?")
            .execute(arguments: [match.gone.fileID])
    }

    /// An item of a file, and by what it is known among them: its number in the cue sheet, if it has one.
    private struct FileItem {
        var id: Int64
        var track: Int?
        var isSuperseded: Bool
    }

    private func items(of fileID: Int64, _ database: Database) throws -> [FileItem] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT id, sheet_track, is_superseded FROM items WHERE file_id = ?"),
            arguments: [fileID]
        ).map { FileItem(id: $0[0], track: $0[1], isSuperseded: $0[2]) }
    }

    /// Puts the facts of one item into another, whose id and user's values stay, and deletes the one.
    private mutating func replace(_ new: Int64, by old: Int64, _ database: Database) throws {
        let albums = try [old, new].map {
            try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT album_id FROM items WHERE id = ?"),
                arguments: [$0])
        }
        if let before = albums[0], let after = albums[1] {
            for album in [before, after] {
                try database.cachedStatement(sql: "UPDATE albums SET is_current = 0 WHERE id = ?")
                    .execute(arguments: [album])
            }
            if before != after { albumMoves[AlbumMove(old: before, new: after), default: 0] += 1 }
        }
        for statement in Self.replacing {
            try database.cachedStatement(sql: statement).execute(arguments: [
                "old": old, "new": new,
            ])
        }
    }

    /// Whatever points to an item has to go from the new one to the old one here.
    private static let replacing: [String] = {
        let columns = (ScanWriter.keyColumns + ScanWriter.trackColumns + ItemRow.columns)
            .joined(separator: ", ")
        let details = ["credits", "item_genres", "chapters", "item_artworks"]
        return [
            """
            UPDATE artist_names SET is_resolved = 0
            WHERE id IN (SELECT name_id FROM credits WHERE item_id = :old) AND :new = :new
            """,
            """
            UPDATE genres SET is_current = 0
            WHERE id IN (SELECT genre_id FROM item_genres WHERE item_id IN (:old, :new))
            """,
            // The user may have met the new item before it was known to be the old one.
            """
            UPDATE user_values AS old SET rating = coalesce(new.rating, old.rating),
                play_count = old.play_count + new.play_count,
                skip_count = old.skip_count + new.skip_count,
                last_played = nullif(max(ifnull(old.last_played, 0), ifnull(new.last_played, 0)), 0),
                date_added = min(old.date_added, new.date_added),
                bookmark_time = coalesce(new.bookmark_time, old.bookmark_time)
            FROM user_values AS new WHERE old.item_id = :old AND new.item_id = :new
            """,
            "DELETE FROM user_values WHERE item_id = :new AND :old = :old",
            "UPDATE playlist_entries SET item_id = :old WHERE item_id = :new",
            "UPDATE queue_entries SET item_id = :old WHERE item_id = :new",
            "DELETE FROM search_items WHERE rowid = :old AND :new = :new",
            "UPDATE search_items SET rowid = :old WHERE rowid = :new",
        ]
            + details.flatMap {
                [
                    "DELETE FROM \($0) WHERE item_id = :old AND :new = :new",
                    "UPDATE \($0) SET item_id = :old WHERE item_id = :new",
                ]
            }
            + [
                """
                UPDATE items SET (\(columns)) = (SELECT \(columns) FROM items WHERE id = :new)
                WHERE id = :old
                """,
                "DELETE FROM items WHERE id = :new AND :old = :old",
            ]
    }()
}

// MARK: - Albums

extension Settlement {
    /// An album whose tracks all went over to a new one is that one: its folder was renamed, or its name.
    private func keepAlbums(_ database: Database) throws {
        let byCount = albumMoves.sorted {
            ($0.value, $1.key.old, $1.key.new) > ($1.value, $0.key.old, $0.key.new)
        }
        var taken: Set<Int64> = []
        for (move, count) in byCount where taken.isDisjoint(with: [move.old, move.new]) {
            let left = try trackCount(of: move.old, "is_missing = 0", database)
            let all = try trackCount(of: move.new, "1", database)
            guard left == 0, count * 2 > all else { continue }
            taken.formUnion([move.old, move.new])
            try keep(move, database)
        }
    }

    private func trackCount(
        of album: Int64, _ condition: String, _ database: Database
    ) throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(
                sql: "SELECT count(*) FROM items WHERE album_id = ? AND \(condition)"),
            arguments: [album]) ?? 0
    }

    private func keep(_ move: AlbumMove, _ database: Database) throws {
        let identity = try String.fetchOne(
            database, sql: "SELECT identity FROM albums WHERE id = ?", arguments: [move.new])
        try database.execute(
            sql: "UPDATE items SET album_id = ? WHERE album_id = ?",
            arguments: [move.old, move.new])
        try database.execute(sql: "DELETE FROM albums WHERE id = ?", arguments: [move.new])
        try SearchTable.albums.remove(move.new, database)
        try database.execute(
            sql: "UPDATE albums SET identity = ?, is_current = 0 WHERE id = ?",
            arguments: [identity, move.old])
    }
}

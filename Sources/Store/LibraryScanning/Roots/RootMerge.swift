internal import Database
import Foundation
import LibraryStore
import LibraryUsers
import MediaModel

/// Moves the rows of a root to another folder.
struct RootMerge {
    let old: MediaPath
    let oldID: Int64
    let new: MediaPath
    /// Whether the user had removed the root, so that its items are hidden.
    let wasRemoved: Bool
    private(set) var result = RootMove()

    init(old: MediaPath, oldID: Int64, new: MediaPath, wasRemoved: Bool) {
        self.old = old
        self.oldID = oldID
        self.new = new
        self.wasRemoved = wasRemoved
    }

    /// Gives the root its new path, where the library knows nothing of the new folder.
    mutating func rename(_ database: Connection) throws {
        try database.execute(
            sql: """
                UPDATE roots SET path = ?, path_key = ?, path_folded = ?, is_removed = 0, is_available = 1
                WHERE id = ?
                """,
            arguments: [new.data, SortKeyMaker.key(for: new), new.foldedAsBeginning, oldID])
        result.moved = try itemCount(database)
        try rebasePaths(database)
    }

    /// Makes the new folder a root, within a transaction. What was closed stays closed.
    ///
    /// - Returns: The id of that root.
    func addRoot(kind: LibraryRoot.Kind?, _ catalog: Catalog, _ database: Connection) throws
        -> Int64?
    {
        try catalog.addRoot(new, kind: kind, database)
        let newID = try Int64.fetchOne(
            database, sql: "SELECT id FROM roots WHERE path = ?", arguments: [new.data])
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO closed_roots (user_id, root_id)
                SELECT user_id, ? FROM closed_roots WHERE root_id = ?
                """, arguments: [newID, oldID])
        return newID == oldID ? nil : newID
    }

    /// Joins the root's items with those that the library knows in the new folder, which is another root, each joined file
    /// being done at once. All files are compared before: which is whose copy is decided by the strongest signs first.
    mutating func join(_ newID: Int64, in catalog: Catalog) throws {
        var reconciliation = FileReconciliation()
        let matches = try catalog.read { try copies(in: newID, $0) }
        try reconciliation.join(matches, in: catalog)
        result.joined = reconciliation.counts.moved + reconciliation.counts.changed
    }

    /// Moves what is left to the other root, within a transaction.
    mutating func moveRest(to newID: Int64, _ database: Connection) throws {
        result.moved = try itemCount(database)
        try moveFolders(to: newID, database)
        result.moved -= result.conflicts.count
        try moveAlbums(to: newID, database)
        try database.execute(
            sql: "UPDATE OR REPLACE problems SET root_id = ? WHERE root_id = ?",
            arguments: [newID, oldID])
        try moveChanges(to: newID, database)
        try database.execute(sql: "DELETE FROM roots WHERE id = ?", arguments: [oldID])
        try rebasePaths(database)
    }

    /// The files that are in the new root, too.
    private func copies(in newID: Int64, _ database: Connection) throws -> [FileMatch] {
        let tables = "items JOIN files ON files.id = file_id"
        var left = try Catalog.traces(
            database, tables, "root_id = ? AND displaced = 0 AND start_time IS NULL", [oldID],
            hasUserValues: Catalog.userValues)
        let present = """
            root_id = ? AND displaced = 0 AND files.is_missing = 0
                AND (items.is_missing = 0 OR is_superseded = 1)
            """
        var right = try Catalog.filesLike(left, present, [newID], database)
        right += try Catalog.traces(
            database, tables,
            """
            files.id IN (SELECT files.id FROM files AS own JOIN folders AS mine ON mine.id = own.folder_id
                    JOIN folders ON folders.root_id = ? AND folders.path = mine.path
                    JOIN files ON files.folder_id = folders.id AND files.name_key = own.name_key
                        AND files.name = own.name
                    WHERE mine.root_id = ? AND own.displaced = 0)
                AND start_time IS NULL AND \(present)
            """, [newID, oldID, newID])
        for index in left.indices {
            guard let relative = left[index].path.relative(to: old) else { continue }
            left[index].path = new.appending(relative)
        }
        var seen: Set<Int64> = []
        return MoveMatching.copies(
            of: left, among: right.filter { seen.insert($0.fileID).inserted })
    }

    /// The root's items that lists show, or would if the root were not removed.
    private func itemCount(_ database: Connection) throws -> Int {
        try Int.fetchOne(
            database,
            sql: """
                SELECT count(*) FROM folders JOIN files ON folder_id = folders.id
                JOIN items ON file_id = files.id
                WHERE root_id = ? AND displaced = 0 AND is_superseded = 0
                    AND (items.is_missing = 0 OR ?)
                """, arguments: [oldID, wasRemoved]) ?? 0
    }
}

// MARK: - Folders and files

extension RootMerge {
    private mutating func moveFolders(to newID: Int64, _ database: Connection) throws {
        let folders = try Row.fetchAll(
            database, sql: "SELECT id, path FROM folders WHERE root_id = ?", arguments: [oldID])
        for folder in folders {
            let (id, path): (Int64, Data) = (folder[0], folder[1])
            let other = try Int64.fetchOne(
                database, sql: "SELECT id FROM folders WHERE root_id = ? AND path = ?",
                arguments: [newID, path])
            guard let other else {
                try database.execute(
                    sql: "UPDATE folders SET root_id = ? WHERE id = ?", arguments: [newID, id])
                continue
            }
            try moveFiles(from: id, to: other, MediaPath(data: path), database)
            try database.execute(
                sql: "DELETE FROM folder_artworks WHERE folder_id = ?", arguments: [id])
            try database.execute(sql: "DELETE FROM folders WHERE id = ?", arguments: [id])
        }
    }

    private mutating func moveFiles(
        from id: Int64, to other: Int64, _ folder: MediaPath, _ database: Connection
    ) throws {
        let taken = try Row.fetchAll(
            database,
            sql: """
                SELECT mine.id, mine.name, others.id, others.is_missing FROM files AS mine
                JOIN files AS others ON others.name_key = mine.name_key AND others.name = mine.name
                WHERE mine.folder_id = ? AND mine.displaced = 0
                    AND others.folder_id = ? AND others.displaced = 0
                """, arguments: [id, other])
        for row in taken {
            // What is gone in the new folder gives way, else what came from the old one.
            let isFree: Bool = row[3]
            let file: Int64 = isFree ? row[2] : row[0]
            try database.execute(
                sql: "UPDATE files SET displaced = id, is_missing = 1 WHERE id = ?",
                arguments: [file])
            let hidden = try ItemTotals(ofFiles: [file], database).updating(database) {
                try Catalog.hideItems(ofFiles: [file], database)
            }
            if !isFree, hidden > 0 || wasRemoved {
                result.conflicts.append(
                    old.appending(folder).appending(MediaPath(data: row[1])))
            }
        }
        try database.execute(
            sql: "UPDATE files SET folder_id = ? WHERE folder_id = ?", arguments: [other, id])
    }
}

// MARK: - What names the root

extension RootMerge {
    /// Albums that are known by their folder are known by it in the new root.
    private func moveAlbums(to newID: Int64, _ database: Connection) throws {
        let albums = try Row.fetchAll(
            database, sql: "SELECT id, identity FROM albums WHERE identity GLOB 'folder\u{1F}*'")
        for album in albums {
            var parts = (album[1] as String).components(separatedBy: "\u{1F}")
            guard parts.count == 4, parts[2] == "\(oldID)" else { continue }
            parts[2] = "\(newID)"
            try give(album[0], parts.joined(separator: "\u{1F}"), database)
        }
    }

    private func give(_ album: Int64, _ identity: String, _ database: Connection) throws {
        let other = try Int64.fetchOne(
            database, sql: "SELECT id FROM albums WHERE identity = ?", arguments: [identity])
        if let other {
            var totals = try ItemTotals(database)
            totals.albums = [other, album]
            try totals.updating(database) {
                try database.execute(
                    sql: "UPDATE items SET album_id = ? WHERE album_id = ?",
                    arguments: [other, album])
            }
            try GroupValues.move(.album, from: album, to: other, database)
            try database.execute(sql: "DELETE FROM albums WHERE id = ?", arguments: [album])
            try SearchTable.albums.remove(album, database)
        } else {
            try database.execute(
                sql: "UPDATE albums SET identity = ? WHERE id = ?", arguments: [identity, album])
        }
        try database.execute(
            sql: "UPDATE albums SET is_current = 0 WHERE id = ?", arguments: [other ?? album])
    }

    /// A user whose root is closed must not learn of its deleted items. For users to whom the new root is closed, files
    /// that moved into it disappear, which the change records as a change of their open roots.
    private func moveChanges(to newID: Int64, _ database: Connection) throws {
        try database.execute(
            sql: "UPDATE changes SET root_id = ? WHERE root_id = ?", arguments: [newID, oldID])
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO changes (kind, subject, user_id)
                SELECT 4, root_id, user_id FROM closed_roots WHERE root_id = ?
                """, arguments: [newID])
    }

    /// Playlist files, entries that no item is found for, and the kept queue name files by absolute paths.
    private func rebasePaths(_ database: Connection) throws {
        try rebase("playlists", "source", "id", database)
        try rebase("playlist_exports", "path", "id", database)
        try rebase("playlist_entries", "folder", "id", database)
        try rebase("playlist_entries", "CASE WHEN is_uri = 0 THEN location END", "id", database)
        if try rebase("queue_entries", "path", "id", database) > 0 {
            // A player that plays the queue looks for what is new in it.
            try database.execute(sql: "UPDATE queue_state SET revision = revision + 1")
        }
    }

    /// - Returns: How many rows have another path now.
    @discardableResult
    private func rebase(
        _ table: String, _ value: String, _ key: String, _ database: Connection
    ) throws -> Int {
        let before = database.totalChangesCount
        let column = value.contains("location") ? "location" : value
        let rows = try Row.fetchAll(
            database, sql: "SELECT \(key), \(value) FROM \(table) WHERE \(value) IS NOT NULL")
        for row in rows {
            guard let relative = MediaPath(data: row[1]).relative(to: old) else { continue }
            // A playlist file that the library has read in both folders keeps both lists.
            try database.execute(
                sql: "UPDATE OR IGNORE \(table) SET \(column) = ? WHERE \(key) = ?",
                arguments: [new.appending(relative).data, row[0] as Int64])
        }
        return database.totalChangesCount - before
    }
}

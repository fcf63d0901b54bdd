import FoundationEssentials
internal import PhonolithDatabase
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

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
            literal: """
                UPDATE roots SET path = \(new.data), path_key = \(SortKeyMaker.key(for: new)), path_folded = \(new.foldedAsBeginning), is_removed = 0, is_available = 1
                WHERE id = \(oldID)
                """)
        result.moved = try itemCount(database)
        try rebasePaths(database)
    }

    /// Makes the new folder a root, within a transaction. Closed folders stay closed.
    ///
    /// - Returns: The id of that root.
    func addRoot(kind: LibraryRoot.Kind?, _ catalog: Catalog, _ database: Connection) throws
        -> Int64?
    {
        try catalog.roots.add(new, kind: kind, database)
        let newID = try Int64.fetchOne(
            database, literal: "SELECT id FROM roots WHERE path = \(new.data)")
        try database.execute(
            literal: """
                INSERT INTO closed_roots (user_id, root_id)
                SELECT user_id, \(newID) FROM closed_roots WHERE root_id = \(oldID)
                ON CONFLICT DO NOTHING
                """)
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
            literal: """
                DELETE FROM problems WHERE root_id = \(newID)
                    AND path IN (SELECT path FROM problems WHERE root_id = \(oldID))
                """)
        try database.execute(
            literal: "UPDATE problems SET root_id = \(newID) WHERE root_id = \(oldID)")
        try moveChanges(to: newID, database)
        try database.execute(literal: "DELETE FROM roots WHERE id = \(oldID)")
        try rebasePaths(database)
    }

    /// The files that are in the new root, too.
    private func copies(in newID: Int64, _ database: Connection) throws -> [FileMatch] {
        let tables = "items JOIN files ON files.id = file_id"
        var left = try FileTrace.traces(
            database, tables, "root_id = \(oldID) AND displaced = 0 AND start_time IS NULL",
            hasUserValues: FileStore.userValues)
        let present: SQL = """
            folders.root_id = \(newID) AND displaced = 0 AND files.is_missing = 0
                AND (items.is_missing = 0 OR is_superseded = 1)
            """
        var right = try FileStore.filesLike(left, present, database)
        right += try FileTrace.traces(
            database, tables,
            """
            files.id IN (SELECT files.id FROM files AS own JOIN folders AS mine ON mine.id = own.folder_id
                    JOIN folders ON folders.root_id = \(newID) AND folders.path = mine.path
                    JOIN files ON files.folder_id = folders.id AND files.name_key = own.name_key
                        AND files.name = own.name
                    WHERE mine.root_id = \(oldID) AND own.displaced = 0)
                AND start_time IS NULL AND \(present)
            """)
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
            literal: """
                SELECT count(*) FROM folders JOIN files ON folder_id = folders.id
                JOIN items ON file_id = files.id
                WHERE root_id = \(oldID) AND displaced = 0 AND is_superseded = 0
                    AND (items.is_missing = 0 OR \(wasRemoved) = 1)
                """) ?? 0
    }
}

// MARK: - Folders and files

extension RootMerge {
    private mutating func moveFolders(to newID: Int64, _ database: Connection) throws {
        let folders = try Row.fetchAll(
            database, literal: "SELECT id, path FROM folders WHERE root_id = \(oldID)")
        for folder in folders {
            let (id, path): (Int64, Data) = (folder[0], folder[1])
            let other = try Int64.fetchOne(
                database,
                literal: "SELECT id FROM folders WHERE root_id = \(newID) AND path = \(path)")
            guard let other else {
                try database.execute(
                    literal: "UPDATE folders SET root_id = \(newID) WHERE id = \(id)")
                continue
            }
            try moveFiles(from: id, to: other, MediaPath(data: path), database)
            try database.execute(
                literal: "DELETE FROM folder_artworks WHERE folder_id = \(id)")
            try database.execute(literal: "DELETE FROM folders WHERE id = \(id)")
        }
    }

    private mutating func moveFiles(
        from id: Int64, to other: Int64, _ folder: MediaPath, _ database: Connection
    ) throws {
        let taken = try Projection { column in
            (
                mine: column("mine.id") as Int64, name: column("mine.name") as MediaPath,
                other: column("others.id") as Int64, isFree: column("others.is_missing") as Bool
            )
        }.fetchAll(
            database,
            from: """
                files AS mine JOIN files AS others ON others.name_key = mine.name_key AND others.name = mine.name
                WHERE mine.folder_id = \(id) AND mine.displaced = 0
                    AND others.folder_id = \(other) AND others.displaced = 0
                """)
        for (mine, name, other, isFree) in taken {
            // A missing file in the new folder gives way, else the file from the old one.
            let file = isFree ? other : mine
            try database.execute(
                literal: "UPDATE files SET displaced = id, is_missing = 1 WHERE id = \(file)")
            let hidden = try ItemTotals(ofFiles: [file], database).updating(database) {
                try GoneItemStore.hideItems(ofFiles: [file], database)
            }
            if !isFree, hidden > 0 || wasRemoved {
                result.conflicts.append(old.appending(folder).appending(name))
            }
        }
        try database.execute(
            literal: "UPDATE files SET folder_id = \(other) WHERE folder_id = \(id)")
    }
}

// MARK: - What names the root

extension RootMerge {
    /// Albums that are known by their folder are known by it in the new root.
    private func moveAlbums(to newID: Int64, _ database: Connection) throws {
        let albums = try Row.fetchAll(
            database,
            literal:
                "SELECT id, identity FROM albums WHERE identity >= \("folder\u{1F}") AND identity < \("folder ")"
        )
        for album in albums {
            var parts = (album[1] as String).components(separatedBy: "\u{1F}")
            guard parts.count == 4, parts[2] == "\(oldID)" else { continue }
            parts[2] = "\(newID)"
            try give(album[0], parts.joined(separator: "\u{1F}"), database)
        }
    }

    private func give(_ album: Int64, _ identity: String, _ database: Connection) throws {
        let other = try Int64.fetchOne(
            database, literal: "SELECT id FROM albums WHERE identity = \(identity)")
        if let other {
            var totals = try ItemTotals(database)
            totals.albums = [other, album]
            try totals.updating(database) {
                try database.execute(
                    literal: "UPDATE items SET album_id = \(other) WHERE album_id = \(album)")
            }
            try GroupValues.move(.album, from: album, to: other, database)
            try database.execute(literal: "DELETE FROM albums WHERE id = \(album)")
            try SearchTable.albums.remove([album], database)
        } else {
            try database.execute(
                literal: "UPDATE albums SET identity = \(identity) WHERE id = \(album)")
        }
        try database.execute(
            literal: "UPDATE albums SET is_current = 0 WHERE id = \(other ?? album)")
    }

    /// A user whose root is closed must not learn of its deleted items. For users to whom the new root is closed, files
    /// that moved into it disappear, which the change records as a change of their open roots.
    private func moveChanges(to newID: Int64, _ database: Connection) throws {
        try database.execute(
            literal: "UPDATE changes SET root_id = \(newID) WHERE root_id = \(oldID)")
        try database.execute(
            literal: """
                DELETE FROM changes WHERE kind = 4 AND subject = \(newID)
                    AND user_id IN (SELECT user_id FROM closed_roots WHERE root_id = \(newID))
                """)
        try database.execute(
            literal: """
                INSERT INTO changes (kind, subject, user_id)
                SELECT 4, root_id, user_id FROM closed_roots WHERE root_id = \(newID)
                """)
    }

    /// Playlist files, entries that no item is found for, and the kept queue name files by absolute paths.
    private func rebasePaths(_ database: Connection) throws {
        // A playlist file that the library has read in both folders keeps both lists.
        try rebase("playlists", "source", "id", database) {
            """
            NOT EXISTS (SELECT 1 FROM playlists AS others
                WHERE others.user_id = playlists.user_id AND others.source = \($0))
            """
        }
        try rebase("playlist_exports", "path", "id", database) {
            """
            NOT EXISTS (SELECT 1 FROM playlist_exports AS others
                WHERE others.playlist_id = playlist_exports.playlist_id AND others.path = \($0))
            """
        }
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
        _ table: String, _ value: String, _ key: String, _ database: Connection,
        isFree: (Data) -> SQL = { _ in "true" }
    ) throws -> Int {
        let before = database.totalChangesCount
        let column = value.contains("location") ? "location" : value
        let rows = try Row.fetchAll(
            database,
            literal: """
                SELECT \(sql: key), \(sql: value) FROM \(sql: table)
                WHERE \(sql: value) IS NOT NULL
                """)
        for row in rows {
            guard let relative = (row[1] as MediaPath).relative(to: old) else { continue }
            let path = new.appending(relative).data
            try database.execute(
                literal: """
                    UPDATE \(sql: table) SET \(sql: column) = \(path)
                    WHERE \(sql: key) = \(row[0] as Int64) AND \(isFree(path))
                    """)
        }
        return database.totalChangesCount - before
    }
}

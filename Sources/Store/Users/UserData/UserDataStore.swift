import FoundationEssentials
internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithPlaylists
package import PhonolithStore

// User data of another library, or of this one before, imported.

/// All that is the users' own, in the portable form.
package struct UserDataStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var userData: UserDataStore { UserDataStore(catalog: self) }
}

extension UserDataStore {
    /// The result of an import.
    package struct Import: Hashable, Sendable {
        /// How many entries are items of the library.
        package var matched = 0
        /// How many of these have other values now than before.
        package var changed = 0
        /// Entries that are not an item of the library, in the order of the file.
        package var unmatched: [UserData.Item] = []
        /// The paths of those among them at which the library has another song.
        package var occupiedPaths: Set<String> = []
        /// A line for each bookmark that is behind the end of its item, and was not imported.
        package var impossibleBookmarks: [String] = []
        /// How many playlists were imported.
        package var playlists = 0
        /// The number of their entries without an item; URLs do not count. They keep their text, and get their item after a scan.
        package var unresolvedEntries = 0
        /// Roots that were closed to a user, and that the library does not have.
        package var unknownRoots: [String] = []
    }

    /// Imports what is the users' own. Users that the library does not have are added; those of a file of one user are
    /// the user of this catalogue.
    ///
    /// Doing it twice is doing it once: counts become the greater, times of playing the later and of adding the earlier;
    /// ratings and bookmarks are those of the file, where it has any. A playlist replaces the same one here, unless that
    /// was changed later. A queue is imported where the user has none.
    ///
    /// - Parameters:
    ///   - keepingOwn: Whether a rating, a bookmark and a playlist that are here stay as they are.
    ///   - isRehearsal: Whether all of it is undone at the end: the result says what would be.
    /// - Throws: ``UserDataError``, ``UserError``, ``CatalogError``; then nothing has changed.
    package func importData(
        _ data: UserData, keepingOwn: Bool = false, isRehearsal: Bool = false
    ) throws -> Import {
        try data.validate()
        do {
            return try write { database in
                let result = try importData(data, keepingOwn, database)
                if isRehearsal { throw Rehearsed(result: result) }
                return result
            }
        } catch let rehearsed as Rehearsed {
            return rehearsed.result
        }
    }

    /// Undoes the transaction of a rehearsal. A savepoint in it would do so, too; but in one each statement walks through
    /// all that those before it have changed (SQLite's in-memory journal), which took most of the time.
    private struct Rehearsed: Error {
        let result: Import
    }

    private func importData(
        _ data: UserData, _ keepingOwn: Bool, _ database: Connection
    ) throws -> Import {
        var users: [String: Catalog] = [:]
        var result = Import()
        for user in data.users {
            users[user.name] =
                try user.name == UserData.unnamed
                ? catalog.copying(self.user) : known(user, &result, database)
        }
        try importItems(data, users, keepingOwn, &result, database)
        for user in data.users {
            try users[user.name]?.userData.importLists(of: user, keepingOwn, &result, database)
            try users[user.name]?.userData.importServiceData(of: user, &result, database)
        }
        try Self.importShared(data, database)
        return result
    }

    /// The catalogue of a user of the file, who is added where the library has none of this name.
    private func known(
        _ user: UserData.User, _ result: inout Import, _ database: Connection
    ) throws -> Catalog {
        let known = try Int64.fetchOne(
            database, literal: "SELECT id FROM users WHERE name_folded = \(user.name.folded)")
        let id =
            try known.map { PersistentID<User>($0) }
            ?? catalog.users.add(
                user.name, role: user.role,
                now: user.dateCreated, database
            ).id
        for path in user.closedRoots ?? [] {
            try database.execute(
                literal: """
                    INSERT INTO closed_roots (user_id, root_id)
                    SELECT \(id.rawValue), id FROM roots WHERE path = \(MediaPath(path).data)
                    ON CONFLICT DO NOTHING
                    """)
            let isThere = try database.has(
                "SELECT 1 FROM roots WHERE path = \(MediaPath(path).data)")
            if !isThere { result.unknownRoots.append(path) }
        }
        return catalog.copying(id)
    }

    // MARK: - Items

    private func importItems(
        _ data: UserData, _ users: [String: Catalog], _ keepingOwn: Bool,
        _ result: inout Import, _ database: Connection
    ) throws {
        let (direct, joined, occupied) = try matches(for: data, database)
        result.occupiedPaths = occupied
        // Where entries of several copies are one item here, what its own entry says comes last, and wins.
        for matches in [joined, direct] {
            for (index, itemID) in matches.sorted(by: { $0.key < $1.key }) {
                let entry = data.items[Int(index)]
                var isChanged = false
                if let date = entry.dateAdded {
                    try database.cachedStatement(
                        literal: """
                            UPDATE items SET date_added = \(date.secondsSince1970)
                            WHERE id = \(itemID) AND date_added > \(date.secondsSince1970)
                            """
                    ).execute()
                    isChanged = database.changesCount > 0
                }
                for (name, values) in entry.values ?? [:] {
                    var values = values.possible
                    if let time = values.bookmarkTime, try isBehindEnd(time, of: itemID, database) {
                        values.bookmarkTime = nil
                        result.impossibleBookmarks.append(
                            UserData.line(about: "bookmarkTime \(time)", of: entry.path))
                    }
                    let takesSome = try users[name]?.userData.add(
                        values, to: itemID, keepingOwn, database)
                    if takesSome == true { isChanged = true }
                }
                if let values = entry.albumValues {
                    try importAlbumValues(values, ofAlbumWith: itemID, users, database)
                }
                result.matched += 1
                if isChanged { result.changed += 1 }
            }
        }
        result.unmatched = data.items.indices.filter {
            direct[Int64($0)] == nil && joined[Int64($0)] == nil
        }.map { data.items[$0] }
    }

    /// Whether a time is behind the end of an item, by more than the lengths of two encodings differ.
    private func isBehindEnd(_ time: Double, of item: Int64, _ database: Connection) throws -> Bool
    {
        let duration = try Double.fetchOne(
            database.cachedStatement(literal: "SELECT duration FROM items WHERE id = \(item)"))
        return duration.map { time >= $0 + 2 } ?? false
    }

    /// - Returns: Whether the user has other values than before.
    private func add(
        _ values: UserData.Values, to item: Int64, _ keepingOwn: Bool, _ database: Connection
    ) throws -> Bool {
        let before = try ItemValues(ofUser: userID, item, database)
        var after = before
        after.take(values, keepingOwn: keepingOwn)
        if after != before { try after.write(forUser: userID, item, database) }
        if let comment = values.bookmarkComment {
            try database.cachedStatement(
                literal: """
                    UPDATE bookmark_notes SET comment = coalesce(comment, \(comment))
                    WHERE user_id = \(userID) AND item_id = \(item)
                    """
            ).execute()
        }
        let hasNewPlays = try add(values.plays ?? [], to: item, database)
        return hasNewPlays || after != before
    }

    /// - Returns: Whether one of them was not known.
    private func add(
        _ plays: [UserData.Play], to item: Int64, _ database: Connection
    ) throws -> Bool {
        var isNew = false
        for play in plays {
            let player = play.player.asName
            try database.cachedStatement(
                literal: """
                    INSERT INTO plays (user_id, item_id, time, player, is_finished)
                    SELECT \(userID), \(item), \(play.date.secondsSince1970), \(player),
                    \(play.finished) WHERE NOT EXISTS (SELECT 1 FROM plays
                        WHERE user_id = \(userID) AND item_id = \(item)
                        AND time = \(play.date.secondsSince1970) AND player = \(player)
                        AND is_finished = \(play.finished))
                    """
            ).execute()
            isNew = isNew || database.changesCount > 0
        }
        return isNew
    }

    // MARK: - Playlists and the queue

    private func importLists(
        of user: UserData.User, _ keepingOwn: Bool, _ result: inout Import, _ database: Connection
    ) throws {
        let newer = try (user.playlists ?? []).filter { playlist in
            let modified = try Int.fetchOne(
                database,
                literal: """
                    SELECT modified FROM playlists WHERE user_id = \(userID)
                    AND uuid = \(playlist.uuid.uppercased())
                    """)
            return modified.map { !keepingOwn && playlist.modified > $0 } ?? true
        }
        result.playlists += newer.count
        result.unresolvedEntries += try catalog.playlistFiles.restore(newer, prefixes: [], database)
        if let queue = user.queue { try restore(queue, database) }
    }

    /// Restores a queue where the user has none: another may be playing.
    private func restore(_ queue: UserData.Queue, _ database: Connection) throws {
        guard try catalog.queue.kept(database).queue.all.isEmpty else { return }
        var resolver = try EntryResolver(viewer(database), database)
        var (items, ownPositions): ([PlayerItem], [Int]) = ([], [])
        for entry in queue.entries {
            guard let item = try PlayerItem(entry.source.text, &resolver) else { continue }
            items.append(item)
            ownPositions.append(entry.ownPosition)
        }
        let place = items.count == queue.entries.count ? queue.currentIndex : nil
        var restored = PlayQueue(items, startingAt: place ?? items.count)
        restored.repeatMode = PlayQueue.RepeatMode(rawValue: queue.repeatMode) ?? .none
        restored.setShuffled(
            PlayQueue.ShuffleMode(rawValue: queue.shuffleMode) ?? .off,
            ownPositions: ownPositions)
        var kept = KeptQueue(
            restored, time: restored.current == nil ? 0 : min(max(0, queue.time), 1e9))
        kept.dateChanged = queue.dateChanged
        kept.changedBy = queue.changedBy ?? KeptQueue.player
        kept.revision = try catalog.queue.revision(database) + 1
        try catalog.queue.write(kept, database)
    }
}

extension PlayerItem {
    /// An entry of a file, and the item that it is here; `nil` for one without a place.
    fileprivate init?(_ text: PlaylistEntry, _ resolver: inout EntryResolver) throws {
        switch text.location {
        case .path(let path): self.init(.file(path))
        case .uri(let uri): self.init(.url(uri))
        case nil: return nil
        }
        (title, artist, albumTitle) = (text.title, text.artist, text.album)
        duration = text.duration
        (startTime, endTime) = (max(0, text.startTime ?? 0), text.endTime)
        persistentID = try resolver.item(of: text, in: nil).map { PersistentID($0) }
    }
}

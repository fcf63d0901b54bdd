public import FoundationEssentials
internal import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

// Changes of playlists as a whole by their user. Each change is one transaction: it is made entirely or not at
// all.

extension PlaylistStore {
    /// Creates a playlist.
    ///
    /// - Throws: ``PlaylistEditError`` if a list is called so already, or an item is not there.
    public func create(
        _ metadata: PlaylistCreationMetadata, entries: [NewPlaylistEntry] = [],
        rule: SmartPlaylistRule? = nil, uuid: UUID = UUID(), now: Date = .now
    ) throws -> MediaPlaylist {
        try write { database in
            let id = try insert(metadata, uuid: uuid, now: now, database)
            if let rule { try set(rule, of: id, database) }
            try catalog.playlistEntries.insert(entries, into: id, at: nil, database)
            return try existing(id, database)
        }
    }

    /// The playlist that goes under a UUID, which is made if it is not there; as
    /// `MPMediaLibrary.getPlaylist(with:creationMetadata:)`.
    ///
    /// - Parameter metadata: Counts only for a new list.
    public func playlist(
        with uuid: UUID, creationMetadata metadata: PlaylistCreationMetadata
    ) throws -> MediaPlaylist {
        try write { database in
            let known = try Int64.fetchOne(
                database,
                literal: """
                    SELECT id FROM playlists WHERE user_id = \(userID) AND uuid = \(uuid.uuidString)
                    """)
            return try existing(
                known ?? insert(metadata, uuid: uuid, now: .now, database), database)
        }
    }

    /// Renames a playlist; rules that refer to it are updated.
    public func rename(_ playlist: MediaPlaylistID, to name: String) throws {
        try update(playlist, name: name)
    }

    /// Sets the description of a playlist; `nil` removes it.
    public func describe(_ playlist: MediaPlaylistID, as text: String?) throws {
        try update(playlist, description: text ?? "")
    }

    /// Deletes a playlist; its items stay in the library.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``PlaylistEditError`` if the rules of other lists ask for it.
    @discardableResult
    public func delete(_ playlist: MediaPlaylistID) throws -> Bool {
        try write { database in
            let id = playlist.rawValue
            let asking = try SmartPlaylists(viewer(database), database).names(ofRulesAskingFor: id)
            try checkRevision(of: id, database)
            if !asking.isEmpty {
                throw PlaylistEditError.isAskedFor(try existing(id, database).name, by: asking)
            }
            try database.execute(
                literal: """
                    DELETE FROM playlists WHERE id = \(playlist.rawValue) AND user_id = \(userID)
                    """)
            return database.changesCount > 0
        }
    }

    /// Copies a playlist; the copy of a smart playlist has its current items.
    public func duplicate(_ playlist: MediaPlaylistID, as name: String) throws -> MediaPlaylist {
        try write { database in
            let old = try existing(playlist.rawValue, database)
            let id = try insert(
                PlaylistCreationMetadata(
                    name: name, authorDisplayName: old.authorDisplayName,
                    descriptionText: old.descriptionText), uuid: UUID(), now: .now, database)
            try database.execute(
                literal: """
                    UPDATE playlists SET details = (SELECT details FROM playlists \
                    WHERE id = \(playlist.rawValue)) WHERE id = \(id)
                    """)
            if old.isSmart {
                var items = ItemIDs(
                    try QueryPlanner(.items(of: playlist), viewer(database), database), database)
                try catalog.playlistEntries.insert(
                    items.all().map { .item(PersistentID($0)) }, into: id, at: nil, database)
            } else {
                let columns = SQL(
                    sql: (EntryRow.columns + ["original_item_id"]).joined(separator: ", "))
                try database.execute(
                    literal: """
                        INSERT INTO playlist_entries (playlist_id, position, \(columns)) \
                        SELECT \(id), position, \(columns) \
                        FROM \(sql: EntryRow.seen(by: viewer(database))) \
                        WHERE playlist_id = \(playlist.rawValue) ORDER BY position
                        """)
            }
            return try existing(id, database)
        }
    }

    /// Changes the rule of a smart playlist.
    public func setRule(_ rule: SmartPlaylistRule, of playlist: MediaPlaylistID) throws {
        try update(playlist, rule: rule)
    }
}

// MARK: - Steps

extension PlaylistStore {
    func existing(_ id: Int64, _ database: Connection) throws -> MediaPlaylist {
        guard let playlist = try playlist(id, database) else {
            throw PlaylistEditError.noPlaylist(String(id))
        }
        return playlist
    }

    /// Gives a list another name, by which rules ask for it from now on.
    func rename(_ list: MediaPlaylist, to name: String, _ database: Connection) throws {
        try catalog.renameInRules(list.name, to: name, database)
        try database.execute(
            literal: """
                UPDATE playlists SET name = \(name.normalizedNFC), name_folded = \(name.folded), \
                name_key = \(sortKeys.key(for: name)) WHERE id = \(list.persistentID.rawValue)
                """)
    }

    func noteEdit(of id: Int64, _ database: Connection) throws {
        try checkRevision(of: id, database)
        try database.execute(
            literal: """
                UPDATE playlists SET is_edited = 1, modified = \(Date.now.secondsSince1970), \
                revision = revision + 1 \
                WHERE id = \(id) AND user_id = \(userID)
                """)
        if database.changesCount == 0 { throw PlaylistEditError.noPlaylist(String(id)) }
    }

    // In Unicode scalars.
    static let longestName = 1000

    // - Throws: ``PlaylistEditError/longName(_:)``.
    func refuseLongName(_ name: String) throws {
        let count = name.unicodeScalars.count
        if count > Self.longestName { throw PlaylistEditError.longName(count) }
    }

    func refuseName(_ name: String, except id: Int64 = 0, _ database: Connection) throws {
        try catalog.refuseUnreadable(name)
        try refuseLongName(name)
        guard !name.folded.isEmpty else { throw PlaylistEditError.emptyName }
        let isTaken = try database.has(
            """
            SELECT 1 FROM playlists WHERE user_id = \(userID)
            AND name_folded = \(name.folded) AND id <> \(id)
            """)
        if isTaken { throw PlaylistEditError.nameTaken(name) }
    }

    func insert(
        _ metadata: PlaylistCreationMetadata, uuid: UUID, now: Date, _ database: Connection
    ) throws -> Int64 {
        try refuseName(metadata.name, database)
        let name = metadata.name.normalizedNFC
        return try database.insertedID(
            """
            INSERT INTO playlists \
            (user_id, uuid, name, name_folded, name_key, description, author, created, modified) \
            VALUES (\(userID), \(uuid.uuidString), \(name), \(name.folded), \
            \(sortKeys.key(for: name)), \
            \(metadata.descriptionText), \(metadata.authorDisplayName ?? "phonolith"), \
            \(now.secondsSince1970), \(now.secondsSince1970))
            """)
    }

    func set(_ rule: SmartPlaylistRule, of id: Int64, _ database: Connection) throws {
        try refuseUnknownLists(in: rule.predicate, database)
        guard let text = rule.predicate.expression else {
            throw PlaylistEditError.unsayableRule(rule.predicate.problem ?? "it is too long")
        }
        let limit = rule.limit?.stored
        try database.execute(
            literal: """
                UPDATE playlists SET rule = \(text), rule_order = \
                \(MediaOrder.text(of: rule.order)), \
                rule_limit = \(limit?.amount), rule_limit_unit = \(limit?.unit) WHERE id = \(id)
                """)
        let name = try existing(id, database).name
        if try SmartPlaylists(viewer(database), database).asks(rule.predicate, for: id) {
            throw PlaylistEditError.asksForItself(name)
        }
    }

    /// A rule that asks for a list that does not exist is a mistake in writing.
    private func refuseUnknownLists(in predicate: MediaPredicate, _ database: Connection) throws {
        let unknown = try predicate.playlistNames.first { name in
            try SmartPlaylists(viewer(database), database).lists(named: name).isEmpty
        }
        guard let unknown else { return }
        let names = try String.fetchAll(
            database, literal: "SELECT name FROM playlists WHERE user_id = \(userID)")
        throw PlaylistEditError.ruleAsksForUnknown(unknown, nearest: unknown.nearest(among: names))
    }
}

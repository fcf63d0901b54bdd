import FoundationEssentials
internal import PhonolithDatabase
public import PhonolithMediaModel
package import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore

/// The result of importing a draft.
public struct PlaylistImport: Hashable, Sendable {
    /// The list.
    public var playlist: MediaPlaylist
    /// How many entries it has.
    public var entryCount: Int
    /// The places, from 0, of entries for which the library holds nothing; URLs are not among them.
    public var unresolved: [Int]
    /// The places, from 0, of entries that may be several items, and these.
    public var ambiguous: [Ambiguity]

    /// An entry that may be several items.
    public struct Ambiguity: Hashable, Sendable {
        /// Its place, from 0.
        public var position: Int
        /// The items that it may be.
        public var items: [MediaItemID]
    }

    /// Tells what came of a draft.
    package init(
        playlist: MediaPlaylist, entryCount: Int, unresolved: [Int], ambiguous: [Ambiguity]
    ) {
        self.playlist = playlist
        self.entryCount = entryCount
        self.unresolved = unresolved
        self.ambiguous = ambiguous
    }
}

extension PlaylistFileStore {
    /// Puts a playlist that was read from a file into the library, in one transaction. A list that was read
    /// from the same file before is replaced, and keeps its id.
    ///
    /// - Parameters:
    ///   - replacing: Whether a list that the user changed since it was read, or a list of the same name that
    ///     comes from elsewhere, is replaced, too.
    ///   - prefixes: The replacements for beginnings of places.
    /// - Throws: ``PlaylistEditError`` if the user changed the list since, where another list has the name
    ///   that the user chose, and for a rule that cannot be kept.
    package func save(
        _ draft: PlaylistDraft, replacing: Bool = false, prefixes: [PathPrefix] = []
    ) throws -> PlaylistImport {
        try write { database in
            let id = try row(for: draft, replacing, database)
            // A list that follows a file is no more than the file says.
            if draft.source != nil {
                try database.execute(
                    literal: "DELETE FROM playlist_entries WHERE playlist_id = \(id)")
            }
            let first = try catalog.playlists.clear(id, database)
            if let rule = draft.rule { try catalog.playlists.set(rule, of: id, database) }
            var result = PlaylistImport(
                playlist: try catalog.playlists.existing(id, database),
                entryCount: draft.entries.count,
                unresolved: [], ambiguous: [])
            var resolver = try EntryResolver(viewer(database), database, prefixes: prefixes)
            for (position, entry) in draft.entries.enumerated() {
                var item: Int64?
                if EntryResolver.isLocal(entry.text) {
                    switch try resolver.resolve(entry.text, in: entry.folder) {
                    case .found(let id): item = id
                    case .ambiguous(let items):
                        result.ambiguous.append(
                            .init(position: position, items: items.map { PersistentID($0) }))
                    case .none: result.unresolved.append(position)
                    }
                }
                try EntryRow.insert(
                    item, entry.text, folder: entry.folder, playlist: id,
                    position: first + position, in: database)
            }
            return result
        }
    }

    /// The row of the list that the draft becomes; a rule that it had is forgotten.
    private func row(
        for draft: PlaylistDraft, _ replacing: Bool, _ database: Connection
    ) throws -> Int64 {
        let now = Date.now
        let place = try place(for: draft, replacing, database)
        if let list = place.list { try takeName(of: draft, for: list, database) }
        let id =
            try place.list
            ?? catalog.playlists.insert(
                PlaylistCreationMetadata(
                    name: freeName(for: draft, database), authorDisplayName: draft.author,
                    descriptionText: draft.description), uuid: UUID(), now: now, database)
        let source = place.followsFile ? draft.source : nil
        try database.execute(
            literal: """
                UPDATE playlists SET description = \(draft.description), \
                author = \(draft.author), details = \(draft.details.stored), \
                source = \(source?.path.data), source_modified = \(source?.modified), \
                source_inode = \(source?.signs?.inode), \
                source_sha256 = \((source?.signs?.sha256).map { Data($0) }), \
                source_name = \(source == nil || draft.isNameChosen ? nil : draft.name), \
                is_edited = 0, modified = \(now.secondsSince1970), \
                revision = revision + 1, rule = NULL, rule_order = NULL, rule_limit = NULL,
                rule_limit_unit = NULL WHERE id = \(id)
                """)
        return id
    }

    /// Renames a list whose file calls it otherwise than when it was read.
    private func takeName(of draft: PlaylistDraft, for id: Int64, _ database: Connection) throws {
        let former = try String.fetchOne(
            database, literal: "SELECT source_name FROM playlists WHERE id = \(id)")
        guard let former, !draft.isNameChosen, former != draft.name else { return }
        let list = try catalog.playlists.existing(id, database)
        let name = try freeName(draft.name, orElse: draft.otherNames, for: id, database)
        if name != list.name { try catalog.playlists.rename(list, to: name, database) }
    }

    /// The list that a draft replaces, `nil` for a new one; and whether it is to follow the draft's file.
    private func place(
        for draft: PlaylistDraft, _ replacing: Bool, _ database: Connection
    ) throws -> (list: Int64?, followsFile: Bool) {
        let follower = try draft.source.flatMap {
            try Row.fetchOne(
                database,
                literal: """
                    SELECT id, name, is_edited FROM playlists WHERE user_id = \(userID)
                    AND source = \($0.path.data)
                    """)
        }
        if let follower {
            let name: String = follower[1]
            if !draft.isNameChosen || name.folded == draft.name.folded {
                if follower[2], !replacing { throw PlaylistEditError.isEdited(name) }
                return (follower[0], true)
            }
        }
        let named = try SmartPlaylists(viewer(database), database).lists(named: draft.name).first
        if replacing, let named { return (named, follower == nil) }
        if draft.isNameChosen, named != nil {
            throw PlaylistEditError.nameNotReplaced(draft.name)
        }
        return (nil, follower == nil)
    }

    private func freeName(for draft: PlaylistDraft, _ database: Connection) throws -> String {
        if draft.isNameChosen { try catalog.playlists.refuseLongName(draft.name) }
        return try freeName(draft.name, orElse: draft.otherNames, database)
    }

    /// The first of some names that no list has, else the first with a number.
    ///
    /// - Parameter id: Of the list that is to have the name, and may have it already.
    func freeName(
        _ name: String, orElse others: [String], for id: Int64? = nil, _ database: Connection
    ) throws -> String {
        let lists = try SmartPlaylists(viewer(database), database)
        let free = try ([name] + others).first { name in
            guard !name.folded.isEmpty, !name.isTooLong else { return false }
            return try lists.lists(named: name).allSatisfy { $0 == id }
        }
        return try free ?? freeName(name, for: id, database)
    }

    /// The name, or the first with a number, that no list has. One that is too long is cut.
    ///
    /// - Parameter id: Of the list that is to have the name, and may have it already.
    func freeName(_ name: String, for id: Int64? = nil, _ database: Connection) throws -> String {
        let name = name.folded.isEmpty ? "Playlist" : name.isTooLong ? name.withRoomForNumber : name
        let lists = try SmartPlaylists(viewer(database), database)
        var candidate = name
        var number = 2
        while try lists.lists(named: candidate).contains(where: { $0 != id }) {
            candidate = "\(name.withRoomForNumber) \(number)"
            number += 1
        }
        return candidate
    }

    // MARK: - After a scan

    /// Tries again to resolve the entries of all users that have no item. Writes nothing where nothing is found.
    ///
    /// - Returns: How many entries stand for an item now.
    @discardableResult
    package func resolvePlaylistEntries() throws -> Int {
        let found = try read { database in
            var found: [(entry: Int64, item: Int64)] = []
            let rows = try Projection { column in
                (user: column("user_id") as Int64, entry: StoredPlaylistEntry(&column))
            }.fetchAll(
                database,
                from: """
                    playlist_entries JOIN playlists ON playlists.id = playlist_id
                    WHERE item_id IS NULL ORDER BY user_id, playlist_id, position
                    """)
            guard !rows.isEmpty else { return found }
            var resolvers: [Int64: EntryResolver] = [:]
            for (user, entry) in rows {
                var resolver =
                    try resolvers.removeValue(forKey: user)
                    ?? EntryResolver(Viewer(user, database), database)
                defer { resolvers[user] = resolver }
                if let item = try resolver.item(of: entry.text, in: entry.folder) {
                    found.append((entry.id.rawValue, item))
                }
            }
            return found
        }
        guard !found.isEmpty else { return 0 }
        try write { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE playlist_entries SET item_id = ? WHERE id = ? AND item_id IS NULL")
            for (entry, item) in found { try statement.execute(arguments: [item, entry]) }
        }
        return found.count
    }
}

extension String {
    fileprivate var isTooLong: Bool { unicodeScalars.count > PlaylistStore.longestName }

    /// The beginning of a name that leaves room for a number behind it.
    fileprivate var withRoomForNumber: String {
        String(unicodeScalars.prefix(PlaylistStore.longestName - 20))
    }
}

import Foundation
internal import GRDB
public import MediaModel
public import Playlists

/// A playlist that was read from files, on its way into the library.
public struct PlaylistDraft: Hashable, Sendable {
    /// What the list is called.
    public var name: String
    /// Names to take, in this order, where another list has ``name``; after these come numbers.
    public var otherNames: [String] = []
    /// Whether the user chose the name: then the list gets that name or none.
    public var isNameChosen = false
    /// Who made it.
    public var author: String?
    /// Words about it.
    public var description: String?
    /// What else the file says of it.
    public var details: PlaylistDetails
    /// In order; empty for a smart playlist.
    public var entries: [Entry]
    /// The rule of a smart playlist; `nil` for a list of entries.
    public var rule: SmartPlaylistRule?
    /// The file that it comes from; `nil` where it is not to follow a file.
    public var source: Source?

    /// An entry, and what its place is relative to.
    public struct Entry: Hashable, Sendable {
        /// What the file says.
        public var text: PlaylistEntry
        /// The folder of the file that says it.
        public var folder: MediaPath?

        /// Makes an entry.
        public init(_ text: PlaylistEntry, in folder: MediaPath?) {
            self.text = text
            self.folder = folder
        }
    }

    /// A playlist file.
    public struct Source: Hashable, Sendable {
        /// The absolute path.
        public var path: MediaPath
        /// When it was changed, in nanoseconds since 1970.
        public var modified: Int

        /// Names a file.
        public init(path: MediaPath, modified: Int) {
            self.path = path
            self.modified = modified
        }
    }

    /// Makes a draft.
    public init(
        name: String, author: String? = nil, description: String? = nil,
        details: PlaylistDetails = PlaylistDetails(), entries: [Entry] = [],
        rule: SmartPlaylistRule? = nil, source: Source? = nil
    ) {
        self.name = name
        self.author = author
        self.description = description
        self.details = details
        self.entries = entries
        self.rule = rule
        self.source = source
    }
}

/// What came of a draft.
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
        /// What it may be.
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

extension Catalog {
    /// Puts a playlist that was read from a file into the library, in one transaction. A list that was read
    /// from the same file before is replaced, and keeps its id.
    ///
    /// - Parameters:
    ///   - replacing: Whether a list that the user changed since it was read, or a list of the same name that
    ///     comes from elsewhere, is replaced, too.
    ///   - prefixes: What stands for what in the places.
    /// - Throws: ``PlaylistEditError`` where the user changed the list since, where another list has the name
    ///   that the user chose, and for a rule that cannot be kept.
    public func save(
        _ draft: PlaylistDraft, replacing: Bool = false, prefixes: [PathPrefix] = [],
        now: Timestamp = .now
    ) throws -> PlaylistImport {
        try write { database in
            let id = try row(for: draft, replacing, now, database)
            try database.execute(
                literal: "DELETE FROM playlist_entries WHERE playlist_id = \(id)")
            if let rule = draft.rule { try set(rule, of: id, database) }
            var result = PlaylistImport(
                playlist: try existing(id, database), entryCount: draft.entries.count,
                unresolved: [], ambiguous: [])
            var resolver = try EntryResolver(database, prefixes: prefixes)
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
                    item, entry.text, folder: entry.folder, playlist: id, position: position,
                    in: database)
            }
            return result
        }
    }

    /// The row of the list that the draft becomes; a rule that it had is forgotten.
    private func row(
        for draft: PlaylistDraft, _ replacing: Bool, _ now: Timestamp, _ database: Database
    ) throws -> Int64 {
        let place = try place(for: draft, replacing, database)
        let id =
            try place.list
            ?? insert(
                PlaylistCreationMetadata(
                    name: freeName(for: draft, database), authorDisplayName: draft.author,
                    descriptionText: draft.description), uuid: UUID(), now: now, database)
        let source = place.followsFile ? draft.source : nil
        try database.execute(
            literal: """
                UPDATE playlists SET description = \(draft.description), \
                author = \(draft.author), details = \(draft.details.stored), \
                source = \(source?.path.data), source_modified = \(source?.modified), \
                is_edited = 0, modified = \(now.secondsSince1970), rule = NULL, \
                rule_order = NULL, rule_limit = NULL, rule_limit_unit = NULL WHERE id = \(id)
                """)
        return id
    }

    /// The list that a draft replaces, `nil` for a new one; and whether it is to follow the draft's file.
    private func place(
        for draft: PlaylistDraft, _ replacing: Bool, _ database: Database
    ) throws -> (list: Int64?, followsFile: Bool) {
        let follower = try draft.source.flatMap {
            try Row.fetchOne(
                database, sql: "SELECT id, name, is_edited FROM playlists WHERE source = ?",
                arguments: [$0.path.data])
        }
        if let follower {
            let name: String = follower[1]
            if !draft.isNameChosen || name.folded == draft.name.folded {
                if follower[2], !replacing { throw PlaylistEditError.isEdited(name) }
                return (follower[0], true)
            }
        }
        let named = try SmartPlaylists(database).lists(named: draft.name).first
        if replacing, let named { return (named, follower == nil) }
        if draft.isNameChosen, named != nil {
            throw PlaylistEditError.nameNotReplaced(draft.name)
        }
        return (nil, follower == nil)
    }

    private func freeName(for draft: PlaylistDraft, _ database: Database) throws -> String {
        let names = [draft.name] + draft.otherNames
        let free = try names.first { name in
            try !name.folded.isEmpty && SmartPlaylists(database).lists(named: name).isEmpty
        }
        return try free ?? freeName(draft.name, database)
    }

    func freeName(_ name: String, _ database: Database) throws -> String {
        let name = name.folded.isEmpty ? "Playlist" : name
        var candidate = name
        var number = 2
        while try !SmartPlaylists(database).lists(named: candidate).isEmpty {
            candidate = "\(name) \(number)"
            number += 1
        }
        return candidate
    }

    /// Whether a playlist file was read as it is now, or its list belongs to the user since.
    public func isCurrent(_ source: PlaylistDraft.Source) throws -> Bool {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: "SELECT source_modified, is_edited FROM playlists WHERE source = ?",
                arguments: [source.path.data])
            guard let row else { return false }
            return row[1] || row[0] == source.modified
        }
    }

    // MARK: - Files that are gone

    /// The lists that follow a playlist file and that the user has not changed, with these files.
    package func followingPlaylists() throws -> [(playlist: MediaPlaylist, file: MediaPath)] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, source FROM playlists WHERE source IS NOT NULL AND is_edited = 0
                    ORDER BY name_key, id
                    """)
            return try rows.map { row in
                (try existing(row[0], database), MediaPath(data: row[1] as Data))
            }
        }
    }

    /// Deletes a list whose file is gone, unless the user has changed it. One that rules ask for becomes the
    /// user's own instead.
    ///
    /// - Returns: The names of the smart playlists for which it is kept; empty where it is deleted.
    package func deleteFollower(_ playlist: PersistentID<Playlist>) throws -> [String] {
        try write { database in
            let asking = try SmartPlaylists(database).names(ofRulesAskingFor: playlist.rawValue)
            if asking.isEmpty {
                try database.execute(
                    literal:
                        "DELETE FROM playlists WHERE id = \(playlist.rawValue) AND is_edited = 0")
            } else {
                try database.execute(
                    literal: """
                        UPDATE playlists SET source = NULL, source_modified = NULL \
                        WHERE id = \(playlist.rawValue)
                        """)
            }
            return asking
        }
    }

    // MARK: - After a scan

    /// Looks again for what entries mean that stand for no item. Writes nothing where nothing is found.
    ///
    /// - Returns: How many entries stand for an item now.
    @discardableResult
    package func resolvePlaylistEntries() throws -> Int {
        let found = try read { database in
            var found: [(entry: Int64, item: Int64)] = []
            let columns = EntryRow.columns.joined(separator: ", ")
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, \(columns) FROM playlist_entries WHERE item_id IS NULL
                    ORDER BY playlist_id, position
                    """)
            guard !rows.isEmpty else { return found }
            var resolver = try EntryResolver(database)
            for row in rows {
                let entry = EntryRow.entry(from: row)
                guard EntryResolver.isLocal(entry.text) else { continue }
                if case .found(let item) = try resolver.resolve(entry.text, in: entry.folder) {
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

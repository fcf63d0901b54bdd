import Foundation
internal import GRDB
public import MediaModel
public import Playlists

/// A playlist that was read from files, on its way into the library.
public struct PlaylistDraft: Hashable, Sendable {
    /// What the list is called.
    public var name: String
    /// Who made it.
    public var author: String?
    /// Words about it.
    public var description: String?
    /// What else the file says of it.
    public var details: PlaylistDetails
    /// In order.
    public var entries: [Entry]
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

    /// Puts a draft together.
    public init(
        name: String, author: String? = nil, description: String? = nil,
        details: PlaylistDetails = PlaylistDetails(), entries: [Entry] = [], source: Source? = nil
    ) {
        self.name = name
        self.author = author
        self.description = description
        self.details = details
        self.entries = entries
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
    ///   - replacing: Whether a list of the same name that comes from elsewhere is replaced, too; else the new
    ///     one gets a number behind its name.
    ///   - prefixes: What stands for what in the places.
    public func save(
        _ draft: PlaylistDraft, replacing: Bool = false, prefixes: [PathPrefix] = [],
        now: Timestamp = .now
    ) throws -> PlaylistImport {
        try write { database in
            let id = try place(for: draft, replacing, now, database)
            try database.execute(
                literal: "DELETE FROM playlist_entries WHERE playlist_id = \(id)")
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

    /// The row of the list that the draft becomes.
    private func place(
        for draft: PlaylistDraft, _ replacing: Bool, _ now: Timestamp, _ database: Database
    ) throws -> Int64 {
        var known = try draft.source.flatMap {
            try Int64.fetchOne(
                database, sql: "SELECT id FROM playlists WHERE source = ?",
                arguments: [$0.path.data])
        }
        if known == nil, replacing {
            known = try Int64.fetchOne(
                database, sql: "SELECT id FROM playlists WHERE name_folded = ? AND rule IS NULL",
                arguments: [draft.name.folded])
        }
        let id =
            try known
            ?? insert(
                PlaylistCreationMetadata(
                    name: freeName(draft.name, database), authorDisplayName: draft.author,
                    descriptionText: draft.description), uuid: UUID(), now: now, database)
        try database.execute(
            literal: """
                UPDATE playlists SET description = \(draft.description), \
                author = \(draft.author), details = \(draft.details.stored), \
                source = \(draft.source?.path.data), source_modified = \(draft.source?.modified), \
                is_edited = 0, modified = \(now.secondsSince1970) WHERE id = \(id)
                """)
        return id
    }

    private func freeName(_ name: String, _ database: Database) throws -> String {
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

// MARK: - To and from other libraries

/// A playlist with all that another library needs to have it, too.
public struct PortablePlaylist: Hashable, Sendable, Codable {
    /// The same in all libraries.
    public var uuid: String
    /// What it is called.
    public var name: String
    /// Words about it.
    public var description: String?
    /// Who made it.
    public var author: String?
    /// Seconds since 1970.
    public var created: Int
    /// Seconds since 1970.
    public var modified: Int
    /// What else a file said of it, as JSON.
    public var details: String?
    /// Of a smart playlist: what its items meet, in the language of --where.
    public var rule: String?
    /// Of a smart playlist: the order, as --sort has it.
    public var order: String?
    /// Of a smart playlist: how much of it there is.
    public var limit: Double?
    /// `items`, `seconds` or `bytes`.
    public var limitUnit: String?
    /// In order; empty for a smart playlist.
    public var entries: [Entry]

    /// An entry: where its file is, and what it is.
    public struct Entry: Hashable, Sendable, Codable {
        /// Absolute where that is known; `nil` for what is no UTF-8, or is nowhere.
        public var path: String?
        /// The bytes of a path that is no UTF-8.
        public var pathBytes: [UInt8]?
        /// The place of what is on no disk.
        public var uri: String?
        /// The title.
        public var title: String?
        /// The text to show for the artist.
        public var artist: String?
        /// The album's title.
        public var album: String?
        /// In seconds.
        public var duration: Double?
        /// In seconds, of a part of a file.
        public var startTime: Double?
        /// In seconds, of a part of a file.
        public var endTime: Double?
        /// MusicBrainz' id of the recording.
        public var musicBrainzRecordingID: String?
        /// What else a file said of it, as JSON.
        public var details: String?
    }
}

extension Catalog {
    /// All playlists for another library.
    public func portablePlaylists() throws -> [PortablePlaylist] {
        try playlists().map { playlist in
            let document = try document(of: playlist)
            let rule = try rule(of: playlist.persistentID)
            let limit = rule?.limit?.stored
            return PortablePlaylist(
                uuid: playlist.uuid, name: playlist.name, description: playlist.descriptionText,
                author: playlist.authorDisplayName,
                created: playlist.dateCreated.secondsSince1970,
                modified: playlist.dateModified.secondsSince1970,
                details: document.details.stored, rule: rule?.predicate.expression,
                order: rule.map { MediaOrder.text(of: $0.order) }, limit: limit?.amount,
                limitUnit: limit?.unit,
                entries: rule == nil ? document.entries.map(PortablePlaylist.Entry.init) : [])
        }
    }

    /// Brings playlists of another library in, in one transaction. One with the same UUID is replaced; a name
    /// that another list has gets a number.
    ///
    /// - Returns: How many entries stand for no item.
    @discardableResult
    public func restore(
        _ playlists: [PortablePlaylist], prefixes: [PathPrefix] = []
    ) throws -> Int {
        try write { database in
            var resolver = try EntryResolver(database, prefixes: prefixes)
            var unresolved = 0
            for playlist in playlists {
                let id = try row(for: playlist, database)
                for (position, entry) in playlist.entries.enumerated() {
                    let text = entry.text
                    var item: Int64?
                    if EntryResolver.isLocal(text),
                        case .found(let id) = try resolver.resolve(text, in: nil)
                    {
                        item = id
                    } else {
                        unresolved += 1
                    }
                    try EntryRow.insert(
                        item, text, folder: nil, playlist: id, position: position, in: database)
                }
            }
            return unresolved
        }
    }

    private func row(for playlist: PortablePlaylist, _ database: Database) throws -> Int64 {
        try database.execute(
            literal: "DELETE FROM playlists WHERE uuid = \(playlist.uuid.uppercased())")
        let name = try freeName(playlist.name, database).normalizedNFC
        try database.execute(
            literal: """
                INSERT INTO playlists (uuid, name, name_folded, name_key, description, author, \
                created, modified, rule, details, is_edited, rule_order, rule_limit, \
                rule_limit_unit) VALUES (\(playlist.uuid.uppercased()), \(name), \(name.folded), \
                \(sortKeys.key(for: name)), \(playlist.description), \(playlist.author), \
                \(playlist.created), \(playlist.modified), \(playlist.rule), \(playlist.details), \
                1, \(playlist.order), \(playlist.limit), \(playlist.limitUnit))
                """)
        return database.lastInsertedRowID
    }
}

extension PortablePlaylist.Entry {
    fileprivate init(_ entry: PlaylistEntry) {
        let path = entry.location?.isRemote == false ? entry.location?.path : nil
        self.init(
            path: path.flatMap { $0.isUTF8 ? $0.description : nil },
            pathBytes: path.flatMap { $0.isUTF8 ? nil : $0.bytes },
            uri: entry.location.flatMap { $0.isRemote ? $0.description : nil },
            title: entry.title, artist: entry.artist, album: entry.album,
            duration: Self.finite(entry.duration), startTime: Self.finite(entry.startTime),
            endTime: Self.finite(entry.endTime),
            musicBrainzRecordingID: entry.musicBrainzRecordingID, details: entry.details.stored)
    }

    /// JSON has no word for anything else.
    private static func finite(_ time: Double?) -> Double? {
        time.flatMap { $0.isFinite ? $0 : nil }
    }

    fileprivate var text: PlaylistEntry {
        let path = pathBytes.map { MediaPath(bytes: $0) } ?? path.map { MediaPath($0) }
        return PlaylistEntry(
            location: path.map(PlaylistLocation.path) ?? uri.map(PlaylistLocation.uri),
            title: title, artist: artist, album: album, duration: duration, startTime: startTime,
            endTime: endTime, musicBrainzRecordingID: musicBrainzRecordingID,
            details: PlaylistDetails(stored: details))
    }
}

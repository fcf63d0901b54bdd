public import Foundation
internal import GRDB
public import MediaModel
import Playlists

// What the user does with playlists. Each change is one transaction: it is made as a whole or not at all.
// Positions count from 0.

/// What a playlist is made with; the counterpart of `MPMediaPlaylistCreationMetadata`.
public struct PlaylistCreationMetadata: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// Who makes it.
    public var authorDisplayName: String?
    /// Words about it.
    public var descriptionText: String?

    /// Describes a playlist.
    public init(
        name: String, authorDisplayName: String? = nil, descriptionText: String? = nil
    ) {
        self.name = name
        self.authorDisplayName = authorDisplayName
        self.descriptionText = descriptionText
    }
}

// MARK: - Lists

extension Catalog {
    /// Makes a playlist.
    ///
    /// - Throws: ``PlaylistEditError`` where a list is called so already, or an item is not there.
    public func createPlaylist(
        _ metadata: PlaylistCreationMetadata, entries: [NewPlaylistEntry] = [],
        rule: SmartPlaylistRule? = nil, uuid: UUID = UUID(), now: Timestamp = .now
    ) throws -> MediaPlaylist {
        try write { database in
            let id = try insert(metadata, uuid: uuid, now: now, database)
            if let rule { try set(rule, of: id, database) }
            try insert(entries, into: id, at: nil, database)
            return try existing(id, database)
        }
    }

    /// The playlist that goes under a UUID, which is made if it is not there; as
    /// `MPMediaLibrary.getPlaylist(with:creationMetadata:)`.
    ///
    /// - Parameter metadata: Counts only for a new list.
    public func playlist(
        with uuid: UUID, creationMetadata metadata: PlaylistCreationMetadata,
        now: Timestamp = .now
    ) throws -> MediaPlaylist {
        try write { database in
            let known = try Int64.fetchOne(
                database, sql: "SELECT id FROM playlists WHERE uuid = ?",
                arguments: [uuid.uuidString])
            return try existing(
                known ?? insert(metadata, uuid: uuid, now: now, database), database)
        }
    }

    /// Calls a playlist otherwise; rules that ask for it by its name ask for the new one.
    public func rename(
        _ playlist: PersistentID<Playlist>, to name: String, now: Timestamp = .now
    ) throws {
        try write { database in
            let old = try existing(playlist.rawValue, database)
            try refuseName(name, except: playlist.rawValue, database)
            try renameInRules(old.name, to: name, database)
            try database.execute(
                literal: """
                    UPDATE playlists SET name = \(name.normalizedNFC), name_folded = \(name.folded), \
                    name_key = \(sortKeys.key(for: name)) WHERE id = \(playlist.rawValue)
                    """)
            try noteEdit(of: playlist.rawValue, now, database)
        }
    }

    /// Says something else about a playlist; `nil` says nothing.
    public func describe(
        _ playlist: PersistentID<Playlist>, as text: String?, now: Timestamp = .now
    ) throws {
        try write { database in
            try database.execute(
                literal:
                    "UPDATE playlists SET description = \(text) WHERE id = \(playlist.rawValue)")
            try noteEdit(of: playlist.rawValue, now, database)
        }
    }

    /// Deletes a playlist; its items stay in the library.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func delete(_ playlist: PersistentID<Playlist>) throws -> Bool {
        try write { database in
            try database.execute(
                literal: "DELETE FROM playlists WHERE id = \(playlist.rawValue)")
            return database.changesCount > 0
        }
    }

    /// Makes a list of the same entries under another name; of a smart playlist, of what its rule finds now.
    public func duplicate(
        _ playlist: PersistentID<Playlist>, as name: String, now: Timestamp = .now
    ) throws -> MediaPlaylist {
        try write { database in
            let old = try existing(playlist.rawValue, database)
            let id = try insert(
                PlaylistCreationMetadata(
                    name: name, authorDisplayName: old.authorDisplayName,
                    descriptionText: old.descriptionText), uuid: UUID(), now: now, database)
            try database.execute(
                literal: """
                    UPDATE playlists SET details = (SELECT details FROM playlists \
                    WHERE id = \(playlist.rawValue)) WHERE id = \(id)
                    """)
            if old.attributes.contains(.smart) {
                let items = try SQLRequest<Int64>(
                    literal: QueryPlanner(.items(of: playlist), database).statement()
                ).fetchAll(database)
                try insert(items.map { .item(PersistentID($0)) }, into: id, at: nil, database)
            } else {
                let columns = SQL(sql: EntryRow.columns.joined(separator: ", "))
                try database.execute(
                    literal: """
                        INSERT INTO playlist_entries (playlist_id, position, \(columns)) \
                        SELECT \(id), position, \(columns) FROM playlist_entries \
                        WHERE playlist_id = \(playlist.rawValue) ORDER BY position
                        """)
            }
            return try existing(id, database)
        }
    }

    /// Gives a smart playlist another rule.
    public func setRule(
        _ rule: SmartPlaylistRule, of playlist: PersistentID<Playlist>, now: Timestamp = .now
    ) throws {
        try write { database in
            let old = try existing(playlist.rawValue, database)
            guard old.attributes.contains(.smart) else {
                throw PlaylistEditError.isNotSmart(old.name)
            }
            try set(rule, of: playlist.rawValue, database)
            try noteEdit(of: playlist.rawValue, now, database)
        }
    }
}

// MARK: - Entries

extension Catalog {
    /// Puts entries behind the last one.
    public func add(
        _ entries: [NewPlaylistEntry], to playlist: PersistentID<Playlist>, now: Timestamp = .now
    ) throws {
        try edit(playlist, now) { count, database in
            try insert(entries, into: playlist.rawValue, at: nil, database)
        }
    }

    /// Puts entries before the one at a position; `count` is behind the last.
    public func insert(
        _ entries: [NewPlaylistEntry], into playlist: PersistentID<Playlist>, at position: Int,
        now: Timestamp = .now
    ) throws {
        try edit(playlist, now) { count, database in
            guard (0...count).contains(position) else {
                throw PlaylistEditError.positionOutOfRange(position: position, count: count)
            }
            try insert(entries, into: playlist.rawValue, at: position, database)
        }
    }

    /// Moves an entry; it is at the new position afterwards.
    public func moveEntry(
        of playlist: PersistentID<Playlist>, from: Int, to: Int, now: Timestamp = .now
    ) throws {
        try edit(playlist, now) { count, database in
            for position in [from, to] where !(0..<count).contains(position) {
                throw PlaylistEditError.positionOutOfRange(position: position, count: count)
            }
            guard from != to else { return }
            var order = try ids(of: playlist.rawValue, database)
            order.insert(order.remove(at: from), at: to)
            let range = min(from, to)...max(from, to)
            try number(order[range], from: range.lowerBound, all: order, playlist, database)
        }
    }

    /// Takes entries away.
    public func removeEntries(
        of playlist: PersistentID<Playlist>, at positions: [Int], now: Timestamp = .now
    ) throws {
        try edit(playlist, now) { count, database in
            for position in positions where !(0..<count).contains(position) {
                throw PlaylistEditError.positionOutOfRange(position: position, count: count)
            }
            let ids = try ids(of: playlist.rawValue, database)
            let statement = try database.cachedStatement(
                sql: "DELETE FROM playlist_entries WHERE id = ?")
            for position in Set(positions) {
                try statement.execute(arguments: [ids[position]])
            }
        }
    }

    /// Keeps of entries that are the same the first: those of one item, or without one, of one place or, where
    /// there is none, of the same words.
    ///
    /// - Returns: How many entries were taken away.
    @discardableResult
    public func removeDuplicates(
        of playlist: PersistentID<Playlist>, now: Timestamp = .now
    ) throws -> Int {
        var removed = 0
        try edit(playlist, now) { _, database in
            try database.execute(
                literal: """
                    DELETE FROM playlist_entries WHERE id IN (SELECT id FROM (SELECT id, \
                    row_number() OVER (PARTITION BY item_id, \
                    CASE WHEN item_id IS NULL THEN location END, \
                    CASE WHEN item_id IS NULL THEN start_time END, \
                    CASE WHEN item_id IS NULL THEN folder END, \
                    CASE WHEN item_id IS NULL AND location IS NULL THEN title END, \
                    CASE WHEN item_id IS NULL AND location IS NULL THEN artist END \
                    ORDER BY position) AS place FROM playlist_entries \
                    WHERE playlist_id = \(playlist.rawValue)) WHERE place > 1)
                    """)
            removed = database.changesCount
        }
        return removed
    }
}

// MARK: - Steps

extension Catalog {
    /// Changes the entries of a list made by hand.
    private func edit(
        _ playlist: PersistentID<Playlist>, _ now: Timestamp,
        _ body: (_ count: Int, Database) throws -> Void
    ) throws {
        try write { database in
            let list = try existing(playlist.rawValue, database)
            if list.attributes.contains(.smart) { throw PlaylistEditError.isSmart(list.name) }
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM playlist_entries WHERE playlist_id = ?",
                arguments: [playlist.rawValue])
            try body(count ?? 0, database)
            try noteEdit(of: playlist.rawValue, now, database)
        }
    }

    func existing(_ id: Int64, _ database: Database) throws -> MediaPlaylist {
        guard let playlist = try Self.playlist(id, database) else {
            throw PlaylistEditError.noPlaylist(String(id))
        }
        return playlist
    }

    private func noteEdit(of id: Int64, _ now: Timestamp, _ database: Database) throws {
        try database.execute(
            literal: """
                UPDATE playlists SET is_edited = 1, modified = \(now.secondsSince1970) \
                WHERE id = \(id)
                """)
        if database.changesCount == 0 { throw PlaylistEditError.noPlaylist(String(id)) }
    }

    private func refuseName(
        _ name: String, except id: Int64 = 0, _ database: Database
    ) throws {
        guard !name.folded.isEmpty else { throw PlaylistEditError.emptyName }
        let taken = try Bool.fetchOne(
            database,
            sql: "SELECT EXISTS (SELECT 1 FROM playlists WHERE name_folded = ? AND id <> ?)",
            arguments: [name.folded, id])
        if taken == true { throw PlaylistEditError.nameTaken(name) }
    }

    func insert(
        _ metadata: PlaylistCreationMetadata, uuid: UUID, now: Timestamp, _ database: Database
    ) throws -> Int64 {
        try refuseName(metadata.name, database)
        let name = metadata.name.normalizedNFC
        try database.execute(
            literal: """
                INSERT INTO playlists \
                (uuid, name, name_folded, name_key, description, author, created, modified) \
                VALUES (\(uuid.uuidString), \(name), \(name.folded), \(sortKeys.key(for: name)), \
                \(metadata.descriptionText), \(metadata.authorDisplayName ?? "phonolith"), \
                \(now.secondsSince1970), \(now.secondsSince1970))
                """)
        return database.lastInsertedRowID
    }

    private func set(
        _ rule: SmartPlaylistRule, of id: Int64, _ database: Database
    ) throws {
        guard let text = rule.predicate.expression else {
            throw PlaylistEditError.unsayableRule(rule.predicate.problem ?? "it is too long")
        }
        let limit = rule.limit?.stored
        try database.execute(
            literal: """
                UPDATE playlists SET rule = \(text), rule_order = \(MediaOrder.text(of: rule.order)), \
                rule_limit = \(limit?.amount), rule_limit_unit = \(limit?.unit) WHERE id = \(id)
                """)
        let name = try existing(id, database).name
        if try SmartPlaylists(database).asks(rule.predicate, for: id) {
            throw PlaylistEditError.asksForItself(name)
        }
    }

    private func renameInRules(
        _ old: String, to new: String, _ database: Database
    ) throws {
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, rule FROM playlists WHERE rule IS NOT NULL")
        for row in rows {
            guard let predicate = try? MediaPredicate(expression: row[1]) else { continue }
            let renamed = predicate.renamingPlaylist(old, to: new)
            guard renamed != predicate, let text = renamed.expression else { continue }
            try database.execute(
                literal: "UPDATE playlists SET rule = \(text) WHERE id = \(row[0] as Int64)")
        }
    }

    /// The entries' ids, in order.
    private func ids(of playlist: Int64, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database,
            sql: "SELECT id FROM playlist_entries WHERE playlist_id = ? ORDER BY position",
            arguments: [playlist])
    }

    /// Gives entries new positions, out of those that the same stretch has now.
    private func number(
        _ entries: ArraySlice<Int64>, from start: Int, all order: [Int64],
        _ playlist: PersistentID<Playlist>, _ database: Database
    ) throws {
        let positions = try Int.fetchAll(
            database,
            sql: """
                SELECT position FROM playlist_entries WHERE playlist_id = ?
                ORDER BY position LIMIT ? OFFSET ?
                """, arguments: [playlist.rawValue, entries.count, start])
        let statement = try database.cachedStatement(
            sql: "UPDATE playlist_entries SET position = ? WHERE id = ?")
        for (id, position) in zip(entries, positions) {
            try statement.execute(arguments: [position, id])
        }
    }

    /// Puts entries before the one at a place; behind the last one for `nil`.
    func insert(
        _ entries: [NewPlaylistEntry], into playlist: Int64, at place: Int?,
        resolvedBy resolver: EntryResolver? = nil, _ database: Database
    ) throws {
        guard !entries.isEmpty else { return }
        let behind =
            try place.flatMap { place in
                try Int.fetchOne(
                    database,
                    sql: """
                        SELECT position FROM playlist_entries WHERE playlist_id = ?
                        ORDER BY position LIMIT 1 OFFSET ?
                        """, arguments: [playlist, place])
            }
        let last = try Int.fetchOne(
            database, sql: "SELECT max(position) FROM playlist_entries WHERE playlist_id = ?",
            arguments: [playlist])
        if let behind {
            try database.execute(
                literal: """
                    UPDATE playlist_entries SET position = position + \(entries.count) \
                    WHERE playlist_id = \(playlist) AND position >= \(behind)
                    """)
        }
        var position = behind ?? (last ?? -1) + 1
        var resolver = try resolver ?? EntryResolver(database)
        for entry in entries {
            try insert(entry, into: playlist, at: position, &resolver, database)
            position += 1
        }
    }

    private func insert(
        _ entry: NewPlaylistEntry, into playlist: Int64, at position: Int,
        _ resolver: inout EntryResolver, _ database: Database
    ) throws {
        switch entry {
        case .item(let id):
            let isThere = try Bool.fetchOne(
                database.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM items WHERE id = ?)"),
                arguments: [id.rawValue])
            guard isThere == true else { throw PlaylistEditError.noItem(id.description) }
            try EntryRow.insert(
                id.rawValue, PlaylistEntry(), folder: nil, playlist: playlist, position: position,
                in: database)
        case .text(let text, let folder):
            var item: Int64?
            if EntryResolver.isLocal(text),
                case .found(let id) = try resolver.resolve(text, in: folder)
            {
                item = id
            }
            try EntryRow.insert(
                item, text, folder: folder, playlist: playlist, position: position, in: database)
        }
    }
}

extension SmartPlaylists {
    /// Whether a predicate asks for a list, by itself or by the rules of lists that it asks for.
    func asks(_ predicate: MediaPredicate, for list: Int64) throws -> Bool {
        var seen: Set<Int64> = []
        return try asks(predicate, for: list, &seen)
    }

    private func asks(
        _ predicate: MediaPredicate, for list: Int64, _ seen: inout Set<Int64>
    ) throws -> Bool {
        for name in predicate.playlistNames {
            for id in try lists(named: name) {
                if id == list { return true }
                guard seen.insert(id).inserted, let rule = try rule(of: id) else { continue }
                if try asks(rule.predicate, for: list, &seen) { return true }
            }
        }
        return false
    }
}

extension MediaPredicate {
    /// The names of the playlists that are asked for.
    fileprivate var playlistNames: [String] {
        switch self {
        case .inPlaylist(let name): [name]
        case .all(let parts), .any(let parts): parts.flatMap(\.playlistNames)
        case .not(let part): part.playlistNames
        default: []
        }
    }

    /// The predicate that asks for a list by its new name.
    fileprivate func renamingPlaylist(_ old: String, to new: String) -> MediaPredicate {
        switch self {
        case .inPlaylist(let name): .inPlaylist(name.folded == old.folded ? new : name)
        case .all(let parts): .all(parts.map { $0.renamingPlaylist(old, to: new) })
        case .any(let parts): .any(parts.map { $0.renamingPlaylist(old, to: new) })
        case .not(let part): .not(part.renamingPlaylist(old, to: new))
        default: self
        }
    }
}

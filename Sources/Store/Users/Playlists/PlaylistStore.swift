internal import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
public import PhonolithStore

// Playlists and their content.

/// A playlist with its totals.
public struct PlaylistSummary: Hashable, Sendable {
    /// The list.
    public var playlist: MediaPlaylist
    /// The number of entries; for a smart playlist, the number of matching items.
    public var entryCount: Int
    /// The number of entries without a present item; URLs do not count.
    public var unresolvedCount: Int
    /// The sum of the durations, in seconds.
    public var playbackDuration: Double
    /// Why a smart playlist has no totals, in one line: its rule is wrong or takes too long; `nil` for one that has.
    public var problem: String?
}

/// The playlists of a user.
public struct PlaylistStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    /// The user's playlists.
    public var playlists: PlaylistStore { PlaylistStore(catalog: self) }
}

extension PlaylistStore {
    /// All playlists, by name.
    public func all() throws -> [MediaPlaylist] {
        try read {
            try MediaPlaylist.projection.fetchAll(
                $0, from: "playlists WHERE user_id = \(userID) ORDER BY name_key, id")
        }
    }

    /// A playlist by its id; `nil` if there is none.
    public func playlist(_ id: MediaPlaylistID) throws -> MediaPlaylist? {
        try read { try playlist(id.rawValue, $0) }
    }

    func playlist(_ id: Int64, _ database: Connection) throws -> MediaPlaylist? {
        try MediaPlaylist.projection.fetchOne(
            database, from: "playlists WHERE id = \(id) AND user_id = \(userID)")
    }

    private static func playlistID(_ name: String) -> Int64? {
        Int64(name.hasPrefix("id:") ? String(name.dropFirst(3)) : name)
    }

    /// The playlist that a user names: by its name, folded, by its id or by its UUID. A name comes before an id; `id:5`
    /// is the id alone.
    ///
    /// - Throws: ``PlaylistEditError`` if there is none, or more than one of that name.
    public func playlist(named name: String) throws -> MediaPlaylist {
        try read { database in
            let named = try MediaPlaylist.projection.fetchAll(
                database,
                from: """
                    playlists WHERE user_id = \(userID) AND name_folded = \(name.folded) ORDER BY id
                    """)
            let exact = named.filter { $0.name == name.normalizedNFC }
            if let only = exact.count == 1 ? exact[0] : named.count == 1 ? named[0] : nil {
                return only
            }
            guard named.isEmpty else {
                throw PlaylistEditError.ambiguousName(
                    name, ids: named.map(\.persistentID.description))
            }
            let other = try MediaPlaylist.projection.fetchOne(
                database,
                from: """
                    playlists WHERE user_id = \(userID)
                    AND (id = \(Self.playlistID(name) ?? 0) OR uuid = \(name.uppercased()))
                    """)
            guard let other else { throw PlaylistEditError.noPlaylist(name) }
            return other
        }
    }

    /// Time in which the rules of a list of playlists are counted.
    private static let longestList = Duration.seconds(6)

    /// Playlists with their totals. A rule that takes long leaves the others theirs.
    public func summaries(of playlists: [MediaPlaylist]) throws -> [PlaylistSummary] {
        let end = ContinuousClock.now + Self.longestList
        return try playlists.map { playlist in
            let left = min(
                PatternConditions.longestSearchOfRule, ContinuousClock.now.duration(to: end))
            return try PatternConditions.$longestSearch.withValue(left) {
                try summary(of: playlist)
            }
        }
    }

    /// A playlist with its totals.
    public func summary(of playlist: MediaPlaylist) throws -> PlaylistSummary {
        func failed(_ reason: String) -> PlaylistSummary {
            PlaylistSummary(
                playlist: playlist, entryCount: 0, unresolvedCount: 0, playbackDuration: 0,
                problem: reason)
        }
        if playlist.isSmart, let fault = try faultOfRule(of: playlist.persistentID) {
            return failed("the rule cannot be read: \(fault)")
        }
        do {
            return try totals(of: playlist)
        } catch let error as CatalogError where playlist.isSmart && error.isOfQuestion {
            return failed(error.description)
        }
    }

    /// Why the text of a rule is none; `nil` for one that can be read.
    private func faultOfRule(of playlist: MediaPlaylistID) throws -> ExpressionError? {
        let text = try read { database in
            try String.fetchOne(
                database,
                literal: """
                    SELECT rule FROM playlists
                    WHERE id = \(playlist.rawValue) AND user_id = \(userID) AND rule IS NOT NULL
                    """)
        }
        do throws(ExpressionError) {
            _ = try text.map { text throws(ExpressionError) in
                try MediaPredicate(expression: text)
            }
            return nil
        } catch {
            return error
        }
    }

    private func totals(of playlist: MediaPlaylist) throws -> PlaylistSummary {
        try read { database in
            let id = playlist.persistentID.rawValue
            let viewer = try viewer(database)
            let uri = SQL.asciiText(of: "location")
            let row =
                try SmartPlaylists(viewer, database).rule(of: id) == nil
                ? Row.fetchOne(
                    database,
                    literal: """
                        SELECT count(*), count(*) FILTER (WHERE CASE
                                WHEN items.id IS NOT NULL THEN \(sql: ItemReader.isGone)
                                WHEN location IS NULL OR is_uri = 0 THEN true
                                ELSE \(.position(of: "'://'", in: uri)) = 0
                                    OR substr(lower(\(uri)), 1, 5) = 'file:' END),
                            coalesce(sum(coalesce(items.duration, playlist_entries.duration)), 0)
                        FROM \(sql: EntryRow.seen(by: viewer)) LEFT JOIN items ON items.id = item_id
                        LEFT JOIN files ON files.id = file_id WHERE playlist_id = \(id)
                        """)
                : Row.fetchOne(
                    database,
                    literal: """
                        SELECT count(*), 0, coalesce(sum(duration), 0)
                        FROM \(QueryPlanner(.items(of: id), viewer, database).unorderedItems)
                        """)
            return PlaylistSummary(
                playlist: playlist, entryCount: row?[0] ?? 0,
                unresolvedCount: row?[1] ?? 0,
                playbackDuration: row?[2] ?? 0)
        }
    }

    /// The rule of a smart playlist; `nil` for an ordinary playlist.
    public func rule(of playlist: MediaPlaylistID) throws -> SmartPlaylistRule? {
        try read { try SmartPlaylists(viewer($0), $0).rule(of: playlist.rawValue) }
    }

    /// The entries of an ordinary playlist, in order.
    public func entries(of playlist: MediaPlaylistID) throws -> [StoredPlaylistEntry] {
        try read { database in
            guard try self.playlist(playlist.rawValue, database) != nil else { return [] }
            return try StoredPlaylistEntry.projection.fetchAll(
                database,
                from: """
                    \(sql: EntryRow.seen(by: viewer(database)))
                    WHERE playlist_id = \(playlist.rawValue) ORDER BY position
                    """)
        }
    }
}

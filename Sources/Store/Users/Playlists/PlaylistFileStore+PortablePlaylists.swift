import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore

// Playlists to and from other libraries.

/// A playlist with all that another library needs to have it, too.
package struct PortablePlaylist: Hashable, Sendable, Codable {
    /// The same in all libraries.
    package var uuid: String
    package var name: String
    package var description: String?
    package var author: String?
    // Seconds since 1970.
    package var created: Int
    // Seconds since 1970.
    package var modified: Int
    /// Further details from a file, as JSON.
    package var details: String?
    /// Of a smart playlist: the condition of its items, in the language of --where.
    package var rule: String?
    /// Of a smart playlist: the order, as --sort has it.
    package var order: String?
    /// Of a smart playlist: how much of it there is.
    package var limit: Double?
    // `items`, `seconds` or `bytes`.
    package var limitUnit: String?
    /// In order; empty for a smart playlist.
    package var entries: [Entry]

    /// An entry: the place of its file, and its description.
    package struct Entry: Hashable, Sendable, Codable {
        /// Absolute where that is known; `nil` if it is not UTF-8, or is nowhere.
        package var path: String?
        /// The bytes of a path that is not UTF-8.
        package var pathBytes: [UInt8]?
        /// The place of what is on no disk.
        package var uri: String?
        package var title: String?
        /// The text to show for the artist.
        package var artist: String?
        package var album: String?
        // In seconds.
        package var duration: Double?
        /// In seconds, of a part of a file.
        package var startTime: Double?
        /// In seconds, of a part of a file.
        package var endTime: Double?
        /// MusicBrainz' id of the recording.
        package var musicBrainzRecordingID: String?
        /// Further details from a file, as JSON.
        package var details: String?
    }
}

extension PlaylistFileStore {
    /// All playlists for another library.
    package func portablePlaylists() throws -> [PortablePlaylist] {
        try catalog.playlists.all().map { playlist in
            let document = try catalog.playlists.document(of: playlist)
            let rule = try catalog.playlists.rule(of: playlist.persistentID)
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
    /// - Returns: The number of entries without an item; URLs do not count.
    @discardableResult
    package func restore(
        _ playlists: [PortablePlaylist], prefixes: [PathPrefix] = []
    ) throws -> Int {
        try write { try restore(playlists, prefixes: prefixes, $0) }
    }

    func restore(
        _ playlists: [PortablePlaylist], prefixes: [PathPrefix], _ database: Connection
    ) throws -> Int {
        var resolver = try EntryResolver(viewer(database), database, prefixes: prefixes)
        var unresolved = 0
        for playlist in playlists {
            let id = try row(for: playlist, database)
            // Entries that the user does not see are not copied.
            let first = try catalog.playlists.clear(id, database)
            for (position, entry) in zip(first..., playlist.entries) {
                let text = entry.text
                let item = try resolver.item(of: text, in: nil)
                if item == nil, EntryResolver.isLocal(text) { unresolved += 1 }
                try EntryRow.insert(
                    item, text, folder: nil, playlist: id, position: position, in: database)
            }
        }
        return unresolved
    }

    /// The list of a UUID with the values of the copy; a known one keeps its id, and the file it was read from.
    private func row(for playlist: PortablePlaylist, _ database: Connection) throws -> Int64 {
        let uuid = playlist.uuid.uppercased()
        let known = try Int64.fetchOne(
            database,
            literal: "SELECT id FROM playlists WHERE user_id = \(userID) AND uuid = \(uuid)")
        let name = try freeName(playlist.name.asName, for: known, database).normalizedNFC
        return try database.insertedID(
            """
            INSERT INTO playlists (user_id, uuid, name, name_folded, name_key, description, \
            author, created, modified, rule, details, is_edited, rule_order, rule_limit, \
            rule_limit_unit) VALUES (\(userID), \(uuid), \(name), \(name.folded), \
            \(sortKeys.key(for: name)), \(playlist.description), \(playlist.author), \
            \(playlist.created), \(playlist.modified), \(playlist.rule), \(playlist.details), \
            1, \(playlist.order), \(playlist.limit), \(playlist.limitUnit)) \
            ON CONFLICT (user_id, uuid) DO UPDATE SET name = excluded.name, \
            name_folded = excluded.name_folded, name_key = excluded.name_key, \
            description = excluded.description, author = excluded.author, \
            created = excluded.created, modified = excluded.modified, \
            revision = playlists.revision + 1, rule = excluded.rule, \
            details = excluded.details, is_edited = 1, rule_order = excluded.rule_order, \
            rule_limit = excluded.rule_limit, rule_limit_unit = excluded.rule_limit_unit
            """)
    }
}

extension PortablePlaylist {
    /// Makes a playlist of another program; without a rule it is a list of entries.
    package init(
        uuid: String, name: String, description: String?, created: Int, modified: Int,
        entries: [Entry]
    ) {
        (self.uuid, self.name, self.description) = (uuid, name, description)
        (self.created, self.modified, self.entries) = (created, modified, entries)
    }
}

extension PortablePlaylist.Entry {
    /// Makes an entry of what another program says of it.
    package init(
        path: MediaPath?, uri: String?, title: String?, artist: String?, album: String?,
        duration: Double?
    ) {
        (self.uri, self.title, self.artist, self.album) = (uri, title, artist, album)
        self.duration = Self.finite(duration)
        if let path { place(at: path) }
    }

    /// The file's path; `nil` for what is on no disk.
    package var place: MediaPath? {
        pathBytes.map { MediaPath(bytes: $0) } ?? path.map { MediaPath($0) }
    }

    /// Gives the entry another path.
    package mutating func place(at path: MediaPath) {
        self.path = path.isUTF8 ? path.description : nil
        pathBytes = path.isUTF8 ? nil : path.bytes
    }

    package init(_ entry: PlaylistEntry) {
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

    var text: PlaylistEntry {
        PlaylistEntry(
            location: place.map(PlaylistLocation.path) ?? uri.map(PlaylistLocation.uri),
            title: title, artist: artist, album: album, duration: duration, startTime: startTime,
            endTime: endTime, musicBrainzRecordingID: musicBrainzRecordingID,
            details: PlaylistDetails(stored: details))
    }
}

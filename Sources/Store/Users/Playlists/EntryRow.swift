import FoundationEssentials
package import PhonolithDatabase
public import PhonolithMediaModel
public import PhonolithPlaylists
import PhonolithStore

/// An entry of a playlist, as the library keeps it.
public struct StoredPlaylistEntry: Hashable, Sendable, Identifiable {
    /// Lasts as long as the entry, wherever it is moved in its list.
    public var persistentID: PersistentID<PlaylistEntry>
    /// The item that it stands for; `nil` while the library does not hold it.
    public var item: MediaItemID?
    /// The entry in its file; empty for one that was added by its item.
    public var text: PlaylistEntry
    /// The folder that a relative location starts from.
    public var folder: MediaPath?

    /// The same as ``persistentID``.
    public var id: PersistentID<PlaylistEntry> { persistentID }
}

/// An entry to be put into a playlist.
public enum NewPlaylistEntry: Hashable, Sendable {
    /// An item of the library.
    case item(MediaItemID)
    /// A file's entry, relative to a folder; the library looks which item is meant.
    case text(PlaylistEntry, folder: MediaPath?)
}

/// A row of `playlist_entries` in both directions.
enum EntryRow {
    static let columns = [
        "item_id", "location", "is_uri", "folder", "title", "artist", "album", "album_artist",
        "genre", "duration", "track_number", "start_time", "end_time", "musicbrainz_recording_id",
        "details",
    ]

    /// `playlist_entries` without the entries whose items are in roots that are closed to the user: what all lists and
    /// edits of a user's select from.
    static func seen(by viewer: Viewer) -> String {
        guard viewer.isRestricted else { return "playlist_entries" }
        return """
            (SELECT * FROM playlist_entries AS entry WHERE item_id IS NULL OR EXISTS \
            (SELECT 1 FROM items seen_item WHERE seen_item.id = entry.item_id \
            AND \(viewer.sees("seen_item.file_id")))) AS playlist_entries
            """
    }

    static let insertion = """
        INSERT INTO playlist_entries (playlist_id, position, \(columns.joined(separator: ", ")))
        VALUES (\(parameters(count: columns.count + 2)))
        """

    static func insert(
        _ item: Int64?, _ text: PlaylistEntry, folder: MediaPath?, playlist: Int64, position: Int,
        in database: Connection
    ) throws {
        var row = try Insertion(insertion, in: database)
        row.bind(playlist)
        row.bind(position)
        row.bind(item)
        switch text.location {
        case .path(let path): row.bind(path.bytes)
        case .uri(let uri): row.bind(Array(uri.utf8))
        case nil: row.bind(nil as Int64?)
        }
        if case .uri = text.location { row.bind(true) } else { row.bind(false) }
        if let folder { row.bind(folder.bytes) } else { row.bind(nil as Int64?) }
        row.bind(text.title)
        row.bind(text.artist)
        row.bind(text.album)
        row.bind(text.albumArtist)
        row.bind(text.genre)
        row.bind(text.duration)
        row.bind(text.trackNumber)
        row.bind(text.startTime)
        row.bind(text.endTime)
        row.bind(text.musicBrainzRecordingID)
        row.bind(text.details.stored)
        try row.run()
    }
}

extension StoredPlaylistEntry {
    package static let projection = Projection { StoredPlaylistEntry(&$0) }

    init(_ column: inout Columns) {
        persistentID = column("playlist_entries.id")
        item = column("playlist_entries.item_id")
        folder = column("playlist_entries.folder")
        let isURI: Bool = column("playlist_entries.is_uri")
        let location = (column("playlist_entries.location") as MediaPath?).map { path in
            isURI ? PlaylistLocation.uri(path.description) : .path(path)
        }
        text = PlaylistEntry(
            location: location, title: column("playlist_entries.title"),
            artist: column("playlist_entries.artist"), album: column("playlist_entries.album"),
            albumArtist: column("playlist_entries.album_artist"),
            genre: column("playlist_entries.genre"), duration: column("playlist_entries.duration"),
            trackNumber: column("playlist_entries.track_number"),
            startTime: column("playlist_entries.start_time"),
            endTime: column("playlist_entries.end_time"),
            musicBrainzRecordingID: column("playlist_entries.musicbrainz_recording_id"),
            details: PlaylistDetails(stored: column("playlist_entries.details")))
    }
}

extension PlaylistDetails {
    /// The details as JSON; `nil` if there are none.
    var stored: String? {
        guard !isEmpty else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts can always be encoded.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads stored details; unreadable ones become empty.
    init(stored: String?) {
        let details = stored.flatMap {
            try? JSONDecoder().decode(PlaylistDetails.self, from: Data($0.utf8))
        }
        self = details ?? PlaylistDetails()
    }
}

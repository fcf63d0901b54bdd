import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithStore
import PhonolithUsers

/// The databases of Clementine, and of Strawberry, which was made of it.
enum StrawberryLibrary {
    static func read(
        _ file: MediaPath, _ program: ForeignProgram, into library: inout ForeignLibrary
    ) throws {
        let database = try ForeignDatabase(file)
        var tracks: [Int: ForeignLibrary.Track] = [:]
        try database.forEachRow(of: "songs", ["rowid"] + columns) { row in
            guard let track = ForeignLibrary.Track(strawberry: row) else { return }
            if let id = row.integer("rowid") { tracks[id] = track }
            library.tracks.append(track)
        }
        try readPlaylists(database, program, tracks, into: &library)
    }

    /// Strawberry's `url` is Clementine's `filename`: both hold a URI.
    private static let columns = [
        "url", "filename", "title", "artist", "album", "albumartist", "track", "disc", "length",
        "playcount", "skipcount", "lastplayed", "rating",
    ]

    private static func readPlaylists(
        _ database: ForeignDatabase, _ program: ForeignProgram,
        _ tracks: [Int: ForeignLibrary.Track], into library: inout ForeignLibrary
    ) throws {
        var entries: [Int: [PortablePlaylist.Entry]] = [:]
        try database.forEachRow(
            of: "playlist_items", ["playlist", "collection_id", "library_id"] + columns,
            isNeeded: false
        ) { row in
            guard let playlist = row.integer("playlist") else { return }
            let id = row.count("collection_id") ?? row.count("library_id")
            let track = id.flatMap { tracks[$0] } ?? ForeignLibrary.Track(strawberry: row)
            if let track { entries[playlist, default: []].append(track.entry) }
        }
        try database.forEachRow(
            of: "playlists", ["rowid", "name", "ui_path", "dynamic_playlist_type"], isNeeded: false
        ) { row in
            // An empty list is what the programs show before anything was put into it.
            guard let id = row.integer("rowid"), let name = row.text("name"),
                let entries = entries[id]
            else { return }
            if row.count("dynamic_playlist_type") != nil {
                library.remarks.append(
                    "playlist '\(name)': its rule cannot be read; its current items are imported"
                )
            }
            library.playlists.append(
                PortablePlaylist(
                    of: program, id: "\(id)",
                    name: row.text("ui_path").map { "\($0)/\(name)" } ?? name,
                    entries: entries))
        }
    }
}

extension ForeignLibrary.Track {
    /// `nil` for a row without a place.
    fileprivate init?(strawberry row: ForeignRow) {
        guard let place = row.text("url") ?? row.text("filename") else { return nil }
        self.init(location: PlaylistLocation(line: Array(place.utf8)))
        title = row.text("title")
        artist = row.text("artist")
        albumTitle = row.text("album")
        albumArtist = row.text("albumartist")
        trackNumber = row.count("track")
        discNumber = row.count("disc")
        duration = row.number("length").flatMap { $0 > 0 ? $0 / 1e9 : nil }
        values.set(
            playCount: row.integer("playcount"), skipCount: row.integer("skipcount"),
            lastPlayed: row.seconds("lastplayed"))
        values.set(rating: row.number("rating"), outOf: 1)
    }
}

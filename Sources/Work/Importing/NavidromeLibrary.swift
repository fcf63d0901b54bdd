import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithStore
import PhonolithUsers

enum NavidromeLibrary {
    static func read(
        _ file: MediaPath, _ user: String?, into library: inout ForeignLibrary
    ) throws {
        let database = try ForeignDatabase(file)
        let userID = try self.user(named: user, in: database, file)
        let annotations = try self.annotations(of: userID, in: database)
        var values = (annotations["media_file"] ?? [:]).mapValues(\.values)
        try addBookmarks(of: userID, in: database, to: &values)
        let folders = try folders(in: database)
        var tracks: [String: ForeignLibrary.Track] = [:]
        let present = try presentFiles(in: database)
        try database.forEachRow(of: "media_file", columns) { row in
            guard let id = row.text("id"), let path = row.bytes("path") else { return }
            let folder = row.integer("library_id").flatMap { folders[$0] } ?? MediaPath("")
            var track = ForeignLibrary.Track(
                location: .path(folder.appending(MediaPath(bytes: path))), navidrome: row)
            // Another song is at the place of this one, which is found by its tags.
            if let other = present[PresentFile(row)], other != id { track.location = nil }
            if let own = values[id] { track.values = own }
            track.albumValues = row.text("album_id").flatMap { annotations["album"]?[$0] }?.group
            tracks[id] = track
            library.tracks.append(track)
        }
        try readArtists(annotations["artist"] ?? [:], in: database, into: &library)
        try readPlaylists(of: userID, in: database, tracks, into: &library)
    }

    /// The place of a file in one of the libraries.
    private struct PresentFile: Hashable {
        let library: Int?
        let path: [UInt8]?

        init(_ row: ForeignRow) { (library, path) = (row.integer("library_id"), row.bytes("path")) }
    }

    /// The ids of songs whose files were there at the last scan: rows of songs that went stay, and have the same place where another
    /// file came to it.
    private static func presentFiles(in database: ForeignDatabase) throws -> [PresentFile: String] {
        var files: [PresentFile: String] = [:]
        try database.forEachRow(of: "media_file", ["id", "path", "library_id", "missing"]) { row in
            if row.integer("missing") ?? 0 == 0 { files[PresentFile(row)] = row.text("id") }
        }
        return files
    }

    private static let columns = [
        "id", "path", "library_id", "title", "artist", "album", "album_artist", "track_number",
        "disc_number", "duration", "mbz_release_track_id", "created_at", "album_id",
    ]

    /// The user whose values are taken.
    private static func user(
        named name: String?, in database: ForeignDatabase, _ file: MediaPath
    ) throws -> String {
        var users: [(id: String, name: String)] = []
        try database.forEachRow(of: "user", ["id", "user_name"]) { row in
            guard let id = row.text("id"), let name = row.text("user_name") else { return }
            users.append((id, name))
        }
        let names = users.map(\.name).joined(separator: ", ")
        if let name {
            guard let user = users.first(where: { $0.name.lowercased() == name.lowercased() })
            else { throw ImportingError(file, "has no user '\(name)'; its users are \(names)") }
            return user.id
        }
        guard users.count == 1 else {
            throw ImportingError(
                file, "has several users; choose one: --from-user \(names)")
        }
        return users[0].id
    }

    /// Where the libraries are; old versions had one, and absolute paths.
    private static func folders(in database: ForeignDatabase) throws -> [Int: MediaPath] {
        var folders: [Int: MediaPath] = [:]
        try database.forEachRow(of: "library", ["id", "path"], isNeeded: false) { row in
            guard let id = row.integer("id"), let path = row.bytes("path") else { return }
            folders[id] = MediaPath(bytes: path)
        }
        return folders
    }

    /// The user's data for a song, an album or an artist.
    private struct Annotation {
        var values: UserData.Values

        /// The part of it that an album or an artist has; `nil` for none.
        var group: UserData.GroupValues? {
            let group = UserData.GroupValues(
                rating: values.rating, favoriteDate: values.favoriteDate)
            return group == UserData.GroupValues() ? nil : group
        }
    }

    private static func readArtists(
        _ annotations: [String: Annotation], in database: ForeignDatabase,
        into library: inout ForeignLibrary
    ) throws {
        if annotations.isEmpty { return }
        let columns = ["id", "name", "mbz_artist_id"]
        try database.forEachRow(of: "artist", columns, isNeeded: false) { row in
            guard let id = row.text("id"), let name = row.text("name"),
                let values = annotations[id]?.group
            else { return }
            library.artists.append(
                UserData.Artist(
                    name: name, musicBrainzID: row.text("mbz_artist_id"), rating: values.rating,
                    favoriteDate: values.favoriteDate))
        }
    }

    /// By the kinds of things, and their ids.
    private static func annotations(
        of user: String, in database: ForeignDatabase
    ) throws -> [String: [String: Annotation]] {
        var annotations: [String: [String: Annotation]] = [:]
        let columns = [
            "user_id", "item_id", "item_type", "play_count", "play_date", "rating", "starred",
            "starred_at",
        ]
        try database.forEachRow(of: "annotation", columns) { row in
            guard row.text("user_id") == user, let kind = row.text("item_type"),
                let item = row.text("item_id")
            else { return }
            var own = UserData.Values()
            own.set(
                playCount: row.integer("play_count"), skipCount: nil,
                lastPlayed: row.date("play_date"))
            own.set(rating: row.number("rating"), outOf: 5)
            if row.integer("starred") == 1 {
                own.favoriteDate = row.date("starred_at") ?? .ofUnknownFavorite
            }
            annotations[kind, default: [:]][item] = Annotation(values: own)
        }
        return annotations
    }

    private static func addBookmarks(
        of user: String, in database: ForeignDatabase, to values: inout [String: UserData.Values]
    ) throws {
        try database.forEachRow(
            of: "bookmark", ["user_id", "item_id", "item_type", "position"], isNeeded: false
        ) { row in
            guard row.text("user_id") == user, row.text("item_type") == "media_file",
                let item = row.text("item_id"), let position = row.number("position")
            else { return }
            values[item, default: UserData.Values()].bookmarkTime = position / 1000
        }
    }

    private static func readPlaylists(
        of user: String, in database: ForeignDatabase, _ tracks: [String: ForeignLibrary.Track],
        into library: inout ForeignLibrary
    ) throws {
        var entries: [String: [(place: Int, entry: PortablePlaylist.Entry)]] = [:]
        try database.forEachRow(
            of: "playlist_tracks", ["playlist_id", "id", "media_file_id"], isNeeded: false
        ) { row in
            guard let playlist = row.text("playlist_id"),
                let track = row.text("media_file_id").flatMap({ tracks[$0] })
            else { return }
            entries[playlist, default: []].append((row.integer("id") ?? 0, track.entry))
        }
        try database.forEachRow(
            of: "playlist", ["id", "name", "comment", "owner_id", "rules"], isNeeded: false
        ) { row in
            guard row.text("owner_id") == user, let id = row.text("id"),
                let name = row.text("name")
            else { return }
            var playlist = PortablePlaylist(
                of: .navidrome, id: id, name: name, description: row.text("comment"),
                entries: (entries[id] ?? []).sorted { $0.place < $1.place }.map(\.entry))
            if let rules = row.bytes("rules"), !rules.isEmpty {
                do throws(PlaylistError) {
                    playlist.take(try NavidromePlaylist(parsing: rules).rule)
                } catch {
                    library.remarks.append(
                        "playlist '\(name)': \(error); its current items are imported")
                }
            }
            library.playlists.append(playlist)
        }
    }
}

extension ForeignLibrary.Track {
    fileprivate init(location: PlaylistLocation, navidrome row: ForeignRow) {
        self.init(location: location)
        title = row.text("title")
        artist = row.text("artist")
        albumTitle = row.text("album")
        albumArtist = row.text("album_artist")
        trackNumber = row.count("track_number")
        discNumber = row.count("disc_number")
        duration = row.number("duration")
        musicBrainzTrackID = row.text("mbz_release_track_id")
        dateAdded = row.date("created_at")
    }
}

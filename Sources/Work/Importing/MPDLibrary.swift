import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithStore
import PhonolithUsers

/// The sticker database of the Music Player Daemon, in which its clients keep ratings and counts, and its playlists.
enum MPDLibrary {
    static func read(_ file: MediaPath, into library: inout ForeignLibrary) throws {
        if let format = PlaylistFormat(pathExtension: file.pathExtension) {
            return try readPlaylist(file, format, into: &library)
        }
        // By bytes: `é.mp3` may be two files.
        var tracks: [MediaPath: ForeignLibrary.Track] = [:]
        let database = try ForeignDatabase(file)
        let scale = try ratingScale(in: database)
        try database.forEachRow(of: "sticker", ["type", "uri", "name", "value"]) { row in
            guard row.text("type") == "song", let uri = row.text("uri"),
                let name = row.text("name")
            else { return }
            let path = MediaPath(uri)
            let track = tracks[path] ?? ForeignLibrary.Track(mpd: path)
            tracks[path] = track.taking(sticker: name, row, ratingsOutOf: Double(scale ?? 10))
        }
        if let scale {
            library.remarks.append(
                "ratings are read as 0 to \(scale), because \(scale == 5 ? "none" : "one") is above 5"
            )
        }
        library.tracks += tracks.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The highest rating that can be given: myMPD and Cantata write 0 to 10, others 0 to 5; `nil` where none is.
    private static func ratingScale(in database: ForeignDatabase) throws -> Int? {
        var highest = 0.0
        try database.forEachRow(of: "sticker", ["type", "name", "value"]) { row in
            guard row.text("type") == "song", row.text("name")?.lowercased() == "rating" else {
                return
            }
            highest = max(highest, row.number("value") ?? 0)
        }
        return highest == 0 ? nil : highest > 5 ? 10 : 5
    }

    private static func readPlaylist(
        _ file: MediaPath, _ format: PlaylistFormat, into library: inout ForeignLibrary
    ) throws {
        let reading: PlaylistReading
        do {
            reading = try format.parse(try file.allBytesToTheEnd())
        } catch {
            throw ImportingError(file, "\(error)")
        }
        let name = file.stem.description
        library.playlists.append(
            PortablePlaylist(
                of: .mpd, id: name, name: name,
                entries: reading.document.entries.map(PortablePlaylist.Entry.init)))
    }
}

extension ForeignLibrary.Track {
    /// Tracks of cue sheets have names of MPD's own below the file or the sheet: `Album.flac/track0002`.
    fileprivate init(mpd path: MediaPath) {
        let name = path.lastComponent.description
        let isTrack = name.hasPrefix("track") && name.count == 9
        let number = isTrack ? Int(name.dropFirst(5)) : nil
        let file = number == nil ? path : path.parent
        self.init(location: PlaylistLocation(line: file.bytes))
        cueTrack = number
    }

    /// The names that clients agree on; mpdstats-like clients count.
    fileprivate func taking(
        sticker name: String, _ row: ForeignRow, ratingsOutOf scale: Double
    ) -> ForeignLibrary.Track {
        var track = self
        switch name.lowercased() {
        case "rating": track.values.set(rating: row.number("value"), outOf: scale)
        case "playcount": track.values.playCount = row.count("value")
        case "skipcount": track.values.skipCount = row.count("value")
        case "lastplayed": track.values.lastPlayedDate = row.seconds("value")
        case "elapsed": track.values.bookmarkTime = row.number("value")
        // myMPD: 0 is dislike, 1 is neutral, 2 is like.
        case "like" where row.integer("value") == 2:
            track.values.favoriteDate = .ofUnknownFavorite
        default: break
        }
        return track
    }
}

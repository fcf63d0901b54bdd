import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithStore
import PhonolithUsers

/// The databases of Kodi: `MyMusic82.db` and `MyVideos121.db`, with the number of its version.
enum KodiLibrary {
    static func read(_ file: MediaPath, into library: inout ForeignLibrary) throws {
        let database = try ForeignDatabase(file)
        var folders: [Int: String] = [:]
        try database.forEachRow(of: "path", ["idpath", "strpath"]) { row in
            if let id = row.integer("idpath") { folders[id] = row.text("strpath") ?? "" }
        }
        if file.lastComponent.description.lowercased().hasPrefix("myvideos") {
            try readVideos(database, folders, into: &library)
        } else {
            try readSongs(database, folders, into: &library)
        }
    }

    private static func readSongs(
        _ database: ForeignDatabase, _ folders: [Int: String], into library: inout ForeignLibrary
    ) throws {
        var albums: [Int: (title: String?, artist: String?)] = [:]
        try database.forEachRow(
            of: "album", ["idalbum", "stralbum", "strartistdisp"], isNeeded: false
        ) { row in
            guard let id = row.integer("idalbum") else { return }
            albums[id] = (row.text("stralbum"), row.text("strartistdisp"))
        }
        let columns = [
            "idpath", "idalbum", "strfilename", "strtitle", "strartistdisp", "itrack", "iduration",
            "itimesplayed", "lastplayed", "userrating", "dateadded",
        ]
        var notOnDisk = 0
        try database.forEachRow(of: "song", columns) { row in
            guard var track = track(row, "strfilename", folders) else {
                notOnDisk += 1
                return
            }
            let album = row.integer("idalbum").flatMap { albums[$0] }
            track.title = row.text("strtitle")
            track.artist = row.text("strartistdisp")
            (track.albumTitle, track.albumArtist) = (album?.title, album?.artist)
            // The disc is in the upper half of the number.
            if let number = row.count("itrack") {
                track.trackNumber = number & 0xFFFF
                track.discNumber = number > 0xFFFF ? number >> 16 : nil
            }
            track.duration = row.number("iduration")
            track.values.set(
                playCount: row.integer("itimesplayed"), skipCount: nil,
                lastPlayed: row.date("lastplayed", isLocal: true))
            track.values.set(rating: row.number("userrating"), outOf: 10)
            library.tracks.append(track)
        }
        library.noteLeftOut(notOnDisk, of: "songs")
    }

    private static func readVideos(
        _ database: ForeignDatabase, _ folders: [Int: String], into library: inout ForeignLibrary
    ) throws {
        var bookmarks: [Int: Double] = [:]
        try database.forEachRow(
            of: "bookmark", ["idfile", "timeinseconds", "type"], isNeeded: false
        ) { row in
            // Type 1 is where playing continues; others are the user's marks in the film.
            guard row.integer("type") == 1, let file = row.integer("idfile") else { return }
            bookmarks[file] = row.number("timeinseconds")
        }
        var ratings: [Int: Double] = [:]
        for table in ["movie", "episode", "musicvideo"] {
            try database.forEachRow(of: table, ["idfile", "userrating"], isNeeded: false) { row in
                guard let file = row.integer("idfile") else { return }
                ratings[file] = row.number("userrating") ?? ratings[file]
            }
        }
        let columns = ["idfile", "idpath", "strfilename", "playcount", "lastplayed", "dateadded"]
        var notOnDisk = 0
        try database.forEachRow(of: "files", columns) { row in
            guard var track = track(row, "strfilename", folders) else {
                notOnDisk += 1
                return
            }
            track.values.set(rating: row.integer("idfile").flatMap { ratings[$0] }, outOf: 10)
            track.values.set(
                playCount: row.integer("playcount"), skipCount: nil,
                lastPlayed: row.date("lastplayed", isLocal: true))
            track.values.bookmarkTime = row.integer("idfile").flatMap { bookmarks[$0] }
            library.tracks.append(track)
        }
        library.noteLeftOut(notOnDisk, of: "videos")
    }

    /// A track with its place; `nil` for one that is on no disk.
    private static func track(
        _ row: ForeignRow, _ name: String, _ folders: [Int: String]
    ) -> ForeignLibrary.Track? {
        guard let file = row.text(name), let folder = row.integer("idpath").flatMap({ folders[$0] })
        else { return nil }
        // Some names are whole addresses.
        let place = file.contains("://") ? file : folder + file
        var track = ForeignLibrary.Track(location: PlaylistLocation(line: Array(place.utf8)))
        guard track.path != nil else { return nil }
        track.dateAdded = row.date("dateadded", isLocal: true)
        return track
    }
}

extension ForeignLibrary {
    /// Reports entries that lead to no file, such as those of add-ons.
    fileprivate mutating func noteLeftOut(_ count: Int, of kind: String) {
        if count > 0 {
            remarks.append("\(kind) that are not on a disk, and are left out: \(count)")
        }
    }
}

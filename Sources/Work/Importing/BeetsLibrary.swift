import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithStore
import PhonolithUsers

/// The database of beets, with the counts of its plugin mpdstats. beets keeps no playlists of its own.
enum BeetsLibrary {
    static func read(_ file: MediaPath, into library: inout ForeignLibrary) throws {
        let database = try ForeignDatabase(file)
        var values: [Int: UserData.Values] = [:]
        var estimates = 0
        try database.forEachRow(
            of: "item_attributes", ["entity_id", "key", "value"], isNeeded: false
        ) { row in
            guard let item = row.integer("entity_id") else { return }
            switch row.text("key") {
            case "play_count": values[item, default: .init()].playCount = row.count("value")
            case "skip_count": values[item, default: .init()].skipCount = row.count("value")
            case "last_played": values[item, default: .init()].lastPlayedDate = row.seconds("value")
            case "rating":
                // Up to 1 it is what mpdstats has worked out from plays and skips, and not a rating by the user.
                guard let rating = row.number("value"), rating >= 1 else { return estimates += 1 }
                values[item, default: .init()].set(rating: rating, outOf: rating > 5 ? 10 : 5)
            default: break
            }
        }
        try database.forEachRow(of: "items", columns, markedBy: "path") { row in
            guard let id = row.integer("id"), let path = row.bytes("path") else { return }
            library.tracks.append(
                ForeignLibrary.Track(beets: row, at: MediaPath(bytes: path), values[id]))
        }
        if estimates > 0 {
            library.remarks.append(
                "\(estimates) ratings are estimates of the plugin mpdstats, and are not imported")
        }
    }

    private static let columns = [
        "id", "path", "title", "artist", "album", "albumartist", "track", "disc", "length",
        "mb_releasetrackid", "added",
    ]
}

extension ForeignLibrary.Track {
    fileprivate init(beets row: ForeignRow, at path: MediaPath, _ values: UserData.Values?) {
        self.init(location: .path(path))
        title = row.text("title")
        artist = row.text("artist")
        albumTitle = row.text("album")
        albumArtist = row.text("albumartist")
        trackNumber = row.count("track")
        discNumber = row.count("disc")
        duration = row.number("length")
        musicBrainzTrackID = row.text("mb_releasetrackid")
        dateAdded = row.seconds("added")
        if let values { self.values = values }
    }
}

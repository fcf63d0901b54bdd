import FoundationEssentials
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithUsers

/// The library of iTunes and of Apple's Music: a property list that it writes with "Share iTunes Library XML with other
/// applications", or by File > Library > Export Library.
enum ITunesLibrary {
    /// Programs of Apple keep their library in another form, which only they read.
    static let remedy = "export one: File > Library > Export Library"

    static func read(_ file: MediaPath, into library: inout ForeignLibrary) throws {
        let root: PropertyListValue
        do {
            var reader = PropertyListReader(try file.allBytesToTheEnd())
            root = try reader.read()
        } catch {
            throw ImportingError(file, "is not a library of iTunes: \(error); \(Self.remedy)")
        }
        guard case .dictionary(let tracks)? = root["Tracks"] else {
            throw ImportingError(file, "is not a library of iTunes; \(Self.remedy)")
        }
        var byID: [Int: ForeignLibrary.Track] = [:]
        // In one order each time: of two tracks that are one item here, the later one counts.
        for (key, value) in tracks.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        ) {
            let track = ForeignLibrary.Track(iTunes: value)
            if let id = value["Track ID"]?.integer ?? Int(key) { byID[id] = track }
            library.tracks.append(track)
        }
        readPlaylists(root["Playlists"]?.elements ?? [], byID, into: &library)
    }

    private static func readPlaylists(
        _ playlists: [PropertyListValue], _ tracks: [Int: ForeignLibrary.Track],
        into library: inout ForeignLibrary
    ) {
        let folders = Dictionary(
            playlists.compactMap { playlist in
                playlist["Playlist Persistent ID"]?.text.map { ($0, playlist) }
            }, uniquingKeysWith: { first, _ in first })
        var identities = PlaylistIdentities()
        for playlist in playlists {
            // The library itself, its parts (Music, Films, …), and folders, whose lists are taken each.
            let isOwn = playlist["Master"]?.isTrue != true && playlist["Distinguished Kind"] == nil
            guard isOwn, playlist["Folder"]?.isTrue != true else { continue }
            let name = path(of: playlist, in: folders)
            let id =
                playlist["Playlist Persistent ID"]?.text ?? identities.identity("named " + name)
            if playlist["Smart Info"] != nil {
                library.remarks.append(
                    "playlist '\(name)': its rule cannot be read; its current items are imported"
                )
            }
            let entries = (playlist["Playlist Items"]?.elements ?? [])
                .compactMap { $0["Track ID"]?.integer.flatMap { tracks[$0] }?.entry }
            library.playlists.append(
                PortablePlaylist(
                    of: .itunes, id: id, name: name,
                    description: playlist["Description"]?.text, entries: entries))
        }
    }

    /// The name of a playlist after those of the folders that it is in: `Summer/Party`.
    private static func path(
        of playlist: PropertyListValue, in folders: [String: PropertyListValue]
    ) -> String {
        var names = [playlist["Name"]?.text ?? unnamed]
        var parent = playlist["Parent Persistent ID"]?.text
        // A file may say that folders are in each other, or in themselves.
        var seen = Set([playlist["Playlist Persistent ID"]?.text].compactMap(\.self))
        while let id = parent, let folder = folders[id], seen.insert(id).inserted {
            names.insert(folder["Name"]?.text ?? unnamed, at: 0)
            parent = folder["Parent Persistent ID"]?.text
        }
        return names.joined(separator: "/")
    }

    /// The name of a playlist or a folder without one.
    private static let unnamed = "Playlist"
}

extension ForeignLibrary.Track {
    /// A track of a file, of the cloud (without a location), or a station.
    fileprivate init(iTunes value: PropertyListValue) {
        self.init(location: value["Location"]?.text.map { .uri($0) })
        title = value["Name"]?.text
        artist = value["Artist"]?.text
        albumTitle = value["Album"]?.text
        albumArtist = value["Album Artist"]?.text
        discNumber = value["Disc Number"]?.integer
        trackNumber = value["Track Number"]?.integer
        duration = value["Total Time"]?.integer.map { Double($0) / 1000 }
        dateAdded = value["Date Added"]?.date
        values.set(
            playCount: value["Play Count"]?.integer, skipCount: value["Skip Count"]?.integer,
            lastPlayed: value["Play Date UTC"]?.date)
        // A computed rating is that of the album, not of the track.
        if value["Rating Computed"]?.isTrue != true {
            values.set(rating: value["Rating"]?.integer.map(Double.init), outOf: 100)
        }
        if value["Loved"]?.isTrue == true || value["Favorited"]?.isTrue == true {
            values.favoriteDate = dateAdded ?? .ofUnknownFavorite
        }
        values.bookmarkTime = value["Bookmark"]?.integer.map { Double($0) / 1000 }
        var album = UserData.Values()
        if value["Album Rating Computed"]?.isTrue != true {
            album.set(rating: value["Album Rating"]?.integer.map(Double.init), outOf: 100)
        }
        let isLoved =
            value["Album Loved"]?.isTrue == true || value["Album Favorited"]?.isTrue == true
        if album.rating != nil || isLoved {
            albumValues = UserData.GroupValues(
                rating: album.rating,
                favoriteDate: isLoved ? dateAdded ?? .ofUnknownFavorite : nil)
        }
    }
}

import FoundationEssentials
package import PhonolithDatabase
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore

// The users' own data, as a value that another library can read.

extension UserDataStore {
    /// Everything that is the users' own, with all by which items can be recognized; of items that are gone, too.
    package func export() throws -> UserData {
        let users = try catalog.users.all()
        let names = Dictionary(uniqueKeysWithValues: users.map { ($0.id.rawValue, $0.name) })
        var data = UserData()
        data.users = try users.map { try catalog.copying($0.id).userData.portable($0) }
        let stations = try catalog.radioStations.all().map {
            UserData.RadioStation(
                name: $0.name, streamURL: $0.streamURL, homePageURL: $0.homePageURL)
        }
        data.radioStations = stations.isEmpty ? nil : stations
        let feeds = try catalog.feeds.all().map(\.url)
        data.podcastFeeds = feeds.isEmpty ? nil : feeds
        return try read { database in
            let values = try Self.values(names, database)
            let albumValues = try Self.albumValues(names, database)
            let rows = try Self.items.fetchCursor(
                database,
                from: """
                    items JOIN files ON files.id = file_id
                    JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id
                    \(sql: ItemRow.identifiers.join)
                    ORDER BY roots.path, folders.path, files.name, start_time NULLS FIRST, items.id
                    """)
            while var row = try rows.next() {
                row.item.values = values[row.id]
                row.item.albumValues = albumValues[row.id]
                data.items.append(row.item)
            }
            return data
        }
    }

    package static let items = Projection { column in
        let path = column.filePath()
        let signature = AudioSignature(stored: column("signature"))
        let item = UserData.Item(
            path: path.description, pathBase64: path.isUTF8 ? nil : path.data.base64EncodedString(),
            title: column("title"), artist: column("artist"), albumTitle: column("album_title"),
            albumArtist: column("album_artist"), discNumber: column("disc_number"),
            albumTrackNumber: column("track_number"), playbackDuration: column("duration"),
            cueTrack: column("sheet_track AS cue_track"),
            isrc: column("CASE WHEN sheet_track IS NOT NULL THEN isrc END AS isrc"),
            musicBrainzTrackID: column("musicbrainz_track_id"),
            audioSignature: signature.map { String($0.rawValue, radix: 16) },
            dateAdded: column("date_added") as Date)
        return (id: column("items.id") as Int64, item: item)
    }

    /// All users' values of items, by the items' ids and the users' names.
    private static func values(
        _ names: [Int64: String], _ database: Connection
    ) throws -> [Int64: [String: UserData.Values]] {
        var values: [Int64: [String: UserData.Values]] = [:]
        let rows = try UserData.Values.ofItems.fetchCursor(database, from: "user_values")
        while let row = try rows.next() {
            guard let name = names[row.user] else { continue }
            values[row.item, default: [:]][name] = row.values
        }
        for (item, comments) in try bookmarkComments(names, database) {
            for (name, comment) in comments { values[item]?[name]?.bookmarkComment = comment }
        }
        let plays = try Projection { column in
            (
                item: column("item_id") as Int64, user: column("user_id") as Int64,
                play: UserData.Play(
                    date: column("time"), player: column("player"),
                    finished: column("is_finished"))
            )
        }.fetchCursor(database, from: "plays ORDER BY time, id")
        while let (item, user, play) = try plays.next() {
            guard let name = names[user] else { continue }
            if values[item]?[name]?.plays == nil {
                values[item, default: [:]][name, default: .init()].plays = []
            }
            // In place: an item can have thousands of plays.
            values[item]?[name]?.plays?.append(play)
        }
        return values
    }

    /// The user of this catalogue.
    private func portable(_ user: User) throws -> UserData.User {
        let closed = try catalog.users.closedRoots(of: user)
        let paths = try catalog.roots.all().filter { closed.contains($0.id) && $0.path.isUTF8 }
            .map(\.path.description)
        let playlists = try catalog.playlistFiles.portablePlaylists()
        var data = UserData.User(
            name: user.name, role: user.role,
            dateCreated: user.dateCreated,
            closedRoots: paths.isEmpty ? nil : paths,
            playlists: playlists.isEmpty ? nil : playlists, queue: try portableQueue())
        try addServiceData(to: &data)
        return data
    }

    private func portableQueue() throws -> UserData.Queue? {
        let kept = try catalog.queue.described()
        let queue = kept.queue
        guard !queue.isEmpty else { return nil }
        let ownPositions = queue.ownPositions
        return UserData.Queue(
            entries: queue.entries.map { entry in
                UserData.Queue.Entry(
                    source: PortablePlaylist.Entry(PlaylistEntry(entry.item)),
                    ownPosition: ownPositions[entry.id] ?? 0)
            }, currentIndex: queue.currentIndex, time: kept.time,
            repeatMode: queue.repeatMode.rawValue,
            shuffleMode: queue.shuffleMode.rawValue, dateChanged: kept.dateChanged,
            changedBy: kept.changedBy)
    }
}

extension PlaylistEntry {
    /// An entry of a queue.
    fileprivate init(_ item: PlayerItem) {
        let place = item.source.place
        let location: PlaylistLocation = place.path.map { .path($0) } ?? .uri(place.url ?? "")
        self.init(
            location: location, title: item.title, artist: item.artist, album: item.albumTitle,
            duration: item.duration, startTime: item.startTime, endTime: item.endTime)
    }
}

extension UserData.Values {
    /// The columns of `user_values` that ``ValueStore/userValueColumns`` names.
    init(_ column: inout Columns) {
        self.init()
        rating = column("rating")
        playCount = column("play_count")
        skipCount = column("skip_count")
        lastPlayedDate = column("last_played")
        bookmarkTime = column("bookmark_time")
        favoriteDate = column("favorite_date")
    }

    package static let ofItems = Projection { column in
        (
            item: column("item_id") as Int64, user: column("user_id") as Int64,
            values: Self(&column)
        )
    }
}

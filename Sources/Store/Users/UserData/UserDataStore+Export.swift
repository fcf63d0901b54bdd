import FoundationEssentials
internal import PhonolithDatabase
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
            let rows = try Row.fetchCursor(database, literal: Self.userDataSelection)
            while let row = try rows.next() {
                var item = UserData.Item(row, values[row["id"]])
                item.albumValues = albumValues[row["id"]]
                data.items.append(item)
            }
            return data
        }
    }

    private static let userDataSelection: SQL = """
        SELECT roots.path, folders.path, files.name, title, artist, album_title, album_artist,
        disc_number,
            track_number, duration, musicbrainz_track_id, signature, date_added, sheet_track,
            CASE WHEN sheet_track IS NOT NULL THEN isrc END, items.id AS id
        FROM items JOIN files ON files.id = file_id
        JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id
        \(sql: ItemRow.identifiers.join)
        ORDER BY roots.path, folders.path, files.name, start_time NULLS FIRST, items.id
        """

    /// All users' values of items, by the items' ids and the users' names.
    private static func values(
        _ names: [Int64: String], _ database: Connection
    ) throws -> [Int64: [String: UserData.Values]] {
        var values: [Int64: [String: UserData.Values]] = [:]
        let columns = ValueStore.userValueColumns.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            database, literal: "SELECT item_id, user_id, \(sql: columns) FROM user_values")
        while let row = try rows.next() {
            guard let name = names[row[1]] else { continue }
            values[row[0], default: [:]][name] = UserData.Values(row)
        }
        for (item, comments) in try bookmarkComments(names, database) {
            for (name, comment) in comments { values[item]?[name]?.bookmarkComment = comment }
        }
        let plays = try Row.fetchCursor(
            database,
            literal:
                "SELECT item_id, user_id, time, player, is_finished FROM plays ORDER BY time, id")
        while let row = try plays.next() {
            guard let name = names[row[1]] else { continue }
            let play = UserData.Play(
                date: Date(secondsSince1970: row[2]), player: row[3], finished: row[4])
            let item: Int64 = row[0]
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
        let location: PlaylistLocation =
            switch item.source {
            case .file(let path): .path(path)
            case .url(let url): .uri(url)
            }
        self.init(
            location: location, title: item.title, artist: item.artist, album: item.albumTitle,
            duration: item.duration, startTime: item.startTime, endTime: item.endTime)
    }
}

extension UserData.Item {
    fileprivate init(_ row: Row, _ values: [String: UserData.Values]?) {
        let path = MediaPath(data: row[0]).appending(MediaPath(data: row[1]))
            .appending(MediaPath(data: row[2]))
        self.init(
            path: path.description, pathBase64: path.isUTF8 ? nil : path.data.base64EncodedString(),
            title: row[3], artist: row[4], albumTitle: row[5], albumArtist: row[6],
            discNumber: row[7], albumTrackNumber: row[8], playbackDuration: row[9],
            cueTrack: row[13], isrc: row[14], musicBrainzTrackID: row[10],
            audioSignature: AudioSignature(stored: row[11]).map { String($0.rawValue, radix: 16) },
            dateAdded: Date(secondsSince1970: row[12]), values: values)
    }
}

extension UserData.Values {
    /// Reads item, user, and the values of ``ValueStore/userValueColumns``.
    fileprivate init(_ row: Row) {
        self.init()
        (rating, playCount, skipCount, bookmarkTime) = (row[2], row[3], row[4], row[6])
        lastPlayedDate = (row[5] as Int?).map(Date.init(secondsSince1970:))
        favoriteDate = (row[7] as Int?).map(Date.init(secondsSince1970:))
    }
}

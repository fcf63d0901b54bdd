import Foundation
internal import GRDB
import MediaModel

extension Catalog {
    /// Everything that is the user's own, with all by which it can be known again; of items that are gone, too.
    public func userData() throws -> UserData {
        let playlists = try portablePlaylists()
        return try read { database in
            var data = UserData()
            data.playlists = playlists.isEmpty ? nil : playlists
            let rows = try Row.fetchCursor(database, sql: Self.userDataSelection)
            while let row = try rows.next() { data.items.append(UserData.Item(row)) }
            return data
        }
    }

    private static let userDataSelection = """
        SELECT roots.path, folders.path, files.name, title, artist, album_title, album_artist, disc_number,
            track_number, duration, musicbrainz_track_id, signature, rating, play_count, skip_count,
            last_played, date_added, bookmark_time, sheet_track
        FROM user_values JOIN items ON items.id = item_id JOIN files ON files.id = file_id
        JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id
        ORDER BY roots.path, folders.path, files.name, start_time, items.id
        """

    /// What became of imported data.
    public struct Import: Hashable, Sendable {
        /// How many items have their values back.
        public var matched = 0
        /// What no item of the library is known to be, in the order of the file.
        public var unmatched: [UserData.Item] = []
        /// How many playlists are there again.
        public var playlists = 0
        /// How many of their entries stand for no item; they keep their text, and find it after a scan.
        public var unresolvedEntries = 0
    }

    /// Brings back what is the user's. Doing it twice is doing it once: counts become the greater, times of
    /// playing the later and of adding the earlier; ratings and bookmarks are those of the file, where it has any.
    /// A playlist takes the place of the same one here, unless that was changed later.
    ///
    /// - Throws: ``UserDataError``, ``CatalogError``; then nothing has changed.
    public func importUserData(_ data: UserData) throws -> Import {
        try data.validate()
        let playlists = try newer(data.playlists ?? [])
        return try write { database in
            var result = try importItems(data, database)
            result.playlists = playlists.count
            result.unresolvedEntries = try restore(playlists, prefixes: [], database)
            return result
        }
    }

    /// Those that the library does not have, or has in an older form.
    private func newer(_ playlists: [PortablePlaylist]) throws -> [PortablePlaylist] {
        let known = try self.playlists().map { ($0.uuid, $0.dateModified.secondsSince1970) }
        let changes = Dictionary(known, uniquingKeysWith: max)
        return playlists.filter { $0.modified > changes[$0.uuid.uppercased()] ?? .min }
    }

    private func importItems(_ data: UserData, _ database: Database) throws -> Import {
        var result = Import()
        let (direct, joined) = try matches(for: data, database)
        // Where entries of several copies are one item here, what its own entry says comes last, and wins.
        for matches in [joined, direct] {
            for (index, itemID) in matches.sorted(by: { $0.key < $1.key }) {
                try apply(data.items[Int(index)], to: itemID, database)
                result.matched += 1
            }
        }
        result.unmatched = data.items.indices.filter {
            direct[Int64($0)] == nil && joined[Int64($0)] == nil
        }.map { data.items[$0] }
        return result
    }

    /// Items by the numbers of entries: `direct` pairs one entry with one item, `joined` are entries of other copies of
    /// an item that is present. Items that are present come first, then those that are gone. Tracks of a cue sheet
    /// are those of the same number in the file that theirs is.
    private func matches(
        for data: UserData, _ database: Database
    ) throws -> (direct: [Int64: Int64], joined: [Int64: Int64]) {
        var entries = data.items.indices.filter { data.items[$0].cueTrack == nil }
            .map { FileTrace(data.items[$0], number: Int64($0)) }
        var (direct, joined): ([Int64: Int64], [Int64: Int64]) = ([:], [:])
        var files: [MediaPath: Int64] = [:]
        for isMissing in [false, true] {
            let items = try Self.traces(
                database, "items JOIN files ON files.id = file_id",
                "(items.is_missing AND NOT is_superseded) = ? AND start_time IS NULL", [isMissing])
            for (entry, item) in UserDataMatching.matches(entries: entries, items: items) {
                direct[entry.fileID] = item.itemID
                files[entry.path] = item.fileID
            }
            entries.removeAll { direct[$0.fileID] != nil }
            if isMissing { break }
            for (entry, item) in UserDataMatching.copies(entries: entries, items: items) {
                joined[entry.fileID] = item.itemID
                files[entry.path] = item.fileID
            }
            entries.removeAll { joined[$0.fileID] != nil }
        }
        for (index, entry) in data.items.enumerated() {
            guard let track = entry.cueTrack, let file = files[FileTrace(entry, number: 0).path]
            else { continue }
            direct[Int64(index)] = try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id FROM items WHERE file_id = ? AND sheet_track = ?"),
                arguments: [file, track])
        }
        return (direct, joined)
    }

    private func apply(
        _ entry: UserData.Item, to itemID: Int64, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE user_values SET rating = coalesce(?, rating),
                    play_count = max(play_count, ?), skip_count = max(skip_count, ?),
                    last_played = nullif(max(ifnull(last_played, 0), ?), 0),
                    bookmark_time = coalesce(?, bookmark_time)
                WHERE item_id = ?
                """
        ).execute(arguments: [
            entry.rating.flatMap { (0...5).contains($0) ? $0 : nil }, max(0, entry.playCount ?? 0),
            max(0, entry.skipCount ?? 0), max(0, entry.lastPlayedDate?.seconds ?? 0),
            entry.bookmarkTime, itemID,
        ])
        try database.cachedStatement(
            sql: "UPDATE items SET date_added = min(date_added, ?) WHERE id = ?"
        ).execute(arguments: [entry.dateAdded.seconds, itemID])
    }
}

/// Which items of a library the entries of user data speak of, strongest sign first.
enum UserDataMatching {
    static func matches(
        entries: [FileTrace], items: [FileTrace]
    ) -> [(left: FileTrace, right: FileTrace)] {
        var pairing = UniquePairing(left: entries, right: items)
        pairing.pair(by: \.path)
        // The longest end that two paths have in common: the same folders under another root.
        for length in (3...10).reversed() { pairing.pair(by: { PathSuffix($0, length: length) }) }
        pairing.pair(by: \.musicBrainzTrackID)
        pairing.pair(by: { NamedAudio($0, folders: 1) })
        pairing.pair(by: { NamedAudio($0, folders: 0) })
        pairing.pair(by: { TaggedAudio($0) })
        pairing.pair(by: \.signature)
        pairing.pair(by: { Tags($0) })
        pairing.pair(by: { AlbumPlace($0) }, where: FileTrace.areAsLong)
        pairing.pair(by: { PathSuffix($0, length: 2) }, where: FileTrace.areAsLong)
        return pairing.pairs
    }

    /// Items whose copies the entries speak of: the only ones with the same audio, or in the same place of an album.
    /// Any number of entries may be copies of one item.
    static func copies(
        entries: [FileTrace], items: [FileTrace]
    ) -> [(left: FileTrace, right: FileTrace)] {
        var (found, left): ([(left: FileTrace, right: FileTrace)], [FileTrace]) = ([], entries)
        func find<Key: Hashable>(
            by key: (FileTrace) -> Key?,
            where agree: (FileTrace, FileTrace) -> Bool = { _, _ in true }
        ) {
            let known = UniquePairing.unique(items, by: key)
            left.removeAll { entry in
                guard let item = key(entry).flatMap({ known[$0] }), agree(entry, item) else {
                    return false
                }
                found.append((entry, item))
                return true
            }
        }
        find(by: { NamedAudio($0, folders: 1) })
        find(by: { NamedAudio($0, folders: 0) })
        find(by: { TaggedAudio($0) })
        find(by: \.signature)
        find(by: \.musicBrainzTrackID)
        find(by: { Tags($0) })
        find(by: { AlbumPlace($0) }, where: FileTrace.areAsLong)
        return found
    }
}

extension FileTrace {
    /// - Parameter number: Stands in for the file's row.
    fileprivate init(_ item: UserData.Item, number: Int64) {
        let bytes = item.pathBase64.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
        self.init(
            fileID: number, itemID: nil, path: MediaPath(bytes: bytes ?? Array(item.path.utf8)),
            stamp: FileStamp(size: 0, modified: 0, device: 0, inode: 0))
        signature = item.audioSignature.flatMap { UInt64($0, radix: 16) }.map(AudioSignature.init)
        musicBrainzTrackID = item.musicBrainzTrackID
        title = item.title?.folded
        artist = item.artist?.folded
        albumTitle = item.albumTitle?.folded
        albumArtist = (item.albumArtist ?? item.artist)?.folded
        discNumber = item.discNumber
        trackNumber = item.albumTrackNumber
        duration = item.playbackDuration
    }
}

extension UserData.Item {
    fileprivate init(_ row: Row) {
        let path = MediaPath(data: row[0]).appending(MediaPath(data: row[1]))
            .appending(MediaPath(data: row[2]))
        func count(_ index: Int) -> Int? { (row[index] as Int?).flatMap { $0 > 0 ? $0 : nil } }
        self.init(
            path: path.description, pathBase64: path.isUTF8 ? nil : path.data.base64EncodedString(),
            title: row[3], artist: row[4], albumTitle: row[5], albumArtist: row[6],
            discNumber: row[7], albumTrackNumber: row[8], playbackDuration: row[9],
            cueTrack: row[18], musicBrainzTrackID: row[10],
            audioSignature: AudioSignature(stored: row[11]).map { String($0.rawValue, radix: 16) },
            rating: row[12], playCount: count(13), skipCount: count(14),
            lastPlayedDate: (row[15] as Int?).map(Date.init(seconds:)),
            dateAdded: Date(seconds: row[16]), bookmarkTime: row[17])
    }
}

extension Date {
    fileprivate init(seconds: Int) { self.init(timeIntervalSince1970: Double(seconds)) }

    /// Since 1970; 0 for what no clock has shown.
    fileprivate var seconds: Int { Int(exactly: timeIntervalSince1970.rounded()) ?? 0 }
}

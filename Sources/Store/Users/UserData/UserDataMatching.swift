import FoundationEssentials
internal import PhonolithDatabase
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithStore

// Which items of a library the entries of user data are.

extension UserDataStore {
    /// Items by the numbers of entries: `direct` pairs one entry with one item, `joined` are entries of other copies of
    /// an item that is present. Items that are present come first, then those that are gone. `occupied` are the paths of
    /// entries that are no item's, and at which another song is present.
    func matches(
        for data: UserData, _ database: Connection
    ) throws -> (direct: [Int64: Int64], joined: [Int64: Int64], occupied: Set<String>) {
        var entries = data.items.indices.filter { data.items[$0].cueTrack == nil }
            .map { FileTrace(data.items[$0], number: Int64($0)) }
        var (direct, joined): ([Int64: Int64], [Int64: Int64]) = ([:], [:])
        var (files, present): ([MediaPath: Int64], Set<MediaPath>) = ([:], [])
        for isMissing in [false, true] {
            let items = try FileTrace.traces(
                database, "items JOIN files ON files.id = file_id",
                """
                (items.is_missing = 1 AND is_superseded = 0) = (\(isMissing) = 1) AND start_time IS NULL
                """)
            for (entry, item) in UserDataMatching.matches(entries: entries, items: items) {
                direct[entry.fileID] = item.itemID
                files[entry.path] = item.fileID
            }
            entries.removeAll { direct[$0.fileID] != nil }
            if isMissing { break }
            present = Set(items.map(\.path))
            for (entry, item) in UserDataMatching.copies(entries: entries, items: items) {
                joined[entry.fileID] = item.itemID
                files[entry.path] = item.fileID
            }
            entries.removeAll { joined[$0.fileID] != nil }
        }
        direct.merge(try sheetTracks(in: data.items, of: files, database)) { $1 }
        let occupied = Set(entries.map(\.path)).intersection(present)
        return (direct, joined, Set(occupied.map(\.description)))
    }

    /// The items of tracks of cue sheets, by the numbers of their entries: the sheet may have changed since, so a track
    /// is recognized among those of the file that its own file is, by ``SheetTrackMatching``.
    private func sheetTracks(
        in entries: [UserData.Item], of files: [MediaPath: Int64], _ database: Connection
    ) throws -> [Int64: Int64] {
        let tracks = entries.indices.filter { entries[$0].cueTrack != nil }
        let images = Dictionary(grouping: tracks) { FileTrace(entries[$0], number: 0).path }
        let known = try KnownItems(ofFiles: images.keys.compactMap { files[$0] }, database)
        var found: [Int64: Int64] = [:]
        for (path, places) in images {
            let items = SheetTrackMatching.items(
                of: places.map { SheetTrack(entries[$0]) },
                among: known.items(of: files[path]).filter { $0.track != nil }.map(\.sheetTrack))
            for (place, item) in items { found[Int64(places[place])] = item }
        }
        return found
    }
}

extension SheetTrack {
    /// A track of another library, by what an entry has of it.
    fileprivate init(_ item: UserData.Item) {
        self.init(item: 0, number: item.cueTrack)
        (title, artist, isrc) = (item.title?.folded, item.artist?.folded, item.isrc)
        duration = item.playbackDuration
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

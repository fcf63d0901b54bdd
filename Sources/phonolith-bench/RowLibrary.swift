import Catalog
import Foundation
import MediaModel
import Migrations

/// A library of invented music whose rows are written directly, without files: as large as one likes, in
/// seconds.
struct RowLibrary {
    let seed: UInt64
    let tracks: Int
    /// The library's file.
    let path: String

    init(seed: UInt64, tracks: Int, in base: String) {
        self.seed = seed
        self.tracks = tracks
        let schema = Migrations.all.last?.name ?? ""
        path = "\(base)/rows-\(Self.version)-\(seed)-\(tracks)-\(schema)/library.sqlite"
    }

    /// Changes whenever the making does, so that no library of old is taken for one of now.
    private static let version = 3

    /// Makes the library unless it is there and complete.
    func make() throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let mark = folder + "/complete"
        if FileManager.default.fileExists(atPath: mark) { return }
        if FileManager.default.fileExists(atPath: folder) {
            try FileManager.default.removeItem(atPath: folder)
        }
        let catalog = try Catalog.open(at: path, for: .creating)
        try write(to: catalog)
        try use(catalog)
        // A log that is left would be read first by whoever opens the library; a connection that reads, and is closed
        // last, leaves it.
        try Checkpointer(of: catalog)?.run()
        try catalog.close()
        try Catalog.open(at: path, for: .writing).close()
        try Data().write(to: URL(fileURLWithPath: mark))
    }

    // MARK: - Facts

    /// - Returns: The processor time of the writer alone, in seconds.
    @discardableResult
    func write(to catalog: Catalog) throws -> Double {
        try catalog.addRoot("/music", kind: nil)
        guard let root = try catalog.roots().first?.id else { return 0 }
        var seconds = 0.0
        var writer = ScanWriter(catalog: catalog, root: root, scan: nil)
        let invented = InventedMusic(seed: seed, trackCount: tracks)
        var random = SeededNumbers(seed: seed, stream: 4_000_000_000)
        var batch = ScanBatch()
        var count = 0
        for (number, size) in invented.albumSizes().enumerated() {
            let album = invented.album(number, size: size)
            let files = album.tracks.map { track in
                count += 1
                return file(track, of: album, count, &random)
            }
            batch.append(files)
            if batch.files.count >= 2000 {
                seconds += try Machine.processorSeconds {
                    _ = try writer.write(batch, now: Self.moment(count))
                }
                batch = ScanBatch()
            }
        }
        seconds += try Machine.processorSeconds {
            _ = try writer.write(batch, now: Self.moment(count))
            try writer.finish()
        }
        return seconds
    }

    static func moment(_ count: Int) -> Timestamp {
        Timestamp(secondsSince1970: 1_700_000_000 + count)
    }

    func file(
        _ track: InventedMusic.Track, of album: InventedMusic.Album, _ number: Int,
        _ random: inout SeededNumbers
    ) -> ScannedFile {
        let folder = MediaPath(album.folder)
        let name = MediaPath(track.fileName)
        var facts = facts(of: track, album.format)
        facts.playbackDuration = Double(random.number(in: 60_000...480_000)) / 1000
        facts.bitRate = random.one(of: [128, 192, 256, 320, random.number(in: 200...1100)])
        return ScannedFile(
            folder: folder, name: name,
            stamp: FileStamp(
                size: random.number(in: 1_000_000...40_000_000), modified: number, device: 1,
                inode: number),
            knownID: nil,
            outcome: .item(
                ItemContents(
                    facts: facts, pictures: [], path: folder.appending(name),
                    sortKeys: SortKeyMaker())))
    }

    private func facts(of track: InventedMusic.Track, _ format: InventedMusic.Format) -> MediaFacts
    {
        let tags = Dictionary(track.tags, uniquingKeysWith: { $1 })
        func number(_ key: String, _ place: Int) -> Int? {
            tags[key]?.split(separator: "/").dropFirst(place).first.flatMap { Int($0) }
        }
        func list(_ key: String) -> [String] { tags[key].map { [$0] } ?? [] }
        var facts = MediaFacts()
        facts.mediaType = .music
        facts.title = tags["TITLE"]
        facts.albumTitle = tags["ALBUM"]
        (facts.artist, facts.artists) = (tags["ARTIST"], list("ARTIST"))
        (facts.albumArtist, facts.albumArtists) = (tags["ALBUMARTIST"], list("ALBUMARTIST"))
        (facts.composer, facts.composers) = (tags["COMPOSER"], list("COMPOSER"))
        facts.genres = list("GENRE")
        facts.releaseDate = tags["DATE"].flatMap(PartialDate.init)
        facts.isCompilation = tags["COMPILATION"].map { $0 == "1" }
        (facts.albumTrackNumber, facts.albumTrackCount) = (
            number("TRACKNUMBER", 0), number("TRACKNUMBER", 1)
        )
        (facts.discNumber, facts.discCount) = (number("DISCNUMBER", 0), number("DISCNUMBER", 1))
        facts.musicBrainzRecordingID = tags["MUSICBRAINZ_TRACKID"]
        facts.musicBrainzTrackID = tags["MUSICBRAINZ_RELEASETRACKID"]
        facts.musicBrainzAlbumID = tags["MUSICBRAINZ_ALBUMID"]
        facts.musicBrainzReleaseGroupID = tags["MUSICBRAINZ_RELEASEGROUPID"]
        facts.musicBrainzArtistIDs = list("MUSICBRAINZ_ARTISTID")
        facts.musicBrainzAlbumArtistIDs = list("MUSICBRAINZ_ALBUMARTISTID")
        (facts.codec, facts.container) = (format.rawValue, format.rawValue)
        (facts.sampleRate, facts.channelCount) = (44_100, 2)
        facts.bitDepth = format == .flac ? 16 : nil
        return facts
    }

    // MARK: - The user's own

    /// Every tenth track is rated and was played.
    private func use(_ catalog: Catalog) throws {
        var random = SeededNumbers(seed: seed, stream: 4_000_000_001)
        try catalog.setUserValues(
            (1...max(1, tracks)).lazy.filter { $0.isMultiple(of: 10) }.map { id in
                let played = random.number(in: 0...50)
                return (
                    PersistentID(Int64(id)),
                    MediaItem.UserValues(
                        rating: random.number(in: 0...5), playCount: played,
                        lastPlayedDate: played == 0
                            ? nil
                            : Timestamp(
                                secondsSince1970: random.number(in: 1_710_000_000...1_790_000_000)),
                        dateAdded: Self.moment(id))
                )
            })
    }
}

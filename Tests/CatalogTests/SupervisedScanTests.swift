import Foundation
import Phonolith
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// Scans by programs of other people.
@Suite(.needsInstallation) struct SupervisedScanTests {
    private let folder: URL
    private var music: URL { folder.appendingPathComponent("music", isDirectory: true) }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
        for (number, name) in ["full/full.mp3", "full/full.flac", "odd/text-named.mp3"].enumerated()
        {
            try Data(Fixtures.bytes(of: name))
                .write(to: music.appendingPathComponent("\(number)-\(name.suffix(8))"))
        }
    }

    private func library() async throws -> MediaLibrary {
        try await MediaLibrary.open(
            at: folder.appendingPathComponent("library.sqlite"), for: .creating)
    }

    @Test("a scan by workers has the report, the progress and the items of one in this process")
    func same() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try await library()
        let report = try await library.scan([music])
        #expect((report.added, report.unreadable, report.problems.count) == (2, 1, 1))
        #expect(report.remarks.isEmpty)
        #expect(try await MediaQuery.songs.items(in: library).count == 2)
        #expect(try await library.scan().unchanged == 2)
    }

    @Test("what cannot be scanned is refused with its own error, and nothing is done")
    func refused() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try await library()
        let missing = folder.appendingPathComponent("none")
        let target = await #expect(throws: ScanTargetError.self) {
            try await library.scan([missing])
        }
        #expect(target?.localizedDescription.contains(missing.path) == true)
        let address = try #require(URL(string: "https://example.org/music"))
        let place = await #expect(throws: MediaLibraryError.self) {
            try await library.scan([address])
        }
        #expect(place?.code == .invalidPlace && place?.subject == address.absoluteString)
        let reader = try await MediaLibrary.open(
            at: folder.appendingPathComponent("library.sqlite"), for: .reading)
        let access = await #expect(throws: CatalogError.self) { try await reader.scan([music]) }
        #expect(access?.code == .readOnly)
    }

    @Test("values that are out of range, and items that are gone, are errors with a code")
    func values() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try await library()
        _ = try await library.scan([music])
        var songs: [MediaItem] = []
        for try await song in MediaQuery.songs.items(in: library) { songs.append(song) }
        let song = try #require(songs.first)
        for rating in [-1, 6, Int.max] {
            let error = await #expect(throws: MediaLibraryError.self) {
                try await library.setRating(rating, of: song)
            }
            #expect(error?.code == .outOfRange)
        }
        for time in [-1, Double.nan, .infinity] {
            let error = await #expect(throws: MediaLibraryError.self) {
                try await library.setBookmarkTime(time, of: song)
            }
            #expect(error?.code == .outOfRange)
        }
        try await library.setRating(4, of: song)
        try await library.setFavorite(true, of: song)
        let again = try #require(try await library.item(song.id))
        #expect(again.rating == 4 && again.isFavorite && again.genre == song.genre)
        var other = song
        other.persistentID = PersistentID(Int64.max)
        let gone = await #expect(throws: MediaLibraryError.self) {
            try await library.setRating(1, of: other)
        }
        #expect(gone?.code == .noItem)

        let list = try await library.createPlaylist(named: "Mix", items: [song, song])
        try await library.add(MediaQuery.songs, to: list)
        var entries: [MediaItemID] = []
        for try await item in list.items(in: library) { entries.append(item.id) }
        #expect(entries == [song.id, song.id] + songs.map(\.id))
        let taken = await #expect(throws: PlaylistEditError.self) {
            try await library.createPlaylist(named: "mix")
        }
        #expect(taken?.code == .nameTaken && taken?.subject == "mix")
        try await library.delete(list)
        #expect(try await library.playlists().isEmpty)
        await #expect(throws: PlaylistEditError.self) { try await library.delete(list) }
    }
}

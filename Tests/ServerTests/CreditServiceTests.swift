import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import Testing

/// Credits and what is said of a release, as OpenSubsonic's clients ask for them.
@Suite(.timeLimit(.minutes(20))) struct CreditServiceTests {
    @Test("those in the credits who are artists of the library are contributors with their roles")
    func contributors() async throws {
        let server = try await TestServer.start([:])
        try write(["TPE1": "Ada", "TALB": "One", "TPE3": "ADA", "TIPL": "producer\0Bo"], server)
        _ = try await LibraryScanner(catalog: server.catalog).scan([
            MediaPath(server.music.path)
        ])
        let song = try await server.payload("getRandomSongs").object("randomSongs")
            .objects("song").first
        let found = try #require(song).objects("contributors")
        // Nobody called Bo is an artist here, whose id could be sent.
        #expect(found.map { $0.text("role") } == ["conductor"])
        #expect(found[0].object("artist").text("name") == "ADA")
        #expect(found[0].object("artist").text("id") == song?.text("artistId"))
        await server.stop()
    }

    @Test("albums have their labels and kinds of release")
    func releases() async throws {
        let server = try await TestServer.start([:])
        try write(
            [
                "TPE1": "Ada", "TALB": "One", "TPUB": "Label",
                "TXXX": "MusicBrainz Album Type\0live",
            ],
            server)
        _ = try await LibraryScanner(catalog: server.catalog).scan([
            MediaPath(server.music.path)
        ])
        let album = try await server.payload("getAlbumList2", "type=newest")
            .object("albumList2").objects("album").first
        #expect(album?["releaseTypes"] as? [String] == ["live"])
        #expect(album?.objects("recordLabels").map { $0.text("name") } == ["Label"])
        await server.stop()
    }

    @Test("an album tells the titles of its discs")
    func discTitles() async throws {
        let server = try await TestServer.start([:])
        try write(["TPE1": "Ada", "TALB": "One", "TPOS": "2/2", "TSST": "At Night"], server)
        _ = try await LibraryScanner(catalog: server.catalog).scan([
            MediaPath(server.music.path)
        ])
        let listed = try await server.payload("getAlbumList2", "type=newest")
            .object("albumList2").objects("album").first
        let id = try #require(listed?.text("id"))
        let discs = try await server.payload("getAlbum", "id=\(id)").object("album")
            .objects("discTitles")
        #expect(discs.map { $0["disc"] as? Int } == [2])
        #expect(discs.map { $0.text("title") } == ["At Night"])
        await server.stop()
    }

    /// Sound with an ID3v2.4 tag of text frames in UTF-8.
    private func write(_ frames: [String: String], _ server: TestServer) throws {
        var body = Data()
        for (id, text) in frames.sorted(by: { $0.key < $1.key }) {
            body +=
                Data(id.utf8) + [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 3] + Data(text.utf8)
        }
        let head = Data("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(body.count)]
        let sound = Data(try Fixtures.bytes(of: "empty/empty.mp3"))
        try FileManager.default.createDirectory(at: server.music, withIntermediateDirectories: true)
        try (head + body + sound).write(to: server.music.appendingPathComponent("a.mp3"))
    }
}

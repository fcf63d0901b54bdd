import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Albums, artists, playlists and folders as ZIP archives.
@Suite(.timeLimit(.minutes(20))) struct GroupDownloadTests {
    /// The names in an archive and the sums of their bytes, as Python reads it.
    private func contents(_ data: Data) throws -> [String: String] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        try data.write(to: file)
        let script = """
            import zipfile, hashlib, json, sys
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            print(json.dumps({i.filename: hashlib.sha256(z.read(i)).hexdigest() for i in z.infolist()}))
            """
        let text = try output(of: ["python3", "-c", script, file.path])
        return try #require(JSONSerialization.jsonObject(with: text) as? [String: String])
    }

    private func digest(_ url: URL) throws -> String {
        ContentDigest(of: [UInt8](try Data(contentsOf: url))).hexadecimal
    }

    @Test("each group is one archive of its files, whose length is known, by both APIs")
    func groups() async throws {
        let server = try await TestServer.start([
            "Björk/Homogenic/1.flac": "full/full.flac", "Björk/Homogenic/2.mp3": "full/full.mp3",
            "loose.mp3": "empty/empty.mp3",
        ])
        let items = try server.catalog.items.all(matching: MediaQuery())
        func id(_ ending: String) throws -> MediaItem {
            try #require(items.first { $0.location.path.description.hasSuffix(ending) })
        }
        let song = try id("1.flac")
        let album = try #require(song.albumPersistentID)
        let artist = try #require(song.artistPersistentID)
        let albumTitle = try #require(song.albumTitle)
        let artistTitle = try #require(
            server.catalog.collections.all([artist.rawValue], groupedBy: .artist).first
        ).title
        let playlist = try server.catalog.playlists.create(
            PlaylistCreationMetadata(name: "Mix/1"),
            entries: [.item(try id("loose.mp3").persistentID), .item(song.persistentID)])
        let root = try #require(try server.catalog.roots.all().first)
        let folder = try #require(try server.catalog.folders.folder(of: root.id))
        let one = try digest(server.music.appendingPathComponent("Björk/Homogenic/1.flac"))
        let two = try digest(server.music.appendingPathComponent("Björk/Homogenic/2.mp3"))
        let loose = try digest(server.music.appendingPathComponent("loose.mp3"))
        let albumFiles = ["\(albumTitle)/1.flac": one, "\(albumTitle)/2.mp3": two]
        let artistFiles = ["\(artistTitle)/1.flac": one, "\(artistTitle)/2.mp3": two]
        let listFiles = ["Mix_1/1 loose.mp3": loose, "Mix_1/2 1.flac": one]
        let folderFiles = [
            "\(folder.name)/Björk/Homogenic/1.flac": one,
            "\(folder.name)/Björk/Homogenic/2.mp3": two, "\(folder.name)/loose.mp3": loose,
        ]
        let key = ["Authorization": "Bearer \(server.secret)"]
        for (text, path, files) in [
            ("al-\(album)", "/albums/\(album)", albumFiles),
            ("ar-\(artist)", "/artists/\(artist)", artistFiles),
            ("pl-\(playlist.persistentID)", "/playlists/\(playlist.persistentID)", listFiles),
            ("fo-\(folder.id)", "/folders/\(folder.id)", folderFiles),
        ] {
            for answer in [
                try await server.call("download", "id=\(text)"),
                try await server.send("GET", "/api/v1\(path)/download", headers: key),
            ] {
                #expect(answer.status == 200, "\(text): \(answer.text.prefix(200))")
                #expect(answer.headers["content-type"] == "application/zip")
                #expect(answer.headers["content-length"] == "\(answer.body.count)")
                #expect(answer.headers["content-encoding"] == nil)
                #expect(answer.headers["content-disposition"]?.contains(".zip") == true)
                #expect(try contents(answer.body) == files, "\(text)")
            }
        }
        await server.stop()
    }

    @Test(
        "names are cut to what file systems take, between characters",
        arguments: [
            (String(repeating: "a", count: 255), 255), (String(repeating: "a", count: 300), 255),
            (String(repeating: "é", count: 200), 254), (String(repeating: "語", count: 102), 255),
            // A family of four is one character of 25 bytes.
            (String(repeating: "👨‍👩‍👧‍👦", count: 20), 250),
            // A letter with more marks than a name has room for.
            ("é" + String(repeating: "\u{301}", count: 300), 254),
            ("ab.c " + String(repeating: "x", count: 300), 255),
        ])
    func longNames(name: String, bytes: Int) async throws {
        let file = String(repeating: "f", count: 250) + ".flac"
        let server = try await TestServer.start(["m/\(file)": "full/full.flac"])
        let song = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        let playlist = try server.catalog.playlists.create(
            PlaylistCreationMetadata(name: name), entries: [.item(song.persistentID)])
        let answer = try await server.send(
            "GET", "/api/v1/playlists/\(playlist.persistentID)/download",
            headers: ["Authorization": "Bearer \(server.secret)"])
        let path = try #require(try contents(answer.body).keys.first).split(separator: "/")
        #expect(path.count == 2 && path[0].utf8.count == bytes)
        #expect(name.unicodeScalars.starts(with: path[0].unicodeScalars))
        #expect(path[1] == "1 " + file.prefix(248) + ".flac")
        let header = try #require(answer.headers["content-disposition"])
        let encoded = try #require(header.components(separatedBy: "UTF-8''").last)
        let attachment = try #require(encoded.removingPercentEncoding)
        #expect(attachment.hasSuffix(".zip") && attachment.utf8.count <= 255)
        #expect(name.unicodeScalars.starts(with: attachment.dropLast(4).unicodeScalars))
        await server.stop()
    }

    @Test("what is not there, or not for the user, is refused")
    func refused() async throws {
        let server = try await TestServer.start()
        let secret = try server.addUser("ben")
        let ben = try server.catalog.users.user(named: "ben")
        let item = try #require(
            server.catalog.items.all(matching: MediaQuery()).first { $0.albumTitle != nil })
        let album = try #require(item.albumPersistentID)
        let root = try #require(try server.catalog.roots.all().first)
        try server.catalog.users.setRoots(closed: [root.id], for: ben)
        #expect(try await server.error("download", "id=al-\(album)", secret: secret) == 70)
        for id in ["al-999", "ar-999", "pl-999", "fo-999"] {
            #expect(try await server.error("download", "id=\(id)") == 70, "\(id)")
        }
        let path = "/api/v1/albums/\(album)/download"
        let closed = try await server.send(
            "GET", path, headers: ["Authorization": "Bearer \(secret)"])
        #expect(closed.status == 404)
        try FileManager.default.removeItem(atPath: item.location.path.description)
        let gone = try await server.send(
            "GET", path, headers: ["Authorization": "Bearer \(server.secret)"])
        #expect(gone.status == 503 && gone.text.contains("cannot be read"), "\(gone.text)")
        await server.stop()
    }
}

import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithUsers
import Testing

/// Lists of one root.
@Suite(.timeLimit(.minutes(20))) struct MusicFolderTests {
    @Test("musicFolderId leaves out what other roots have: in searches, of stars, by chance")
    func folders() async throws {
        let server = try await TestServer.start(
            ["loose.mp3": "empty/empty.mp3"], more: ["other/b.flac": "full/full.flac"])
        let roots = try server.catalog.roots.all()
        let other = try #require(roots.first { $0.path.lastComponent == "other" })
        let music = try #require(roots.first { $0.path != other.path })
        let item = try #require(
            try server.catalog.items.all(matching: MediaQuery()).first {
                $0.location.root == other.path
            })
        let song = try await server.payload("getSong", "id=tr-\(item.persistentID)").object("song")
        let (album, artist) = (song.text("albumId") ?? "", song.text("artistId") ?? "")
        let star = "id=tr-\(item.persistentID)&albumId=\(album)&artistId=\(artist)"
        #expect(try await server.error("star", star) == nil)

        func count(
            _ name: String, _ query: String, _ root: LibraryRoot, _ part: String
        ) async throws -> [Int] {
            let found = try await server.payload(name, "\(query)&musicFolderId=\(root.id)")
                .object(part)
            return ["artist", "album", "song"].map { found.objects($0).count }
        }
        for version in [2, 3] {
            func found(_ text: String, _ root: LibraryRoot) async throws -> [Int] {
                try await count(
                    "search\(version)", "query=\(text)", root, "searchResult\(version)")
            }
            #expect(try await found("ada", music) == [0, 0, 0])
            let inOther = try await found("ada", other)
            #expect(inOther.allSatisfy { $0 >= 1 }, "\(inOther)")
        }
        #expect(try await count("getStarred", "f=json", music, "starred") == [0, 0, 0])
        #expect(try await count("getStarred", "f=json", other, "starred") == [1, 1, 1])
        #expect(try await count("getStarred2", "f=json", music, "starred2") == [0, 0, 0])
        #expect(try await count("getStarred2", "f=json", other, "starred2") == [1, 1, 1])
        for kind in ["random", "starred"] {
            let query = "type=\(kind)"
            #expect(try await count("getAlbumList2", query, music, "albumList2") == [0, 0, 0])
            #expect(try await count("getAlbumList2", query, other, "albumList2") == [0, 1, 0])
        }
        await server.stop()
    }

    /// Lists that take `musicFolderId`: their queries, parts and elements, and the key of what an element is called.
    private static let lists: [(name: String, query: String, part: String, key: String)] =
        [
            "alphabeticalByName", "alphabeticalByArtist", "newest", "random", "starred", "highest",
            "frequent", "recent", "byYear&fromYear=0&toYear=9999", "byGenre&genre=Folk",
        ].flatMap { kind in
            [
                ("getAlbumList", "type=\(kind)&size=500", "albumList", "album"),
                ("getAlbumList2", "type=\(kind)&size=500", "albumList2", "album"),
            ]
        } + [
            ("getRandomSongs", "size=500", "randomSongs", "song"),
            ("getSongsByGenre", "genre=Folk&count=500", "songsByGenre", "song"),
            ("getStarred", "", "starred", "song"), ("getStarred2", "", "starred2", "song"),
            ("getStarred", "", "starred", "album"), ("getStarred2", "", "starred2", "artist"),
            ("search2", "query=", "searchResult2", "song"),
            ("search3", "query=", "searchResult3", "album"),
            ("search2", "query=in", "searchResult2", "album"),
            ("search3", "query=in", "searchResult3", "song"),
            ("search3", "query=in", "searchResult3", "artist"),
        ]

    @Test("Each list of a root has what is in this root, also of roots that text cannot tell apart")
    func lists() async throws {
        let names = ["music", "Music", "müsic"]
        let server = try await TestServer.start(
            ["x.mp3": "empty/empty.mp3"],
            more: Dictionary(
                uniqueKeysWithValues: names.dropFirst().map { ("\($0)/x.mp3", "empty/empty.mp3") }))
        // A root inside the first.
        try server.add("empty/empty.mp3", as: "kids/x.mp3")
        try server.catalog.roots.add(MediaPath(server.music.path).appending("kids"), kind: nil)
        let roots = (names + ["music/kids"]).enumerated()
        var files: [String: [String: String]] = [:]
        for (number, root) in roots {
            files["\(root)/1.mp3"] = [
                "TIT2": "in \(number)", "TPE1": "in \(number)", "TALB": "in \(number)",
                "TPE2": "in \(number)", "TCON": "Folk", "TDRC": "2001",
            ]
        }
        try await server.add(files)
        for item in try server.catalog.items.all(matching: MediaQuery()) where item.title != nil {
            guard let album = item.albumPersistentID, let artist = item.artistPersistentID else {
                continue
            }
            let id = "id=tr-\(item.persistentID)"
            for (name, query) in [
                ("star", "\(id)&albumId=al-\(album)&artistId=ar-\(artist)"), ("scrobble", id),
                ("setRating", "id=al-\(album)&rating=5"),
            ] {
                #expect(try await server.error(name, query) == nil)
            }
        }
        for (number, name) in roots {
            let root = try #require(
                try server.catalog.roots.all().first {
                    $0.path.bytes.suffix(name.utf8.count + 1) == Array("/\(name)".utf8)[...]
                })
            for (list, query, part, key) in Self.lists {
                let found = try await server.payload(list, "\(query)&musicFolderId=\(root.id)")
                    .object(part).objects(key).compactMap { $0.text("name") ?? $0.text("title") }
                    .filter { $0.hasPrefix("in ") }
                #expect(found == ["in \(number)"], "\(list) \(query) of \(name)")
            }
            let indexes = try await server.payload("getArtists", "musicFolderId=\(root.id)")
                .object("artists").objects("index").flatMap { $0.objects("artist") }
            #expect(indexes.compactMap { $0.text("name") } == ["in \(number)"])
            let folder = try await server.payload("getIndexes", "musicFolderId=\(root.id)")
                .object("indexes").objects("child").compactMap { $0.text("title") }
            #expect(folder.filter { $0.hasPrefix("in ") } == ["in \(number)"])
        }
        for wrong in ["999", "x", "-1"] {
            for (list, query, _, _) in Self.lists {
                #expect(try await server.error(list, "\(query)&musicFolderId=\(wrong)") == 70)
            }
        }
        await server.stop()
    }
}

import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers
import Testing

/// Albums, artists and what they hold, as every list of OpenSubsonic has them.
@Suite(.timeLimit(.minutes(20))) struct AlbumAnswerTests {
    private static func song(
        _ title: String, _ artist: String?, _ album: String? = nil, by albumArtist: String? = nil,
        genre: String? = nil, track: Int = 1, _ more: [String: String] = [:]
    ) -> [String: String] {
        var frames = ["TIT2": title, "TRCK": "\(track)"].merging(more) { $1 }
        frames["TPE1"] = artist
        frames["TALB"] = album
        frames["TPE2"] = albumArtist
        frames["TCON"] = genre
        return frames
    }

    /// Two roots: albums of one, of several and in both roots, guests, composers, several spellings and genres, songs
    /// without album, and without anything.
    private static let files = [
        "music/a/1.mp3": song("A1", "Ada", "First", by: "Ada", genre: "Folk", track: 1),
        "music/a/2.mp3": song("A2", "Ada", "First", by: "Ada", genre: "Rock", track: 2),
        "music/a/3.mp3": song(
            "A3", "ADA; Ben", "First", by: "Ada", genre: "Folk", track: 3, ["TCOM": "Cleo"]),
        "music/a/4.mp3": song(
            "A4", "Ada; ADA; Ben", "First", by: "Ada; Ada; ADÀ", track: 4,
            ["TCOM": "Cleo; CLEO", "TIPL": "producer\0Ben\0producer\0BEN"]),
        "music/b/1.mp3": song("B1", "Ben", "Second", by: "Ben", track: 1, ["TCOM": "Ben"]),
        "music/b/2.mp3": song("B2", "Ben", "Second", by: "Ben", track: 2),
        "music/v/1.mp3": song("V1", "Dora", "Various", by: "Various Artists", track: 1),
        "music/v/2.mp3": song("V2", "Ada", "Various", by: "Various Artists", track: 2),
        "music/loose.mp3": song("L1", "Wolf", genre: "Folk"),
        "music/loose2.mp3": song("L2", "Ada"),
        "music/nothing.mp3": [:],
        "other/1.mp3": song("B3", "Ben", "Second", by: "Ben", genre: "Folk", track: 3),
        "other/2.mp3": song("E1", "Eve", "Third", genre: "Jazz"),
        "other/3.mp3": song("L3", "Wolf", genre: "Jazz"),
    ]

    private static func start() async throws -> TestServer {
        let server = try await TestServer.start(
            ["x.mp3": "empty/empty.mp3"], more: ["other/x.mp3": "empty/empty.mp3"])
        try server.remove("x.mp3")
        try await server.add(files)
        return server
    }

    /// An endpoint's answer to a user.
    private func answer(
        _ server: TestServer, _ secret: String, _ name: String, _ query: String = ""
    ) async throws -> [String: Any] {
        let answer = try await server.send(
            "GET", "/rest/\(name)?apiKey=\(secret)&v=1.16.1&c=test&f=json&\(query)"
        ).json().object("subsonic-response")
        #expect(answer.text("status") == "ok", "\(name) \(query): \(answer)")
        return answer
    }

    /// A value as text that is the same for equal values.
    private static func text(_ value: Any?) -> String? {
        value.flatMap {
            try? JSONSerialization.data(
                withJSONObject: $0, options: [.sortedKeys, .fragmentsAllowed])
        }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static let kinds = [
        "random", "newest", "highest", "frequent", "recent", "alphabeticalByName",
        "alphabeticalByArtist", "starred", "byYear&fromYear=0&toYear=9999", "byGenre&genre=Folk",
    ]

    @Test(
        "Albums, artists, genres and playlists have the same counts in every answer, and as many songs",
        arguments: [false, true])
    func counts(isClosed: Bool) async throws {
        let server = try await Self.start()
        let secret = try server.addUser("ben")
        let ben = try server.catalog.users.user(named: "ben")
        let songs = try await answer(server, secret, "search3", "query=&songCount=500")
            .object("searchResult3").objects("song")
        #expect(songs.count == Self.files.count + 1)
        let ids = songs.compactMap { $0.text("id") }.map { "songId=\($0)" }.joined(separator: "&")
        _ = try await answer(server, secret, "createPlaylist", "name=P&\(ids)")
        for song in songs {
            _ = try await answer(server, secret, "scrobble", "id=\(song.text("id") ?? "")")
            for (key, name) in [("albumId", "albumId"), ("artistId", "artistId")] {
                guard let id = song.text(key) else { continue }
                _ = try await answer(server, secret, "star", "\(name)=\(id)")
                _ = try await answer(server, secret, "setRating", "id=\(id)&rating=3")
            }
        }
        for song in songs {
            for key in ["artists", "albumArtists", "contributors"] {
                let named = song.objects(key).map { entry in
                    let artist = key == "contributors" ? entry.object("artist") : entry
                    return [entry.text("role"), entry.text("subRole"), artist.text("id")]
                }
                #expect(Set(named).count == named.count, "\(song)")
            }
        }
        if isClosed {
            let other = try #require(
                try server.catalog.roots.all().first { $0.path.lastComponent == "other" })
            try server.catalog.users.setRoots(closed: [other.id], for: ben)
        }
        func ask(_ name: String, _ query: String = "") async throws -> [String: Any] {
            try await answer(server, secret, name, query)
        }
        let folders = try await ask("getMusicFolders").object("musicFolders").objects("musicFolder")
            .compactMap { $0["id"] as? Int }
        #expect(folders.count == (isClosed ? 1 : 2))

        var albums: [(String, [String: Any])] = []
        var artists: [(String, [String: Any])] = []
        func note(_ place: String, _ found: [String: Any], _ key: String) {
            for album in found.objects("album") { albums.append((place, album)) }
            let some = found.objects(key)
            #expect(Set(some.map { $0.text("id") }).count == some.count, "\(place): \(some)")
            #expect(Set(some.map { $0.text("name") }).count == some.count, "\(place): \(some)")
            for artist in some { artists.append((place, artist)) }
        }
        for folder in [""] + folders.map({ "&musicFolderId=\($0)" }) {
            for kind in Self.kinds {
                let list = try await ask("getAlbumList2", "size=500&type=\(kind)\(folder)")
                note("\(kind)\(folder)", list.object("albumList2"), "")
            }
            let indexes = try await ask("getArtists", folder).object("artists").objects("index")
            note(
                "getArtists\(folder)", ["artist": indexes.flatMap { $0.objects("artist") }],
                "artist")
            for text in ["", "a", "e", "second"] {
                let counts = "artistCount=500&albumCount=500"
                let found = try await ask("search3", "query=\(text)&\(counts)\(folder)")
                note("search3 \(text)\(folder)", found.object("searchResult3"), "artist")
            }
            let starred = try await ask("getStarred2", folder)
            note("getStarred2\(folder)", starred.object("starred2"), "artist")
        }
        for id in Set(artists.compactMap { $0.1.text("id") }) {
            let artist = try await ask("getArtist", "id=\(id)").object("artist")
            note("getArtist", artist, "")
            #expect(artist["albumCount"] as? Int == artist.objects("album").count, "\(artist)")
            for (place, other) in artists where other.text("id") == id {
                for key in ["albumCount", "roles", "name", "coverArt", "starred"] {
                    #expect(Self.text(other[key]) == Self.text(artist[key]), "\(place): \(other)")
                }
            }
        }
        for id in Set(albums.compactMap { $0.1.text("id") }) {
            let album = try await ask("getAlbum", "id=\(id)").object("album")
            #expect(album["songCount"] as? Int == album.objects("song").count, "\(album)")
            let plays = album.objects("song").compactMap { $0["playCount"] as? Int }.reduce(0, +)
            #expect(album["playCount"] as? Int == plays && plays > 0, "\(album)")
            let last = album.objects("song").compactMap { $0.text("played") }.max()
            #expect(album.text("played") == last, "\(album)")
            for (place, other) in albums where other.text("id") == id {
                for (key, value) in other {
                    if key == "discTitles" { continue }
                    #expect(Self.text(album[key]) == Self.text(value), "\(place): \(other)")
                }
            }
        }
        let genres = try await ask("getGenres").object("genres").objects("genre")
        #expect(genres.count == (isClosed ? 2 : 3))
        for genre in genres {
            let name = genre.text("value") ?? ""
            let found = try await ask("getSongsByGenre", "genre=\(name)&count=500")
                .object("songsByGenre").objects("song")
            #expect(genre["songCount"] as? Int == found.count, "\(genre)")
            let list = try await ask("getAlbumList2", "type=byGenre&genre=\(name)&size=500")
                .object("albumList2").objects("album")
            #expect(genre["albumCount"] as? Int == list.count, "\(genre)")
        }
        let list = try await ask("getPlaylists").object("playlists").objects("playlist")[0]
        let whole = try await ask("getPlaylist", "id=\(list.text("id") ?? "")").object("playlist")
        #expect(list["songCount"] as? Int == whole.objects("entry").count)
        #expect(whole["songCount"] as? Int == whole.objects("entry").count)

        func total(_ path: String) async throws -> Int? {
            try await server.api("GET", "\(path)?limit=0", secret: secret).json()["total"] as? Int
        }
        let all = try await ask("search3", "query=&songCount=500&albumCount=500&artistCount=500")
            .object("searchResult3")
        #expect(try await total("/songs") == all.objects("song").count)
        #expect(try await total("/albums") == all.objects("album").count)
        #expect(try await total("/genres") == genres.count)
        await server.stop()
    }

    @Test("Every song with an artist is reached from the artists' list, by albums alone")
    func reachable() async throws {
        let server = try await Self.start()
        let indexes = try await server.payload("getArtists").object("artists").objects("index")
        var reached: Set<String> = []
        for artist in indexes.flatMap({ $0.objects("artist") }) {
            let albums = try await server.payload("getArtist", "id=\(artist.text("id") ?? "")")
                .object("artist").objects("album")
            for album in albums {
                let whole = try await server.payload("getAlbum", "id=\(album.text("id") ?? "")")
                    .object("album")
                reached.formUnion(whole.objects("song").compactMap { $0.text("title") })
                let folder = try await server.payload(
                    "getMusicDirectory", "id=\(album.text("id") ?? "")"
                ).object("directory")
                #expect(
                    folder.objects("child").map { $0.text("id") }
                        == whole.objects("song").map { $0.text("id") })
            }
        }
        let titles = Set(Self.files.values.compactMap { $0["TIT2"] })
        #expect(reached == titles)
        await server.stop()
    }

    @Test("The songs without album of an artist are one album, which can be shared and not rated")
    func looseSongs() async throws {
        let server = try await Self.start()
        let wolf = try #require(
            try server.catalog.collections.all(of: .albumArtists).first { $0.title == "Wolf" })
        let id = "lo-\(wolf.persistentID)"
        let album = try await server.payload("getAlbum", "id=\(id)").object("album")
        #expect(album.text("artistId") == "ar-\(wolf.persistentID)")
        #expect(album.text("name") == "Songs without album")
        #expect(Set(album.objects("song").compactMap { $0.text("title") }) == ["L1", "L3"])
        let share = try await server.payload("createShare", "id=\(id)").object("shares")
            .objects("share")
        #expect(share.first?.objects("entry").count == 2)
        let archive = try await server.call("download", "id=\(id)")
        #expect(archive.headers["content-type"] == "application/zip")
        #expect(try await server.error("download", "id=lo-999999") == 70)
        for name in ["star", "setRating"] {
            #expect(try await server.error(name, "id=\(id)&rating=1") != nil)
        }
        for wrong in ["lo-999999", "lo-0", "lo-01"] {
            #expect(try await server.error("getAlbum", "id=\(wrong)") == 70)
        }
        // Of an artist all of whose songs are in albums.
        let ben = try #require(
            try server.catalog.collections.all(of: .albumArtists).first { $0.title == "Ben" })
        #expect(try await server.error("getAlbum", "id=lo-\(ben.persistentID)") == 70)
        await server.stop()
    }

    @Test("A shared or downloaded artist is what its page shows, in the same role")
    func artists() async throws {
        let server = try await Self.start()
        let rows: [(name: String, titles: [String])] = [
            ("Ada", ["A1", "A2", "A3", "A4", "L2"]),
            ("Various Artists", ["V1", "V2"]), ("Wolf", ["L1", "L3"]), ("Dora", ["V1"]),
            ("Cleo", ["A3", "A4"]),
        ]
        let roles: [MediaGrouping] = [.composer, .artist, .albumArtist]
        let named = try roles.flatMap {
            try server.catalog.collections.all(of: MediaQuery(groupingType: $0))
        }
        for row in rows {
            let artist = try #require(named.last { $0.title == row.name })
            let id = "ar-\(artist.persistentID)"
            let share = try await server.payload("createShare", "id=\(id)").object("shares")
                .objects("share")
            let shared = try #require(share.first).objects("entry").compactMap { $0.text("title") }
            #expect(shared.sorted() == row.titles, "\(row.name)")
            let archive = try await server.call("download", "id=\(id)")
            #expect(archive.headers["content-type"] == "application/zip", "\(row.name)")
            // The number of files, of an archive's end record (APPNOTE 4.3.16).
            let end = [UInt8](archive.body.suffix(22))
            #expect(end[10] == UInt8(row.titles.count), "\(row.name)")
        }
        await server.stop()
    }

    @Test(
        "highest has the albums that the user rated, the best first, with offset, size and folder")
    func highest() async throws {
        let server = try await Self.start()
        let albums = try await server.payload("getAlbumList2", "type=alphabeticalByName&size=500")
            .object("albumList2").objects("album")
        func id(_ name: String) throws -> String {
            try #require(albums.first { $0.text("name") == name }?.text("id"))
        }
        for (name, rating) in [("First", 2), ("Second", 5), ("Third", 3), ("Various", 3)] {
            #expect(try await server.error("setRating", "id=\(id(name))&rating=\(rating)") == nil)
        }
        let other = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "other" })
        let rows: [(query: String, names: [String])] = [
            ("", ["Second", "Third", "Various", "First"]), ("&size=2", ["Second", "Third"]),
            ("&offset=1&size=2", ["Third", "Various"]), ("&offset=4", []),
            ("&musicFolderId=\(other.id)", ["Second", "Third"]),
            ("&musicFolderId=\(other.id)&offset=1", ["Third"]),
        ]
        for (list, key) in [("getAlbumList", "title"), ("getAlbumList2", "name")] {
            let part = list.replacing("getA", with: "a")
            for (query, names) in rows {
                let found = try await server.payload(list, "type=highest\(query)")
                #expect(found.object(part).objects("album").compactMap { $0.text(key) } == names)
            }
        }
        // Ratings of songs are not the album's, and others' are not the user's.
        _ = try await server.payload("setRating", "id=\(id("Second"))&rating=0")
        let song = try await server.payload("getAlbum", "id=\(id("Second"))").object("album")
            .objects("song")[0]
        _ = try await server.payload("setRating", "id=\(song.text("id") ?? "")&rating=5")
        let found = try await server.payload("getAlbumList2", "type=highest")
        #expect(
            found.object("albumList2").objects("album").compactMap { $0.text("name") }
                == ["Third", "Various", "First"])
        let anna = try await answer(server, server.addUser("anna"), "getAlbumList2", "type=highest")
        #expect(anna.object("albumList2").objects("album").isEmpty)
        await server.stop()
    }

    @Test("frequent has albums by the plays of all their songs, as they say themselves")
    func frequent() async throws {
        let server = try await Self.start()
        let songs = try await server.payload("search3", "query=&songCount=500")
            .object("searchResult3").objects("song")
        // Three songs of one album once, one of another twice, and one without album.
        for (title, count) in [("B1", 1), ("B2", 1), ("B3", 1), ("A1", 2), ("E1", 1), ("L1", 9)] {
            let id = try #require(songs.first { $0.text("title") == title }?.text("id"))
            for _ in 0..<count {
                #expect(try await server.error("scrobble", "id=\(id)") == nil)
            }
        }
        let albums = try await server.payload("getAlbumList2", "type=frequent")
            .object("albumList2").objects("album")
        #expect(albums.compactMap { $0.text("name") } == ["Second", "First", "Third"])
        #expect(albums.compactMap { $0["playCount"] as? Int } == [3, 2, 1])
        let second = try await server.payload("getAlbumList2", "type=frequent&offset=1&size=1")
            .object("albumList2").objects("album")
        #expect(second.compactMap { $0.text("name") } == ["First"])
        await server.stop()
    }
}

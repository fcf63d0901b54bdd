import Foundation
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Data read from programs that keep a database.
@Suite struct ForeignDatabaseTests {
    private let files: ForeignFiles

    init() throws { files = try ForeignFiles() }

    @Test(
        "reading makes no files beside a database, whatever its name and its log",
        arguments: ["wal", "delete"],
        ["strawberry.db", "a 100% #1?/strawberry.db", "ä/strawberry.db"])
    func leftAlone(log: String, name: String) throws {
        let path = try files.database(
            name,
            """
            CREATE TABLE songs (title TEXT, url TEXT NOT NULL, rating INTEGER DEFAULT -1);
            INSERT INTO songs VALUES ('One', 'file:///music/1.flac', 0.8);
            """)
        _ = try output(of: [
            "python3", "-c",
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('PRAGMA journal_mode = ' + sys.argv[2]); c.close()",
            path.description, log,
        ])
        let folder = path.parent.description
        let before = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(before == ["strawberry.db"])
        #expect(try files.library(.strawberry).tracks.map(\.title) == ["One"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == before)
    }

    @Test(
        "a database whose name is no UTF-8 is read, whatever its log", arguments: ["wal", "delete"])
    func strangeName(log: String) throws {
        let path = try files.database("songs.db", "CREATE TABLE songs (title TEXT)")
        _ = try output(of: [
            "python3", "-c",
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('PRAGMA journal_mode = ' + sys.argv[2]); c.close()",
            path.description, log,
        ])
        let strange = path.parent.appending(MediaPath(bytes: [0x61, 0xE9]))
        #expect(rename(path.description, strange.bytes.map(CChar.init(bitPattern:)) + [0]) == 0)
        try ForeignDatabase(strange).forEachRow(of: "songs", ["title"]) { _ in
            Issue.record("it has no rows")
        }
    }

    @Test(
        "a foreign database whose views have no end, whose values are computed ones of any length, or that runs more of SQLite than its programs need, is refused",
        .timeLimit(.minutes(5)),
        arguments: [
            (
                """
                CREATE VIEW songs AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                SELECT i AS title, i AS rowid FROM n
                """, "it takes far longer than a file of its size should"
            ),
            (
                """
                CREATE VIEW songs AS SELECT 1 AS rowid, zeroblob(900000000) AS title
                """, "string or blob too big"
            ),
            (
                // One that every SQLite calls unsafe; full-text search is not any more.
                "CREATE VIEW songs AS SELECT name AS title, 1 AS rowid FROM dbstat",
                "unsafe use of virtual table"
            ),
        ])
    func hostile(statements: String, reason: String) throws {
        let path = try files.database("songs.db", statements)
        let error = #expect(throws: ForeignDatabaseError.self) {
            try ForeignDatabase(path).forEachRow(of: "songs", ["title"]) { _ in }
        }
        #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    }

    @Test(
        "Strawberry and Clementine: two names for the column of the place",
        arguments: [
            (ForeignProgram.strawberry, "strawberry/strawberry.db", "url", "collection_id"),
            (.clementine, "clementine.db", "filename", "library_id"),
        ])
    func strawberry(program: ForeignProgram, file: String, place: String, item: String) throws {
        try files.database(
            file,
            """
            CREATE TABLE songs (title TEXT, album TEXT, artist TEXT, albumartist TEXT, track INTEGER,
                disc INTEGER, length INTEGER, \(place) TEXT NOT NULL, playcount INTEGER,
                skipcount INTEGER, lastplayed INTEGER, rating INTEGER DEFAULT -1);
            INSERT INTO songs VALUES ('One', 'First', 'Ada', '', 3, -1, 241000000000,
                'file:///music/Ada/1%20one.flac', 7, 2, 1700000000, 0.8);
            INSERT INTO songs VALUES ('Two', '', '', '', -1, -1, -1, 'file:///music/2.flac', 0, 0, -1, -1);
            CREATE TABLE playlists (name TEXT NOT NULL, ui_path TEXT, dynamic_playlist_type INTEGER);
            INSERT INTO playlists VALUES ('Empty', NULL, NULL), ('Road', 'Summer', NULL);
            CREATE TABLE playlist_items (playlist INTEGER, \(item) INTEGER, url TEXT, title TEXT);
            INSERT INTO playlist_items VALUES (2, 2, '', ''), (2, NULL, 'http://radio.example/', 'Radio'),
                (2, 1, '', '');
            """)
        let library = try files.library(program)
        let track = try #require(library.track("One"))
        #expect(track.location?.path == "/music/Ada/1 one.flac")
        #expect(track.duration == 241 && track.trackNumber == 3 && track.discNumber == nil)
        #expect(
            track.values
                == values {
                    ($0.rating, $0.playCount, $0.skipCount) = (4, 7, 2)
                    $0.lastPlayedDate = date(1_700_000_000)
                })
        #expect(library.track("Two")?.values == UserData.Values())
        #expect(library.playlists.map(\.name) == ["Summer/Road"])
        #expect(library.playlists[0].entries.map(\.title) == ["Two", "Radio", "One"])
    }

    private let navidrome = """
        CREATE TABLE user (id TEXT, user_name TEXT);
        INSERT INTO user VALUES ('u1', 'ada'), ('u2', 'bo');
        CREATE TABLE library (id INTEGER, path TEXT);
        INSERT INTO library VALUES (1, '/music');
        CREATE TABLE media_file (id TEXT, path TEXT, library_id INTEGER, title TEXT, artist TEXT, album TEXT,
            album_artist TEXT, track_number INTEGER, disc_number INTEGER, duration REAL,
            mbz_release_track_id TEXT, created_at TEXT, album_id TEXT);
        INSERT INTO media_file VALUES ('m1', 'Ada/1.flac', 1, 'One', 'Ada', 'First', 'Ada', 1, 1, 241.5,
            'e7f7a', '2023-01-02 03:04:05.678+00:00', 'a1');
        INSERT INTO media_file VALUES ('m2', 'Ada/2.flac', 1, 'Two', 'Ada', 'First', 'Ada', 2, 1, 10, '', NULL, 'a1');
        CREATE TABLE artist (id TEXT, name TEXT, mbz_artist_id TEXT);
        INSERT INTO artist VALUES ('r1', 'Ada', 'b7'), ('r2', 'Bo', '');
        CREATE TABLE annotation (user_id TEXT, item_id TEXT, item_type TEXT, play_count INTEGER,
            play_date TEXT, rating INTEGER, starred BOOL, starred_at TEXT);
        INSERT INTO annotation VALUES
            ('u1', 'm1', 'media_file', 5, '2024-05-01 10:20:30+00:00', 4, 1, '2024-05-02 00:00:00+00:00'),
            ('u2', 'm1', 'media_file', 99, NULL, 1, 0, NULL), ('u1', 'a1', 'album', 3, NULL, 5, 0, NULL),
            ('u1', 'r1', 'artist', 3, NULL, 0, 1, '2024-05-02 00:00:00+00:00'), ('u2', 'r2', 'artist', 0, NULL, 5, 0, NULL);
        CREATE TABLE bookmark (user_id TEXT, item_id TEXT, item_type TEXT, position INTEGER);
        INSERT INTO bookmark VALUES ('u1', 'm2', 'media_file', 61500);
        CREATE TABLE playlist (id TEXT, name TEXT, comment TEXT, owner_id TEXT, rules TEXT);
        INSERT INTO playlist VALUES ('p1', 'Road', 'by car', 'u1', NULL), ('p2', 'Other', '', 'u2', NULL),
            ('p3', 'New', '', 'u1', '{"all":[{"gt":{"rating":3}}],"sort":"title","limit":10}'),
            ('p4', 'Odd', '', 'u1', '{"all":[{"near":{"rating":3}}]}');
        CREATE TABLE playlist_tracks (id INTEGER, playlist_id TEXT, media_file_id TEXT);
        INSERT INTO playlist_tracks VALUES (2, 'p1', 'm1'), (1, 'p1', 'm2'), (1, 'p4', 'm1');
        """

    @Test("Navidrome: one user's values, lists and rules")
    func ofNavidrome() throws {
        try files.database("navidrome.db", navidrome)
        let library = try files.library(.navidrome, user: "Ada")
        let track = try #require(library.track("One"))
        #expect(track.location?.path == "/music/Ada/1.flac" && track.musicBrainzTrackID == "e7f7a")
        #expect(track.dateAdded == date(1_672_628_645))
        #expect(
            track.values
                == values {
                    ($0.rating, $0.playCount) = (4, 5)
                    $0.lastPlayedDate = date(1_714_558_830)
                    $0.favoriteDate = date(1_714_608_000)
                })
        #expect(library.track("Two")?.values == values { $0.bookmarkTime = 61.5 })
        #expect(
            library.tracks.map(\.albumValues)
                == Array(repeating: UserData.GroupValues(rating: 5), count: 2))
        #expect(
            library.artists == [
                UserData.Artist(
                    name: "Ada", musicBrainzID: "b7", rating: nil, favoriteDate: date(1_714_608_000)
                )
            ])
        #expect(library.playlists.map(\.name) == ["Road", "New", "Odd"])
        #expect(library.playlists[0].entries.map(\.title) == ["Two", "One"])
        #expect(library.playlists[1].rule == "rating > 3" && library.playlists[1].limit == 10)
        #expect(library.playlists[2].entries.map(\.title) == ["One"])
        #expect(library.remarks.count == 1 && library.remarks[0].contains("'Odd'"))
    }

    /// Rows of one place: whether each has gone, and which keep the place.
    @Test(
        "Navidrome: a row whose file went gives its place to the one that is there",
        arguments: [
            ([false], [true]), ([true], [true]), ([false, true], [true, false]),
            ([true, false], [false, true]), ([true, false, true], [false, true, false]),
        ] as [([Bool], [Bool])])
    func replaced(gone: [Bool], kept: [Bool]) throws {
        let rows = gone.enumerated().map { number, isGone in
            "INSERT INTO media_file (id, path, library_id, title, missing) VALUES ('x\(number)', 'x.mp3', 1, 'X\(number)', \(isGone ? 1 : 0));"
        }
        try files.database(
            "navidrome.db",
            navidrome + "ALTER TABLE media_file ADD COLUMN missing BOOL DEFAULT 0;"
                + "INSERT INTO annotation SELECT 'u1', 'x' || value, 'media_file', 1, NULL, value + 1, 0, NULL FROM json_each('[0,1,2]');"
                + rows.joined())
        let library = try files.library(.navidrome, user: "Ada")
        let found = gone.indices.map { library.track("X\($0)") }
        #expect(found.map { $0?.location != nil } == kept)
        #expect(found.map { $0?.values.rating } == gone.indices.map { $0 + 1 })
    }

    @Test("Navidrome: of several users one must be named")
    func users() throws {
        try files.database("navidrome.db", navidrome)
        for user in [nil, "nobody"] {
            #expect {
                try files.library(.navidrome, user: user)
            } throws: {
                "\($0)".contains("ada, bo")
            }
        }
    }

    @Test("MPD: tracks of cue sheets are those of their files")
    func mpdTracks() throws {
        try files.database(
            "sticker.sql",
            """
            CREATE TABLE sticker (type VARCHAR NOT NULL, uri VARCHAR NOT NULL, name VARCHAR NOT NULL, value VARCHAR NOT NULL);
            INSERT INTO sticker VALUES ('song', 'A/disc.flac/track0002', 'rating', '8'),
                ('song', 'B/disc.cue/track0001', 'rating', '10'), ('song', 'A/track0001', 'playCount', '1');
            """)
        for name in ["disc.wav", "disc.cue"] { try files.write("", to: "music/B/" + name) }
        let library = try files.library(.mpd)
        #expect(library.tracks.map(\.cueTrack) == [2, 1, 1])
        #expect(library.remarks.count == 1)
        let root = LibraryRoot(
            id: PersistentID(1), path: files.folder.appending("music"), kind: nil, isAvailable: true
        )
        let data = library.userData(placing: ForeignPlaces(prefixes: [], roots: [root]).path)
        #expect(
            data.items.map(\.path).contains(files.folder.appending("music/B/disc.wav").description))
    }

    @Test(
        "Kodi: files on network disks are known by their addresses, without passwords",
        arguments: [
            ("smb://nas/music/Alb/", "smb://nas/music/Alb/1.flac"),
            ("smb://me:secret@nas/music/Alb/", "smb://nas/music/Alb/1.flac"),
            ("nfs://1.2.3.4/music/", "nfs://1.2.3.4/music/1.flac"),
            ("davs://h/a%20b/", "davs://h/a b/1.flac"),
            ("plugin://some.add.on/", nil), ("http://radio.example/", nil),
        ] as [(String, MediaPath?)])
    func kodiNetwork(folder: String, path: MediaPath?) throws {
        try files.database(
            "MyMusic82.db",
            """
            CREATE TABLE path (idPath INTEGER, strPath TEXT); INSERT INTO path VALUES (1, '\(folder)');
            CREATE TABLE song (idSong INTEGER, idPath INTEGER, strFileName TEXT, iTimesPlayed INTEGER, userrating INTEGER);
            INSERT INTO song VALUES (1, 1, '1.flac', 4, 9);
            """)
        let library = try files.library(.kodi)
        let data = library.userData(placing: { $0 })
        #expect(data.items.map(\.path) == [path].compactMap { $0?.description })
        #expect(library.remarks.count == (path == nil ? 1 : 0))
        let places = ForeignPlaces(
            prefixes: [PathPrefix(old: "smb://nas/music", new: "/music")], roots: [])
        if path == "smb://nas/music/Alb/1.flac" {
            #expect(library.userData(placing: places.path).items[0].path == "/music/Alb/1.flac")
        }
    }

    @Test("Kodi: films and episodes have ratings")
    func kodiRatings() throws {
        try files.database(
            "MyVideos121.db",
            """
            CREATE TABLE path (idPath INTEGER, strPath TEXT); INSERT INTO path VALUES (1, '/v/');
            CREATE TABLE files (idFile INTEGER, idPath INTEGER, strFilename TEXT, playCount INTEGER, lastPlayed TEXT);
            INSERT INTO files VALUES (1, 1, 'film.mkv', 2, NULL), (2, 1, 'a.mkv', 0, NULL);
            CREATE TABLE movie (idMovie INTEGER, idFile INTEGER, userrating INTEGER); INSERT INTO movie VALUES (1, 1, 8);
            CREATE TABLE episode (idEpisode INTEGER, idFile INTEGER, userrating INTEGER); INSERT INTO episode VALUES (1, 2, 4);
            """)
        #expect(try files.library(.kodi).tracks.map(\.values.rating) == [4, 2])
    }

    @Test("MPD: stickers of several clients, and playlists")
    func mpd() throws {
        try files.database(
            "sticker.sql",
            """
            CREATE TABLE sticker (type VARCHAR NOT NULL, uri VARCHAR NOT NULL, name VARCHAR NOT NULL, value VARCHAR NOT NULL);
            INSERT INTO sticker VALUES ('song', 'Ada/1.flac', 'rating', '8'), ('song', 'Ada/1.flac', 'playCount', '3'),
                ('song', 'Ada/1.flac', 'lastPlayed', '1700000000'), ('song', 'Ada/2.flac', 'like', '2'),
                ('song', 'Ada/2.flac', 'skipCount', '1'), ('album', 'x', 'rating', '1');
            """)
        try files.write("Ada/2.flac\nhttp://radio.example/\n", to: "playlists/Road.m3u")
        let library = try files.library(.mpd)
        #expect(library.tracks.map(\.location?.path) == ["Ada/1.flac", "Ada/2.flac"])
        #expect(
            library.tracks.map(\.values) == [
                values {
                    ($0.rating, $0.playCount) = (4, 3)
                    $0.lastPlayedDate = date(1_700_000_000)
                },
                values { ($0.skipCount, $0.favoriteDate) = (1, date(0)) },
            ])
        #expect(library.playlists.map(\.name) == ["Road"])
        #expect(library.playlists[0].entries.count == 2)
    }

    @Test("names that differ only in their Unicode form are those of two files")
    func unicodeForms() throws {
        let names = ["e\u{301}.mp3", "\u{E9}.mp3"]
        let rows = names.enumerated().map { "('song', '\($1)', 'rating', '\(2 * $0 + 2)')" }
        try files.database(
            "sticker.sql",
            """
            CREATE TABLE sticker (type VARCHAR NOT NULL, uri VARCHAR NOT NULL, name VARCHAR NOT NULL, value VARCHAR NOT NULL);
            INSERT INTO sticker VALUES \(rows.joined(separator: ", "));
            """)
        let library = try files.library(.mpd)
        #expect(library.tracks.map { $0.location?.path } == names.map { MediaPath($0) })
        #expect(library.tracks.map(\.values.rating) == [2, 4])
        let data = library.userData { $0 }
        #expect(data.items.map { Array($0.path.utf8) } == names.map { Array($0.utf8) })
    }

    @Test("beets: counts, and ratings that somebody gave")
    func beets() throws {
        try files.database(
            "library.db",
            """
            CREATE TABLE items (id INTEGER PRIMARY KEY, path BLOB, title TEXT, artist TEXT, album TEXT,
                albumartist TEXT, track INTEGER, disc INTEGER, length REAL, mb_releasetrackid TEXT, added REAL);
            INSERT INTO items VALUES (1, CAST('/music/Ada/1.flac' AS BLOB), 'One', 'Ada', 'First', 'Ada', 1, 0,
                241.5, '', 1600000000.5), (2, X'2F6D2FE92E6D7033', 'Two', '', '', '', 0, 0, 1, '', 0);
            CREATE TABLE item_attributes (entity_id INTEGER, key TEXT, value TEXT);
            INSERT INTO item_attributes VALUES (1, 'play_count', '5'), (1, 'rating', '0.53'), (2, 'rating', '4'),
                (2, 'last_played', '1700000000'), (2, 'data_source', 'MusicBrainz');
            """)
        let library = try files.library(.beets)
        #expect(library.track("One")?.values == values { $0.playCount = 5 })
        #expect(library.track("One")?.dateAdded == date(1_600_000_000.5))
        let two = try #require(library.track("Two"))
        #expect(
            two.location?.path == MediaPath(bytes: Array("/m/".utf8) + [0xE9] + Array(".mp3".utf8)))
        #expect(
            two.values
                == values { ($0.rating, $0.lastPlayedDate) = (4, date(1_700_000_000)) })
        #expect(library.remarks.count == 1)
    }

    @Test("Kodi: the newest databases, of music and videos")
    func kodi() throws {
        let paths =
            "CREATE TABLE path (idPath INTEGER, strPath TEXT); INSERT INTO path VALUES (1, '/music/Ada/');"
        try files.database("userdata/Database/MyMusic60.db", paths)
        try files.database(
            "userdata/Database/MyMusic82.db",
            paths + """
                CREATE TABLE album (idAlbum INTEGER, strAlbum TEXT, strArtistDisp TEXT);
                INSERT INTO album VALUES (5, 'First', 'Ada');
                CREATE TABLE song (idSong INTEGER, idAlbum INTEGER, idPath INTEGER, strFileName TEXT, strTitle TEXT,
                    strArtistDisp TEXT, iTrack INTEGER, iDuration INTEGER, iTimesPlayed INTEGER, lastplayed TEXT,
                    userrating INTEGER, dateAdded TEXT);
                INSERT INTO song VALUES (1, 5, 1, '1.flac', 'One', 'Ada', 131075, 241, 4, NULL, 9, NULL),
                    (2, 5, 1, 'http://radio.example/', 'Radio', '', 0, 0, 1, NULL, 0, NULL);
                """)
        try files.database(
            "userdata/Database/MyVideos121.db",
            paths + """
                CREATE TABLE files (idFile INTEGER, idPath INTEGER, strFilename TEXT, playCount INTEGER, lastPlayed TEXT);
                INSERT INTO files VALUES (1, 1, 'film.mkv', 2, NULL);
                CREATE TABLE bookmark (idFile INTEGER, timeInSeconds REAL, type INTEGER);
                INSERT INTO bookmark VALUES (1, 61.5, 1), (1, 99, 0);
                """)
        let library = try files.library(.kodi)
        #expect(
            library.tracks.map(\.location?.path) == ["/music/Ada/1.flac", "/music/Ada/film.mkv"])
        let song = try #require(library.track("One"))
        #expect(song.trackNumber == 3 && song.discNumber == 2 && song.albumTitle == "First")
        #expect(
            library.tracks.map(\.values) == [
                values { ($0.rating, $0.playCount) = (5, 4) },
                values { ($0.playCount, $0.bookmarkTime) = (2, 61.5) },
            ])
    }
}

import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

/// Which item an entry of a playlist file means.
@Suite struct EntryResolutionTests {
    private var world: World
    private var catalog: Catalog { world.catalog }

    init() throws { world = try World() }

    /// The path of the item that an entry means; `nil` for none.
    private func resolve(
        _ entry: PlaylistEntry, in folder: MediaPath = "/music", prefixes: [PathPrefix] = []
    ) throws -> String? {
        let draft = PlaylistDraft(name: "L", entries: [.init(entry, in: folder)])
        let result = try catalog.playlistFiles.save(draft, prefixes: prefixes)
        let item = try catalog.playlists.entries(of: result.playlist.persistentID)[0].item
        return try item.flatMap(catalog.items.item)?.location.relativePath.description
    }

    private func resolve(_ path: MediaPath, in folder: MediaPath = "/music") throws -> String? {
        try resolve(PlaylistEntry(location: .path(path)), in: folder)
    }

    @Test("a path is relative to the playlist, or absolute, however it is written")
    mutating func paths() throws {
        try world.add("A/1.mp3")
        try world.add("A/100%25.mp3")
        try world.add("back\\slash.mp3")
        #expect(try resolve("A/1.mp3") == "A/1.mp3")
        #expect(try resolve("../A/./1.mp3", in: "/music/Lists") == "A/1.mp3")
        #expect(try resolve("/music/A/1.mp3", in: "/elsewhere") == "A/1.mp3")
        #expect(try resolve("A\\1.mp3") == "A/1.mp3")
        #expect(try resolve("A/100%25.mp3") == "A/100%25.mp3")
        #expect(try resolve("back\\slash.mp3") == "back\\slash.mp3")
        #expect(
            try resolve(PlaylistEntry(location: .uri("file:///music/A/%31.mp3"))) == "A/1.mp3")
        #expect(try resolve(PlaylistEntry(location: .uri("A/100%2525.mp3"))) == "A/100%25.mp3")
    }

    @Test("a name is found in another Unicode form, another case and an old code page")
    mutating func forms() throws {
        try world.add("Bjo\u{308}rk/Jo\u{301}ga.mp3")
        let found = "Bjo\u{308}rk/Jo\u{301}ga.mp3"
        #expect(try resolve("Björk/Jóga.mp3") == found)
        #expect(try resolve("BJÖRK/jóga.MP3") == found)
        let latin1 = MediaPath(
            bytes: Array("Bj".utf8) + [0xF6] + Array("rk/J".utf8) + [0xF3] + Array("ga.mp3".utf8))
        #expect(try resolve(latin1) == found)
    }

    @Test("names that are not UTF-8 are found by their bytes")
    mutating func bytes() throws {
        let name = MediaPath(bytes: [0xFF, 0xFE, 0x2E, 0x6D, 0x70, 0x33])
        try world.add(name)
        #expect(try resolve(name) != nil)
    }

    @Test("a prefix that is told stands for another, at the boundary of a name")
    mutating func prefixes() throws {
        try world.add("A/1.mp3")
        try world.add("B/1.mp3")
        let url = PathPrefix(old: "file://localhost/D:/M%c3%BCsik/", new: "/music")
        #expect(url.replaced(in: "D:/Müsik/A/1.mp3") == "/music/A/1.mp3")
        #expect(PathPrefix(old: "d:/music", new: "/n").replaced(in: "D:\\Music\\a") == "/n/a")
        #expect(PathPrefix(old: "file:///Music", new: "/n").replaced(in: "/Music/a") == "/n/a")
        #expect(PathPrefix(old: "/Music", new: "/n").replaced(in: "/music/a") == nil)
        let prefix = PathPrefix(old: "C:\\Music", new: "/music/")
        let entry = PlaylistEntry(location: .path("C:\\Music\\B\\1.mp3"))
        #expect(try resolve(entry, prefixes: [prefix]) == "B/1.mp3")
        #expect(
            PathPrefix(old: "/m", new: "/n").replaced(in: "/m-classical/a") == nil)
    }

    @Test("the longest end of a path decides, if it is that of one file")
    mutating func suffixes() throws {
        for path in ["X/A/Album/01.mp3", "Y/A/Album/01.mp3", "Y/B/Album/01.mp3", "only.mp3"] {
            try world.add(MediaPath(path))
        }
        #expect(try resolve("/old/X/A/Album/01.mp3") == "X/A/Album/01.mp3")
        #expect(try resolve("/old/B/Album/01.mp3") == "Y/B/Album/01.mp3")
        #expect(try resolve("/old/only.mp3") == "only.mp3")
        #expect(try resolve("/old/A/Album/01.mp3") == nil)
        #expect(try resolve("/old/C/01.mp3") == nil)
    }

    @Test("a name alone does not stand against the words")
    mutating func wrongName() throws {
        try world.add("A/01.mp3") {
            $0.title = "Intro"
            $0.playbackDuration = 100
        }
        let entry = PlaylistEntry(location: .path("/old/01.mp3"), title: "Other", duration: 300)
        #expect(try resolve(entry) == nil)
    }

    @Test("MusicBrainz' id finds what no path does, then title, artist and duration")
    mutating func words() throws {
        try world.add("1.mp3") {
            $0.title = "A - B"
            $0.setArtist("Björk")
            $0.playbackDuration = 200
            $0.musicBrainzRecordingID = "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae"
        }
        for (path, album) in [("2.mp3", "One"), ("3.mp3", "Two")] {
            try world.add(MediaPath(path)) {
                $0.title = "Twice"
                $0.setArtist("Björk")
                $0.albumTitle = album
            }
        }
        #expect(
            try resolve(
                PlaylistEntry(
                    location: .path("/no"),
                    musicBrainzRecordingID: "8F3471B5-7E6A-48DA-86A9-C1C07A0F47AE")) == "1.mp3")
        #expect(
            try resolve(PlaylistEntry(title: "a - b", artist: "BJORK", duration: 202)) == "1.mp3")
        #expect(
            try resolve(PlaylistEntry(title: "A - B", artist: "Björk", duration: 260)) == nil)
        #expect(
            try resolve(PlaylistEntry(title: "Twice", artist: "Björk", album: "two")) == "3.mp3")
        #expect(try resolve(PlaylistEntry(title: "Twice", artist: "Björk")) == nil)
        // Without an artist, or a length.
        #expect(try resolve(PlaylistEntry(title: "Twice", album: "two")) == "3.mp3")
        #expect(try resolve(PlaylistEntry(title: "Twice", album: "Three")) == nil)
        #expect(try resolve(PlaylistEntry(title: "Twice")) == nil)
        #expect(try resolve(PlaylistEntry(title: "A - B", artist: "Björk")) == "1.mp3")
    }

    @Test("what may be several items is reported with these")
    mutating func ambiguity() throws {
        let items = try ["X/A/1.mp3", "Y/A/1.mp3"].map { try world.add(MediaPath($0)).persistentID }
        let draft = PlaylistDraft(
            name: "L",
            entries: [
                .init(PlaylistEntry(location: .path("/old/A/1.mp3")), in: nil),
                .init(PlaylistEntry(location: .path("/old/none.mp3")), in: nil),
                .init(PlaylistEntry(location: .uri("http://example.org/")), in: nil),
            ])
        let result = try catalog.playlistFiles.save(draft)
        #expect(result.ambiguous.map(\.position) == [0])
        #expect(result.ambiguous.map(\.items) == [items])
        #expect(result.unresolved == [1])
    }

    @Test(
        "the end of a path finds one of very many files of a name, or none",
        arguments: [(1000, "7/CD/01.mp3"), (1001, nil)] as [(Int, String?)])
    mutating func manyOfOneName(count: Int, found: String?) throws {
        for number in 0..<count { try world.add(MediaPath("\(number)/CD/01.mp3")) }
        #expect(try resolve("/old/disk/7/CD/01.mp3") == found)
    }

    @Test(
        "a list is read in parts, of which the last one is known as such",
        arguments: [0, 1, 2, 3, 4], [1, 2, 4, nil])
    mutating func parts(count: Int, limit: Int?) throws {
        let names = (0..<count).map { "\($0).mp3" }
        for name in names { try world.add(MediaPath(name)) }
        let draft = PlaylistDraft(
            name: "L",
            entries: names.map {
                .init(PlaylistEntry(location: .path(MediaPath($0))), in: "/music")
            })
        let list = try catalog.playlistFiles.save(draft).playlist
        var (part, titles, calls): (PlaylistPart?, Int, Int) = (PlaylistPart(limit: limit), 0, 0)
        while let current = part {
            calls += 1
            part = try catalog.playlists.forEachDocumentEntry(of: list, in: current) { _ in
                titles += 1
            }
        }
        #expect(titles == count)
        let most = limit ?? max(1, count)
        #expect(calls == max(1, (count + most - 1) / most))
    }

    @Test("an entry that nobody found is found when its file comes, in its place")
    mutating func later() throws {
        let draft = PlaylistDraft(
            name: "L",
            entries: ["a.mp3", "b.mp3"].map {
                .init(PlaylistEntry(location: .path($0), title: "words"), in: "/music")
            })
        let list = try catalog.playlistFiles.save(draft).playlist
        #expect(try catalog.playlistFiles.resolvePlaylistEntries() == 0)
        let item = try world.add("b.mp3")
        #expect(try catalog.playlistFiles.resolvePlaylistEntries() == 1)
        let entries = try catalog.playlists.entries(of: list.persistentID)
        #expect(entries.map(\.item) == [nil, item.persistentID])
        #expect(entries.map(\.text.title) == ["words", "words"])
    }

    @Test("a list follows its file until it is edited here")
    func following() throws {
        func draft(_ modified: Int, _ names: [MediaPath]) -> PlaylistDraft {
            PlaylistDraft(
                name: "L",
                entries: names.map { .init(PlaylistEntry(location: .path($0)), in: "/music") },
                source: .init(path: "/music/l.m3u", modified: modified))
        }
        let first = try catalog.playlistFiles.save(draft(1, ["a.mp3"])).playlist
        #expect(try catalog.playlistFiles.isCurrent(.init(path: "/music/l.m3u", modified: 1)))
        #expect(try !catalog.playlistFiles.isCurrent(.init(path: "/music/l.m3u", modified: 2)))
        let second = try catalog.playlistFiles.save(draft(2, ["a.mp3", "b.mp3"])).playlist
        #expect(second.persistentID == first.persistentID)
        #expect(try catalog.playlists.entries(of: first.persistentID).count == 2)
        try catalog.playlistEntries.removeEntries(of: first.persistentID, at: [0])
        #expect(try catalog.playlistFiles.isCurrent(.init(path: "/music/l.m3u", modified: 3)))
    }

    @Test("a list of a taken name gets a number, or takes the other's place")
    func takenNames() throws {
        let first = try catalog.playlistFiles.save(PlaylistDraft(name: "L")).playlist
        #expect(try catalog.playlistFiles.save(PlaylistDraft(name: "l")).playlist.name == "l 2")
        let third = try catalog.playlistFiles.save(PlaylistDraft(name: "L"), replacing: true)
            .playlist
        #expect(third.persistentID == first.persistentID)
    }
}

import PhonolithMediaModel
import PhonolithQueries
import Testing

@Suite struct AlbumTests {
    var world: World
    init() throws { world = try World() }

    @Test("two albums of one name by different album artists are two")
    mutating func sameName() throws {
        for artist in ["Queen", "ABBA"] {
            try world.add(MediaPath("\(artist)/1.mp3")) {
                $0.albumTitle = "Greatest Hits"
                $0.setAlbumArtist(artist)
            }
        }
        let albums = try world.catalog.collections.all(of: .albums)
        #expect(albums.map(\.albumArtist) == ["ABBA", "Queen"])
        #expect(albums.map(\.title) == ["Greatest Hits", "Greatest Hits"])
    }

    @Test("without an album artist, the folder holds an album together, with its disc folders")
    mutating func folders() throws {
        let paths = [
            "Hits/CD1/1.mp3", "Hits/CD 2/1.mp3", "Hits/Disc 3 - Live/1.mp3", "Other/1.mp3",
        ]
        for (index, path) in paths.enumerated() {
            try world.add(MediaPath(path)) {
                $0.albumTitle = "Hits"
                $0.setArtist("Artist \(index)")
            }
        }
        let albums = try world.catalog.collections.all(of: .albums)
        #expect(albums.map(\.count).sorted() == [1, 3])
        #expect(albums.first { $0.count == 3 }?.albumArtist == nil)
        #expect(albums.first { $0.count == 1 }?.albumArtist == "Artist 3")
    }

    @Test("a release id holds an album together whatever the rest says")
    mutating func release() throws {
        for (folder, title) in [("a", "Live"), ("b", "Live!"), ("c", "Live")] {
            try world.add(MediaPath("\(folder)/1.mp3")) {
                $0.albumTitle = title
                $0.musicBrainzAlbumID = folder == "c" ? "other" : "release"
            }
        }
        #expect(try world.catalog.collections.all(of: .albums).map(\.count) == [2, 1])
    }

    @Test("what a killed scan left undone, the end of the next does")
    mutating func killed() throws {
        for (path, artist) in [("a/1.mp3", "Björk"), ("a/2.mp3", "BJÖRK")] {
            try world.addWithoutEnd(MediaPath(path)) {
                $0.albumTitle = "Homogenic"
                $0.setArtist(artist)
                $0.releaseDate = PartialDate("1997")
            }
        }
        try world.add("b/1.mp3") { $0.title = "Other" }
        let albums = try world.catalog.collections.all(of: .albums)
        #expect(albums.map(\.albumArtist) == ["Björk"])
        #expect(albums.map(\.year) == [1997])
        #expect(try world.catalog.collections.all(of: .artists).map(\.title) == ["Björk"])
    }

    @Test("an album tells its tracks, length, year and artist")
    mutating func collection() throws {
        var first: MediaItemID?
        for track in [3, 2, 1] {
            first = try world.add(MediaPath("Homogenic/\(track).mp3")) {
                $0.albumTitle = "Homogenic"
                $0.setArtist("Björk")
                $0.albumTrackNumber = track
                $0.playbackDuration = 100.5
                $0.releaseDate = PartialDate("1997")
            }.persistentID
        }
        let albums = try world.catalog.collections.all(of: .albums)
        #expect(
            albums == [
                MediaItemCollection(
                    group: MediaGroup(.album, albums[0].group.persistentID), title: "Homogenic",
                    count: 3, playbackDuration: 301.5, mediaTypes: .music,
                    representativeItemID: first, albumArtist: "Björk", year: 1997,
                    isCompilation: false)
            ])
    }

    @Test(
        "without an album artist, an album is by the artist whom all tracks have first",
        arguments: [
            ([["Ann"], ["ANN"]], "Ann"),
            ([["Ann"], ["Ann", "Bob"]], "Ann"),
            ([["Ann", "Cid"], ["Ann", "Bob"]], "Ann"),
            ([["Ann", "Bob"], ["Ann", "Bob"]], "Ann feat. Bob"),
            ([["Bob", "Ann"], ["Ann", "Bob"]], nil),
            ([["Ann"], ["Bob"]], nil),
            ([["Ann"], []], nil),
        ] as [([[String]], String?)])
    mutating func commonArtist(tracks: [[String]], albumArtist: String?) throws {
        for (number, artists) in tracks.enumerated() {
            try world.add(MediaPath("A/\(number).flac")) {
                $0.albumTitle = "Album"
                $0.albumTrackNumber = number + 1
                $0.artists = artists
                $0.artist = artists.isEmpty ? nil : artists.joined(separator: " feat. ")
            }
        }
        let albums = try world.catalog.collections.all(of: .albums)
        #expect(albums.map(\.albumArtist) == [albumArtist])
    }

    @Test(
        "disc folders are known by their names",
        arguments: [
            ("a/CD1", "a"), ("a/cd 02", "a"), ("a/Disc 2", "a"), ("a/disk-03", "a"),
            ("a/CD 1 - Live", "a"), ("a/Discovery", "a/Discovery"), ("a/CD", "a/CD"),
            ("a/CDs", "a/CDs"), ("CD1", ""), ("", ""),
        ])
    func discFolders(path: String, release: String) {
        #expect(MediaPath(path).withoutDiscFolder == MediaPath(release))
    }
}

@Suite struct ArtistTests {
    var world: World
    init() throws { world = try World() }

    private func artists() throws -> [String] {
        try world.catalog.collections.all(of: .artists).map(\.title)
    }

    @Test("spellings of one name are one artist, called as it was met first")
    mutating func spellings() throws {
        for (index, name) in ["Björk", "BJÖRK", "Bjork"].enumerated() {
            try world.add(MediaPath("\(index).mp3")) { $0.setArtist(name) }
        }
        #expect(try artists() == ["Björk"])
    }

    @Test("where every tag has an id, the id tells who it is")
    mutating func identifiers() throws {
        try world.add("1.mp3") { $0.setArtist("Nirvana", id: "seattle") }
        try world.add("2.mp3") { $0.setArtist("Nirvana", id: "london") }
        try world.add("3.mp3") { $0.setArtist("Prince", id: "prince") }
        try world.add("4.mp3") { $0.setArtist("The Artist", id: "prince") }
        #expect(try artists() == ["Nirvana", "Nirvana", "Prince"])
    }

    @Test("one tag without an id makes the name tell, and its going gives the ids their say again")
    mutating func mixed() throws {
        let first = try world.add("1.mp3") { $0.setArtist("Nirvana", id: "seattle") }
        try world.add("2.mp3") { $0.setArtist("Nirvana", id: "london") }
        try world.add("3.mp3") { $0.setArtist("Nirvana") }
        #expect(try artists() == ["Nirvana"])
        try world.change("3.mp3") { $0.setArtist("Nirvana", id: "london") }
        #expect(try artists() == ["Nirvana", "Nirvana"])
        #expect(
            try world.catalog.items.item(first.persistentID)?.artistPersistentID
                == first.artistPersistentID)
    }

    @Test("groupings count the items that the query asks for, and leave out what has none")
    mutating func groupings() throws {
        try world.add("1.mp3") {
            $0.artist = "A & B"
            $0.artists = ["A", "B"]
            $0.genres = ["Jazz"]
            $0.albumTitle = "One"
            $0.playbackDuration = 10
        }
        try world.add("2.mp3") {
            $0.setArtist("A")
            $0.genres = ["Rock", "Jazz"]
            $0.composer = "C"
            $0.composers = ["C"]
            $0.playbackDuration = 5
        }
        let catalog = world.catalog
        func counts(_ grouping: MediaGrouping, _ predicates: [MediaPredicate] = []) throws
            -> [String: Int]
        {
            let query = MediaQuery(filterPredicates: predicates, groupingType: grouping)
            let all = try catalog.collections.all(of: query)
            return Dictionary(uniqueKeysWithValues: all.map { ($0.title, $0.count) })
        }
        #expect(try counts(.artist) == ["A": 2, "B": 1])
        #expect(try counts(.albumArtist) == ["A": 2, "B": 1])
        #expect(try counts(.genre) == ["Jazz": 2, "Rock": 1])
        #expect(try counts(.composer) == ["C": 1])
        #expect(try counts(.artist, [.equalTo(.genre, "rock")]) == ["A": 1])
        #expect(try counts(.genre, [.equalTo(.artist, "b")]) == ["Jazz": 1])
    }

    @Test("more albums, artists and genres than one transaction takes are all brought up to date")
    mutating func many() throws {
        let numbers = 0..<1100
        try world.addAll(
            numbers.map { number in
                (
                    MediaPath("\(number)/1.mp3"),
                    { facts in
                        facts.albumTitle = "Album \(number)"
                        facts.setArtist("Artist \(number)")
                        facts.genres = ["Genre \(number % 30)"]
                    }
                )
            })
        let albums = try world.catalog.collections.all(of: .albums)
        #expect(Set(albums.map(\.albumArtist)) == Set(numbers.map { "Artist \($0)" }))
        #expect(try world.catalog.collections.all(of: .artists).count == 1100)
        let genres = try world.catalog.collections.all(of: .genres)
        #expect(genres.map(\.count).reduce(0, +) == 1100)
        #expect(
            try world.catalog.search.results("artist 1099").artists.map(\.title) == ["Artist 1099"])
    }
}

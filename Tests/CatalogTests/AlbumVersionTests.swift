import PhonolithIdentity
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithUsers
import Testing

/// Albums of one title and artist, from scan to scan.
@Suite struct AlbumVersionTests {
    var world: World
    init() throws { world = try World() }

    private func tracks(
        _ folder: String, year: String, codec: String = "flac"
    ) -> [(path: MediaPath, describe: (inout MediaFacts) -> Void)] {
        (1...2).map { number in
            (
                MediaPath("\(folder)/\(number).x"),
                {
                    $0.title = "\(folder) \(number)"
                    $0.albumTitle = "Weezer"
                    $0.albumTrackNumber = number
                    $0.setArtist("Weezer")
                    $0.setAlbumArtist("Weezer")
                    $0.releaseDate = PartialDate(year)
                    $0.codec = codec
                }
            )
        }
    }

    /// The titles of each album's items.
    private func albums() throws -> [MediaAlbumID: [String]] {
        let items = try world.catalog.items.all(matching: MediaQuery())
        return Dictionary(grouping: items) { $0.albumPersistentID ?? PersistentID(Int64(0)) }
            .mapValues { $0.compactMap(\.facts.title) }
    }

    private func album(of folder: String) throws -> MediaAlbumID? {
        try albums().first { $0.value == ["\(folder) 1", "\(folder) 2"] }?.key
    }

    @Test(
        "albums of one title and artist and other years are albums of their own, one after the other"
    )
    mutating func years() throws {
        try world.addAll(tracks("Blue", year: "1994") + tracks("Green", year: "2001"))
        try world.addAll(tracks("Red", year: "2008"))
        let titles = try world.catalog.items.all(matching: MediaQuery()).compactMap(\.facts.title)
        #expect(titles == ["Blue 1", "Blue 2", "Green 1", "Green 2", "Red 1", "Red 2"])
        #expect(try albums().count == 3)
        #expect(
            try world.catalog.collections.all(of: .albums).map(\.year).map { $0 ?? 0 }.sorted()
                == [1994, 2001, 2008])
        #expect(try world.catalog.collections.all(of: .artists).map(\.count) == [6])
    }

    @Test(
        "each keeps its id and rating when its files are read again, its year is corrected, or another one goes"
    )
    mutating func ids() throws {
        try world.addAll(tracks("Blue", year: "1994") + tracks("Green", year: "2001"))
        let blue = try #require(try album(of: "Blue"))
        let green = try #require(try album(of: "Green"))
        try world.catalog.values.setRating(5, of: MediaGroup(.album, green.rawValue))
        try world.changeAll(["Green/1.x", "Green/2.x"]) { $0.comments = "Best" }
        #expect(try [album(of: "Blue"), album(of: "Green")] == [blue, green])
        try world.changeAll(["Green/1.x", "Green/2.x"]) { $0.releaseDate = PartialDate("2002") }
        #expect(try [album(of: "Blue"), album(of: "Green")] == [blue, green])
        try world.changeAll(["Blue/1.x", "Blue/2.x", "Green/1.x", "Green/2.x"]) {
            $0.comments = "Good"
        }
        #expect(try [album(of: "Blue"), album(of: "Green")] == [blue, green])
        try world.hide("Blue/1.x")
        try world.hide("Blue/2.x")
        try world.addAll(tracks("Red", year: "2008"))
        #expect(try album(of: "Green") == green)
        #expect(try album(of: "Red") != blue)
        let rated = try world.catalog.values.groupValues(of: [green.rawValue], groupedBy: .album)
        #expect(rated[green.rawValue]?.rating == 5)
    }

    @Test("a copy in another encoding is an album of its own")
    mutating func copies() throws {
        try world.addAll(tracks("Flac", year: "1994"))
        let first = try #require(try album(of: "Flac"))
        try world.addAll(tracks("MP3", year: "1994", codec: "mp3"))
        let copy = try #require(try album(of: "MP3"))
        #expect(try album(of: "Flac") == first)
        #expect(first != copy)
        #expect(
            try world.catalog.albums.version(ofAlbum: copy)
                == AlbumVersion(year: 1994, codec: "mp3"))
    }

    @Test("albums of one title in one folder are those of their artists, whenever they came")
    mutating func artists() throws {
        func live(_ artist: String) -> [(path: MediaPath, describe: (inout MediaFacts) -> Void)] {
            (1...2).map { number in
                (
                    MediaPath("Music/\(artist) \(number).mp3"),
                    {
                        $0.title = "\(artist) \(number)"
                        $0.albumTitle = "Live"
                        $0.albumTrackNumber = number
                        $0.setArtist(artist)
                    }
                )
            }
        }
        try world.addAll(live("Ann"))
        let ann = try #require(try album(of: "Ann"))
        try world.catalog.values.setRating(5, of: MediaGroup(.album, ann.rawValue))
        try world.addAll(live("Ben"))
        #expect(try album(of: "Ann") == ann)
        let ben = try #require(try album(of: "Ben"))
        #expect(ann != ben)
        try world.addAll(live("Cem"))
        #expect(try [album(of: "Ann"), album(of: "Ben")] == [ann, ben])
        #expect(
            try world.catalog.collections.all(of: .albums).compactMap(\.albumArtist).sorted()
                == ["Ann", "Ben", "Cem"])
        // Without the others it is one album again, with the same id.
        for artist in ["Ben", "Cem"] {
            for number in 1...2 { try world.hide(MediaPath("Music/\(artist) \(number).mp3")) }
        }
        try world.changeAll(["Music/Ann 1.mp3", "Music/Ann 2.mp3"]) { $0.comments = "Good" }
        #expect(try album(of: "Ann") == ann)
    }

    @Test("tracks with the same number are in the order of their names, whenever they came")
    mutating func repetitions() throws {
        for name in [3, 1, 10, 2] {
            for (folder, number) in [("none", nil), ("same", 1)] as [(String, Int?)] {
                try world.add(MediaPath("\(folder)/\(name).mp3")) {
                    $0.title = "Part"
                    $0.albumTitle = folder
                    $0.albumTrackNumber = number
                }
            }
            try world.add(MediaPath("no album/\(name).mp3"))
        }
        // Absent values are last by the first key, and the least by what follows it.
        let folders: [([MediaOrder], [String])] = [
            ([], ["no album", "none", "same"]),
            (
                [MediaOrder(.albumTitle), MediaOrder(.albumTrackNumber)],
                ["none", "same", "no album"]
            ),
        ]
        for (order, folders) in folders {
            let items = try world.catalog.items.all(matching: MediaQuery(order: order))
            let expected = folders.flatMap { folder in [1, 2, 3, 10].map { "\(folder)/\($0).mp3" } }
            #expect(items.map { $0.location.relativePath.description } == expected)
            #expect(
                items.shuffled().sorted(by: order).map(\.persistentID) == items.map(\.persistentID))
        }
    }

    @Test("an album by one artist with a guest is not one of various artists")
    mutating func guests() throws {
        for (folder, guest) in [("a", "Main & Other"), ("b", "Other and Main"), ("c", "Mainly")] {
            for (number, artist) in ["Main", "Main", guest].enumerated() {
                try world.add(MediaPath("\(folder)/\(number).mp3")) {
                    $0.albumTitle = folder
                    $0.setArtist(artist)
                }
            }
        }
        let artists = try world.catalog.collections.all(of: .albums).map {
            [$0.title, $0.albumArtist ?? ""]
        }
        #expect(artists.sorted { $0[0] < $1[0] } == [["a", "Main"], ["b", "Main"], ["c", ""]])
    }

    @Test("the discs of a release are one album, if only their titles differ")
    mutating func discs() throws {
        for disc in 1...2 {
            try world.add(MediaPath("Set/CD\(disc)/1.mp3")) {
                $0.albumTitle = "Set (CD\(disc))"
                ($0.discNumber, $0.discCount) = (disc, 2)
            }
        }
        #expect(
            try world.catalog.collections.all(of: .albums).map { "\($0.title) \($0.count)" } == [
                "Set 2"
            ])
    }
}

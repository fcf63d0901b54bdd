import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import Testing

@Suite struct CollectionArtworkTests {
    fileprivate static func picture(_ name: Character, _ kind: MediaArtwork.Kind) -> Picture {
        Picture(
            artwork: MediaArtwork(
                kind: kind, source: .embedded, mimeType: "image/png", width: 1, height: 1,
                byteCount: 1, sha256: String(repeating: name, count: 64)),
            bytes: Array(String(name).utf8))
    }

    /// An album whose second track has the front cover, and whose folder has a picture, too.
    private static func world(prefersFolderArtwork: Bool) throws -> World {
        var world = try World(prefersFolderArtwork: prefersFolderArtwork)
        let tracks: [(Int, Int, [Picture])] = [
            (1, 1990, [picture("a", .back)]),
            (2, 1991, [picture("b", .back), picture("c", .front)]),
            (3, 1992, [picture("d", .front)]), (4, 1993, []),
        ]
        for (number, year, pictures) in tracks {
            try world.add(MediaPath("A/\(number).mp3"), pictures: pictures) {
                $0.albumTitle = "Album"
                $0.albumTrackNumber = number
                $0.releaseDate = PartialDate(year: year)
            }
        }
        try world.setPictures(of: "A", [picture("e", .front), picture("f", .front)])
        return world
    }

    @Test(
        "an album shows the preferred picture of those items that are asked for",
        arguments: [
            (false, 1990...1993, "c"), (false, 1992...1993, "d"), (false, 1990...1990, "e"),
            (false, 1993...1993, "e"), (true, 1990...1993, "e"), (true, 1992...1992, "e"),
        ] as [(Bool, ClosedRange<Int>, String)])
    func preferred(isFolderFirst: Bool, years: ClosedRange<Int>, expected: String) throws {
        let catalog = try Self.world(prefersFolderArtwork: isFolderFirst).catalog
        var query = MediaQuery.albums
        query.filterPredicates = [
            .between(.year, .integer(years.lowerBound), .integer(years.upperBound))
        ]
        let albums = try catalog.collections.all(of: query)
        #expect(albums.map { $0.artworkSHA256?.prefix(1) } == [Substring(expected)])
    }

    @Test(
        "an item's first picture is the one that stands for it",
        arguments: [(false, ["c", "e", "f", "b"]), (true, ["e", "f", "c", "b"])]
            as [(Bool, [String])])
    func items(isFolderFirst: Bool, expected: [String]) throws {
        let catalog = try Self.world(prefersFolderArtwork: isFolderFirst).catalog
        for item in try catalog.items.all(matching: MediaQuery()) {
            let preferred = try catalog.artworks.picture(of: item.persistentID)?.artwork
            #expect(preferred == item.artwork.first)
        }
        let second = try catalog.items.all(matching: MediaQuery(order: [MediaOrder(.path)]))[1]
        #expect(second.artwork.map { String($0.sha256.prefix(1)) } == expected)
    }

    /// Pictures of each track of an album, a name and a kind each, and the picture of the album.
    static let albums: [(tracks: [[(Character, MediaArtwork.Kind)]], expected: String)] = [
        ([[("a", .fileIcon), ("b", .other)]], "b"), ([[("a", .otherFileIcon), ("b", .back)]], "b"),
        ([[("a", .artist), ("b", .other)]], "b"), ([[("a", .leadArtist), ("b", .leaflet)]], "b"),
        ([[("a", .fileIcon), ("b", .artist)]], "b"), ([[("a", .fileIcon)]], "a"),
        ([[("a", .other)], [("b", .front)]], "b"), ([[("a", .back), ("b", .other)]], "b"),
        // The picture of most tracks, of equally frequent ones that of the first.
        ([[("a", .front)], [("b", .front)], [("b", .front)]], "b"),
        ([[("a", .front)], [("b", .front)], [("c", .front)]], "a"),
        ([[("a", .front)], [("b", .other)], [("b", .other)]], "a"),
        ([[], [("c", .front)], [("b", .front)], [("b", .front)]], "b"),
    ]

    @Test("icons, people and the odd track do not make the picture of an album", arguments: albums)
    func kinds(tracks: [[(Character, MediaArtwork.Kind)]], expected: String) throws {
        var world = try World()
        for (number, pictures) in tracks.enumerated() {
            let pictures = pictures.map { Self.picture($0.0, $0.1) }
            try world.add(MediaPath("A/\(number).mp3"), pictures: pictures) {
                $0.albumTitle = "Album"
                $0.albumTrackNumber = number + 1
            }
        }
        let albums = try world.catalog.collections.all(of: .albums)
        #expect(albums.map { $0.artworkSHA256?.prefix(1) } == [Substring(expected)])
        if tracks.count == 1 {
            let item = try world.catalog.items.all(matching: MediaQuery())[0]
            #expect(item.artwork.first?.sha256.prefix(1) == Substring(expected))
        }
    }
}

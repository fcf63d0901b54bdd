import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import Testing

/// Groups are called and sorted as most of their items have it, whichever was read first.
@Suite struct GroupSpellingTests {
    /// Spellings of a name on the tracks of a folder, in the order in which they are read.
    struct Row: CustomTestStringConvertible, Sendable {
        var spellings: [[String]]
        var shown: String

        init(_ spellings: [[String]], _ shown: String) {
            (self.spellings, self.shown) = (spellings, shown)
        }

        /// Whether each spelling is there as often as the others.
        var isSetByTie: Bool {
            let names = spellings.flatMap(\.self)
            return Set(names).count == names.count
        }

        var testDescription: String { "\(spellings) → \(shown)" }
    }

    static let rows = [
        Row([["MEG", "Meg", "Meg"]], "Meg"), Row([["Meg", "Meg", "MEG"]], "Meg"),
        Row([["Meg", "MEG", "MEG"]], "MEG"), Row([["bjork", "Björk", "Björk"]], "Björk"),
        Row([["BJÖRK", "Björk", "Björk"]], "Björk"), Row([["Björk", "Bjork", "Bjork"]], "Bjork"),
        Row([["Zed", "ZED"]], "Zed"), Row([["ZED", "Zed"]], "ZED"),
        // One scan each.
        Row([["MEG"], ["Meg"], ["Meg"]], "Meg"),
        Row([["Meg", "Meg"], ["MEG", "MEG", "MEG"]], "MEG"),
        Row([["MEG"], ["Meg", "Meg"], ["MEG"], ["MEG"]], "MEG"),
        Row([["ABBA", "Abba", "abba", "Abba"]], "Abba"),
    ]

    @Test("and of podcasts", arguments: rows.filter { !$0.isSetByTie })
    func podcasts(row: Row) throws {
        var world = try World()
        for (number, name) in row.spellings.joined().enumerated() {
            try world.add(MediaPath("A/\(number).mp3")) {
                $0.mediaType = .podcast
                $0.podcastTitle = name
            }
        }
        #expect(try world.catalog.collections.all(of: .podcasts).map(\.title) == [row.shown])
    }

    @Test(
        "the spelling of most items is shown, of artists, albums and genres",
        arguments: rows)
    func spelling(row: Row) throws {
        var world = try World()
        var number = 0
        for scan in row.spellings {
            try world.addAll(
                scan.map { name in
                    number += 1
                    return (MediaPath("A/\(number).mp3"), { Self.name(&$0, name) })
                })
        }
        let shown = [
            MediaQuery.artists, .albumArtists, .composers, .albums, .genres,
        ].map { query in
            Result { try world.catalog.collections.all(of: query).map(\.title) }
        }
        for titles in shown {
            let titles = try titles.get()
            #expect(titles.count == 1)
            // Of equally frequent ones, genres and podcasts show the first in order.
            if !row.isSetByTie { #expect(titles == [row.shown]) }
        }
        #expect(try shown[0].get() == [row.shown])
        #expect(try shown[3].get() == [row.shown])
    }

    private static func name(_ facts: inout MediaFacts, _ name: String) {
        facts.setArtist(name)
        facts.setAlbumArtist(name)
        (facts.composer, facts.composers) = (name, [name])
        facts.albumTitle = name
        facts.genres = [name]
        facts.podcastTitle = name
    }

    @Test("it changes when items with another spelling go or are corrected")
    func changes() throws {
        var world = try World()
        for (number, name) in ["MEG", "MEG", "Meg"].enumerated() {
            try world.add(MediaPath("A/\(number).mp3")) { Self.name(&$0, name) }
        }
        func names() throws -> [String?] {
            try [MediaQuery.artists, .composers, .albums, .genres].map {
                try world.catalog.collections.all(of: $0).first?.title
            }
        }
        #expect(try names() == ["MEG", "MEG", "MEG", "MEG"])
        for number in 0...1 {
            try world.change(MediaPath("A/\(number).mp3")) { Self.name(&$0, "Meg") }
        }
        #expect(try names() == ["Meg", "Meg", "Meg", "Meg"])
    }

    /// Sort tags of one artist's albums, in the order in which they are read: the name, the tag, and the key by which all
    /// are sorted.
    static let sortTags: [(tags: [String?], key: String?)] = [
        (["Zander, Karl", nil, "Zander, Karl"], "Zander, Karl"),
        ([nil, "Zander, Karl"], "Zander, Karl"),
        (["Zander, Karl", nil, nil, nil], "Zander, Karl"),
        (["A", "Zander, Karl", "Zander, Karl"], "Zander, Karl"),
        (["Zander, Karl", "Zander, Karl", "A"], "Zander, Karl"), ([nil, nil], nil),
    ]

    @Test(
        "a sort tag on some items sorts all of an artist, in one scan or in several",
        arguments: sortTags, [false, true])
    func sorting(row: (tags: [String?], key: String?), isOneScan: Bool) throws {
        var world = try World()
        // Neighbours on both sides of both places.
        var tracks: [(path: MediaPath, describe: (inout MediaFacts) -> Void)] = [
            "Ann", "Kate", "Mara", "Zoe",
        ].map { name in
            (MediaPath("\(name)/1.mp3"), { Self.describe(&$0, name, sortTag: nil) })
        }
        for (number, tag) in row.tags.enumerated() {
            tracks.append(
                (
                    MediaPath("Karl \(number)/1.mp3"),
                    {
                        Self.describe(&$0, "Karl Zander", sortTag: tag)
                        $0.albumTitle = "Album \(number)"
                    }
                ))
        }
        if isOneScan {
            try world.addAll(tracks)
        } else {
            for track in tracks { try world.addAll([track]) }
        }
        let expected = ["Ann", "Karl Zander", "Kate", "Mara", "Zoe"].sorted {
            let keys = SortKeyMaker()
            let one = keys.key(for: $0 == "Karl Zander" ? row.key ?? $0 : $0)
            return one < keys.key(for: $1 == "Karl Zander" ? row.key ?? $1 : $1)
        }
        func runs(_ names: [String?]) -> [String] {
            names.compactMap(\.self).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        }
        let catalog = world.catalog
        for property in [MediaProperty.artist, .albumArtist, .composer] {
            let items = try catalog.items.all(
                matching: MediaQuery(order: [MediaOrder(property), MediaOrder(.albumTitle)]))
            #expect(runs(items.map(\.artist)) == expected, "\(property)")
        }
        for query in [MediaQuery.artists, .albumArtists, .composers] {
            #expect(try catalog.collections.all(of: query).map(\.title) == expected)
        }
        var albums = MediaQuery.albums
        albums.order = [MediaOrder(.albumArtist)]
        #expect(runs(try catalog.collections.all(of: albums).map(\.albumArtist)) == expected)
    }

    @Test("a sort tag that no item has any more sorts nothing", arguments: [1, 2])
    func removed(count: Int) throws {
        var world = try World()
        for name in ["Ann", "Zoe"] {
            try world.add(MediaPath("\(name)/1.mp3")) { Self.describe(&$0, name, sortTag: nil) }
        }
        for number in 1...2 {
            try world.add(MediaPath("Karl/\(number).mp3")) {
                Self.describe(&$0, "Karl", sortTag: number <= count ? "Zzz" : nil)
            }
        }
        func artists() throws -> [String?] {
            try world.catalog.items.all(matching: MediaQuery(order: [MediaOrder(.artist)]))
                .map(\.artist)
        }
        #expect(try artists() == ["Ann", "Zoe", "Karl", "Karl"])
        try world.changeAll((1...2).map { MediaPath("Karl/\($0).mp3") }) {
            Self.describe(&$0, "Karl", sortTag: nil)
        }
        #expect(try artists() == ["Ann", "Karl", "Karl", "Zoe"])
        #expect(
            try world.catalog.collections.all(of: .artists).map(\.title) == ["Ann", "Karl", "Zoe"])
    }

    private static func describe(_ facts: inout MediaFacts, _ name: String, sortTag: String?) {
        facts.setArtist(name)
        facts.setAlbumArtist(name)
        (facts.composer, facts.composers) = (name, [name])
        facts.albumTitle = name
        (facts.artistSort, facts.albumArtistSort, facts.composerSort) = (sortTag, sortTag, sortTag)
    }
}

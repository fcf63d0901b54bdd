import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// A shelf of 40 tracks with holes in what they tell; some are on a disk that is not there.
private func shelf() throws -> World {
    var world = try World()
    for number in 0..<40 {
        if number == 15 { try world.enter("/away") }
        if number == 25 { try world.enter("/here") }
        try world.add(MediaPath("\(number % 7)/\(number).mp3"), added: number / 3) {
            $0.title = number % 5 == 0 ? nil : "Title \(number % 13)"
            if number % 12 != 0 { $0.setArtist("Artist \(number % 4)") }
            if number % 4 == 1 { $0.setAlbumArtist("Artist \(number % 3)") }
            $0.composers = number % 7 == 0 ? ["Composer \(number % 5)", "Composer 9"] : []
            $0.artistSort = number % 6 == 0 ? "Sort \(number % 3)" : nil
            if number % 3 != 0 { $0.albumTitle = "Album \(number % 6)" }
            $0.albumTrackNumber = number % 2 == 0 ? number : nil
            $0.releaseDate = number % 4 == 0 ? nil : PartialDate(year: 1990 + number % 3)
            $0.beatsPerMinute = number % 8 == 0 ? 100 + number % 3 : nil
            $0.genres = number % 9 == 0 ? [] : ["Genre \(number % 2)"]
            $0.playbackDuration = Double(number % 10)
            $0.comments = number % 11 == 0 ? "Comment \(number)" : nil
        }
    }
    for number in stride(from: 1, through: 40, by: 6) {
        try world.catalog.values.setRating(number % 5, of: PersistentID(Int64(number)))
    }
    for root in try world.catalog.roots.all() where root.path == "/away" {
        try world.catalog.roots.setAvailable(false, root.id)
    }
    return world
}

@Suite(.thorough) struct PagingTests {
    /// Made once: every order asks the same items.
    private static let catalog = Result { try shelf().catalog }

    private static let orders: [[MediaOrder]] =
        [[]]
        + MediaProperty.sortable.flatMap { property in
            [false, true].map { [MediaOrder(property, isDescending: $0)] }
        }
        + [
            [MediaOrder(.year), MediaOrder(.title, isDescending: true)],
            [MediaOrder(.rating, isDescending: true), MediaOrder(.path)],
            [MediaOrder(.beatsPerMinute), MediaOrder(.year), MediaOrder(.rating)],
        ]

    @Test("pages that go on behind an item make the whole, in each way", arguments: orders)
    func pages(order: [MediaOrder]) throws {
        let catalog = try Self.catalog.get()
        let whole = try catalog.items.ids(matching: MediaQuery(order: order), forced: .scanning)
        #expect(whole.count == 40)
        #expect(Set(whole).count == 40)
        for forced in QueryPlanner.Forced.allCases {
            var query = MediaQuery(filterPredicates: [.atLeast(.persistentID, 1)], order: order)
            query.limit = 13
            var pages: [MediaItemID] = []
            repeat {
                let page = try catalog.items.ids(matching: query, forced: forced)
                pages += page
                query.after = try page.last.flatMap { try catalog.token(after: $0, in: query) }
            } while query.after != nil
            #expect(pages == whole, "\(forced)")
        }
    }

    @Test("pages go on in an order of all keys there are, whatever is said twice")
    func allKeys() throws {
        let catalog = try Self.catalog.get()
        // The id is unique, so keys after it are never compared.
        let keys = MediaProperty.sortable.filter { $0 != .persistentID }.map { MediaOrder($0) }
        var query = MediaQuery(order: keys + keys.reversed())
        let whole = try catalog.items.ids(matching: query)
        query.after = try catalog.token(after: whole[9], in: query)
        #expect(try catalog.items.ids(matching: query) == Array(whole[10...]))
    }

    @Test("an item that comes between two pages neither repeats nor hides another")
    func added() throws {
        var world = try World()
        for title in ["B", "D", "F", "H"] {
            try world.add(MediaPath("\(title).mp3")) { $0.title = title }
        }
        var query = MediaQuery(order: [MediaOrder(.title)], limit: 2)
        let (first, token) = try world.catalog.page(of: query)
        #expect(first.map(\.title) == ["B", "D"])
        for title in ["A", "C", "E"] {
            try world.add(MediaPath("\(title).mp3")) { $0.title = title }
        }
        query.after = token
        #expect(try world.catalog.items.all(matching: query).map(\.title) == ["E", "F"])
    }
}

@Suite struct CollectionPagingTests {
    private static let catalog = Result { try shelf().catalog }

    private static let queries: [MediaQuery] = MediaGrouping.allCases.filter { $0 != .playlist }
        .flatMap { grouping in
            grouping.orders.filter { $0 != .random }.prefix(9).flatMap { key in
                [false, true].map {
                    MediaQuery(
                        groupingType: grouping, order: [MediaOrder(key, isDescending: $0)])
                }
            } + [MediaQuery(groupingType: grouping)]
        }

    @Test("pages that go on behind a collection make the whole", arguments: queries)
    func pages(query: MediaQuery) throws {
        let catalog = try Self.catalog.get()
        for predicates in [[], [.atLeast(.playbackDuration, 5)]] as [[MediaPredicate]] {
            var query = query
            query.filterPredicates = predicates
            let whole = try catalog.collections.all(of: query)
            #expect(
                whole.count > 0 || query.groupingType == .podcastTitle
                    || query.groupingType == .composer)
            query.limit = 3
            var pages: [MediaItemCollection] = []
            repeat {
                let (page, token) = try catalog.collectionPage(of: query)
                pages += page
                query.after = token
            } while query.after != nil
            #expect(pages == whole)
        }
    }

    @Test("an album that comes between two pages neither repeats nor hides another")
    func added() throws {
        var world = try World()
        func add(_ titles: [String]) throws {
            for title in titles {
                try world.add(MediaPath("\(title)/1.mp3")) { $0.albumTitle = title }
            }
        }
        try add(["B", "D", "F"])
        var query = MediaQuery(groupingType: .album, order: [MediaOrder(.albumTitle)], limit: 2)
        let (first, token) = try world.catalog.collectionPage(of: query)
        #expect(first.map(\.title) == ["B", "D"])
        try add(["A", "C", "E"])
        query.after = token
        #expect(try world.catalog.collections.all(of: query).map(\.title) == ["E", "F"])
    }

    @Test("a group is there or not")
    func unknown() throws {
        let catalog = try Self.catalog.get()
        #expect(try catalog.collections.has(MediaGroup(.album, 1)))
        #expect(try !catalog.collections.has(MediaGroup(.album, 9999)))
    }
}

@Suite struct GroupTests {
    @Test(
        "the items of a collection are as many as it says",
        arguments: MediaGrouping.allCases.filter { $0 != .playlist })
    func members(grouping: MediaGrouping) throws {
        let catalog = try shelf().catalog
        for mediaType in [MediaType.any, .music] {
            let query = MediaQuery(mediaType: mediaType, groupingType: grouping)
            for collection in try catalog.collections.all(of: query) {
                let items = try catalog.items.all(matching: query.items(of: collection))
                #expect(items.count == collection.count)
                #expect(
                    items.compactMap(\.playbackDuration).reduce(0, +) == collection.playbackDuration
                )
                #expect(items.contains { $0.persistentID == collection.representativeItemID })
                #expect(collection.mediaTypes == .music)
            }
        }
    }

    @Test("an item counts once where several of its names fold to one")
    func foldedAlike() throws {
        var world = try World()
        try world.add("1.mp3") {
            $0.artists = ["Björk", "Bjork", "BJÖRK"]
            $0.artist = "Björk, Bjork & BJÖRK"
            $0.genres = ["Rock", "rock", "ROCK"]
            $0.playbackDuration = 3
        }
        for query in [MediaQuery.artists, .genres, .albumArtists] {
            for predicates in [[], [.atLeast(.playbackDuration, 1)]] as [[MediaPredicate]] {
                var query = query
                query.filterPredicates = predicates
                let all = try world.catalog.collections.all(of: query)
                #expect(all.map(\.count) == [1], "\(query.groupingType)")
                #expect(all.map(\.playbackDuration) == [3])
            }
        }
    }

    @Test("what a genre comes to is right after each scan")
    func genres() throws {
        var world = try World()
        for number in 0..<4 {
            try world.add(MediaPath("\(number).mp3")) {
                $0.genres = ["Jazz"]
                $0.albumTitle = "Album \(number % 2)"
                $0.playbackDuration = 10
            }
        }
        func jazz() throws -> [Int?] {
            let all = try world.catalog.collections.all(of: .genres)
            return all.flatMap { [$0.count, Int($0.playbackDuration), $0.albumCount] }
        }
        #expect(try jazz() == [4, 40, 2])
        try world.change("0.mp3") { $0.genres = ["Rock"] }
        #expect(try jazz() == [3, 30, 2, 1, 10, 1])
        try world.change("0.mp3") { $0.genres = ["jazz"] }
        #expect(try jazz() == [4, 40, 2])
    }

    @Test("a podcast is the series that episodes tell, or their album")
    func podcasts() throws {
        var world = try World()
        try world.add("1.mp3") {
            $0.mediaType = .podcast
            $0.podcastTitle = "Tea Time"
        }
        try world.add("2.mp3") {
            $0.mediaType = .podcast
            $0.albumTitle = "TEA time"
        }
        try world.add("3.mp3") { $0.albumTitle = "Tea Time" }
        let podcasts = try world.catalog.collections.all(of: .podcasts)
        #expect(podcasts.map(\.title) == ["Tea Time"])
        #expect(podcasts.map(\.count) == [2])
        let episodes = try world.catalog.items.all(matching: MediaQuery.podcasts)
        #expect(
            episodes.map(\.podcastPersistentID) == [
                PersistentID(podcasts[0].group.persistentID),
                PersistentID(podcasts[0].group.persistentID),
            ])
    }
}

@Suite struct SectionTests {
    private func world(_ titles: [String]) throws -> Catalog {
        var world = try World()
        for (number, title) in titles.enumerated() {
            try world.add(MediaPath("\(number).mp3")) {
                $0.title = title
                $0.setArtist(title)
            }
        }
        return world.catalog
    }

    private static let titles = [
        "The Beatles", "abba", "Ábaco", "10cc", "!!!", "Björk", "Цой", "東京", "Zz Top",
    ]

    private static func section(_ title: String, _ range: Range<Int>) -> MediaQuerySection {
        MediaQuerySection(title: title, range: range)
    }

    private static let expected = [
        section("#", 0..<2), section("A", 2..<4), section("B", 4..<6), section("Z", 6..<7),
        section("Ц", 7..<8), section("東", 8..<9),
    ]

    @Test("items stand under the first letter of their sort key, digits and signs under #")
    func items() throws {
        let catalog = try world(Self.titles)
        var query = MediaQuery.songs
        query.order = [MediaOrder(.title)]
        let sections = try catalog.collections.itemSections(of: query)
        #expect(sections == Self.expected)
        let titles = try catalog.items.all(matching: query).map { $0.title ?? "" }
        #expect(titles[sections[2].range].sorted() == ["Björk", "The Beatles"])
    }

    @Test("collections have sections, too, and what is no name has none")
    func collections() throws {
        let catalog = try world(Self.titles)
        #expect(try catalog.collections.collectionSections(of: .artists) == Self.expected)
        #expect(
            try catalog.collections.itemSections(
                of: MediaQuery(order: [MediaOrder(.playbackDuration)])) == [])
    }

    @Test(
        "every name that items are sorted by has sections, in both directions",
        arguments: [
            .title, .albumTitle, .artist, .artists, .albumArtist, .albumArtists, .composer,
            .composers, .genre, .genres, .podcastTitle,
        ] as [MediaProperty])
    func everyName(property: MediaProperty) throws {
        let catalog = try shelf().catalog
        for isDescending in [false, true] {
            let query = MediaQuery(order: [MediaOrder(property, isDescending: isDescending)])
            let sections = try catalog.collections.itemSections(of: query)
            #expect(sections.map(\.range.count).reduce(0, +) == 40)
        }
    }

    @Test("each heading stands once, and nothing stands above what has no name")
    func once() throws {
        let titles = ["!!!", "7", "ſtone", "Stone", "🎵", "~", "{}", "µ", "Μ", "Zz Top"]
        var world = try World()
        for (number, title) in titles.enumerated() {
            try world.add(MediaPath("\(number).mp3")) { $0.albumTitle = title }
        }
        try world.add("nameless.mp3")
        for isDescending in [false, true] {
            let query = MediaQuery(order: [MediaOrder(.albumTitle, isDescending: isDescending)])
            let sections = try world.catalog.collections.itemSections(of: query)
            #expect(Set(sections.map(\.title)).count == sections.count, "\(sections)")
            #expect(sections.last == Self.section("", 10..<11))
            #expect(sections.first { $0.title == "#" }?.range.count == 2)
            #expect(sections.first { $0.title == "S" }?.range.count == 1)
            for (section, next) in zip(sections, sections.dropFirst()) {
                #expect(section.range.upperBound == next.range.lowerBound)
            }
        }
    }

    @Test("texts that have no key of their own stand under the letter that they are sorted by")
    func madeKeys() throws {
        var world = try World()
        for (number, title) in ["The Archers", "Zeit", "Ärzte", "an Elephant"].enumerated() {
            try world.add(MediaPath("\(number).mp3")) { $0.podcastTitle = title }
        }
        let query = MediaQuery(order: [MediaOrder(.podcastTitle)])
        #expect(
            try world.catalog.items.all(matching: query).map(\.podcastTitle) == [
                "The Archers", "Ärzte", "an Elephant", "Zeit",
            ])
        #expect(
            try world.catalog.collections.itemSections(of: query) == [
                Self.section("A", 0..<2), Self.section("E", 2..<3), Self.section("Z", 3..<4),
            ])
    }

    @Test("collections have the sections of the order that they really come in")
    func realOrder() throws {
        var world = try World()
        for (artist, title) in [("Zoë", "Apples"), ("Anna", "Zebras")] {
            try world.add(MediaPath("\(artist)/1.mp3")) {
                $0.setAlbumArtist(artist)
                $0.albumTitle = title
            }
        }
        var query = MediaQuery.albums
        // No album has a count of its own: they come by album artist.
        query.order = [MediaOrder(.beatsPerMinute)]
        #expect(try world.catalog.collections.all(of: query).map(\.title) == ["Zebras", "Apples"])
        #expect(
            try world.catalog.collections.collectionSections(of: query).map(\.title) == ["A", "Z"])
        query.order = [MediaOrder(.year), MediaOrder(.albumTitle)]
        #expect(try world.catalog.collections.collectionSections(of: query) == [])
        query.order = [MediaOrder(.beatsPerMinute), MediaOrder(.albumTitle, isDescending: true)]
        #expect(try world.catalog.collections.all(of: query).map(\.title) == ["Zebras", "Apples"])
        #expect(
            try world.catalog.collections.collectionSections(of: query).map(\.title) == ["Z", "A"])
    }

    @Test("from the end, the sections are the same turned round")
    func descending() throws {
        var query = MediaQuery.songs
        query.order = [MediaOrder(.title, isDescending: true)]
        let sections = try world(Self.titles).collections.itemSections(of: query)
        #expect(sections.map(\.title) == Self.expected.map(\.title).reversed())
        #expect(sections.last?.range == 7..<9)
    }
}

@Suite struct UserValueTests {
    @Test("ratings, counts, dates and bookmarks are kept, and a scan changes none")
    func kept() throws {
        var world = try World()
        let item = try world.add("1.mp3", added: 5) { $0.title = "One" }.persistentID
        let catalog = world.catalog
        try catalog.values.setRating(4, of: item)
        try catalog.values.notePlay(of: item, at: Date(secondsSince1970: 100), by: "other")
        try catalog.values.notePlay(of: item, at: Date(secondsSince1970: 200))
        try catalog.values.noteSkip(of: item, at: Date(secondsSince1970: 300))
        try catalog.values.setBookmark(12.5, of: item)
        try world.change("1.mp3") { $0.title = "Two" }
        let expected = MediaItem.UserValues(
            rating: 4, playCount: 2, skipCount: 1,
            lastPlayedDate: Date(secondsSince1970: 200),
            dateAdded: Date(secondsSince1970: 5), bookmarkTime: 12.5)
        #expect(try catalog.items.item(item)?.userValues == expected)
        let plays = try catalog.plays.all()
        #expect(plays.allSatisfy { $0.item == item })
        #expect(plays.map(\.date.secondsSince1970) == [300, 200, 100])
        #expect(plays.map(\.player) == ["Phonolith", "Phonolith", "other"])
        #expect(plays.map(\.isFinished) == [false, true, true])
        try catalog.values.setRating(nil, of: item)
        try catalog.values.setBookmark(nil, of: item)
        #expect(try catalog.items.item(item)?.userValues.rating == nil)
        #expect(try catalog.items.item(item)?.userValues.bookmarkTime == nil)
    }

    @Test("what is not in the library cannot be rated")
    func unknown() throws {
        #expect(try World().catalog.values.setRating(3, of: PersistentID(7)) == false)
    }
}

@Suite struct RandomTests {
    @Test("chance draws each item at most once, the same for the same seed, and all if need be")
    func drawn() throws {
        let catalog = try shelf().catalog
        func drawn(_ query: MediaQuery, _ count: Int, seed: UInt64) throws -> [Int64] {
            var generator = SeededGenerator(seed: seed)
            return try catalog.items.random(matching: query, count: count, using: &generator)
                .map(\.persistentID.rawValue)
        }
        let some = try drawn(MediaQuery(), 10, seed: 1)
        #expect(Set(some).count == 10)
        #expect(try drawn(MediaQuery(), 10, seed: 1) == some)
        #expect(try drawn(MediaQuery(), 10, seed: 2) != some)
        #expect(try drawn(MediaQuery(), 100, seed: 3).sorted() == Array(1...40))
        let rare = MediaQuery(filterPredicates: [.not(.isMissing(.comments))])
        #expect(try drawn(rare, 10, seed: 4).sorted() == [1, 12, 23, 34])
        #expect(try drawn(MediaQuery(mediaType: .podcast), 10, seed: 5) == [])
    }

    @Test("all items are drawn about equally often")
    func fair() throws {
        let catalog = try shelf().catalog
        var generator = SeededGenerator(seed: 9)
        var counts: [Int64: Int] = [:]
        for _ in 0..<400 {
            for item in try catalog.items.random(matching: .songs, count: 4, using: &generator) {
                counts[item.persistentID.rawValue, default: 0] += 1
            }
        }
        #expect(counts.count == 40)
        #expect(counts.values.allSatisfy { (15...75).contains($0) }, "\(counts)")
    }
}

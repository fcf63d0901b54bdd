import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Stretches of filtered lists in many orders, found in each of the ways in which they can be, compared with what
/// memory says.
@Suite(.thorough) struct PageTests {
    private static func library(seed: UInt64) throws -> (catalog: Catalog, items: [MediaItem]) {
        var world = try World()
        try world.addAll(RandomLibrary(seed: seed).tracks)
        for track in RandomLibrary(seed: seed).tracks.prefix(8) {
            try world.hide(track.relativePath)
        }
        return (world.catalog, try world.catalog.items.all(matching: MediaQuery()))
    }

    /// The stretch of the query's answer, as memory has it.
    ///
    /// - Parameter after: The item after which it begins, whether it matches or not.
    private func expected(
        _ query: MediaQuery, _ items: [MediaItem], after: MediaItemID? = nil
    ) -> [MediaItemID] {
        let candidates = items.filter { item in
            let matches =
                query.filterPredicates.allSatisfy { $0.matches(item) }
                && (query.mediaType == .any
                    || !item.facts.mediaType.isDisjoint(with: query.mediaType))
            return matches || item.persistentID == after
        }
        var ids = candidates.sorted(by: query.order).map(\.persistentID)[...]
        if let after { ids = ids.drop { $0 != after }.dropFirst() }
        return Array(ids.dropFirst(query.offset).prefix(query.limit ?? .max))
    }

    private func check(
        _ query: MediaQuery, _ catalog: Catalog, _ items: [MediaItem], after: MediaItemID? = nil
    ) throws {
        var query = query
        let list = MediaQuery(order: query.order)
        query.after = try after.flatMap { try catalog.token(after: $0, in: list) }
        // After the last item there is no token, and nothing.
        if after != nil, query.after == nil { return }
        let expected = expected(query, items, after: after)
        for forced in [nil] + QueryPlanner.Forced.allCases {
            let found = try catalog.items.ids(matching: query, forced: forced)
            #expect(found == expected, "\(forced.map { "\($0)" } ?? "the quickest"): \(query)")
        }
        #expect(try catalog.items.count(matching: query) == expected.count, "\(query)")
    }

    @Test(
        "any stretch of any list is the same in each way, and in memory",
        arguments: LongTests.seeds(1...3, daily: 1))
    func random(seed: UInt64) throws {
        let (catalog, items) = try Self.library(seed: seed)
        var numbers = SeededGenerator(seed: seed)
        for predicate in RandomPredicates(seed: seed, items: items, areSayable: false).prefix(60) {
            var query = MediaQuery(
                mediaType: numbers.one(of: [.any, .any, .music]), filterPredicates: [predicate],
                order: (0..<numbers.number(in: 0...2)).map { _ in
                    MediaOrder(
                        numbers.one(of: MediaProperty.sortable),
                        isDescending: numbers.holds(percent: 50))
                })
            if numbers.holds(percent: 80) { query.limit = numbers.number(in: 0...9) }
            if numbers.holds(percent: 40) { query.offset = numbers.number(in: 0...9) }
            let after = numbers.holds(percent: 30) ? numbers.one(of: items).persistentID : nil
            try check(query, catalog, items, after: after)
        }
    }

    /// Orders, each with filters that limit its values.
    private static let boundedOrders: [(MediaProperty, [MediaPredicate])] = {
        let values: [(MediaProperty, MediaProperty, [MediaValue])] = [
            (.year, .releaseDate, [1958, 1997, 2005, 0, 9999, 10_000, -3, .number(1996.5)]),
            (.releaseDate, .year, ["1958", "1997-06", "1997-06-30", "2005", "9999"]),
            (.year, .year, [1997]), (.releaseDate, .releaseDate, ["1997-06"]),
            (.rating, .rating, [3]), (.playCount, .playCount, [1]),
            (.genre, .genre, ["Jazz", "Rock", "nothing"]),
        ]
        return values.map { property, order, values in
            let simple = values.flatMap { value -> [MediaPredicate] in
                [
                    .equalTo(property, value), .lessThan(property, value), .atMost(property, value),
                    .greaterThan(property, value), .atLeast(property, value),
                    .not(.equalTo(property, value)),
                ]
            }
            let joined: [MediaPredicate] = [
                .isIn(property, values), .between(property, values[0], values[values.count - 1]),
                .all([.atLeast(property, values[0]), .not(.isMissing(.title))]),
                .isMissing(property),
            ]
            return (order, simple + joined)
        }
    }()

    @Test(
        "a filter on what the order is by, or what it comes from, takes nothing away",
        arguments: boundedOrders)
    func bounds(order: MediaProperty, predicates: [MediaPredicate]) throws {
        let (catalog, items) = try Self.library(seed: 4)
        var isDescending = false
        for predicate in predicates {
            // The first page, all but the first two, and those after an item: once up, once down, and each way in turn.
            var query = MediaQuery(
                filterPredicates: [predicate], order: [MediaOrder(order)], limit: 3)
            try check(query, catalog, items)
            isDescending.toggle()
            query.limit = 5
            query.order = [MediaOrder(order, isDescending: isDescending)]
            try check(query, catalog, items, after: items[items.count / 2].persistentID)
            (query.limit, query.offset) = (100, 2)
            query.order = [MediaOrder(order, isDescending: true)]
            try check(query, catalog, items)
        }
    }

    @Test(
        "the user's values are picked by and put in order by, and leave out what is gone or of another kind",
        arguments: [MediaProperty.rating, .playCount, .lastPlayedDate, .title, .path])
    func users(order: MediaProperty) throws {
        let (catalog, items) = try Self.library(seed: 5)
        var telling = 0
        let filters: [MediaPredicate] = [
            .atLeast(.rating, 2), .atLeast(.playCount, 1), .not(.isMissing(.lastPlayedDate)),
            .all([.atLeast(.rating, 1), .not(.isMissing(.title))]),
            .atLeast(.year, 1960), .equalTo(.genre, "Jazz"), .isIn(.genre, ["Rock", "Pop"]),
        ]
        for predicate in filters {
            for mediaType in [MediaType.any, .music, [.podcast, .movie]] {
                var query = MediaQuery(
                    mediaType: mediaType, filterPredicates: [predicate],
                    order: [MediaOrder(order, isDescending: true)], limit: 7)
                if !expected(query, items).isEmpty { telling += 1 }
                try check(query, catalog, items)
                query.order = [MediaOrder(order), MediaOrder(.skipCount)]
                try check(query, catalog, items, after: items[items.count / 3].persistentID)
            }
        }
        #expect(telling > 9)
    }

    @Test(
        "a list by a value of the user begins at any place, among the items that have one or behind them",
        arguments: [
            MediaProperty.rating, .playCount, .lastPlayedDate, .favoriteDate, .bookmarkTime,
        ])
    func offsetsBehindUserValues(order: MediaProperty) throws {
        let (catalog, items) = try Self.library(seed: 6)
        for mediaType in [MediaType.any, .music, [.podcast, .movie]] {
            for isDescending in [false, true] {
                let order = [MediaOrder(order, isDescending: isDescending)]
                for offset in stride(from: 0, through: items.count + 1, by: 3) {
                    let query = MediaQuery(
                        mediaType: mediaType, order: order, limit: 4, offset: offset)
                    try check(query, catalog, items)
                }
            }
        }
    }

    @Test("songs of a genre come in the order of their first genres, further ones in their places")
    func genres() throws {
        var world = try World()
        let genres = [
            ["Jazz"], ["Rock", "Jazz"], ["Blues", "Jazz"], ["Jazz", "Blues"], ["Rock"],
        ]
        for (number, names) in (genres + genres).enumerated() {
            try world.add(MediaPath("\(number).mp3")) { $0.genres = names }
        }
        let items = try world.catalog.items.all(matching: MediaQuery())
        for isDescending in [false, true] {
            for limit in 1...9 {
                var query = MediaQuery(
                    filterPredicates: [.equalTo(.genre, "jazz")],
                    order: [MediaOrder(.genre, isDescending: isDescending)], limit: limit)
                try check(query, world.catalog, items)
                let genre = try #require(
                    try world.catalog.collections.all(of: .genres).first {
                        $0.title == "Jazz"
                    })
                let expected = try world.catalog.items.ids(matching: query)
                query.filterPredicates = []
                query.group = genre.group
                for forced in QueryPlanner.Forced.allCases {
                    #expect(
                        try world.catalog.items.ids(matching: query, forced: forced) == expected,
                        "\(forced)")
                }
            }
        }
    }

    private static let titled = Result {
        var world = try World()
        let titles = [
            "Night", "Midnight Sun", "Nights in white", "Mid.night", "AC/DC.night", "N ight",
            "Knïghts", "夜のnight",
            "Туман над рекой", "1 2 3 2024", "Absent friends",
            String(repeating: "k", count: 80) + "night end",
            Array(repeating: "a.b", count: 90).joined(separator: " ") + " knighted",
            "µTorrent™ theme", "น้ำตา Ⅱ", "Թևեր ™ թևեր", "ŉnight ①", "Gauss ſtart ²", "4º piso ™",
            "ϑeta m²",
            String(repeating: "ﬃ", count: 25) + "night",
            String(repeating: "㍿", count: 30) + " night",
            String(repeating: "ß", count: 40) + "night", "µ night", "Թևեր",
        ]
        for (number, title) in titles.enumerated() {
            try world.add(MediaPath("\(number).mp3")) { $0.title = title }
            try world.add(MediaPath("album \(number).mp3")) {
                $0.title = "Night \(number)"
                $0.albumTitle = title
            }
        }
        try world.add(MediaPath("night.mp3"))
        try world.hide(MediaPath("1.mp3"))
        return (
            catalog: world.catalog, items: try world.catalog.items.all(matching: MediaQuery())
        )
    }

    @Test(
        "what a title contains is found, within words, across them, and where words are cut",
        arguments: [
            "night", "NIGHT", "Nïght", "nigh", "ight", "igh", "g", "night s", "s n", "c/d",
            "cdnight", "ac",
            "туман", "夜の", "2024", "zzzz", "absent", "end", "kkkk", "", "µtorrent", "น้ำตา",
            "թևեր", "ŉnight", "ſtart", "4º", "ϑeta", "strasse",
        ])
    func containing(text: String) throws {
        let (catalog, items) = try Self.titled.get()
        for property in [MediaProperty.title, .albumTitle] {
            try check(
                MediaQuery(
                    filterPredicates: [.contains(property, text)], order: [MediaOrder(.title)],
                    limit: 50),
                catalog, items)
        }
        let missing = MediaQuery(filterPredicates: [.contains(.title, text)], isMissing: true)
        let found = try catalog.items.all(matching: missing).map(\.facts.title)
        #expect(found == ("midnight sun".contains(text.folded) ? ["Midnight Sun"] : []))
    }

    @Test("no stretch is too long, and none too far behind")
    func farthest() throws {
        var world = try World()
        for number in 0..<20 {
            try world.add(MediaPath("\(number).mp3")) {
                $0.genres = ["Jazz"]
                $0.releaseDate = PartialDate(year: 1990 + number)
            }
        }
        let items = try world.catalog.items.all(matching: MediaQuery())
        for property in [MediaProperty.genre, .genrePersistentID, .year, .playCount, .path] {
            for (limit, offset) in [(Int.max, 1), (1, .max), (.max, .max), (.max - 3, 5)] {
                let query = MediaQuery(
                    filterPredicates: [.equalTo(.genre, "jazz"), .greaterThan(.year, 0)],
                    order: [MediaOrder(property)], limit: limit, offset: offset)
                try check(query, world.catalog, items)
            }
        }
    }

    @Test("what nothing can meet is met by nothing, in any order")
    func nothing() throws {
        var world = try World()
        try world.add(MediaPath("a.mp3"))
        let items = try world.catalog.items.all(matching: MediaQuery())
        let impossible: [MediaPredicate] = [
            .any([]), .equalTo(.mediaType, "x"), .equalTo(.year, "x"),
        ]
        for (index, property) in MediaProperty.sortable.enumerated() {
            let query = MediaQuery(
                filterPredicates: [impossible[index % 3]], order: [MediaOrder(property)], limit: 3)
            try check(query, world.catalog, items)
        }
    }

    @Test(
        "a far page passes over what is not asked for, be there some of it or none",
        arguments: [false, true])
    func far(isMixed: Bool) throws {
        var world = try World()
        try world.addAll(
            (0..<1200).map { number in
                let describe = { (facts: inout MediaFacts) in
                    if isMixed, number % 400 == 7 { facts.mediaType = .podcast }
                    facts.playbackDuration = number % 50 == 0 ? 5 : 100
                    if number % 3 == 0 {
                        facts.releaseDate = PartialDate(year: 1960 + number % 50)
                    }
                    if number % 7 == 0 { facts.bitDepth = 24 }
                }
                return (MediaPath("\(number).mp3"), describe)
            })
        if isMixed {
            for number in [3, 5, 900] { try world.hide(MediaPath("\(number).mp3")) }
        }
        let items = try world.catalog.items.all(matching: MediaQuery())
        let properties: [MediaProperty] = [
            .dateAdded, .playCount, .skipCount, .lastPlayedDate, .rating, .isFavorite,
            .favoriteDate,
            .bookmarkTime, .year, .title, .bitDepth, .path,
            .genrePersistentID, .artistPersistentID, .albumArtistPersistentID,
            .composerPersistentID, .isAvailable,
        ]
        let orders = properties.flatMap {
            [[MediaOrder($0)], [MediaOrder($0, isDescending: true)]]
        }
        let played = [MediaOrder(.playCount), MediaOrder(.title, isDescending: true)]
        let long = MediaPredicate.atLeast(.playbackDuration, 10)
        for (order, filter) in (orders + [played]).map({ ($0, [MediaPredicate]()) })
            + [(orders[0], [long]), (orders[8], [long]), (played, [long])]
        {
            let query = MediaQuery(
                mediaType: .music, filterPredicates: filter, order: order, limit: 20, offset: 1100)
            try check(query, world.catalog, items)
        }
    }
}

import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers
import Testing

/// Collections in order of what their items come to.
@Suite struct CollectionOrderTests {
    /// Forty items, of some of which the user has played and rated something.
    private static let catalog = Result {
        var world = try World()
        for number in 0..<40 {
            let item = try world.add(MediaPath("\(number).mp3"), added: number * 7 % 40) {
                $0.title = "Title \(number)"
                $0.setArtist("Artist \(number % 5)")
                $0.composers = number % 3 == 0 ? ["Composer \(number % 2)"] : []
                if number % 4 != 0 { $0.albumTitle = "Album \(number % 7)" }
                $0.genres = ["Genre \(number % 3)", "Genre \(number % 4)"]
                $0.playbackDuration = Double(number % 11)
            }
            guard number % 3 != 1 else { continue }
            try world.catalog.values.setUserValues(
                MediaItem.UserValues(
                    rating: number % 7 < 3 ? number % 6 : nil, playCount: number % 13,
                    lastPlayedDate: number % 5 == 0
                        ? nil : Date(secondsSince1970: 1_000_000 + number * 17 % 29),
                    dateAdded: item.userValues.dateAdded),
                of: item.persistentID)
        }
        return world.catalog
    }

    /// Totals of items, by the key; `nil` where none of them has a value.
    private static let totals: [(key: MediaOrder.Key, of: @Sendable ([MediaItem]) -> Double?)] = [
        (.itemCount, { Double($0.count) }),
        (.property(.playbackDuration), { $0.reduce(0) { $0 + ($1.playbackDuration ?? 0) } }),
        (
            .property(.dateAdded),
            { $0.map { Double($0.userValues.dateAdded.secondsSince1970) }.max() }
        ),
        (.property(.playCount), { $0.reduce(0) { $0 + Double($1.userValues.playCount) } }),
        (
            .property(.lastPlayedDate),
            {
                $0.compactMap { $0.userValues.lastPlayedDate.map { Double($0.secondsSince1970) } }
                    .max()
            }
        ),
        (
            .property(.rating),
            { items in
                let ratings = items.compactMap { $0.userValues.rating.map(Double.init) }
                return ratings.isEmpty ? nil : ratings.reduce(0, +) / Double(ratings.count)
            }
        ),
    ]

    private static let groupings: [MediaGrouping] = [
        .album, .artist, .albumArtist, .composer, .genre,
    ]

    @Test(
        "collections come in order of what their items come to, those without a value last",
        arguments: groupings, [false, true])
    func orders(grouping: MediaGrouping, isDescending: Bool) throws {
        let catalog = try Self.catalog.get()
        for (key, total) in Self.totals {
            for filters in [[], [.atLeast(.playbackDuration, 6)]] as [[MediaPredicate]] {
                let query = MediaQuery(
                    filterPredicates: filters, groupingType: grouping,
                    order: [MediaOrder(key, isDescending: isDescending)])
                let collections = try catalog.collections.all(of: query)
                let values = try collections.map { collection in
                    var items = query
                    (items.group, items.order, items.groupingType) = (collection.group, [], .title)
                    let found = try catalog.items.all(matching: items)
                    #expect(found.count == collection.count)
                    return total(found)
                }
                let present = values.compactMap(\.self)
                let sorted = present.sorted { isDescending ? $0 > $1 : $0 < $1 }
                let absent = [Double?](repeating: nil, count: values.count - present.count)
                #expect(values == sorted + absent, "\(key.name)")
                #expect(collections.count > 1)
            }
        }
    }

    @Test("by chance, all come, and not twice in the same order", arguments: groupings + [.title])
    func random(grouping: MediaGrouping) throws {
        let catalog = try Self.catalog.get()
        var query = MediaQuery(groupingType: grouping)
        let all = try catalog.collections.all(of: query)
        query.order = [MediaOrder(.random)]
        let orders = try (0..<40).map { _ in try catalog.collections.all(of: query).map(\.group) }
        #expect(orders.allSatisfy { Set($0) == Set(all.map(\.group)) && $0.count == all.count })
        #expect(Set(orders).count > 1)
        query.limit = 1
        #expect(try catalog.collections.all(of: query).count == 1)
    }

    @Test("a smart playlist by chance holds as many as its limit, others each time")
    func smart() throws {
        let catalog = try Self.catalog.get()
        let rule = SmartPlaylistRule(
            predicate: .atLeast(.playbackDuration, 0), order: [MediaOrder(.random)],
            limit: .items(5))
        let list = try catalog.playlists.create(PlaylistCreationMetadata(name: "Some"), rule: rule)
        let query = MediaQuery(group: MediaGroup(.playlist, list.persistentID.rawValue))
        let readings = try (0..<20).map { _ in
            try catalog.items.all(matching: query).map(\.persistentID)
        }
        #expect(readings.allSatisfy { Set($0).count == 5 })
        #expect(Set(readings.map(Set.init)).count > 1)
    }
}

/// Totals of the items of a query.
@Suite struct TotalsTests {
    private func world() throws -> World {
        var world = try World()
        for (number, (genres, year, codec)) in [
            (["Jazz", "Blues"], 1959, "flac"), (["Jazz"], 1961, "mp3"), ([], nil, "mp3"),
            (["Rock", "rock"], 1969, "flac"),
        ].enumerated() {
            let item = try world.add(MediaPath("\(number).mp3")) {
                $0.genres = genres
                $0.releaseDate = year.flatMap { PartialDate(year: $0) }
                $0.codec = codec
                $0.playbackDuration = 10
                $0.setArtist(number < 2 ? "Miles" : "Others")
            }
            try world.catalog.values.setUserValues(
                MediaItem.UserValues(playCount: number, dateAdded: item.userValues.dateAdded),
                of: item.persistentID)
        }
        return world
    }

    private func totals(
        _ key: TotalsKey, _ predicates: [MediaPredicate] = [], limit: Int? = nil
    ) throws -> [String] {
        let query = MediaQuery(filterPredicates: predicates, limit: limit)
        return try world().catalog.statistics.totals(of: query, by: key).map {
            "\($0.value ?? "-") \($0.count) \($0.playbackDuration) \($0.playCount)"
        }
    }

    @Test(
        "items are counted by what they share, several values each",
        arguments: [
            (.genre, ["Jazz 2 20.0 1", "Blues 1 10.0 0", "Rock 1 10.0 3"]),
            (.artist, ["Miles 2 20.0 1", "Others 2 20.0 5"]),
            (.albumArtist, ["Miles 2 20.0 1", "Others 2 20.0 5"]), (.composer, []),
            (.year, ["1959 1 10.0 0", "1961 1 10.0 1", "1969 1 10.0 3", "- 1 10.0 2"]),
            (.decade, ["1950s 1 10.0 0", "1960s 2 20.0 4", "- 1 10.0 2"]),
            (.format, ["flac 2 20.0 3", "mp3 2 20.0 3"]), (.mediaType, ["music 4 40.0 6"]),
        ] as [(TotalsKey, [String])])
    func values(key: TotalsKey, expected: [String]) throws {
        #expect(try totals(key) == expected)
    }

    @Test("filters and a limit hold")
    func filters() throws {
        #expect(try totals(.genre, [.equalTo(.artist, "Miles")], limit: 1) == ["Jazz 2 20.0 1"])
        #expect(try totals(.format, [.atLeast(.year, 1960)]) == ["flac 1 10.0 3", "mp3 1 10.0 1"])
    }

    @Test("a file of several tracks counts its bytes once")
    func bytes() throws {
        let catalog = try world().catalog
        let all = try catalog.statistics.values()
        let jazz = try catalog.statistics.values(
            of: MediaQuery(filterPredicates: [.equalTo(.genre, "Jazz")]))
        #expect((jazz.items, jazz.genres, jazz.artists, jazz.playCount) == (2, 2, 1, 1))
        #expect(jazz.fileSize * 2 == all.fileSize)
        #expect((jazz.librarySize, jazz.pictures) == (nil, nil))
        let sizes = try catalog.statistics.totals(of: MediaQuery(), by: .artist).map(\.fileSize)
        #expect(sizes == [jazz.fileSize, jazz.fileSize])
    }

    @Test("the page's plots count as the totals do") func breakdown() throws {
        let catalog = try world().catalog
        // Around the end of a month by the clocks of all zones.
        for hour in -14...14 {
            try catalog.values.notePlay(
                of: MediaItemID(1), at: Date(secondsSince1970: 1_701_388_800 + hour * 3600 + 60))
        }
        let plots = try catalog.statistics.breakdown()
        func totals(_ key: TotalsKey) throws -> [String: Int] {
            Dictionary(
                uniqueKeysWithValues: try catalog.statistics.totals(of: MediaQuery(), by: key)
                    .compactMap { total in total.value.map { ($0, total.count) } })
        }
        func counts(_ plot: [ValueCount]) -> [String: Int] {
            Dictionary(uniqueKeysWithValues: plot.map { ($0.value, $0.count) })
        }
        #expect(try counts(plots.genres) == totals(.genre))
        #expect(try counts(plots.plays) == totals(.playMonth))
        #expect(try counts(plots.formats) == totals(.format))
    }

    @Test("plays are counted by their time; those that were not finished are not")
    func plays() throws {
        let catalog = try world().catalog
        let item = MediaItemID(1)
        for seconds in [1_700_000_000, 1_700_000_100, 1_600_000_000] {
            try catalog.values.notePlay(of: item, at: Date(secondsSince1970: seconds))
        }
        try catalog.values.noteSkip(of: item, at: Date(secondsSince1970: 1_500_000_000))
        let months = try catalog.statistics.totals(of: MediaQuery(), by: .playMonth)
        #expect(months.map(\.count) == [1, 2])
        #expect(months.map(\.value) == ["2020-09", "2023-11"])
        #expect(
            try catalog.statistics.totals(of: MediaQuery(), by: .playYear).map(\.value) == [
                "2020", "2023",
            ])
    }
}

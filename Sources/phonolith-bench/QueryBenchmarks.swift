import Catalog
import MediaModel

/// What the first 50 answers cost a program that has the library open: every filter with every order, of
/// which the slowest counts.
struct QueryBenchmarks {
    private static let pageSize = 50

    private let catalog: Catalog
    private let isLarge: Bool
    private let tracks: Int

    /// Opens a library.
    ///
    /// - Parameter tracks: How many it has; from half a million on it is large, and has limits of its own.
    init(database: String, tracks: Int) throws {
        catalog = try Catalog.open(at: database, for: .reading)
        self.tracks = tracks
        isLarge = tracks >= 500_000
    }

    func outcomes() throws -> [Outcome] {
        try items() + collections() + [random()] + (isLarge ? deepPages() : [])
    }

    // MARK: - Items

    private func items() throws -> [Outcome] {
        try filters().map { name, predicates in
            let (slowest, mean) = try slowest(of: Self.orders(Catalog.orders)) { order in
                _ = try catalog.items(
                    matching: MediaQuery(
                        mediaType: .music, filterPredicates: predicates, order: order,
                        limit: Self.pageSize))
            }
            return outcome(
                "first 50 \(name), any order", slowest, mean, isFiltered: !predicates.isEmpty)
        }
    }

    private func filters() throws -> [(name: String, predicates: [MediaPredicate])] {
        var filters: [(name: String, predicates: [MediaPredicate])] = [
            ("songs", []), ("songs of 20 years", [.between(.year, 1980, 1999)]),
            ("songs of one year", [.between(.year, 1990, 1990)]),
            ("songs with four stars or more", [.atLeast(.rating, 4)]),
            ("songs whose title contains a part of words", [.contains(.title, "anter")]),
            ("songs whose title contains what none does", [.contains(.title, "night")]),
            (
                "songs of a year, of two genres, without a word",
                [
                    .equalTo(.year, 1990),
                    .any([.equalTo(.genre, "Jazz"), .equalTo(.genre, "Rock")]),
                    .not(.contains(.title, "night")),
                ]
            ),
        ]
        for grouping in [MediaGrouping.artist, .albumArtist, .album, .genre] {
            guard let largest = try largest(grouping), let property = grouping.titleProperty else {
                continue
            }
            filters.append(
                (
                    "songs of the largest \(Self.words[grouping] ?? "group")",
                    [.equalTo(property, .text(largest.title))]
                ))
        }
        return filters
    }

    /// The largest of the first thousand.
    private func largest(_ grouping: MediaGrouping) throws -> MediaItemCollection? {
        let query = MediaQuery(mediaType: .music, groupingType: grouping, limit: 1000)
        return try catalog.collections(of: query).max { $0.count < $1.count }
    }

    /// Far behind the beginning, where each item before is passed over: in the orders of one index, and in that of
    /// paths, which lie in three tables.
    private func deepPages() throws -> [Outcome] {
        let orders: [MediaProperty] = [
            .albumArtist, .title, .albumTitle, .artist, .genre, .year, .playbackDuration,
            .fileSize, .dateAdded, .playCount,
        ]
        return [
            try deepPages("any order", orders, limit: .atMost(50)),
            try deepPages("by path", [.path], limit: nil),
        ]
    }

    private func deepPages(
        _ name: String, _ properties: [MediaProperty], limit: Outcome.Limit?
    ) throws -> Outcome {
        let (slowest, mean) = try slowest(of: Self.orders(properties)) { order in
            _ = try catalog.items(
                matching: MediaQuery(
                    mediaType: .music, order: order, limit: Self.pageSize, offset: 400_000))
        }
        return Outcome(
            what: "\(tracks) tracks: 50 songs behind the first 400 000, \(name)",
            value: slowest.milliseconds, unit: .milliseconds, limit: limit,
            detail: Self.detail(slowest, mean))
    }

    private func random() throws -> Outcome {
        var generator = SeededNumbers(seed: 1, stream: 1)
        let (slowest, mean) = try slowest(of: [[]]) { _ in
            _ = try catalog.randomItems(
                matching: .songs, count: Self.pageSize, using: &generator)
        }
        return outcome("50 songs by chance", slowest, mean, limit: .atMost(5))
    }

    // MARK: - Collections

    private func collections() throws -> [Outcome] {
        try [MediaGrouping.album, .artist, .albumArtist, .composer, .genre].flatMap { grouping in
            let orders = Self.orders(Catalog.orders(for: grouping))
            let filters: [(String, [MediaPredicate])] = [
                ("", []), (" of one year", [.equalTo(.year, 1990)]),
            ]
            return try filters.map { words, predicates in
                let (slowest, mean) = try slowest(of: orders) { order in
                    _ = try catalog.collections(
                        of: MediaQuery(
                            mediaType: .music, filterPredicates: predicates,
                            groupingType: grouping, order: order, limit: Self.pageSize))
                }
                return outcome(
                    "first 50 \(Self.words[grouping] ?? "group")s\(words), any order", slowest,
                    mean,
                    isFiltered: !predicates.isEmpty)
            }
        }
    }

    private static let words: [MediaGrouping: String] = [
        .album: "album", .artist: "artist", .albumArtist: "album artist", .composer: "composer",
        .genre: "genre",
    ]

    // MARK: - Measuring

    /// Both directions of each property, and no order at all.
    private static func orders(_ properties: [MediaProperty]) -> [[MediaOrder]] {
        [[]]
            + properties.flatMap { property in
                [[MediaOrder(property)], [MediaOrder(property, isDescending: true)]]
            }
    }

    private typealias Time = (milliseconds: Double, order: [MediaOrder], orders: Int)

    private func slowest(
        of orders: [[MediaOrder]], _ ask: ([MediaOrder]) throws -> Void
    ) throws -> (slowest: Time, mean: Double) {
        let clock = ContinuousClock()
        var slowest: Time = (0, [], orders.count)
        var sum = 0.0
        for order in orders {
            let times = try Self.runs { try clock.measure { try ask(order) } / .milliseconds(1) }
            sum += times.best
            if times.best > slowest.milliseconds {
                (slowest.milliseconds, slowest.order) = (times.best, order)
            }
        }
        return (slowest, sum / Double(orders.count))
    }

    /// Of a hundred thousand songs any question has a limit; of a million, those without filters.
    private func outcome(
        _ what: String, _ slowest: Time, _ mean: Double, isFiltered: Bool = false,
        limit: Outcome.Limit? = nil
    ) -> Outcome {
        let usual: Outcome.Limit? = isLarge ? (isFiltered ? nil : .atMost(10)) : .atMost(5)
        return Outcome(
            what: "\(tracks) tracks: \(what)", value: slowest.milliseconds, unit: .milliseconds,
            limit: limit ?? usual, detail: Self.detail(slowest, mean))
    }

    private static func detail(_ slowest: Time, _ mean: Double) -> String {
        "slowest of \(slowest.orders) orders: \(text(slowest.order)); mean \(mean.text) ms"
    }

    /// Five runs, or two of what is so slow that more would tell nothing new: the first may have to wait for the disk.
    /// The best counts: what else the machine does makes so short a time only longer.
    private static func runs(_ measure: () throws -> Double) rethrows -> Runs {
        let first = try measure()
        let further = first < 200 ? 4 : 1
        return Runs([first] + (try (0..<further).map { _ in try measure() }))
    }

    private static func text(_ order: [MediaOrder]) -> String {
        order.first.map { $0.property.rawValue + ($0.isDescending ? " descending" : "") }
            ?? "the default"
    }
}

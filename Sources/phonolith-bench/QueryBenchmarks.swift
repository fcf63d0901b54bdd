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
        var questions = try items() + collections() + [random()]
        if isLarge { questions += deepPages() }
        let times = try bestTimes(
            of: questions.map { question in
                question.orders.map { order in { try question.ask(order) } }
            })
        return zip(questions, times).map(outcome)
    }

    /// A question that is asked in several orders.
    private struct Question {
        var what: String
        var orders: [[MediaOrder]]
        var limit: Outcome.Limit?
        var ask: ([MediaOrder]) throws -> Void
    }

    // MARK: - Items

    private func items() throws -> [Question] {
        try filters().map { name, predicates in
            Question(
                what: "first 50 \(name), any order", orders: Self.orders(Catalog.orders),
                limit: usualLimit(isFiltered: !predicates.isEmpty)
            ) { order in
                _ = try catalog.items(
                    matching: MediaQuery(
                        mediaType: .music, filterPredicates: predicates, order: order,
                        limit: Self.pageSize))
            }
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
    private func deepPages() -> [Question] {
        let orders: [MediaProperty] = [
            .albumArtist, .title, .albumTitle, .artist, .genre, .year, .playbackDuration,
            .fileSize, .dateAdded, .playCount,
        ]
        return [
            deepPages("any order", orders, limit: .atMost(50)),
            deepPages("by path", [.path], limit: nil),
        ]
    }

    private func deepPages(
        _ name: String, _ properties: [MediaProperty], limit: Outcome.Limit?
    ) -> Question {
        Question(
            what: "50 songs behind the first 400 000, \(name)", orders: Self.orders(properties),
            limit: limit
        ) { order in
            _ = try catalog.items(
                matching: MediaQuery(
                    mediaType: .music, order: order, limit: Self.pageSize, offset: 400_000))
        }
    }

    private func random() -> Question {
        var generator = SeededNumbers(seed: 1, stream: 1)
        return Question(what: "50 songs by chance", orders: [[]], limit: .atMost(5)) { _ in
            _ = try catalog.randomItems(
                matching: .songs, count: Self.pageSize, using: &generator)
        }
    }

    // MARK: - Collections

    private func collections() -> [Question] {
        [MediaGrouping.album, .artist, .albumArtist, .composer, .genre].flatMap { grouping in
            let filters: [(String, [MediaPredicate])] = [
                ("", []), (" of one year", [.equalTo(.year, 1990)]),
            ]
            return filters.map { words, predicates in
                Question(
                    what: "first 50 \(Self.words[grouping] ?? "group")s\(words), any order",
                    orders: Self.orders(Catalog.orders(for: grouping)),
                    limit: usualLimit(isFiltered: !predicates.isEmpty)
                ) { order in
                    _ = try catalog.collections(
                        of: MediaQuery(
                            mediaType: .music, filterPredicates: predicates,
                            groupingType: grouping, order: order, limit: Self.pageSize))
                }
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

    /// Of a hundred thousand songs any question has a limit; of a million, those without filters.
    private func usualLimit(isFiltered: Bool) -> Outcome.Limit? {
        isLarge ? (isFiltered ? nil : .atMost(10)) : .atMost(5)
    }

    /// The slowest order of a question counts.
    private func outcome(_ question: Question, _ times: [Double]) -> Outcome {
        let slowest = times.indices.max { times[$0] < times[$1] } ?? 0
        let mean = times.reduce(0, +) / Double(times.count)
        return Outcome(
            what: "\(tracks) tracks: \(question.what)", value: times[slowest],
            unit: .milliseconds, limit: question.limit,
            detail: "slowest of \(times.count) orders: \(Self.text(question.orders[slowest]));"
                + " mean \(mean.text) ms")
    }

    private static func text(_ order: [MediaOrder]) -> String {
        order.first.map { $0.property.rawValue + ($0.isDescending ? " descending" : "") }
            ?? "the default"
    }
}

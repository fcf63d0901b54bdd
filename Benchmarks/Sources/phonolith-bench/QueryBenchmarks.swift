import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// The cost of the first 50 answers for a program that has the library open: every filter with every order, of
/// which the slowest counts.
struct QueryBenchmarks {
    private static let pageSize = 50

    private let catalog: Catalog
    private let isLarge: Bool
    private let tracks: Int
    private let isServer: Bool

    /// Opens a library.
    ///
    /// - Parameters:
    ///   - database: A file, or the address of a database on a server.
    ///   - tracks: How many it has; from half a million on it is large, and has limits of its own.
    ///   - isServer: Whether it is on a server, which has limits of its own, too.
    init(database: String, tracks: Int, isServer: Bool = false) throws {
        catalog = try Catalog.open(at: database, for: .reading)
        self.tracks = tracks
        self.isServer = isServer
        isLarge = tracks >= 500_000
    }

    func outcomes() throws -> [Outcome] {
        if isServer { return try onServer() }
        var questions = try unfiltered() + filtered() + collections() + [random()]
        if isLarge { questions += try deepPages() }
        let times = try bestTimes(
            of: questions.map { question in
                question.orders.map { order in { try question.ask(order) } }
            })
        return zip(questions, times).map(outcome)
    }

    /// First pages, which is what people wait for.
    private func onServer() throws -> [Outcome] {
        let questions =
            [page("first 50 songs by a common order", [], Self.common, .atMost(20))]
            + collections().map { question in
                var question = question
                question.limit = nil
                return question
            }
        let times = try bestTimes(
            of: questions.map { question in
                question.orders.map { order in { try question.ask(order) } }
            }, isServer: true)
        return zip(questions, times).map(outcome)
    }

    /// A question that is asked in several orders.
    private struct Question {
        var what: String
        var orders: [[MediaOrder]]
        var limit: Outcome.Limit?
        var ask: ([MediaOrder]) throws -> Void
    }

    /// A limit for a hundred thousand tracks, and one for a million.
    private func limit(_ small: Double, _ large: Double) -> Outcome.Limit {
        .atMost(isLarge ? large : small)
    }

    // MARK: - Items

    private func unfiltered() -> [Question] {
        let others = MediaProperty.sortable.filter { !Self.common.contains($0) }
        let numbers = others.filter { !Self.isText($0) }
        return [
            page("first 50 songs by a common order", [], Self.common, limit(5, 10)),
            page(
                "first 50 songs by other numbers, dates and marks", [],
                numbers.filter { !Self.isElsewhere($0) }, limit(25, 250)),
            page(
                "first 50 songs by identifiers, and by values of the user without an index", [],
                numbers.filter(Self.isElsewhere), nil),
            page(
                "first 50 songs by other texts", [], others.filter(Self.isText), limit(80, 800)),
        ]
    }

    private func filtered() throws -> [Question] {
        try filters().map { name, predicates in
            page("first 50 \(name), any order", predicates, MediaProperty.sortable, limit(50, 500))
        }
    }

    private func page(
        _ what: String, _ predicates: [MediaPredicate], _ orders: [MediaProperty],
        _ limit: Outcome.Limit?
    ) -> Question {
        Question(what: what, orders: Self.orders(orders), limit: limit) { order in
            _ = try catalog.items.all(
                matching: MediaQuery(
                    mediaType: .music, filterPredicates: predicates, order: order,
                    limit: Self.pageSize))
        }
    }

    /// The orders that people use, beside that of a shelf, which comes without a name.
    private static let common: [MediaProperty] = [
        .title, .artist, .albumArtist, .albumTitle, .genre, .composer, .year, .releaseDate,
        .dateAdded, .lastPlayedDate, .playCount, .rating, .playbackDuration, .path,
    ]

    /// Whether it is in another table than what the index of all other orders has.
    private static func isElsewhere(_ property: MediaProperty) -> Bool {
        property.kind == .identifier || [.skipCount, .bookmarkTime, .isFavorite].contains(property)
    }

    private static func isText(_ property: MediaProperty) -> Bool {
        property.kind == .text || property.kind == .code
    }

    private func filters() throws -> [(name: String, predicates: [MediaPredicate])] {
        var filters: [(name: String, predicates: [MediaPredicate])] = [
            ("songs of 20 years", [.between(.year, 1980, 1999)]),
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
        return try catalog.collections.all(of: query).max { $0.count < $1.count }
    }

    /// Far behind the beginning: by a number of items to skip, and by the token of the page before.
    private func deepPages() throws -> [Question] {
        let orders = Self.orders(Self.common)
        var before: [[MediaOrder]: PageToken] = [:]
        for order in orders {
            let query = MediaQuery(mediaType: .music, order: order, limit: 1, offset: 399_999)
            before[order] = try catalog.items.forEach(matching: query) { _ in }
        }
        return [
            Question(
                what: "50 songs behind the first 400 000 by a common order, by --offset",
                orders: orders, limit: .atMost(100)
            ) { order in
                _ = try catalog.items.all(
                    matching: MediaQuery(
                        mediaType: .music, order: order, limit: Self.pageSize, offset: 400_000))
            },
            Question(
                what: "50 songs behind the first 400 000 by a common order, by --after",
                orders: orders, limit: .atMost(10)
            ) { order in
                _ = try catalog.items.all(
                    matching: MediaQuery(
                        mediaType: .music, order: order, limit: Self.pageSize, after: before[order])
                )
            },
        ]
    }

    private func random() -> Question {
        var generator = SeededNumbers(seed: 1, stream: 1)
        return Question(what: "50 songs by chance", orders: [[]], limit: limit(5, 10)) { _ in
            _ = try catalog.items.random(
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
                    orders: Self.orders(Self.own(grouping)),
                    limit: predicates.isEmpty ? limit(5, 10) : limit(50, 500)
                ) { order in
                    _ = try catalog.collections.all(
                        of: MediaQuery(
                            mediaType: .music, filterPredicates: predicates,
                            groupingType: grouping, order: order, limit: Self.pageSize))
                }
            }
        }
    }

    /// Properties of the collections themselves; the other keys need the totals of all items.
    private static func own(_ grouping: MediaGrouping) -> [MediaProperty] {
        grouping == .album ? [.title, .albumTitle, .albumArtist, .year] : [.title]
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

    /// The slowest order of a question counts.
    private func outcome(_ question: Question, _ times: [Double]) -> Outcome {
        let slowest = times.indices.max { times[$0] < times[$1] } ?? 0
        let mean = times.reduce(0, +) / Double(times.count)
        return Outcome(
            what: "\(isServer ? "PostgreSQL, " : "")\(tracks) tracks: \(question.what)",
            value: times[slowest],
            unit: .milliseconds, limit: question.limit,
            detail: "slowest of \(times.count) orders: \(Self.text(question.orders[slowest]));"
                + " mean \(mean.text) ms")
    }

    private static func text(_ order: [MediaOrder]) -> String {
        guard let first = order.first, case .property(let property) = first.key else {
            return "the default"
        }
        return property.rawValue + (first.isDescending ? " descending" : "")
    }
}

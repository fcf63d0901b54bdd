import Catalog
import MediaModel

/// What the first 50 answers cost a program that has the library open: every filter with every order, of
/// which the slowest counts.
struct QueryBenchmarks {
    private static let pageSize = 50
    private static let limit = Outcome.Limit.atMost(5)

    private let catalog: Catalog

    init(database: String) throws {
        catalog = try Catalog.open(at: database, for: .reading)
    }

    func outcomes() throws -> [Outcome] {
        try items() + MediaGrouping.allCases.map(collections)
    }

    private func items() throws -> [Outcome] {
        var filters: [(name: String, predicates: [MediaPredicate])] = [
            ("songs", []), ("songs of 20 years", [.between(.year, 1980, 1999)]),
            ("songs of one year", [.between(.year, 1990, 1990)]),
        ]
        let properties: [(MediaGrouping, MediaProperty)] = [
            (.artist, .artist), (.albumArtist, .albumArtist), (.album, .albumTitle),
            (.genre, .genre),
        ]
        for (grouping, property) in properties {
            guard let largest = try largest(grouping) else { continue }
            let name = "songs of the largest \(Self.words[grouping] ?? "group")"
            filters.append((name, [.equalTo(property, largest.title)]))
        }
        return try filters.map { name, predicates in
            try slowest(name, of: Self.orders(Catalog.orders)) { order in
                _ = try catalog.items(
                    matching: MediaQuery(
                        mediaType: .music, predicates: predicates, order: order,
                        limit: Self.pageSize))
            }
        }
    }

    private func collections(_ grouping: MediaGrouping) throws -> Outcome {
        try slowest(
            "\(Self.words[grouping] ?? "group")s", of: Self.orders(Catalog.orders(for: grouping))
        ) {
            order in
            _ = try catalog.collections(
                of: MediaQuery(mediaType: .music, order: order, limit: Self.pageSize),
                by: grouping)
        }
    }

    private func largest(_ grouping: MediaGrouping) throws -> MediaItemCollection? {
        var largest: MediaItemCollection?
        try catalog.forEachCollection(of: .songs, by: grouping) { collection in
            if collection.count > largest?.count ?? 0 { largest = collection }
        }
        return largest
    }

    /// Both directions of each property, and no order at all.
    private static func orders(_ properties: [MediaProperty]) -> [[MediaOrder]] {
        [[]]
            + properties.flatMap { property in
                [[MediaOrder(property)], [MediaOrder(property, isDescending: true)]]
            }
    }

    private func slowest(
        _ name: String, of orders: [[MediaOrder]], _ ask: ([MediaOrder]) throws -> Void
    ) throws -> Outcome {
        let clock = ContinuousClock()
        var slowest: (milliseconds: Double, order: [MediaOrder]) = (0, [])
        var sum = 0.0
        for order in orders {
            let times = try Self.runs { try clock.measure { try ask(order) } / .milliseconds(1) }
            sum += times.median
            if times.median > slowest.milliseconds { slowest = (times.median, order) }
        }
        return Outcome(
            what: "first \(Self.pageSize) \(name), any order", value: slowest.milliseconds,
            unit: .milliseconds, limit: Self.limit,
            detail: "slowest of \(orders.count) orders: \(Self.text(slowest.order));"
                + " mean \((sum / Double(orders.count)).text) ms")
    }

    /// Three runs, or one that is so slow that others would tell nothing new.
    private static func runs(_ measure: () throws -> Double) rethrows -> Runs {
        let first = try measure()
        guard first < 200 else { return Runs([first]) }
        return Runs([first] + (try (0..<2).map { _ in try measure() }))
    }

    private static func text(_ order: [MediaOrder]) -> String {
        order.first.map { $0.property.rawValue + ($0.isDescending ? " descending" : "") }
            ?? "the default"
    }

    private static let words: [MediaGrouping: String] = [
        .album: "album", .artist: "artist", .albumArtist: "album artist", .composer: "composer",
        .genre: "genre",
    ]
}

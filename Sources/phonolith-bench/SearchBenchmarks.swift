import Catalog
import MediaModel

/// What searching costs a program that has the library open: the first 20 items, albums and artists
/// together, for words that are rare and words that are everywhere, of which the slowest counts.
struct SearchBenchmarks {
    private static let count = 20

    private let catalog: Catalog
    private let tracks: Int

    /// Opens a library.
    ///
    /// - Parameter tracks: How many it has; more than 100 000 have a limit of their own.
    init(database: String, tracks: Int) throws {
        catalog = try Catalog.open(at: database, for: .reading)
        self.tracks = tracks
    }

    func outcomes() throws -> [Outcome] {
        try [
            outcome("words that few have", Self.rare),
            outcome("words that very many have", Self.common),
            outcome("words of which each has many, and no item all", Self.contrary),
        ]
    }

    /// Names and titles as somebody would type them.
    private static let rare = [
        "Yıldız velvet", "quiet kettle ursula", "sunken trau", "řez winter 12", "青い傘の駅",
        "дорога и паром", "zelenski", "lovland vol 7 j-pop", "zzz", "overmutig",
    ]
    /// From the first letter that is typed to whole words.
    private static let common = [
        "r", "ro", "roc", "rock", "the", "a", "e r", "s t w", "live", "no", "lantern", "lant",
        "pap", "silent", "silent river", "r s t", "の", "雨", "カフェ", "の駅", "雨の", "туман",
        "rock pop", "various artists", "hip-hop", "jazz live",
    ]
    private static let contrary = [
        "jazz metal", "rock reggae", "rock jazz classical", "metal techno chanson", "jaz meta",
        "folk punk ambient", "туман の", "lantern туман",
    ]

    private func outcome(_ name: String, _ queries: [String]) throws -> Outcome {
        let clock = ContinuousClock()
        var slowest: (milliseconds: Double, query: String) = (0, "")
        var sum = 0.0
        for query in queries {
            let runs = try Runs(5) {
                try clock.measure { _ = try catalog.search(query, limit: Self.count) }
                    / .milliseconds(1)
            }
            sum += runs.median
            if runs.median > slowest.milliseconds { slowest = (runs.median, query) }
        }
        return Outcome(
            what: "search of \(tracks) tracks, \(name)", value: slowest.milliseconds,
            unit: .milliseconds, limit: .atMost(tracks > 100_000 ? 30 : 10),
            detail: "slowest of \(queries.count) queries: \(slowest.query);"
                + " mean \((sum / Double(queries.count)).text) ms")
    }
}

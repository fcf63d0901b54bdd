import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

/// The cost of searches in a program that has the library open: the first 20 items, albums and artists
/// together, for words that are rare and words that are everywhere, of which the slowest counts.
struct SearchBenchmarks {
    private static let count = 20

    private let catalog: Catalog
    private let tracks: Int
    private let isServer: Bool

    /// Opens a library.
    ///
    /// - Parameters:
    ///   - database: A file, or the address of a database on a server.
    ///   - tracks: How many it has; more than 100 000 have a limit of their own.
    ///   - isServer: Whether it is on a server, which has a limit of its own, too.
    init(database: String, tracks: Int, isServer: Bool = false) throws {
        catalog = try Catalog.open(at: database, for: .reading)
        self.tracks = tracks
        self.isServer = isServer
    }

    func outcomes() throws -> [Outcome] {
        let groups = [
            ("words that few have", Self.rare),
            ("words that very many have", Self.common),
            ("words of which each has many, and no item all", Self.contrary),
        ]
        let times = try bestTimes(
            of: groups.map { _, queries in
                queries.map { query in { _ = try catalog.search.results(query, limit: Self.count) }
                }
            }, isServer: isServer)
        return zip(groups, times).map { group, times in outcome(group.0, group.1, times) }
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

    private func outcome(_ name: String, _ queries: [String], _ times: [Double]) -> Outcome {
        let slowest = times.indices.max { times[$0] < times[$1] } ?? 0
        let mean = times.reduce(0, +) / Double(times.count)
        return Outcome(
            what: "\(isServer ? "PostgreSQL, " : "")search of \(tracks) tracks, \(name)",
            value: times[slowest], unit: .milliseconds,
            limit: .atMost(isServer ? 50 : tracks > 100_000 ? 30 : 10),
            detail: "slowest of \(queries.count) queries: \(queries[slowest]);"
                + " mean \(mean.text) ms")
    }
}

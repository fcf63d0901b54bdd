import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers
import Testing

/// How episodes keep their ids when their feed changes.
@Suite struct EpisodeMatchingTests {
    private let catalog: Catalog
    private let feed: PersistentID<PodcastFeed>

    init() throws {
        catalog = try Catalog.empty()
        feed = try catalog.feeds.add("https://example.org/feed")
    }

    /// Stores a feed, and gives the ids of its episodes by their titles.
    private func store(_ episodes: [Feed.Episode]) throws -> [String: PersistentID<FeedEpisode>] {
        var content = Feed()
        content.episodes = episodes
        try catalog.feeds.store(content, PodcastFeed.Validators(), of: feed)
        let known = try catalog.feeds.episodes(of: feed)
        return Dictionary(known.map { ($0.entry.title ?? "", $0.id) }) { first, _ in first }
    }

    private func episodes(
        _ titles: [String], guid: (Int) -> String? = { _ in nil }, url: (Int) -> String
    ) -> [Feed.Episode] {
        titles.enumerated().map { number, title in
            var episode = Feed.Episode(guid: guid(number) ?? url(number), url: url(number))
            episode.title = title
            episode.date = Date(timeIntervalSince1970: Double(1_700_000_000 + 86_400 * number))
            return episode
        }
    }

    private static let titles = ["A", "B", "C"]

    @Test(
        "Episodes without guids keep their ids when their addresses change",
        arguments: [
            "https://a.example/%.mp3?token=2", "https://cdn.example/%.mp3",
            "https://a.example/x/%.ogg",
            "https://a.example/get?id=%",
        ])
    func addresses(pattern: String) throws {
        let before = try store(episodes(Self.titles) { "https://a.example/\($0).mp3?token=1" })
        let after = try store(
            episodes(Self.titles) { pattern.replacingOccurrences(of: "%", with: "\($0)") })
        #expect(after == before)
    }

    @Test("Episodes keep their ids when they get guids, and when their titles are corrected")
    func addedGuids() throws {
        let before = try store(episodes(Self.titles) { "https://a.example/\($0).mp3" })
        let after = try store(
            episodes(["A!", "B!", "C!"], guid: { "g\($0)" }) { "https://a.example/\($0).mp3" })
        #expect(Self.titles.map { before[$0] } == Self.titles.map { after["\($0)!"] })
    }

    @Test("A new episode at the address of the last is another one")
    func replacedFile() throws {
        let url = "https://a.example/latest.mp3"
        let before = try store(episodes(["Monday"], guid: { _ in "1" }) { _ in url })
        var tuesday = Feed.Episode(guid: "2", url: url)
        tuesday.title = "Tuesday"
        let after = try store([tuesday])
        #expect(after["Tuesday"] != nil && after["Tuesday"] != before["Monday"])
    }

    @Test("Two that have a sign in common are not taken for each other")
    func ambiguous() throws {
        let before = try store(episodes(["A", "B"]) { "https://a.example/get.mp3?id=\($0)" })
        var other = Feed.Episode(guid: "x", url: "https://a.example/get.mp3?id=9")
        other.title = "C"
        let after = try store([other])
        #expect(after["C"].map { !before.values.contains($0) } == true)
    }
}

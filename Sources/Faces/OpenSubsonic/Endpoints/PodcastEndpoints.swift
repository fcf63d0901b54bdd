import PhonolithAccess
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// Podcasts: those whose feeds the server fetches, and those of which the roots hold episodes that other programs
/// downloaded.
enum PodcastEndpoints {
    static let all = [
        Endpoint(
            "getPodcasts", [.optional("id"), .optional("includeEpisodes", .flag)], podcasts),
        Endpoint("getNewestPodcasts", [.optional("count", .integer)], newest),
        Endpoint("getPodcastEpisode", [.required("id")], episode),
    ]

    private static let types: MediaType = [.podcast, .videoPodcast]
    private static let newestFirst = [
        MediaOrder(.releaseDate, isDescending: true), MediaOrder(.dateAdded, isDescending: true),
    ]

    private static func podcasts(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let hasEpisodes = call.flag("includeEpisodes") ?? true
        guard let text = call.optionalText("id") else {
            let keeps = call.service.podcasts
            return .list(
                "podcasts", of: "channel",
                try await call.library.perform { catalog in
                    let feeds = try catalog.feeds.openFeeds(keeps)
                    return try feeds.map { try catalog.channel($0, hasEpisodes: hasEpisodes) }
                        + catalog.ownChannels(hasEpisodes: hasEpisodes, besides: !feeds.isEmpty)
                })
        }
        let keeps = call.service.podcasts
        let channel = try await call.library.perform { catalog -> SubsonicObject? in
            switch SubsonicID(text) {
            case .feed(let id):
                return try catalog.feeds.openFeeds(keeps).first { $0.id == id }
                    .map { try catalog.channel($0, hasEpisodes: hasEpisodes) }
            case .podcast(let id):
                return try catalog.collections.all(
                    [id.rawValue], groupedBy: .podcastTitle, mediaType: types
                ).first.map {
                    try catalog.channel($0, hasEpisodes ? catalog.ownEpisodes(of: $0) : nil)
                }
            default: return nil
            }
        }
        guard let channel else { throw SubsonicError.notFound("Podcast", text) }
        return .list("podcasts", of: "channel", [channel])
    }

    private static func newest(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let count = call.count("count", default: 20)
        let keeps = call.service.podcasts
        let episodes = try await call.library.perform { catalog in
            let isOpen = try catalog.feeds.isOpen(keeps)
            let fetched = isOpen ? try catalog.feeds.newestEpisodes(limit: count) : []
            let known = isOpen ? try catalog.feeds.episodeItems() : []
            // Episodes of feeds are among the items, too.
            var query = MediaQuery(mediaType: types, order: newestFirst)
            query.limit = count + min(known.count, 10_000)
            let own = try catalog.items.all(matching: query).filter {
                !known.contains($0.persistentID) && $0.podcastPersistentID != nil
            }
            let dated =
                zip(fetched.map { $0.entry.date?.iso8601 ?? "" }, try catalog.answers(fetched))
                .map { ($0, $1) }
                + zip(own.map(\.shownDate), try catalog.episodes(own)).map { ($0, $1) }
            return dated.sorted { $0.0 > $1.0 }.prefix(count).map(\.1)
        }
        return .list("newestPodcasts", of: "episode", episodes)
    }

    private static func episode(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let keeps = call.service.podcasts
        if case .episode(let id) = try call.id("id", "Episode") {
            let found = try await call.library.perform { catalog -> SubsonicObject? in
                guard try catalog.feeds.isOpen(keeps), let episode = try catalog.feeds.episode(id)
                else {
                    return nil
                }
                return try catalog.answers([episode]).first
            }
            guard let found else { throw SubsonicError.notFound("Episode", "ep-\(id)") }
            return .payload("podcastEpisode", found)
        }
        let item = try await call.item()
        let found = try await call.library.perform { try $0.episodes([item]).first }
        guard let found else {
            throw SubsonicError.notFound("Episode", "\(SubsonicID.song(item.persistentID))")
        }
        return .payload("podcastEpisode", found)
    }
}

extension MediaItem {
    /// When it appeared, in a form that sorts.
    fileprivate var shownDate: String {
        facts.releaseDate.map(\.description) ?? userValues.dateAdded.iso8601
    }
}

extension Catalog {
    fileprivate func channel(
        _ feed: PodcastFeed, hasEpisodes: Bool
    ) throws -> SubsonicObject {
        var channel = try channel(feed)
        if hasEpisodes { channel.add("episode", try answers(feeds.episodes(of: feed.id))) }
        return channel
    }

    fileprivate func channel(
        _ podcast: MediaItemCollection, _ episodes: [MediaItem]?
    ) throws -> SubsonicObject {
        var channel = try channel(podcast)
        if let episodes { channel.add("episode", try self.episodes(episodes)) }
        return channel
    }

    fileprivate func ownEpisodes(of podcast: MediaItemCollection) throws -> [MediaItem] {
        try items.all(
            matching: MediaQuery(
                mediaType: [.podcast, .videoPodcast], group: podcast.group,
                order: [
                    MediaOrder(.releaseDate, isDescending: true),
                    MediaOrder(.dateAdded, isDescending: true),
                ]))
    }

    /// - Parameter besides: Whether feeds are listed, too: their episodes are left out here.
    fileprivate func ownChannels(hasEpisodes: Bool, besides: Bool) throws -> [SubsonicObject] {
        let known = besides ? try feeds.episodeItems() : []
        return try collections.all(of: .podcasts).compactMap { podcast in
            guard !known.isEmpty else {
                return try channel(podcast, hasEpisodes ? ownEpisodes(of: podcast) : nil)
            }
            let own = try ownEpisodes(of: podcast).filter { !known.contains($0.persistentID) }
            return own.isEmpty ? nil : try channel(podcast, hasEpisodes ? own : nil)
        }
    }
}

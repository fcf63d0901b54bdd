import Catalog
import MediaModel

/// The podcasts of the library: every podcast of which the roots hold an episode, whichever program downloaded it.
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
        var wanted: Int64?
        if let text = call.optionalText("id") {
            guard case .podcast(let id) = SubsonicID(text) else {
                throw SubsonicError.notFound("Podcast", text)
            }
            wanted = id.rawValue
        }
        let hasEpisodes = call.flag("includeEpisodes") ?? true
        let channels = try await call.library.perform { [wanted] catalog in
            let podcasts =
                try wanted.map {
                    try catalog.collections([$0], groupedBy: .podcastTitle, mediaType: types)
                } ?? catalog.collections(of: .podcasts)
            return try podcasts.map { podcast in
                var channel = try catalog.channel(podcast)
                if hasEpisodes {
                    let episodes = MediaQuery(
                        mediaType: types, group: podcast.group, order: newestFirst)
                    channel.add("episode", try catalog.episodes(matching: episodes))
                }
                return channel
            }
        }
        if let wanted, channels.isEmpty {
            throw SubsonicError.notFound("Podcast", "\(SubsonicID.podcast(PersistentID(wanted)))")
        }
        return .list("podcasts", of: "channel", channels)
    }

    private static func newest(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let query = MediaQuery(
            mediaType: types, order: newestFirst, limit: call.count("count", default: 20))
        let episodes = try await call.library.perform { try $0.episodes(matching: query) }
        return .list("newestPodcasts", of: "episode", episodes)
    }

    private static func episode(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item()
        let found = try await call.library.perform { try $0.episodes([item]).first }
        guard let found else {
            throw SubsonicError.notFound("Episode", "\(SubsonicID.song(item.persistentID))")
        }
        return .payload("podcastEpisode", found)
    }
}

extension Catalog {
    fileprivate func episodes(matching query: MediaQuery) throws -> [SubsonicObject] {
        try episodes(items(matching: query))
    }

    /// Items as episodes; those that belong to no podcast are left out.
    fileprivate func episodes(_ items: [MediaItem]) throws -> [SubsonicObject] {
        let items = items.filter { $0.podcastPersistentID != nil }
        return try zip(items, songAnswers(items)).map { item, song in
            var episode = song
            episode.add("streamId", "\(SubsonicID.song(item.persistentID))")
            episode.add("channelId", item.podcastPersistentID.map { "\(SubsonicID.podcast($0))" })
            episode.add("description", item.comments)
            episode.add("status", "completed")
            episode.add("publishDate", item.releaseDate?.publishDate)
            return episode
        }
    }

    fileprivate func channel(_ podcast: MediaItemCollection) throws -> SubsonicObject {
        let id = SubsonicID.podcast(PersistentID(podcast.persistentID))
        var channel = SubsonicObject("id", .text("\(id)"))
        // The library knows files and no feed.
        channel.add("url", "")
        channel.add("title", podcast.title)
        let cover = try podcast.representativeItem.flatMap { try item($0) }.flatMap { item in
            item.artwork.first.map {
                "\(CoverArtID(.song(item.persistentID), sha256: $0.sha256))"
            }
        }
        channel.add("coverArt", cover)
        channel.add("status", "completed")
        return channel
    }
}

extension PartialDate {
    /// The beginning of the day in UTC; `nil` for a date without a day.
    fileprivate var publishDate: String? { day == nil ? nil : "\(self)T00:00:00Z" }
}

import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithUsers

/// Podcasts that the server fetches.
enum FeedRoutes {
    static let all: [APIRoute] = reading + editing

    private static let reading = [
        APIRoute(
            .get, "/podcasts/feeds", "List the podcasts that the server fetches.",
            answer: .list("Feed")
        ) { call in
            let podcasts = call.service.podcasts
            let feeds = try await call.library.perform { try $0.feeds.openFeeds(podcasts) }
            return .list(feeds.map { Record($0) })
        },
        APIRoute(
            .get, "/podcasts/feeds/{id}/episodes", "List the episodes of a feed, newest first.",
            answer: .list("Episode")
        ) { call in
            let feed = try await call.feed()
            let episodes = try await call.library.perform { try $0.feeds.episodes(of: feed.id) }
            return .list(episodes.map { Record($0) })
        },
    ]

    private static let editing = [
        APIRoute(
            .post, "/podcasts/feeds",
            "Subscribe to a podcast; its feed is read now and then at regular intervals.",
            body: [APIParameter("url", .string, "URL of the feed (RSS or Atom).")],
            answer: .object("Feed"), status: .created, right: .podcast, add),
        APIRoute(
            .delete, "/podcasts/feeds/{id}",
            "Unsubscribe from a podcast, and delete its downloaded files.",
            answer: .nothing, right: .podcast
        ) { call in
            let (podcasts, feed) = (try call.podcasts(), try await call.feed())
            try await podcasts.delete(feed.id)
            return .noContent
        },
        APIRoute(
            .post, "/podcasts/feeds/{id}/refresh", "Start reading a feed again.",
            answer: .nothing, right: .podcast
        ) { call in
            let (podcasts, feed) = (try call.podcasts(), try await call.feed())
            await podcasts.refresh(feed.id)
            return .noContent
        },
        APIRoute(
            .post, "/podcasts/feeds/{id}/episodes/{episode}/download",
            "Start or resume the download of an episode.",
            answer: .nothing, right: .podcast
        ) { call in
            let (podcasts, episode) = (try call.podcasts(), try await call.episode())
            _ = try await podcasts.download(episode.id)
            return .noContent
        },
        APIRoute(
            .delete, "/podcasts/feeds/{id}/episodes/{episode}",
            "Delete the file of an episode; the episode stays in the list.",
            answer: .nothing, right: .podcast
        ) { call in
            let (podcasts, episode) = (try call.podcasts(), try await call.episode())
            _ = try await podcasts.deleteFile(of: episode.id)
            return .noContent
        },
    ]

    private struct Body: Decodable { var url: String }

    private static func add(_ call: APICall) async throws -> Response {
        let podcasts = try call.podcasts()
        let url = try await call.body(Body.self).url
        guard try await call.library.perform({ try $0.feeds.isOpen(podcasts) }) else {
            throw Problem(.forbidden, "you have no access to the podcast folder")
        }
        do {
            let id = try await podcasts.add(url)
            guard let feed = try await call.library.perform({ try $0.feeds.feed(id) }) else {
                throw Problem.notFound("feed", id.description)
            }
            return .json(Record(feed), status: .created)
        } catch let error as FetchError {
            throw Problem(.badRequest, "\(error)")
        }
    }
}

extension APICall {
    fileprivate func podcasts() throws(Problem) -> Subscriptions {
        guard let podcasts = service.podcasts else {
            throw Problem(
                .unprocessableContent,
                "podcasts are not enabled; start the server with --podcasts FOLDER")
        }
        return podcasts
    }

    /// The feed in the path.
    fileprivate func feed() async throws -> PodcastFeed {
        let id: PersistentID<PodcastFeed> = try id()
        let podcasts = service.podcasts
        let found = try await library.perform { catalog in
            try catalog.feeds.isOpen(podcasts) ? catalog.feeds.feed(id) : nil
        }
        guard let found else { throw Problem.notFound("feed", id.description) }
        return found
    }

    /// The episode in the path, which is one of its feed.
    fileprivate func episode() async throws -> FeedEpisode {
        let feed = try await feed()
        let text = path["episode"] ?? ""
        let found = try await library.perform { catalog in
            try PersistentID(text).flatMap { try catalog.feeds.episode($0) }
        }
        guard let found, found.feed == feed.id else { throw Problem.notFound("episode", text) }
        return found
    }
}

extension Record {
    fileprivate init(_ feed: PodcastFeed) {
        self.init([
            ("persistentID", .text(feed.id.description)), ("url", .text(feed.url)),
            ("title", feed.title.map { .text($0) }),
            ("description", feed.description.map { .text($0) }),
            ("link", feed.link.map { .text($0) }), ("imageURL", feed.imageURL.map { .text($0) }),
            ("status", .text(feed.status.rawValue)), ("error", feed.error.map { .text($0) }),
            ("dateChecked", feed.dateChecked.map { .timestamp($0) }),
            ("count", .integer(feed.episodeCount)),
        ])
    }

    fileprivate init(_ episode: FeedEpisode) {
        let entry = episode.entry
        self.init([
            ("persistentID", .text(episode.id.description)),
            ("title", entry.title.map { .text($0) }),
            ("description", entry.description.map { .text($0) }), ("url", .text(entry.url)),
            ("mimeType", entry.mimeType.map { .text($0) }),
            ("fileSize", entry.size.map { .integer($0) }),
            ("playbackDuration", entry.duration.map { .number($0) }),
            ("date", entry.date.map { .timestamp($0) }),
            ("status", .text(episode.status.rawValue)),
            ("error", episode.error.map { .text($0) }),
            ("item", episode.item.map { .text($0.description) }),
        ])
    }
}

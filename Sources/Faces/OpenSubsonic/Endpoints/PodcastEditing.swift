import PhonolithAccess
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithUsers

/// Subscribing to podcasts, and downloading their episodes.
enum PodcastEditingEndpoints {
    static let all = [
        Endpoint("refreshPodcasts", [], right: .podcast) { call in
            let podcasts = try call.podcasts()
            for feed in try await call.library.perform({ try $0.feeds.openFeeds(podcasts) }) {
                await podcasts.refresh(feed.id)
            }
            return .nothing
        },
        Endpoint("createPodcastChannel", [.required("url")], right: .podcast) { call in
            let (podcasts, url) = (try call.podcasts(), try call.text("url"))
            try await call.requireOpen(podcasts, "Podcasts", "")
            do {
                _ = try await podcasts.add(url)
            } catch let error as FetchError {
                throw SubsonicError(.generic, "\(error)")
            }
            return .nothing
        },
        Endpoint("deletePodcastChannel", [.required("id")], right: .podcast) { call in
            let podcasts = try call.podcasts()
            let id = try call.id("id", "Podcast")
            guard case .feed(let feed) = id,
                try await call.library.perform({ try $0.feeds.feed(feed) }) != nil
            else { throw SubsonicError.notFound("Podcast with a feed", "\(id)") }
            try await call.requireOpen(podcasts, "Podcast", "\(id)")
            try await podcasts.delete(feed)
            return .nothing
        },
        Endpoint("downloadPodcastEpisode", [.required("id")], right: .podcast) { call in
            try await edit(call) { try await $0.download($1) }
        },
        Endpoint("deletePodcastEpisode", [.required("id")], right: .podcast) { call in
            try await edit(call) { try await $0.deleteFile(of: $1) }
        },
    ]

    /// Changes an episode of a feed.
    private static func edit(
        _ call: SubsonicCall,
        _ change: (Subscriptions, PersistentID<FeedEpisode>) async throws -> Bool
    ) async throws -> SubsonicAnswer {
        let podcasts = try call.podcasts()
        let id = try call.id("id", "Episode")
        guard case .episode(let episode) = id else {
            throw SubsonicError.notFound("Episode of a feed", "\(id)")
        }
        try await call.requireOpen(podcasts, "Episode", "\(id)")
        guard try await change(podcasts, episode) else {
            throw SubsonicError.notFound("Episode", "\(id)")
        }
        return .nothing
    }
}

extension SubsonicCall {
    fileprivate func podcasts() throws(SubsonicError) -> Subscriptions {
        guard let podcasts = service.podcasts else {
            throw SubsonicError(
                .generic, "Podcasts are not enabled; start the server with --podcasts FOLDER")
        }
        return podcasts
    }

    /// - Throws: Error 70 where the folder of the podcasts is closed to the caller.
    fileprivate func requireOpen(
        _ podcasts: Subscriptions, _ what: String, _ id: String
    ) async throws {
        guard try await library.perform({ try $0.feeds.isOpen(podcasts) }) else {
            throw SubsonicError.notFound(what, id)
        }
    }
}

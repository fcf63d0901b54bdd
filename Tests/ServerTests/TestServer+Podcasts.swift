import Foundation
import PhonolithAccess
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithServer
import PhonolithTestSupport
import PhonolithUsers
import Testing

extension TestServer {
    /// A server that keeps podcasts, and may ask this machine.
    static func startPodcasts(
        changing: (inout Subscriptions.Options) -> Void = {
            $0.fetching.allowsPrivateAddresses = true
        }
    ) async throws -> TestServer {
        try await TestServer.start(
            ["song.flac": "full/full.flac"], more: ["casts/1.mp3": "odd/podcast.mp3"]
        ) { options in
            let folder = options.media.folder.parent.appending("episodes")
            var podcasts = Subscriptions.Options(folder: folder)
            changing(&podcasts)
            options.podcasts = podcasts
        }
    }

    /// The channel of a feed, once it is no longer new or being read.
    func channel(_ url: String) async throws -> [String: Any] {
        var found: [String: Any] = [:]
        try await eventually("\(url) is read") {
            let channels = try await payload("getPodcasts").object("podcasts")
                .objects("channel")
            found = channels.first { $0.text("url") == url } ?? [:]
            return ["completed", "error"].contains(found.text("status"))
        }
        return found
    }

    /// The episode, once its download has ended.
    func episode(_ id: String) async throws -> [String: Any] {
        var episode: [String: Any] = [:]
        try await eventually("the download of \(id) ends") {
            episode = try await payload("getPodcastEpisode", "id=\(id)")
                .object("podcastEpisode")
            let status = episode.text("status")
            return status == "error" || status == "completed" && episode.text("streamId") != nil
        }
        return episode
    }

    ///
    /// - Parameter address: That the feed has when it was read, if it moves.
    func subscribe(_ url: String, becoming address: String? = nil) async throws -> [String: Any] {
        #expect(try await error("createPodcastChannel", "url=\(url)") == nil)
        return try await channel(address ?? url)
    }
}

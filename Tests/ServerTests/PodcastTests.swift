import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers
import Testing

/// The podcasts whose episodes are in the library.
@Suite(.timeLimit(.minutes(20))) struct PodcastTests {
    @Test("Podcasts are listed with their episodes, which can be streamed and asked for one by one")
    func podcasts() async throws {
        let server = try await TestServer.start(
            ["song.flac": "full/full.flac"], more: ["casts/1.mp3": "odd/podcast.mp3"])
        let channel = try #require(
            try await server.payload("getPodcasts").object("podcasts").objects("channel").first)
        let id = try #require(channel.text("id"))
        #expect(id.hasPrefix("po-") && channel.text("status") == "completed")
        #expect(channel.text("title")?.isEmpty == false)
        let episode = try #require(channel.objects("episode").first)
        #expect(channel.objects("episode").count == 1)
        #expect(episode.text("channelId") == id && episode.text("status") == "completed")
        let stream = try #require(episode.text("streamId"))
        #expect(try await server.call("stream", "id=\(stream)").status == 200)

        let alone = try await server.payload("getPodcasts", "id=\(id)&includeEpisodes=false")
            .object("podcasts").objects("channel").first
        #expect(alone?.text("id") == id && alone?["episode"] == nil)
        let newest = try await server.payload("getNewestPodcasts").object("newestPodcasts")
        #expect(newest.objects("episode").map { $0.text("id") } == [episode.text("id")])
        let one = try await server.payload("getPodcastEpisode", "id=\(stream)")
        #expect(one.object("podcastEpisode").text("channelId") == id)
        let song = try #require(
            try server.catalog.items.all(matching: .songs).first?.persistentID)
        #expect(try await server.error("getPodcastEpisode", "id=tr-\(song)") == 70)
        for unknown in ["po-999", "al-1", "x"] {
            #expect(try await server.error("getPodcasts", "id=\(unknown)") == 70)
        }

        // Of a closed root nothing is listed.
        let anna = try server.addUser("anna")
        let casts = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "casts" })
        try server.catalog.users.setRoots(
            closed: [casts.id], for: server.catalog.users.user(named: "anna"))
        for name in ["getPodcasts", "getNewestPodcasts"] {
            let answer = try await server.send("GET", "/rest/\(name)?f=json&apiKey=\(anna)")
            #expect(answer.text.contains("\"ok\"") && !answer.text.contains("tr-"), "\(name)")
        }
        await server.stop()
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

/// Episodes that the server downloads, from a server of the test's own.
@Suite(.timeLimit(.minutes(20))) struct EpisodeDownloadTests {
    @Test("Downloads and deletions wait for no scan, and hold no turn while one waits")
    func besideScan() async throws {
        let sound = try FeedHost.sound.get()
        let titles = ["One", "Two", "Three", "Four", "Five"]
        let host = try await FeedHost { asked in
            asked.path == "/feed"
                ? FeedHost.text(FeedHost.feed(titles.map { ($0, "/\($0).mp3") }))
                : Response(
                    status: .ok, headers: [.contentType: "audio/mpeg"],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: sound)))
        }
        let server = try await TestServer.startPodcasts()
        let channel = try await server.subscribe(host.url + "/feed")
        let ids = channel.objects("episode").compactMap { $0.text("id") }
        #expect(ids.count == titles.count)
        func episodes() async throws -> [[String: Any]] {
            try await server.payload("getPodcasts", "id=\(channel.text("id") ?? "")")
                .object("podcasts").objects("channel").flatMap { $0.objects("episode") }
        }
        var lock: ScanLock? = try ScanLock(library: server.catalog.path)
        for id in ids {
            #expect(try await server.error("downloadPodcastEpisode", "id=\(id)") == nil)
        }
        try await eventually("all are downloaded") {
            try await episodes().allSatisfy { $0.text("status") == "completed" }
        }
        #expect(try await episodes().allSatisfy { $0["streamId"] == nil })
        try await eventually("the status says that a scan waits") {
            try await server.payload("getScanStatus").object("scanStatus")["scanning"] as? Bool
                == true
        }
        #expect(try await server.error("deletePodcastEpisode", "id=\(ids[0])") == nil)
        #expect(try await episodes().count { $0.text("status") == "deleted" } == 1)
        withExtendedLifetime(lock) {}
        lock = nil
        for id in ids.dropFirst() {
            #expect(try await server.episode(id).text("streamId") != nil)
        }
        await server.stop()
        host.stop()
    }

    @Test("An episode of a feed is downloaded, becomes an item, and is deleted again")
    func wholeWay() async throws {
        let sound = try FeedHost.sound.get()
        let host = try await FeedHost { asked in
            asked.path == "/feed"
                ? FeedHost.text(FeedHost.feed([("One", "/1.mp3"), ("Two", "/2.mp3")]))
                : Response(
                    status: .ok, headers: [.contentType: "audio/mpeg"],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: sound)))
        }
        let server = try await TestServer.startPodcasts()
        let channel = try await server.subscribe(host.url + "/feed")
        #expect(channel.text("title") == "Stones" && channel.text("status") == "completed")
        let episodes = channel.objects("episode")
        #expect(episodes.map { $0.text("title") } == ["One", "Two"])
        #expect(episodes.allSatisfy { $0.text("status") == "new" && $0["streamId"] == nil })
        #expect(episodes.first?.text("publishDate") == "2021-09-06T10:00:00Z")
        // Episodes that other programs downloaded stay.
        let all = try await server.payload("getPodcasts").object("podcasts").objects("channel")
        #expect(all.contains { $0.text("id")?.hasPrefix("po-") == true })

        let id = try #require(episodes.first?.text("id"))
        #expect(try await server.error("downloadPodcastEpisode", "id=\(id)") == nil)
        let done = try await server.episode(id)
        #expect(done.text("status") == "completed" && done.text("title") == "One")
        let stream = try #require(done.text("streamId"))
        #expect(try await server.call("download", "id=\(stream)").body == sound)
        // Its own id stands for the item, too.
        #expect(try await server.call("download", "id=\(id)").body == sound)
        let song = try await server.payload("getSong", "id=\(id)").object("song")
        #expect(song.text("id") == stream)
        for (name, query) in [
            ("star", "id=\(id)"), ("setRating", "id=\(id)&rating=4"), ("scrobble", "id=\(id)"),
            ("createBookmark", "id=\(id)&position=5"),
            ("savePlayQueue", "id=\(id)&current=\(id)"),
            ("createPlaylist", "name=One&songId=\(id)"),
            ("reportPlayback", "mediaId=\(id)&mediaType=podcast&positionMs=0&state=playing"),
        ] {
            #expect(try await server.error(name, query) == nil, "\(name)")
        }
        let item = try #require(MediaItemID(String(stream.dropFirst(3))))
        let values = try #require(try server.catalog.items.item(item)).userValues
        #expect(values.isFavorite && values.rating == 4 && values.playCount == 1)
        let path = try #require(try server.catalog.items.item(item)).location.path.description
        #expect(path.hasSuffix("/episodes/Stones/2021-09-06 One.mp3"))
        let newest = try await server.payload("getNewestPodcasts").object("newestPodcasts")
            .objects("episode").compactMap { $0.text("id") }
        #expect(newest.count { $0.hasPrefix("ep-") } == 2 && !newest.contains(stream))
        // It is no podcast of other programs beside that.
        let own = try await server.payload("getPodcasts").object("podcasts").objects("channel")
            .filter { $0.text("id")?.hasPrefix("po-") == true }.flatMap { $0.objects("episode") }
        #expect(!own.contains { $0.text("id") == stream })

        #expect(try await server.error("deletePodcastEpisode", "id=\(id)") == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        let deleted = try await server.payload("getPodcastEpisode", "id=\(id)")
        #expect(deleted.object("podcastEpisode").text("status") == "deleted")
        let feed = try #require(channel.text("id"))
        #expect(try await server.error("deletePodcastChannel", "id=\(feed)") == nil)
        #expect(try await server.error("getPodcasts", "id=\(feed)") == 70)
        await server.stop()
        host.stop()
    }

    @Test("A download that broke off goes on where it was, if the server still has the same file")
    func resuming() async throws {
        let sound = try FeedHost.sound.get()
        let half = sound.count / 2
        let tag = Mutex("\"a\"")
        let isBroken = Mutex(true)
        let host = try await FeedHost { asked in
            if asked.path == "/feed" { return FeedHost.text(FeedHost.feed([("One", "/1.mp3")])) }
            let tag = tag.withLock(\.self)
            if isBroken.withLock(\.self) {
                return Response(
                    status: .ok, headers: [.contentType: "audio/mpeg", .eTag: tag],
                    body: ResponseBody(contentLength: sound.count) { writer in
                        try await writer.write(ByteBuffer(bytes: sound.prefix(half)))
                        throw CancellationError()
                    })
            }
            let range = asked.headers[.range]
            guard let range, asked.headers[.ifRange] == tag,
                let from = Int(range.dropFirst(6).dropLast())
            else {
                return Response(
                    status: .ok, headers: [.contentType: "audio/mpeg", .eTag: tag],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: sound)))
            }
            return Response(
                status: .partialContent,
                headers: [
                    .contentRange: "bytes \(from)-\(sound.count - 1)/\(sound.count)",
                    .contentType: "audio/mpeg", .eTag: tag,
                ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: sound[from...])))
        }
        let server = try await TestServer.startPodcasts()
        let channel = try await server.subscribe(host.url + "/feed")
        let id = try #require(channel.objects("episode").first?.text("id"))
        for isSame in [true, false] {
            isBroken.withLock { $0 = true }
            _ = try await server.payload("downloadPodcastEpisode", "id=\(id)")
            let failed = try await server.episode(id)
            #expect(failed.text("status") == "error")
            #expect(failed.text("errorMessage")?.contains("connection broke") == true)
            isBroken.withLock { $0 = false }
            if !isSame { tag.withLock { $0 = "\"b\"" } }
            _ = try await server.payload("downloadPodcastEpisode", "id=\(id)")
            let done = try await server.episode(id)
            let asked = try #require(host.asked.last)
            #expect(asked.headers[.range] == "bytes=\(half)-" && asked.headers[.ifRange] == "\"a\"")
            let stream = try #require(done.text("streamId"))
            #expect(try await server.call("download", "id=\(stream)").body == sound)
            _ = try await server.payload("deletePodcastEpisode", "id=\(id)")
        }
        await server.stop()
        host.stop()
    }

    @Test(
        "A download that cannot be continued begins anew at once",
        arguments: [HTTPResponse.Status.rangeNotSatisfiable, .partialContent])
    func beginningAnew(status: HTTPResponse.Status) async throws {
        let sound = try FeedHost.sound.get()
        let isBroken = Mutex(true)
        let host = try await FeedHost { asked in
            if asked.path == "/feed" { return FeedHost.text(FeedHost.feed([("One", "/1.mp3")])) }
            let headers: HTTPFields = [.contentType: "audio/mpeg", .eTag: "\"a\""]
            if isBroken.withLock(\.self) {
                return Response(
                    status: .ok, headers: headers,
                    body: ResponseBody(contentLength: sound.count) { writer in
                        try await writer.write(ByteBuffer(bytes: sound.prefix(100)))
                        throw CancellationError()
                    })
            }
            guard asked.headers[.range] == nil else {
                return FeedHost.text(
                    "x", status: status, headers: [.contentRange: "bytes 7-7/9"])
            }
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: sound)))
        }
        let server = try await TestServer.startPodcasts()
        let channel = try await server.subscribe(host.url + "/feed")
        let id = try #require(channel.objects("episode").first?.text("id"))
        _ = try await server.payload("downloadPodcastEpisode", "id=\(id)")
        #expect(try await server.episode(id).text("status") == "error")
        isBroken.withLock { $0 = false }
        _ = try await server.payload("downloadPodcastEpisode", "id=\(id)")
        let done = try await server.episode(id)
        #expect(host.asked.contains { $0.headers[.range] != nil })
        let stream = try #require(done.text("streamId"))
        #expect(try await server.call("download", "id=\(stream)").body == sound)
        await server.stop()
        host.stop()
    }

    @Test(
        "What is no sound is refused with its type",
        arguments: [
            ("", "audio/mpeg", "an empty file"), ("{}", "application/json", "application/json"),
            ("<a/>", "application/xhtml+xml; charset=utf-8", "application/xhtml+xml"),
            ("\n <!DOCTYPE html><title>Log in</title>", "audio/mpeg", "a web page"),
        ])
    func noSound(body: String, type: String, reason: String) async throws {
        let host = try await FeedHost { asked in
            asked.path == "/feed"
                ? FeedHost.text(FeedHost.feed([("One", "/1.mp3")]))
                : FeedHost.text(body, headers: [.contentType: type])
        }
        let server = try await TestServer.startPodcasts()
        let channel = try await server.subscribe(host.url + "/feed")
        let id = try #require(channel.objects("episode").first?.text("id"))
        _ = try await server.payload("downloadPodcastEpisode", "id=\(id)")
        let failed = try await server.episode(id)
        #expect(failed.text("status") == "error")
        #expect(failed.text("errorMessage")?.contains(reason) == true)
        await server.stop()
        host.stop()
    }

    @Test("A download that failed for a reason that may pass is tried again with the next look")
    func again() async throws {
        let host = try await FeedHost { asked in
            switch asked.path {
            case "/feed": FeedHost.text(FeedHost.feed([("One", "/1.mp3"), ("Two", "/2.mp3")]))
            case "/1.mp3": FeedHost.text("busy", status: .serviceUnavailable)
            default: FeedHost.text("gone", status: .gone)
            }
        }
        let server = try await TestServer.startPodcasts {
            $0.fetching.allowsPrivateAddresses = true
            $0.interval = .milliseconds(300)
        }
        let channel = try await server.subscribe(host.url + "/feed")
        for episode in channel.objects("episode") {
            _ = try await server.payload("downloadPodcastEpisode", "id=\(episode.text("id") ?? "")")
        }
        try await eventually("the download is tried again") { host.count(of: "/1.mp3") >= 4 }
        #expect(host.count(of: "/2.mp3") == 1)
        await server.stop()
        host.stop()
    }
}

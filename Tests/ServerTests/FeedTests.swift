import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

/// Podcasts whose feeds the server fetches, from a server of the test's own.
@Suite(.timeLimit(.minutes(20))) struct FeedTests {
    @Test("A feed that has not changed is not sent again, and one that has is read again")
    func conditional() async throws {
        let isChanged = Mutex(false)
        let host = try await FeedHost { asked in
            let isChanged = isChanged.withLock(\.self)
            let tag = isChanged ? "\"b\"" : "\"a\""
            guard asked.headers[.ifNoneMatch] != tag else { return Response(status: .notModified) }
            return FeedHost.text(
                FeedHost.feed(isChanged ? [("Two", "/2.mp3")] : [("One", "/1.mp3")]),
                headers: [.eTag: tag, .lastModified: "Mon, 06 Sep 2021 10:00:00 GMT"])
        }
        let server = try await TestServer.startPodcasts()
        let first = try await server.subscribe(host.url + "/feed")
        #expect(first.objects("episode").map { $0.text("title") } == ["One"])
        for titles in [["One"], ["Two"]] {
            isChanged.withLock { $0 = titles == ["Two"] }
            let count = host.asked.count
            _ = try await server.payload("refreshPodcasts")
            try await eventually("the feed is fetched") { host.asked.count > count }
            let asked = try #require(host.asked.last)
            #expect(asked.headers[.ifNoneMatch] == "\"a\"")
            #expect(asked.headers[.ifModifiedSince] == "Mon, 06 Sep 2021 10:00:00 GMT")
            // The answer may still be being stored.
            try await eventually("the channel has \(titles)") {
                try await server.channel(host.url + "/feed").objects("episode")
                    .map { $0.text("title") } == titles
            }
        }
        await server.stop()
        host.stop()
    }

    @Test("Private addresses are refused: as addresses, as names, and behind redirects")
    func privateAddresses() async throws {
        let hidden = try await FeedHost { _ in FeedHost.text(FeedHost.feed([("One", "/1.mp3")])) }
        // 127.0.0.2 stands for a public address.
        let open = try await FeedHost(host: "127.0.0.2") { asked in
            switch asked.path {
            case "/redirect": FeedHost.redirect(to: hidden.url + "/feed")
            case "/name": FeedHost.redirect(to: "http://localhost:\(hidden.port)/feed")
            case "/loop": FeedHost.redirect(to: "/loop")
            default: FeedHost.text(FeedHost.feed([("Hidden", hidden.url + "/1.mp3")]))
            }
        }
        let allowed = try #require(InternetAddress("127.0.0.2"))
        let server = try await TestServer.startPodcasts { $0.fetching.allowedAddresses = [allowed] }
        for url in [
            hidden.url + "/feed", "http://localhost:\(hidden.port)/feed",
            "http://2130706433:\(hidden.port)/", "http://127.1:\(hidden.port)/",
            "http://[::ffff:127.0.0.1]:\(hidden.port)/", open.url + "/redirect", open.url + "/name",
        ] {
            let channel = try await server.subscribe(url)
            #expect(channel.text("status") == "error", "\(url)")
            let message = channel.text("errorMessage") ?? ""
            #expect(
                message.hasSuffix(": has no public address; check the URL"), "\(url): \(message)")
        }
        let loop = try await server.subscribe(open.url + "/loop")
        #expect(loop.text("errorMessage") == "more than 5 redirects")
        // A feed may be public, and its files not.
        let channel = try await server.subscribe(open.url + "/feed")
        let id = try #require(channel.objects("episode").first?.text("id"))
        _ = try await server.payload("downloadPodcastEpisode", "id=\(id)")
        let refused = try await server.episode(id)
        #expect(refused.text("errorMessage")?.contains("has no public address") == true)
        #expect(hidden.asked.isEmpty)
        for bad in ["x", "file:///etc/passwd", "ftp://127.0.0.2/", "http://a:b@127.0.0.2/"] {
            #expect(try await server.error("createPodcastChannel", "url=\(bad)") == 0, "\(bad)")
        }
        await server.stop()
        open.stop()
        hidden.stop()
    }

    @Test("A feed that is compressed is read, and a bomb of one is refused")
    func compressed() async throws {
        let feed = try Self.compressed(FeedHost.feed([("One", "/1.mp3")]))
        let bomb = try Self.compressed(
            "<rss><channel><title>\(String(repeating: " ", count: 4 << 20))</title>")
        let host = try await FeedHost { asked in
            Response(
                status: .ok, headers: [.contentEncoding: "gzip"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(bytes: asked.path == "/bomb" ? bomb : feed)))
        }
        let server = try await TestServer.startPodcasts()
        let channel = try await server.subscribe(host.url + "/feed")
        #expect(channel.objects("episode").map { $0.text("title") } == ["One"])
        #expect(host.asked.first?.headers[.acceptEncoding] == "gzip, deflate")
        #expect(try await server.subscribe(host.url + "/bomb").text("status") == "error")
        await server.stop()
        host.stop()
    }

    private static func compressed(_ text: String) throws -> Data {
        let program = try Program(["gzip", "-c"], input: .pipe, output: .pipe)
        let input = program.input
        // The pipes are smaller than the texts.
        Thread.detachNewThread {
            // The program's end is seen by its status.
            try? input.write(contentsOf: Data(text.utf8))
            try? input.close()
        }
        let result = program.output.readDataToEndOfFile()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        return result
    }

    /// The statuses of redirects in turn, and which of the addresses `/0`, `/1`, … the feed has afterwards.
    static let moves: [(statuses: [HTTPResponse.Status], address: Int)] = [
        ([.movedPermanently], 1), ([.permanentRedirect], 1), ([.found], 0),
        ([.temporaryRedirect], 0),
        ([.seeOther], 0), ([.movedPermanently, .permanentRedirect], 2),
        ([.movedPermanently, .found], 1), ([.found, .movedPermanently], 0), ([], 0),
    ]

    @Test("A feed has the address to which it has moved for good", arguments: moves)
    func moved(statuses: [HTTPResponse.Status], address: Int) async throws {
        let host = try await FeedHost { asked in
            let place = Int(asked.path.dropFirst()) ?? 0
            if place < statuses.count {
                return Response(
                    status: statuses[place], headers: [.location: "/\(place + 1)"])
            }
            return FeedHost.text(FeedHost.feed([("One", "/1.mp3")]))
        }
        let server = try await TestServer.startPodcasts()
        let channel = try await server.subscribe(
            host.url + "/0", becoming: host.url + "/\(address)")
        #expect(channel.text("url") == host.url + "/\(address)")
        #expect(channel.objects("episode").map { $0.text("title") } == ["One"])
        await server.stop()
        host.stop()
    }

    @Test("A bad feed keeps its reason, and the others are read")
    func badFeeds() async throws {
        let host = try await FeedHost { asked in
            switch asked.path {
            case "/html": FeedHost.text("<html><body>Moved</body></html>")
            case "/gone": FeedHost.text("gone", status: .gone)
            case "/large": FeedHost.text(String(repeating: "<!-- long -->", count: 20_000))
            case "/page.mp3": FeedHost.text("login", headers: [.contentType: "text/html"])
            default: FeedHost.text(FeedHost.feed([("One", "/page.mp3")]))
            }
        }
        let server = try await TestServer.startPodcasts {
            $0.fetching.allowsPrivateAddresses = true
            $0.feedLimit = 100_000
        }
        for (path, reason) in [
            ("/html", "is not a feed"), ("/gone", "status 410"),
            ("/large", "larger than the limit"),
        ] {
            let channel = try await server.subscribe(host.url + path)
            #expect(channel.text("status") == "error", "\(path)")
            let message = channel.text("errorMessage") ?? ""
            #expect(message.contains(reason), "\(path): \(message)")
        }
        let closed = try await server.subscribe("http://127.0.0.1:1/feed")
        #expect(closed.text("errorMessage")?.contains("cannot be reached") == true)
        let good = try await server.subscribe(host.url + "/feed")
        #expect(good.text("status") == "completed")
        let id = try #require(good.objects("episode").first?.text("id"))
        _ = try await server.payload("downloadPodcastEpisode", "id=\(id)")
        #expect(try await server.episode(id).text("errorMessage")?.contains("text/html") == true)
        await server.stop()
        host.stop()
    }

    @Test("HTTPS is spoken, and its certificate has to be trusted")
    func secure() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-feed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, key) = (folder.path + "/cert.pem", folder.path + "/key.pem")
        let made = try await answer(
            to: [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost", "-keyout", key, "-out", file,
            ])
        try #require(made.code == 0)
        let host = try await FeedHost(certificate: (file, key)) { _ in
            FeedHost.text(FeedHost.feed([("One", "/1.mp3")]))
        }
        for isTrusted in [true, false] {
            let server = try await TestServer.startPodcasts {
                $0.fetching.allowsPrivateAddresses = true
                if isTrusted { $0.fetching.trustedCertificates = MediaPath(file) }
            }
            let url = "https://localhost:\(host.port)/feed"
            let channel = try await server.subscribe(url)
            #expect(channel.text("status") == (isTrusted ? "completed" : "error"))
            // The certificate is for the name alone.
            let other = try await server.subscribe("https://127.0.0.1:\(host.port)/feed")
            #expect(other.text("status") == "error")
            await server.stop()
        }
        host.stop()
    }

    @Test("The native API subscribes, lists, refreshes and deletes; a closed folder shows nothing")
    func native() async throws {
        let host = try await FeedHost { _ in FeedHost.text(FeedHost.feed([("One", "/1.mp3")])) }
        let server = try await TestServer.startPodcasts()
        let added = try await server.api(
            "POST", "/podcasts/feeds", body: "{\"url\":\"\(host.url)/feed\"}")
        #expect(added.status == 201)
        let id = try #require(try added.json().text("persistentID"))
        _ = try await server.channel(host.url + "/feed")
        let feed = try #require(
            try await server.api("/podcasts/feeds").json().objects("items").first)
        #expect(feed.text("title") == "Stones" && feed["count"] as? Int == 1)
        let episodes = try await server.api("/podcasts/feeds/\(id)/episodes").json()
        let episode = try #require(episodes.objects("items").first)
        #expect(episode.text("title") == "One" && episode.text("status") == "new")
        #expect(try await server.api("POST", "/podcasts/feeds/\(id)/refresh").status == 204)
        let path = "/podcasts/feeds/\(id)/episodes/\(episode.text("persistentID") ?? "")/download"
        #expect(try await server.api("POST", path).status == 204)
        let wrong = try await server.api("POST", "/podcasts/feeds", body: "{\"url\":\"x\"}")
        #expect(wrong.status == 400)
        #expect(try await server.api("DELETE", "/podcasts/feeds/999").status == 404)

        let anna = try server.addUser("anna")
        let root = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "episodes" })
        try server.catalog.users.setRoots(
            closed: [root.id], for: server.catalog.users.user(named: "anna"))
        for path in ["/podcasts/feeds", "/podcasts/feeds/\(id)/episodes"] {
            let answer = try await server.send(
                "GET", "/api/v1" + path, headers: ["Authorization": "Bearer \(anna)"])
            #expect(!answer.text.contains("Stones") && !answer.text.contains("One"), "\(path)")
        }
        let refused = try await server.send(
            "GET", "/rest/deletePodcastChannel?f=json&apiKey=\(anna)&id=fe-\(id)")
        #expect(refused.text.contains("70"))
        #expect(try await server.api("DELETE", "/podcasts/feeds/\(id)").status == 204)
        #expect(
            try await server.api("/podcasts/feeds").json().objects("items").isEmpty)
        await server.stop()
        host.stop()
    }

    @Test("Without a folder for podcasts nothing is subscribed to, and the remedy is named")
    func unused() async throws {
        let server = try await TestServer.start([:])
        let answer = try await server.payload("createPodcastChannel", "url=https://example.org/f")
        #expect(answer.object("error").text("message")?.contains("--podcasts FOLDER") == true)
        let native = try await server.api(
            "POST", "/podcasts/feeds", body: #"{"url":"https://example.org/f"}"#)
        #expect(native.status == 422 && native.text.contains("--podcasts FOLDER"))
        await server.stop()
    }

    @Test("Four feeds are read at once, however many are added, and there is a limit to them")
    func limits() async throws {
        let reading = Mutex((now: 0, most: 0))
        let isOpen = Mutex(false)
        let host = try await FeedHost { asked in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    reading.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    while !isOpen.withLock(\.self) { try await Task.sleep(for: .milliseconds(5)) }
                    reading.withLock { $0.now -= 1 }
                    let text = FeedHost.feed([("One", "/1.mp3")], title: asked.path)
                    try await writer.write(ByteBuffer(string: text))
                    try await writer.finish(nil)
                })
        }
        let server = try await TestServer.startPodcasts {
            $0.fetching.allowsPrivateAddresses = true
            $0.mostFeeds = 8
        }
        for number in 1...8 {
            let query = "url=\(host.url)/\(number)"
            #expect(try await server.error("createPodcastChannel", query) == nil)
        }
        try await eventually("some are read") { reading.withLock { $0.now } == 4 }
        isOpen.withLock { $0 = true }
        for number in 1...8 {
            #expect(try await server.channel("\(host.url)/\(number)").text("status") == "completed")
        }
        #expect(reading.withLock { $0.most } == 4)
        let more = try await server.payload("createPodcastChannel", "url=\(host.url)/9")
        let reason = "the library has 8 podcasts, which is the limit; delete one before"
        #expect(more.object("error").text("message") == reason)
        let native = try await server.api(
            "POST", "/podcasts/feeds", body: "{\"url\":\"\(host.url)/9\"}")
        #expect(native.status == 400 && native.text.contains(reason))
        // One that is there already is no further one.
        #expect(try await server.error("createPodcastChannel", "url=\(host.url)/1") == nil)
        await server.stop()
        host.stop()
    }
}

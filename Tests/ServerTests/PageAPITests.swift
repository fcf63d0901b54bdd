import Foundation
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

/// The native API of the page: sections, pictures of albums, the queue, accounts, users, folders.
@Suite(.timeLimit(.minutes(20))) struct PageAPITests {
    @Test("Sections count what stands under each initial, by their place in the list")
    func sections() async throws {
        let server = try await TestServer.start()
        for list in ["songs", "albums", "artists"] {
            let sections = try await server.api("GET", "/\(list)/sections").json()
            let page = try await server.api("GET", "/\(list)").json()
            let counts = sections.objects("items").compactMap { $0["count"] as? Int }
            #expect(counts.reduce(0, +) == page["total"] as? Int, "\(list)")
            #expect(sections.objects("items").first?["offset"] as? Int == 0, "\(list)")
        }
        await server.stop()
    }

    @Test("The picture of an album may be kept for ever where its hash is right")
    func albumArtwork() async throws {
        let server = try await TestServer.start()
        let albums = try await server.api("GET", "/albums").json().objects("items")
        let album = try #require(albums.first { $0["artworkSha256"] != nil })
        let id = try #require(album.text("persistentID"))
        let hash = try #require(album.text("artworkSha256")?.prefix(16))
        let exact = try await server.api("GET", "/albums/\(id)/artwork?hash=\(hash)")
        #expect(exact.status == 200 && exact.headers["content-type"]?.hasPrefix("image/") == true)
        #expect(exact.headers["cache-control"]?.contains("immutable") == true)
        let other = try await server.api("GET", "/albums/\(id)/artwork?hash=0000")
        #expect(other.status == 200 && other.headers["cache-control"]?.contains("no-cache") == true)
        #expect(try await server.api("GET", "/albums/99999/artwork").status == 404)
        await server.stop()
    }

    @Test("The picture of an item may be kept for ever where its hash is right")
    func itemArtwork() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let item = try #require(try await server.api("/songs").json().objects("items").first)
        let id = try #require(item.text("persistentID"))
        let hash = try #require(item.objects("artwork").first?.text("sha256"))
        for (sent, isKept) in [
            (String(hash.prefix(16)), true), (hash, true), (String(hash.prefix(15)), false),
            ("0000000000000000", false),
        ] {
            let answer = try await server.api("/items/\(id)/artwork?size=16&hash=\(sent)")
            #expect(answer.status == 200)
            #expect(
                answer.headers["cache-control"]?.contains("immutable") == isKept, "\(sent)")
        }
        await server.stop()
    }

    @Test("The queue that programs keep is the player's, which decides about it while it plays")
    func sharedQueue() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        _ = try await server.payload(
            "savePlayQueue",
            "id=tr-\(item.persistentID)&current=tr-\(item.persistentID)&position=250")
        var kept = try server.catalog.queue.kept()
        #expect(kept.items == [item.persistentID])
        #expect((kept.queue.currentIndex, kept.time) == (0, 0.25))
        kept.queue.append([PlayerItem(.url("https://example.org/fip"))])
        try server.catalog.queue.keep(kept)
        let queue = try await server.payload("getPlayQueueByIndex").object("playQueueByIndex")
        #expect(queue.objects("entry").map { $0.text("id") } == ["tr-\(item.persistentID)"])
        #expect(queue["currentIndex"] as? Int == 0 && queue["position"] as? Int == 250)
        for wrong in ["current=tr-1", "id=tr-\(item.persistentID)&position=-5"] {
            #expect(try await server.error("savePlayQueue", wrong) != nil, "\(wrong)")
        }
        #expect(try await server.error("savePlayQueueByIndex", "currentIndex=0") != nil)
        #expect(try server.catalog.queue.kept().queue.count == 2)
        // Programs measure by their own clock, and get back the position that they have saved.
        _ = try await server.payload(
            "savePlayQueue", "id=tr-\(item.persistentID)&position=86400000")
        #expect(try server.catalog.queue.kept().time == 86_400)

        let long = "id=tr-\(item.persistentID)&position=9223372036854775807"
        #expect(try await server.error("savePlayQueue", long) != nil)
        guard case .taken(let lock) = try QueueLock.takeToPlay(for: server.catalog) else {
            Issue.record("another program has the queue")
            return
        }
        let player = Task {
            while !Task.isCancelled {
                while let request = try server.catalog.queue.takeRequest() {
                    guard case .edit(let edit) = try QueueRequest(json: request.edit) else {
                        continue
                    }
                    guard case .replace(_, let items, _, _) = edit else { continue }
                    try server.catalog.queue.answer(request.id, "busy with \(items.count)")
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        let body = #"{"items":["\#(item.persistentID)"]}"#
        let answer = try await server.api("PUT", "/queue", body: body)
        #expect(answer.status == 409)
        #expect(try answer.json().text("detail") == "busy with 1")
        #expect(try await server.error("savePlayQueue", "id=tr-\(item.persistentID)") == 0)
        #expect(try server.catalog.queue.kept().queue.count == 2)
        player.cancel()
        withExtendedLifetime(lock) {}
        await server.stop()
    }

    @Test("A queue that one program keeps is there for the next")
    func queue() async throws {
        let server = try await TestServer.start()
        #expect(try await server.api("GET", "/queue").json().objects("items").isEmpty)
        let ids = try await server.api("GET", "/songs").json().objects("items").compactMap {
            $0.text("persistentID")
        }
        let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
        let kept = try await server.api(
            "PUT", "/queue", body: #"{"items":[\#(list)],"index":1,"time":0.25,"player":"Web"}"#)
        #expect(kept.status == 204)
        let queue = try await server.api("GET", "/queue").json()
        #expect(queue.objects("items").compactMap { $0.text("persistentID") } == ids)
        #expect(queue["index"] as? Int == 1 && queue["time"] as? Double == 0.25)
        #expect(
            try await server.api("PUT", "/queue", body: #"{"items":[],"index":3}"#).status == 204)
        #expect(
            try await server.api("PUT", "/queue", body: #"{"items":["\#(ids[0])"],"index":3}"#)
                .status == 400)
        #expect(try await server.api("PUT", "/queue", body: #"{"items":["99999"]}"#).status == 404)
        await server.stop()
    }

    @Test("Users have app passwords and sessions of their own, and change their passwords")
    func account() async throws {
        let server = try await TestServer.start()
        let unreadable = try await server.page(
            "POST", "/app-passwords", body: #"{"label":"Ph\u0000ne"}"#)
        #expect(unreadable.status == 400)
        let made = try await server.page("POST", "/app-passwords", body: #"{"label":"Phone"}"#)
        let secret = try #require(try made.json().text("secret"))
        let id = try #require(try made.json().text("id"))
        let listed = try await server.api("GET", "/app-passwords")
        #expect(listed.text.contains("Phone") && !listed.text.contains(secret))
        #expect(
            try await server.send("GET", "/rest/ping?f=json&apiKey=\(secret)").text.contains(
                "\"ok\""))
        #expect(try await server.page("DELETE", "/app-passwords/\(id)").status == 204)
        #expect(try await server.page("DELETE", "/app-passwords/\(id)").status == 404)
        #expect(
            try await server.api(
                "PUT", "/password", body: #"{"password":"wrong","new":"second-password"}"#
            ).status == 401)
        #expect(
            try await server.api(
                "PUT", "/password", body: #"{"password":"\#(TestServer.password)","new":"short"}"#
            ).status == 422)
        #expect(
            try await server.api(
                "PUT", "/password",
                body: #"{"password":"\#(TestServer.password)","new":"second-password"}"#
            ).status == 200)
        #expect(try await server.api("GET", "/sessions").json().objects("items").count == 1)
        let administration = try server.addAdministration()
        #expect(
            try await server.api("DELETE", "/sessions", secret: administration).status == 204)
        // The session of this program's own cookie goes on, where it has kept one.
        let left = try await server.api("GET", "/sessions").json().objects("items")
        #expect(left.allSatisfy { $0["isCurrent"] as? Bool == true })
        await server.stop()
    }

    @Test("Administrators add, change and delete users and folders")
    func administration() async throws {
        let server = try await TestServer.start()
        let root = try #require(try await server.api("GET", "/roots").json().objects("items").first)
        let rootID = try #require(root.text("persistentID"))
        let made = try await server.page(
            "POST", "/users", body: #"{"name":"anna","password":"long-enough"}"#)
        #expect(made.status == 201)
        let id = try #require(try made.json().text("persistentID"))
        #expect(
            try await server.page(
                "POST", "/users", body: #"{"name":"Anna","password":"long-enough"}"#
            ).status == 409)
        #expect(
            try await server.page("POST", "/users", body: #"{"name":"ben","password":"short"}"#)
                .status == 422)
        let changed = try await server.page(
            "PATCH", "/users/\(id)", body: #"{"role":"admin","closedRoots":["\#(rootID)"]}"#)
        #expect(try changed.json().text("role") == "admin")
        #expect(try changed.json()["closedRoots"] as? [String] == [rootID])
        let limited = try await server.page(
            "PATCH", "/users/\(id)", body: #"{"role":"user","rights":["stream"]}"#)
        #expect(try limited.json()["rights"] as? [String] == ["stream"])
        #expect(
            try await server.page("PATCH", "/users/\(id)", body: #"{"rights":["fly"]}"#).status
                == 400)
        #expect(try await server.page("DELETE", "/users/\(id)").status == 204)
        #expect(try await server.page("DELETE", "/users/1").status == 409)
        #expect(
            try await server.api("POST", "/roots", body: #"{"path":"/no/such/folder"}"#).status
                == 422)
        #expect(try await server.api("POST", "/roots", body: #"{"path":"relative"}"#).status == 422)
        #expect(
            try await server.api("POST", "/roots", body: #"{"path":"/usr","kind":"colour"}"#).status
                == 400)
        #expect(try await server.api("DELETE", "/roots/\(rootID)").status == 204)
        #expect(try await server.api("GET", "/songs").json()["total"] as? Int == 0)
        await server.stop()
    }

    @Test("Plots and unreadable files")
    func maintenance() async throws {
        let server = try await TestServer.start([
            "a.flac": "full/full.flac", "text.mp3": "odd/nothing.mp3",
        ])
        let breakdown = try await server.api("GET", "/stats/breakdown").json()
        #expect(breakdown.objects("formats").first?.text("value") == "flac")
        #expect(breakdown.objects("years").count == 1 && !breakdown.objects("genres").isEmpty)
        let files = try await server.api("GET", "/problems").json().objects("items")
        #expect(
            files.first?.text("path")?.hasSuffix("text.mp3") == true
                && files.first?.text("reason") != nil)
        await server.stop()
    }
}

import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

/// The jukebox plays without sound, in a process of its own.
@Suite(.timeLimit(.minutes(20))) struct JukeboxTests {
    private func songs(_ server: TestServer) throws -> [String] {
        try server.catalog.items.all(matching: MediaQuery()).map { "tr-\($0.persistentID)" }
    }

    @Test("jukeboxControl fills the queue, plays, skips, and says what it does")
    func control() async throws {
        let server = try await TestServer.start()
        let songs = try songs(server)
        func jukebox(_ query: String) async throws -> [String: Any] {
            try await server.payload("jukeboxControl", query).object("jukeboxStatus")
        }
        let empty = try await jukebox("action=status")
        #expect(empty["currentIndex"] as? Int == -1 && empty["playing"] as? Bool == false)

        _ = try await jukebox("action=set&id=\(songs[0])&id=\(songs[1])")
        _ = try await jukebox("action=add&id=\(songs[2])")
        let quiet = try await jukebox("action=setGain&gain=0.5")
        #expect(quiet["gain"] as? Double == 0.5)
        let playing = try await jukebox("action=skip&index=1&offset=0")
        #expect(playing["currentIndex"] as? Int == 1 && playing["playing"] as? Bool == true)
        #expect(try await jukebox("action=stop")["playing"] as? Bool == false)

        let list = try await server.payload("jukeboxControl", "action=get")
            .object("jukeboxPlaylist")
        #expect(list.objects("entry").compactMap { $0.text("id") } == songs)
        _ = try await jukebox("action=remove&index=0")
        _ = try await jukebox("action=clear")
        let cleared = try await server.payload("jukeboxControl", "action=get")
            .object("jukeboxPlaylist")
        #expect(cleared.objects("entry").isEmpty)

        #expect(try await server.error("jukeboxControl", "action=dance") != nil)
        let never = "action=skip&index=0&offset=9223372036854775807"
        #expect(try await server.error("jukeboxControl", never) != nil)
        let many = (0...10_000).map { _ in "\"\(songs[0].dropFirst(3))\"" }.joined(separator: ",")
        #expect(
            try await server.api("PATCH", "/jukebox", body: #"{"items":[\#(many)]}"#).status == 422)
        #expect(try await server.error("jukeboxControl", "action=setGain") == 10)
        #expect(try await server.error("jukeboxControl", "action=setGain&gain=2") != nil)
        #expect(try await server.error("jukeboxControl", "action=add&id=tr-999999") == 70)
        await server.stop()
    }

    @Test("A user sees no entries of a closed root, and gives positions without them")
    func closedRoot() async throws {
        let server = try await TestServer.start(
            ["a.flac": "full/full.flac"], more: ["other/b.mp3": "full/full.mp3"])
        let anna = try server.addUser("anna")
        let items = try server.catalog.items.all(matching: MediaQuery())
        let root = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "other" })
        let hidden = try #require(items.first { $0.location.root == root.path }).persistentID
        let seen = try #require(items.first { $0.location.root != root.path }).persistentID
        try server.catalog.users.setRoots(
            closed: [root.id], for: server.catalog.users.user(named: "anna"))
        let queue = #"{"items":["\#(hidden)","\#(seen)"]}"#
        #expect(try await server.api("PATCH", "/jukebox", body: queue).status == 200)

        func asAnna(_ method: String, _ body: String? = nil) async throws -> [String: Any] {
            try await server.send(
                method, "/api/v1/jukebox", headers: ["Authorization": "Bearer \(anna)"], body: body
            ).json()
        }
        let shown = try await asAnna("GET")
        #expect(shown["items"] as? [String] == [seen.description])
        _ = try await asAnna("PATCH", #"{"remove":0}"#)
        let left = try await server.api("/jukebox").json()
        #expect(left["items"] as? [String] == [hidden.description])
        await server.stop()
    }

    @Test("The native API changes what it is sent")
    func native() async throws {
        let server = try await TestServer.start()
        let ids = try server.catalog.items.all(matching: MediaQuery()).map(
            \.persistentID.description)
        let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
        let answer = try await server.api(
            "PATCH", "/jukebox",
            body: #"{"items":[\#(list)],"volume":0.25,"currentIndex":1,"isPlaying":false}"#)
        #expect(answer.status == 200, "\(answer.text)")
        let state = try await server.api("/jukebox").json()
        #expect(state["items"] as? [String] == ids)
        #expect(state["volume"] as? Double == 0.25 && state["isPlaying"] as? Bool == false)
        // Places that the queue does not have, and a time in no entry that is known.
        for wrong in [
            #"{"volume":9}"#, #"{"currentIndex":99}"#, #"{"currentIndex":-1}"#, #"{"remove":99}"#,
            #"{"items":["\#(ids[0])"],"currentIndex":1}"#, #"{"time":1e300}"#,
            #"{"remove":0,"time":1}"#,
        ] {
            #expect(
                try await server.api("PATCH", "/jukebox", body: wrong).status == 400, "\(wrong)")
        }
        let sought = try await server.api("PATCH", "/jukebox", body: #"{"time":0.5}"#)
        #expect(try sought.json()["currentIndex"] as? Int == 1)
        #expect(
            try await server.api("PATCH", "/jukebox", body: #"{"items":["999999"]}"#).status == 422)
        await server.stop()
    }

    @Test("The orders of one call are not mixed with those of another")
    func turns() async throws {
        let server = try await TestServer.start()
        let anna = try server.addUser("anna")
        let ids = try server.catalog.items.all(matching: MediaQuery()).map(
            \.persistentID.description)
        try await withThrowingTaskGroup { group in
            for (secret, id) in [(server.secret, ids[0]), (anna, ids[1])] {
                group.addTask {
                    let list = [id, id, id]
                    for _ in 0..<10 {
                        let state = try await server.send(
                            "PATCH", "/api/v1/jukebox",
                            headers: ["Authorization": "Bearer \(secret)"],
                            body:
                                #"{"items":["\#(id)","\#(id)"],"add":["\#(id)","\#(id)"],"remove":0}"#
                        ).json()
                        #expect(state["items"] as? [String] == list)
                    }
                }
            }
            try await group.waitForAll()
        }
        await server.stop()
    }
}

import Foundation
import PhonolithScans
import PhonolithUsers
import Testing

/// Playlists over the native API.
@Suite(.timeLimit(.minutes(20))) struct PlaylistAPITests {
    private func items(_ server: TestServer) async throws -> [String] {
        try await server.api("GET", "/items?sort=path").json().objects("items")
            .compactMap { $0.text("persistentID") }
    }

    private func entries(_ server: TestServer, _ id: String) async throws -> [String] {
        try await server.api("GET", "/playlists/\(id)/entries").json().objects("items")
            .compactMap { $0.text("persistentID") }
    }

    @Test("A long playlist is sent whole, in its order, with repeats and what is missing")
    func longList() async throws {
        let server = try await TestServer.start()
        let ids = try await items(server)
        let all = (0..<2500).map { ids[$0 % ids.count] }
        let body = try String(
            decoding: JSONSerialization.data(withJSONObject: ["name": "Long", "items": all]),
            as: UTF8.self)
        let made = try await server.api("POST", "/playlists", body: body)
        let list = try #require(try made.json().text("persistentID"))
        let answer = try await server.api("GET", "/playlists/\(list)/entries").json()
        let entries = answer.objects("items")
        #expect(entries.compactMap { $0.text("persistentID") } == all)
        #expect(entries.compactMap { $0["position"] as? Int } == Array(1...2500))
        #expect(answer["total"] as? Int == 2500)
        let paths = try await server.api("GET", "/items?sort=path").json().objects("items")
            .compactMap { $0.text("path") }
        let file = try await server.api("GET", "/playlists/\(list)/export")
        let lines = file.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.map { String($0) } == (0..<2500).map { paths[$0 % paths.count] })
    }

    @Test("A playlist is made, edited in every way of the command line, and deleted")
    func edits() async throws {
        let server = try await TestServer.start()
        let ids = try await items(server)
        let made = try await server.api(
            "POST", "/playlists",
            body: #"{"name":"Ü & x","description":"words","items":["\#(ids[0])","\#(ids[1])"]}"#)
        #expect(made.status == 201)
        let list = try #require(try made.json().text("persistentID"))
        #expect(made.headers["location"]?.hasSuffix("/playlists/\(list)") == true)
        #expect(try await entries(server, list) == [ids[0], ids[1]])

        let path = "/playlists/\(list)"
        // The tag is the number of edits: ratings and files change without one.
        let tag = try #require(try await server.api(path).headers["etag"])
        #expect(try await server.api(path, headers: ["If-None-Match": tag]).status == 200)
        let added = try await server.api(
            "POST", "\(path)/entries", body: #"{"items":["\#(ids[2])","\#(ids[0])"],"position":2}"#)
        #expect(added.status == 200)
        #expect(try added.json()["count"] as? Int == 4)
        #expect(try await entries(server, list) == [ids[0], ids[2], ids[0], ids[1]])
        _ = try await server.api("POST", "\(path)/entries/move", body: #"{"from":4,"to":1}"#)
        #expect(try await entries(server, list) == [ids[1], ids[0], ids[2], ids[0]])
        _ = try await server.api("POST", "\(path)/entries/dedupe", body: "{}")
        #expect(try await entries(server, list) == [ids[1], ids[0], ids[2]])
        _ = try await server.api("DELETE", "\(path)/entries?position=1&position=3")
        #expect(try await entries(server, list) == [ids[0]])
        _ = try await server.api("PUT", "\(path)/entries", body: #"{"items":["\#(ids[2])"]}"#)
        #expect(try await entries(server, list) == [ids[2]])

        let changed = try await server.api(
            "PATCH", path, body: #"{"name":"Other","description":""}"#)
        #expect(try changed.json().text("name") == "Other")
        #expect(try changed.json()["description"] == nil)
        let copy = try await server.api("POST", "\(path)/duplicate", body: #"{"name":"Copy"}"#)
        let copied = try #require(try copy.json().text("persistentID"))
        #expect(try await entries(server, copied) == [ids[2]])
        #expect(try await server.api("DELETE", path).status == 204)
        #expect(try await server.api("GET", path).status == 404)
        let names = try await server.api("GET", "/playlists").json().objects("items")
        #expect(names.map { $0.text("name") } == ["Copy"])
        await server.stop()
    }

    @Test("An edit of a list that was edited meanwhile is refused, and changes nothing")
    func revisions() async throws {
        let server = try await TestServer.start()
        let ids = try await items(server)
        let made = try await server.api("POST", "/playlists", body: #"{"name":"x"}"#)
        let path = "/playlists/\(try #require(try made.json().text("persistentID")))"
        let tag = try #require(made.headers["etag"])
        func add(_ tag: String) async throws -> TestServer.Answer {
            try await server.api(
                "POST", "\(path)/entries", headers: ["If-Match": tag],
                body: #"{"items":["\#(ids[0])"]}"#)
        }
        let first = try await add(tag)
        #expect(first.status == 200)
        let lost = try await add(tag)
        #expect(lost.status == 412)
        #expect(lost.headers["content-type"] == "application/problem+json")
        for (method, place, body) in [
            ("PATCH", path, #"{"name":"y","description":"z"}"#), ("DELETE", path, "{}"),
            ("PUT", "\(path)/entries", #"{"items":[]}"#),
        ] {
            let answer = try await server.api(
                method, place, headers: ["If-Match": tag], body: body)
            #expect(answer.status == 412, "\(method) \(place)")
        }
        let list = try await server.api("GET", path)
        #expect(list.headers["etag"] == first.headers["etag"])
        #expect(try list.json().text("name") == "x")
        #expect(try list.json()["count"] as? Int == 1)
        // As a client has it from an answer that was compressed.
        #expect(try await add("W/" + #require(first.headers["etag"])).status == 200)
        #expect(try await add("*").status == 200)
        await server.stop()
    }

    @Test("A smart playlist finds its items by its rule, and its entries are not edited")
    func smart() async throws {
        let server = try await TestServer.start()
        let made = try await server.api(
            "POST", "/playlists",
            body: #"{"name":"Flac","where":"codec = \"flac\"","sort":"title:desc","limit":5}"#)
        let list = try #require(try made.json().text("persistentID"))
        #expect(try made.json()["isSmart"] as? Bool == true)
        #expect(try await entries(server, list).count == 1)
        let edit = try await server.api(
            "POST", "/playlists/\(list)/entries", body: #"{"items":["1"]}"#)
        #expect(edit.status == 409)
        let changed = try await server.api(
            "PATCH", "/playlists/\(list)", body: #"{"where":"codec = \"mp3\""}"#)
        #expect(try changed.json().text("sort") == "title:desc")
        #expect(try await entries(server, list).count == 2)
        let wrong = try await server.api(
            "PATCH", "/playlists/\(list)", body: #"{"where":"codec ="}"#)
        #expect(wrong.status == 400)
        await server.stop()
    }

    @Test(
        "A playlist goes out in each format and comes back the same",
        arguments: ["m3u8", "m3u", "pls", "xspf", "jspf"])
    func files(format: String) async throws {
        let server = try await TestServer.start()
        let ids = try await items(server)
        let made = try await server.api(
            "POST", "/playlists",
            body: #"{"name":"Out","items":["\#(ids[2])","\#(ids[0])","\#(ids[2])"]}"#)
        let list = try #require(try made.json().text("persistentID"))
        let file = try await server.api("GET", "/playlists/\(list)/export?format=\(format)")
        #expect(file.status == 200)
        #expect(file.headers["content-disposition"]?.contains("Out.\(format)") == true)
        let back = try await server.api(
            "POST", "/playlists/import?name=Back&format=\(format)", body: file.text)
        #expect(back.status == 201)
        #expect(try back.json()["unresolved"] as? Int == 0)
        let id = try #require(try back.json().text("playlist"))
        #expect(try await entries(server, id) == [ids[2], ids[0], ids[2]])
        let taken = try await server.api(
            "POST", "/playlists/import?name=Back&format=\(format)", body: file.text)
        #expect(taken.status == 409)
        #expect(
            try await server.api("POST", "/playlists/import", body: "no playlist").status == 422)
        await server.stop()
    }
}

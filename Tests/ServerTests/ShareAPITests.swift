import Foundation
import HTTPTypes
import PhonolithMediaModel
import PhonolithScans
import PhonolithUsers
import Testing

/// Shares as the page makes them, and what their visitors see.
@Suite(.timeLimit(.minutes(20))) struct ShareAPITests {
    private func songs(_ server: TestServer) async throws -> [[String: Any]] {
        try await server.api("GET", "/songs").json().objects("items")
    }

    private func body(
        _ ids: [String], _ description: String? = nil, expires: String? = nil
    ) throws -> String {
        var object: [String: Any] = ["items": ids, "expires": expires ?? NSNull()]
        object["description"] = description
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    @Test("A share of more items than its page can show is refused, by either protocol")
    func length() async throws {
        let server = try await TestServer.start(["a.ogg": "full/full.ogg"])
        let ids = try await songs(server).compactMap { $0.text("persistentID") }
        let many = Array(repeating: ids[0], count: 10_001)
        let answer = try await server.api("POST", "/shares", body: body(many))
        #expect(answer.status == 400 && answer.text.contains("10000 items"))
        let form = many.map { "id=tr-\($0)" }.joined(separator: "&")
        #expect(try await server.error("createShare", form) == 0)
        let few = many.prefix(2000).map { "id=tr-\($0)" }.joined(separator: "&")
        #expect(try await server.error("createShare", few) == nil)
        #expect(try server.catalog.shares.delete(#require(server.catalog.shares.all().first).id))
        #expect(try server.catalog.shares.all() == [])
        #expect(
            try await server.api("POST", "/shares", body: body(Array(many.dropFirst()))).status
                == 201)
        await server.stop()
    }

    @Test("A share is made, listed, visited without a password, and deleted")
    func life() async throws {
        let server = try await TestServer.start()
        let ids = try await songs(server).compactMap { $0.text("persistentID") }
        let answer = try await server.api(
            "POST", "/shares", body: body(ids, "Tea & <Toast>", expires: "2099-01-31T12:00:00Z"))
        #expect(answer.status == 201)
        let made = try answer.json()
        #expect(made.text("description") == "Tea & <Toast>")
        #expect(made.text("expires") == "2099-01-31T12:00:00Z")
        #expect(made["visitCount"] as? Int == 0)
        let listed = try await server.api("GET", "/shares").json().objects("items")
        #expect(listed.map { $0.text("url") } == [made.text("url")])

        let url = try #require(made.text("url"))
        let path = String(url.dropFirst(server.url.absoluteString.count))
        let page = try await server.send("GET", path)
        #expect(page.status == 200)
        #expect(page.text.contains("<h1 dir=\"auto\">Tea &amp; &lt;Toast&gt;</h1>"))
        #expect(page.text.contains("property=\"og:image\" content=\"\(url)/"))
        #expect(page.text.matches(of: /class="time">\d+:\d\d</).count == ids.count)
        #expect(page.text.contains("<audio controls"))
        #expect(page.headers["content-security-policy"]?.contains("script-src 'self'") == true)
        // Its files are sent without a login.
        let files = page.text.matches(of: /(?:href|src)="(\/assets\/[^"]+)"/).map { String($0.1) }
        #expect(files.count == 3)
        for file in files { #expect(try await server.send("GET", file).status == 200, "\(file)") }

        let id = try #require(made.text("persistentID"))
        #expect(try await server.api("DELETE", "/shares/\(id)").status == 204)
        #expect(try await server.api("DELETE", "/shares/\(id)").status == 404)
        let gone = try await server.send("GET", path)
        #expect(gone.status == 404 && gone.text.contains("does not exist, or has expired"))
        await server.stop()
    }

    @Test("Visitors get the picture of an item that has one")
    func cover() async throws {
        let server = try await TestServer.start()
        let songs = try await songs(server)
        let ids = songs.compactMap { $0.text("persistentID") }
        let made = try await server.api("POST", "/shares", body: body(ids)).json()
        let path = String(
            try #require(made.text("url")).dropFirst(server.url.absoluteString.count))
        for (place, song) in songs.enumerated() {
            let answer = try await server.send("GET", "\(path)/\(place)/cover")
            let hasPicture = !song.objects("artwork").isEmpty
            #expect(answer.status == (hasPicture ? 200 : 404))
            #expect((answer.headers["content-type"]?.hasPrefix("image/") == true) == hasPicture)
        }
        for path in ["\(path)/99/cover", "\(path)/0/other", "\(path)/0/cover/x"] {
            #expect(try await server.send("GET", path).status == 404, "\(path)")
        }
        await server.stop()
    }

    @Test("A share of nothing, of what one does not see, or that has ended, is refused")
    func refusals() async throws {
        let server = try await TestServer.start()
        let id = try #require(try await songs(server).first?.text("persistentID"))
        let cases = [
            (try body([]), 400), (try body(["x"]), 400), (try body(["99999"]), 404),
            (try body([id], expires: "2001-01-01T00:00:00Z"), 400),
            (try body([id], expires: "tomorrow"), 400), (#"{"items":["\#(id)"]}"#, 400),
        ]
        for (body, status) in cases {
            #expect(try await server.api("POST", "/shares", body: body).status == status, "\(body)")
        }
        #expect(try await server.api("GET", "/shares").json().objects("items").isEmpty)
        await server.stop()
    }
}

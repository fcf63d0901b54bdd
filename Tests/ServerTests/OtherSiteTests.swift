import HTTPTypes
import PhonolithAccess
import PhonolithNativeAPI
import PhonolithServer
import PhonolithStore
import PhonolithUsers
import Testing

/// Requests that a browser sends for pages of other sites.
@Suite(.timeLimit(.minutes(20))) struct OtherSiteTests {
    private static let login = #"{"user":"owner","password":"\#(TestServer.password)"}"#

    @Test(
        "A login counts only as JSON",
        arguments: [
            ("application/json", 200), ("Application/JSON; charset=utf-8", 200), ("", 415),
            ("text/plain", 415), ("application/x-www-form-urlencoded", 415),
            ("multipart/form-data; boundary=x", 415), ("application/json-seq", 415),
        ])
    func types(type: String, status: Int) async throws {
        let server = try await TestServer.start([:])
        try server.setPassword()
        let answer = try await server.send(
            "POST", "/api/v1/session", headers: ["Content-Type": type], body: Self.login)
        #expect(answer.status == status)
        #expect((answer.headers["set-cookie"] != nil) == (status == 200))
        await server.stop()
    }

    @Test("Each body of the native API that is described as an object has to be JSON")
    func allRoutes() async throws {
        let server = try await TestServer.start([:])
        try server.setPassword()
        // Without podcasts, the server refuses their feeds before their body.
        for route in APIRoutes.all
        where !route.body.isEmpty && !route.path.contains("{") && route.right != .podcast {
            let type = ["Content-Type": "text/plain"]
            let answer =
                route.refusesAppPasswords
                ? try await server.page(
                    route.method.rawValue, route.path, headers: type, body: "{}")
                : try await server.api(
                    route.method.rawValue, route.path, headers: type, body: "{}")
            #expect(answer.status == 415, "\(route.path)")
        }
        await server.stop()
    }

    @Test(
        "Only pages of the server itself may log in and change things",
        arguments: [
            ([:], 200), (["Sec-Fetch-Site": "same-origin"], 200), (["Sec-Fetch-Site": "none"], 200),
            (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
            (["Origin": "https://evil.example"], 403), (["Origin": "null"], 403),
            (["Origin": "http://music.example:8080"], 403),
            (["Origin": "https://Music.example"], 200),
            // A proxy that names another host, and is not trusted.
            (["Sec-Fetch-Site": "same-origin", "Origin": "https://elsewhere.example"], 200),
        ] as [([String: String], Int)])
    func origins(headers: [String: String], status: Int) async throws {
        let server = try await TestServer.start([:]) { $0.publicURL = "https://music.example" }
        try server.setPassword()
        let answer = try await server.send(
            "POST", "/api/v1/session", headers: headers, body: Self.login)
        #expect(answer.status == status)
        let made = try await server.api(
            "POST", "/playlists", headers: headers, body: #"{"name":"One"}"#)
        #expect(made.status == (status == 200 ? 201 : 403))
        // Reading shows other sites nothing: there is no CORS.
        #expect(try await server.api("/session", headers: headers).status == 200)
        await server.stop()
    }

    @Test("No answer is taken for another type than it is sent as")
    func sniffing() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let list = try await server.payload("search3", "query=")
        let id = try #require(list.object("searchResult3").objects("song").first?.text("id"))
        for path in [
            "/rest/stream?id=\(id)&apiKey=\(server.secret)",
            "/rest/getCoverArt?id=\(id)&apiKey=\(server.secret)", "/rest/ping", "/", "/healthz",
            "/share/none", "/api/v1/session", "/nothing",
        ] {
            let answer = try await server.send("GET", path)
            #expect(answer.headers["x-content-type-options"] == "nosniff", "\(path)")
        }
        await server.stop()
    }
}

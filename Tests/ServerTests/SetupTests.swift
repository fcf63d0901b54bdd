import Foundation
import PhonolithAccess
import PhonolithStore
import PhonolithUsers
import Testing

/// The link that sets the owner's password, and the page that it leads to.
@Suite(.timeLimit(.minutes(20))) struct SetupTests {
    @Test("The token sets the owner's password once, and begins a session")
    func setup() async throws {
        let server = try await TestServer.start([:])
        let token = try #require(server.setupToken)
        #expect(try await server.send("GET", "/api/v1/setup?token=wrong").status == 404)
        #expect(try await server.send("GET", "/api/v1/setup").status == 404)
        #expect(try await server.send("GET", "/api/v1/setup?token=\(token)").status == 204)
        func post(_ password: String) async throws -> TestServer.Answer {
            try await server.send(
                "POST", "/api/v1/setup", body: #"{"token":"\#(token)","password":"\#(password)"}"#)
        }
        #expect(try await post("short").status == 422)
        let done = try await post("long-enough")
        #expect(done.status == 200)
        #expect(try done.json().text("user") == "owner")
        #expect(try await post("once-more-x").status == 404)
        #expect(try await server.send("GET", "/api/v1/setup?token=\(token)").status == 404)
        let cookie = try #require(done.headers["set-cookie"]?.split(separator: ";").first)
        let session = try await server.send(
            "GET", "/api/v1/session", headers: ["Cookie": String(cookie)])
        #expect(try session.json().text("role") == "admin")
        let login = try await server.send("GET", "/rest/ping?f=json&u=owner&p=long-enough")
        #expect(try login.json().object("subsonic-response").text("status") == "ok")
        #expect(server.log.lines.allSatisfy { !$0.contains(token) && !$0.contains("long-enough") })
        await server.stop()
    }

    @Test("A password that was set otherwise makes the link worthless")
    func passwordBesides() async throws {
        let server = try await TestServer.start([:])
        let token = try #require(server.setupToken)
        try Access.setPassword(
            "elsewhere", of: server.catalog.users.all()[0], in: server.catalog, cost: .least)
        #expect(try await server.send("GET", "/api/v1/setup?token=\(token)").status == 404)
        await server.stop()
    }

    @Test("Every view is the page, under a strict policy; its files may be kept for ever")
    func page() async throws {
        let server = try await TestServer.start([:], basePath: "/music")
        for path in ["/", "/albums", "/albums/12", "/setup?token=x"] {
            let page = try await server.send("GET", path)
            #expect(page.status == 200, "\(path)")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
            #expect(page.headers["referrer-policy"] == "no-referrer")
        }
        let page = try await server.send("GET", "/").text
        let script = try #require(
            page.firstMatch(of: /src="\/music(\/assets\/[0-9a-f]{16}\/app\.js)"/)
        ).1
        let file = try await server.send("GET", String(script))
        #expect(
            file.status == 200 && file.headers["content-type"]?.hasPrefix("text/javascript") == true
        )
        #expect(file.headers["cache-control"]?.contains("immutable") == true)
        let tag = try #require(file.headers["etag"])
        let again = try await server.send("GET", String(script), headers: ["If-None-Match": tag])
        #expect(again.status == 304 && again.body.isEmpty)
        for path in ["/nowhere", "/assets/x/app.js", "/assets/../Package.swift", "/app.js"] {
            #expect(try await server.send("GET", path).status == 404, "\(path)")
        }
        #expect(try await server.send("POST", "/albums").status == 405)
        await server.stop()
    }
}

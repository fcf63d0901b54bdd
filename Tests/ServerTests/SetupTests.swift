import Catalog
import Foundation
import Server
import Testing

/// The link that sets the owner's password.
@Suite(.timeLimit(.minutes(5))) struct SetupTests {
    @Test("The link sets the owner's password once, and shows an app password")
    func setup() async throws {
        let server = try await TestServer.start([:])
        let token = try #require(server.setupToken)
        #expect(try await server.send("GET", "/setup?token=wrong").status == 404)
        #expect(try await server.send("GET", "/setup").status == 404)
        let form = try await server.send("GET", "/setup?token=\(token)")
        #expect(form.status == 200 && form.text.contains(token))
        #expect(form.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        func post(_ password: String, _ again: String) async throws -> TestServer.Answer {
            try await server.send(
                "POST", "/setup",
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: "token=\(token)&password=\(password)&again=\(again)")
        }
        #expect(try await post("short", "short").status == 422)
        #expect(try await post("long-enough", "other-text").status == 422)
        let done = try await post("long-enough", "long-enough")
        #expect(done.status == 200)
        #expect(try await post("once-more-x", "once-more-x").status == 404)
        let login = try await server.send("GET", "/rest/ping?f=json&u=owner&p=long-enough")
        #expect(try login.json().object("subsonic-response").text("status") == "ok")
        let secret = try #require(
            done.text.firstMatch(of: /<code>([a-z0-9]{26})<\/code>/)
        ).1
        let key = try await server.send("GET", "/rest/ping?f=json&apiKey=\(secret)")
        #expect(try key.json().object("subsonic-response").text("status") == "ok")
        #expect(server.log.lines.allSatisfy { !$0.contains(token) && !$0.contains("long-enough") })
        await server.stop()
    }

    @Test("A password that was set otherwise makes the link worthless")
    func passwordBesides() async throws {
        let server = try await TestServer.start([:])
        let token = try #require(server.setupToken)
        try Access.setPassword("elsewhere", of: server.catalog.users()[0], in: server.catalog)
        #expect(try await server.send("GET", "/setup?token=\(token)").status == 404)
        await server.stop()
    }

    @Test("The first page names the address for apps")
    func front() async throws {
        let server = try await TestServer.start([:], basePath: "/music")
        let page = try await server.send("GET", "/")
        #expect(page.status == 200)
        #expect(page.text.contains("\(server.url.absoluteString)</code>"))
        await server.stop()
    }
}

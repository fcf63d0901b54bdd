import Foundation
import PhonolithServer
import PhonolithStore
import PhonolithUsers
import Testing

/// Users whom a proxy has authenticated.
@Suite(.timeLimit(.minutes(20))) struct ProxyUserTests {
    private func start(trusting range: String) async throws -> TestServer {
        let server = try await TestServer.start([:], over: .socket) {
            $0.trustedProxies = TrustedProxies(
                [TrustedProxies.AddressRange(range)].compactMap(\.self))
            $0.proxyUserHeader = "Remote-User"
        }
        _ = try server.addUser("anna")
        return server
    }

    @Test("A trusted proxy names the user, for the native API only, and changes need the token")
    func trusted() async throws {
        let server = try await start(trusting: "127.0.0.1")
        let anna = ["Remote-User": "anna"]
        let session = try await server.send("GET", "/api/v1/session", headers: anna)
        #expect(session.status == 200)
        #expect(try session.json().text("user") == "anna")
        let token = try #require(try session.json().text("csrfToken"))
        let body = #"{"name":"list","items":[]}"#
        let foreign = try await server.send(
            "POST", "/api/v1/playlists", headers: anna, body: body)
        #expect(foreign.status == 403)
        let other = try await server.send(
            "POST", "/api/v1/playlists",
            headers: ["Remote-User": "owner", "X-CSRF-Token": token], body: body)
        #expect(other.status == 403)
        let own = try await server.send(
            "POST", "/api/v1/playlists", headers: anna.merging(["X-CSRF-Token": token]) { $1 },
            body: body)
        #expect(own.status == 201, "\(own.text)")
        #expect(try await server.send("GET", "/metrics", headers: anna).status == 403)

        let unknown = try await server.send(
            "GET", "/api/v1/session", headers: ["Remote-User": "nobody"])
        #expect(unknown.status == 401)
        let rest = try await server.send("GET", "/rest/ping?f=json", headers: anna)
        #expect(try rest.json().object("subsonic-response", "error")["code"] as? Int == 10)
        await server.stop()
    }

    @Test("From other addresses the header means nothing")
    func foreign() async throws {
        let server = try await start(trusting: "10.0.0.0/8")
        let answer = try await server.send(
            "GET", "/api/v1/session", headers: ["Remote-User": "anna"])
        #expect(answer.status == 401)
        let owner = try await server.api("GET", "/session", headers: ["Remote-User": "anna"])
        #expect(try owner.json().text("user") == "owner")
        await server.stop()
    }

    @Test("Two names in one request are none")
    func twice() async throws {
        let server = try await start(trusting: "127.0.0.1")
        let connection = try RawConnection(port: try #require(server.url.port))
        connection.send(
            "GET /api/v1/session HTTP/1.1\r\nHost: x\r\nRemote-User: owner\r\n"
                + "Remote-User: anna\r\nConnection: close\r\n\r\n")
        #expect(await connection.read().hasPrefix("HTTP/1.1 401"))
        await server.stop()
    }
}

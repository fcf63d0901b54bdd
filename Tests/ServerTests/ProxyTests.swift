import Foundation
import HTTPTypes
import PhonolithAccess
import PhonolithServer
import Testing

/// Addresses of clients behind proxies.
@Suite(.timeLimit(.minutes(20))) struct ProxyTests {
    @Test(
        "Ranges are parsed",
        arguments: [
            ("10.0.0.0/8", true), ("127.0.0.1", true), ("::1", true), ("fd00::/8", true),
            ("0.0.0.0/0", true), ("10.0.0.0/33", false), ("10.0.0", false), ("", false),
            ("::1/129", false), ("10.0.0.0/", false), ("proxy", false), ("10.0.0.0/-1", false),
        ])
    func ranges(text: String, isRange: Bool) {
        #expect((TrustedProxies.AddressRange(text) != nil) == isRange)
    }

    private static let trusted = TrustedProxies(
        ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].compactMap {
            TrustedProxies.AddressRange($0)
        })

    /// The fields of a request, the address that it comes from, and the client's.
    private static let requests: [([(String, String)], String, String)] = [
        ([], "10.0.0.1", "10.0.0.1"),
        ([("X-Forwarded-For", "1.2.3.4")], "10.0.0.1", "1.2.3.4"),
        ([("X-Forwarded-For", "1.2.3.4")], "9.9.9.9", "9.9.9.9"),
        // Addresses that the client wrote itself come first.
        ([("X-Forwarded-For", "8.8.8.8, 1.2.3.4")], "10.0.0.1", "1.2.3.4"),
        ([("X-Forwarded-For", "8.8.8.8, 1.2.3.4, 10.1.1.1")], "127.0.0.1", "1.2.3.4"),
        ([("X-Forwarded-For", "8.8.8.8"), ("X-Forwarded-For", "1.2.3.4")], "10.0.0.1", "1.2.3.4"),
        ([("X-Forwarded-For", "1.2.3.4:5678")], "10.0.0.1", "1.2.3.4"),
        ([("X-Forwarded-For", "[2001:db8::1]:5678")], "10.0.0.1", "2001:db8::1"),
        ([("X-Forwarded-For", "2001:db8::1")], "fd00::1", "2001:db8::1"),
        ([("X-Forwarded-For", "nonsense, 10.3.3.3")], "10.0.0.1", "10.3.3.3"),
        ([("X-Forwarded-For", "nonsense")], "10.0.0.1", "10.0.0.1"),
        ([("X-Forwarded-For", "1.2.3.4")], "::ffff:10.0.0.1", "1.2.3.4"),
        ([("Forwarded", "for=1.2.3.4;proto=https")], "10.0.0.1", "1.2.3.4"),
        ([("Forwarded", "for=8.8.8.8, For=\"[2001:db8::1]:80\"")], "10.0.0.1", "2001:db8::1"),
        ([("Forwarded", "for=8.8.8.8"), ("X-Forwarded-For", "1.2.3.4")], "10.0.0.1", "1.2.3.4"),
    ]

    @Test("The client is the first that no trusted proxy is", arguments: requests.indices)
    func clients(index: Int) throws {
        let (fields, peer, expected) = Self.requests[index]
        var headers = HTTPFields()
        for (name, value) in fields {
            headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        #expect(Self.trusted.client(headers, from: peer).address == expected)
    }

    @Test("Scheme and host come from a trusted proxy only, and only where they are ones")
    func origins() throws {
        var headers = HTTPFields()
        headers[try #require(HTTPField.Name("X-Forwarded-Proto"))] = "https"
        headers[try #require(HTTPField.Name("X-Forwarded-Host"))] = "music.example:8443"
        let client = Self.trusted.client(headers, from: "10.0.0.1")
        #expect(client.scheme == "https" && client.host == "music.example:8443")
        let stranger = Self.trusted.client(headers, from: "9.9.9.9")
        #expect(stranger.scheme == nil && stranger.host == nil)
        headers[try #require(HTTPField.Name("X-Forwarded-Host"))] = "x\"><script>"
        headers[try #require(HTTPField.Name("X-Forwarded-Proto"))] = "javascript"
        let odd = Self.trusted.client(headers, from: "10.0.0.1")
        #expect(odd.scheme == nil && odd.host == nil)
    }

    @Test("Failed logins behind a proxy are counted for each client, and links are the proxy's")
    func service() async throws {
        let server = try await TestServer.start(over: .socket) {
            $0.trustedProxies = TrustedProxies(
                [TrustedProxies.AddressRange("127.0.0.1")].compactMap(\.self))
        }
        func ping(_ address: String, _ key: String) async throws -> Int? {
            let answer = try await server.send(
                "GET", "/rest/ping?f=json&u=owner&p=\(key)",
                headers: ["X-Forwarded-For": address])
            return try answer.json().object("subsonic-response", "error")["code"] as? Int
        }
        for _ in 0..<LoginThrottle.free { #expect(try await ping("1.1.1.1", "wrong") == 40) }
        try server.setPassword()
        #expect(try await ping("1.1.1.1", TestServer.password) == 40)
        #expect(try await ping("2.2.2.2", TestServer.password) == nil)
        #expect(server.log.lines.contains { $0.contains("login failed") && $0.contains("1.1.1.1") })

        let song = try await server.payload("getRandomSongs", "size=1")
            .object("randomSongs").objects("song")
        let id = try #require(song.first?.text("id"))
        let answer = try await server.send(
            "GET", "/rest/createShare?f=json&apiKey=\(server.secret)&id=\(id)",
            headers: ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "music.example"])
        let share = try answer.json().object("subsonic-response", "shares").objects("share").first
        #expect(share?.text("url")?.hasPrefix("https://music.example/") == true)
        await server.stop()
    }

    @Test("Metrics are for administrators, and count")
    func metrics() async throws {
        let server = try await TestServer.start()
        let user = try server.addUser("anna")
        func metrics(_ secret: String?) async throws -> TestServer.Answer {
            try await server.send(
                "GET", "/metrics", headers: secret.map { ["Authorization": "Bearer \($0)"] } ?? [:])
        }
        #expect(try await metrics(nil).status == 401)
        #expect(try await metrics(user).status == 403)
        _ = try await server.call("ping")
        let answer = try await metrics(server.secret)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        let lines = answer.text.split(separator: "\n")
        #expect(lines.contains("phonolith_requests_total{face=\"subsonic\",status=\"200\"} 1"))
        #expect(lines.contains("phonolith_library_items 3"))
        // Each line is a comment, or a name with labels and a number.
        for line in lines where !line.hasPrefix("#") {
            #expect(
                line.wholeMatch(of: /phonolith_[a-z_]+(\{[^}]*\})? [0-9.e+-]+/) != nil, "\(line)")
        }
        await server.stop()
    }
}

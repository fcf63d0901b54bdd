import Foundation
import Glibc
import HTTPTypes
import PhonolithAccess
import PhonolithMediaModel
import PhonolithNativeAPI
import PhonolithOpenSubsonic
import PhonolithScans
import PhonolithServer
import PhonolithStore
import PhonolithUsers
import Testing

/// Hostile input: the server answers something sensible, and goes on.
@Suite(.timeLimit(.minutes(20))) struct HostileInputTests {
    private func port(_ server: TestServer) throws -> Int { try #require(server.url.port) }

    private func expectAlive(_ server: TestServer) async throws {
        #expect(try await server.payload("ping").text("status") == "ok")
    }

    @Test("Random bytes, and requests that are cut or changed at random, do not end the server")
    func randomBytes() async throws {
        let server = try await TestServer.start(over: .socket) { $0.limits.requestSeconds = 2 }
        let request =
            "GET /rest/getAlbumList2?f=json&type=newest&apiKey=\(server.secret) HTTP/1.1\r\n"
            + "Host: x\r\nRange: bytes=0-\r\nConnection: close\r\n\r\n"
        var generator = Numbers(seed: 7)
        for round in 0..<150 {
            var bytes = Array(request.utf8)
            switch round % 3 {
            case 0: bytes = (0..<200).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
            case 1: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)))
            default:
                for _ in 0..<4 {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes[place] = UInt8.random(in: 0 ... .max, using: &generator)
                }
            }
            let connection = try RawConnection(port: port(server))
            connection.send(bytes)
            // Half of them still listen for an answer that may not come.
            if round % 2 == 0 { connection.endSending() }
        }
        try await expectAlive(server)
        await server.stop()
    }

    @Test("A client that has sent its request and closed its side gets its answer")
    func halfClosed() async throws {
        let server = try await TestServer.start([:], over: .socket)
        let connection = try RawConnection(port: port(server))
        connection.send(Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        connection.endSending()
        #expect(await connection.read().hasPrefix("HTTP/1.1 200"))
        await server.stop()
    }

    @Test("A connection without a request is closed long before a slow one")
    func firstHeader() async throws {
        let server = try await TestServer.start([:], over: .socket) {
            $0.limits.headerSeconds = 1
            ($0.limits.requestSeconds, $0.limits.idleSeconds) = (900, 900)
        }
        // It ends when the server closes it; one that it leaves open is an error after these seconds.
        let connection = try RawConnection(port: port(server), seconds: 180)
        #expect(await connection.readToEnd() == "")
        await server.stop()
    }

    @Test("An address has so many connections, of which those without a request make room first")
    func connectionsOfOneAddress() async throws {
        let server = try await TestServer.start([:], over: .socket) {
            $0.limits.connectionsPerAddress = 3
        }
        let used = try RawConnection(port: port(server))
        used.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await used.read(until: "ok\n").hasPrefix("HTTP/1.1 200"))
        let silent = try (0..<3).map { _ in try RawConnection(port: port(server)) }
        // One of the silent ones made room for another; which came first is not known here.
        var answered = 0
        for connection in [used] + silent {
            connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = await connection.read(until: "ok\n")
            if answer.hasPrefix("HTTP/1.1 200") { answered += 1 }
            #expect(!answer.isEmpty || connection !== used)
        }
        #expect(answered == 3)
        // Where none is silent, one that is idle makes room.
        let late = try RawConnection(port: port(server))
        late.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await late.read(until: "ok\n").hasPrefix("HTTP/1.1 200"))
        withExtendedLifetime([used] + silent) {}
        await server.stop()
    }

    @Test("Ten thousand parameters and a hundred megabytes are refused or answered, in both APIs")
    func large() async throws {
        let server = try await TestServer.start(over: .socket)
        let short = [String](repeating: "a=1", count: 10_000).joined(separator: "&")
        #expect(try await server.payload("ping", short).text("status") == "ok")
        let many = (0..<10_000).map { "id=\($0)" }.joined(separator: "&")
        let form = try await server.send(
            "POST", "/rest/star?f=json&apiKey=\(server.secret)",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: many)
        #expect(try form.json().object("subsonic-response", "error")["code"] as? Int == 70)
        let connection = try RawConnection(port: port(server))
        connection.send(
            Array(
                "POST /api/v1/playlists HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n\r\n"
                    .utf8))
        #expect(await connection.read().hasPrefix("HTTP/1.1 413"))
        let deep = String(repeating: "[", count: 100_000)
        #expect(try await server.api("POST", "/playlists", body: deep).status == 400)
        let names = #"{"name":"\#(String(repeating: "x", count: 500_000))"}"#
        #expect(try await server.api("POST", "/playlists", body: names).status < 500)
        try await expectAlive(server)
        await server.stop()
    }

    private static let oddValues = [
        "", "0", "-1", "1e400", "NaN", "tr-", "tr-0", "tr--1", "tr-9223372036854775808",
        "al-1", "ar-1", "pl-1", "fo-1", "ra-1", "sh-1", "xx-1", "..", "../../etc/passwd",
        "%2e%2e%2f", "a%00b", "%FF%FE", "%F0%9F%8E%B5", "'%20OR%201=1--", "true", "null",
        "9223372036854775807", "-9223372036854775808", "\u{202E}x".urlEncodedForTest,
        String(repeating: "9", count: 400), "tr-1_0123456789abcdef", "1,2", "{}", "%0d%0aX:%201",
    ]

    @Test("Every endpoint answers odd values in every parameter with an envelope or bytes")
    func oddParameters() async throws {
        let server = try await TestServer.start()
        try await concurrently(SubsonicEndpoints.all) { endpoint in
            for value in Self.oddValues {
                let query = endpoint.parameters.map { "\($0.name)=\(value)" }
                    .joined(separator: "&")
                let answer = try await server.call(endpoint.name, "f=json&\(query)")
                let place = "\(endpoint.name) \(value.prefix(40))"
                #expect(answer.status < 500, "\(place): \(answer.status)")
                guard answer.headers["content-type"] == "application/json" else { continue }
                let envelope = try answer.json().object("subsonic-response")
                #expect(envelope.text("version") != nil, "\(place)")
                // An error that the server cannot explain would be its own fault.
                #expect(
                    envelope.object("error").text("message") != "Internal server error",
                    "\(place)")
            }
        }
        await server.stop()
    }

    @Test("Every resource answers odd ids, parameters and bodies with a problem or an answer")
    func oddResources() async throws {
        let server = try await TestServer.start()
        let bodies = [
            "", "{", "[]", "null", "{}", #"{"rating":99}"#, #"{"rating":"x"}"#, #"{"time":-1}"#,
            #"{"items":["x"]}"#, #"{"items":["99999"]}"#, #"{"name":""}"#, #"{"where":"("}"#,
            #"{"name":"\u0000"}"#, "\u{FEFF}{}",
        ]
        let routes = APIRoutes.all.filter { !["/events", "/scans"].contains($0.path) }
        try await concurrently(routes) { route in
            let method = route.method.rawValue
            for (number, value) in Self.oddValues.enumerated() {
                let query = route.parameters.map { "\($0.name)=\(value)" }.joined(separator: "&")
                let id = value.isEmpty || value.contains("/") ? "x" : value
                let path = route.path.replacing(/\{[^}]*\}/, with: id) + "?" + query
                let answer = try await server.api(
                    method, path, body: method == "GET" ? nil : bodies[number % bodies.count])
                #expect(answer.status < 500, "\(method) \(path.prefix(120)): \(answer.text)")
            }
            for body in bodies where method != "GET" && method != "DELETE" {
                let path = route.path.replacing(/\{[^}]*\}/, with: "1")
                let answer = try await server.api(method, path, body: body)
                #expect(answer.status < 500, "\(method) \(path) \(body): \(answer.text)")
            }
        }
        await server.stop()
    }

    /// Asks each of some things what it answers, all at once: one after the other they would wait for other tests at
    /// every step.
    private func concurrently<Asked: Sendable>(
        _ asked: [Asked], _ ask: @escaping @Sendable (Asked) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for one in asked { group.addTask { try await ask(one) } }
            try await group.waitForAll()
        }
    }

    @Test(
        "No path reaches what is not served",
        arguments: [
            "/../../../../etc/passwd", "/rest/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
            "/..%2f..%2fetc%2fpasswd", "/rest/stream/../../etc/passwd", "//etc/passwd",
            "/share/../../etc/passwd", "/api/v1/items/../../../../etc/passwd", "/rest/%00",
            "/rest//ping", "/./metrics", "/api/v1//items",
        ])
    func paths(path: String) async throws {
        let server = try await TestServer.start([:], over: .socket)
        let connection = try RawConnection(port: port(server))
        connection.send(
            Array("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
        let answer = await connection.read()
        #expect(!answer.contains("root:"))
        #expect(!answer.hasPrefix("HTTP/1.1 5"), "\(answer.prefix(40))")
        await server.stop()
    }

    @Test("Wrong passwords are throttled, for this name and address alone")
    func throttling() async throws {
        let server = try await TestServer.start()
        let anna = "annas-password"
        _ = try server.addUser("anna")
        try Access.setPassword(
            anna, of: server.catalog.users.user(named: "anna"), in: server.catalog, cost: .least)
        func code(_ user: String, _ password: String) async throws -> Int? {
            let answer = try await server.send(
                "GET", "/rest/ping?f=json&u=\(user)&p=\(password)")
            return try answer.json().object("subsonic-response", "error")["code"] as? Int
        }
        for _ in 0..<LoginThrottle.free { #expect(try await code("anna", "wrong") == 40) }
        // The right one does not count either, as long as the wait lasts; others are not held up.
        #expect(try await code("anna", anna) == 40)
        #expect(try await code("owner", server.secret) == nil)
        server.clock.advance(by: .seconds(1))
        #expect(try await code("anna", anna) == nil)
        await server.stop()
    }

    @Test("No secret comes into the log")
    func log() async throws {
        let server = try await TestServer.start()
        let secrets = [
            "pass-secret", "token-secret", "salt-secret", "key-secret", "cookie-secret",
            "bearer-secret", "share-secret", "setup-secret", "body-secret",
        ]
        let requests: [(String, String, [String: String], String?)] = [
            ("GET", "/rest/ping?u=owner&p=pass-secret", [:], nil),
            ("GET", "/rest/ping?u=owner&t=token-secret&s=salt-secret", [:], nil),
            ("GET", "/rest/ping?apiKey=key-secret&c=app", [:], nil),
            (
                "POST", "/rest/ping", ["Content-Type": "application/x-www-form-urlencoded"],
                "u=owner&p=pass-secret&t=token-secret&s=salt-secret"
            ),
            ("GET", "/api/v1/items", ["Cookie": "phonolith=cookie-secret"], nil),
            (
                "GET", "/api/v1/items?apiKey=key-secret", ["Authorization": "Bearer bearer-secret"],
                nil
            ),
            ("GET", "/share/share-secret", [:], nil),
            ("GET", "/share/share-secret/1/stream", [:], nil),
            ("GET", "/setup?token=setup-secret", [:], nil),
            ("POST", "/api/v1/session", [:], #"{"user":"owner","password":"body-secret"}"#),
            ("GET", "/rest/getUser?username=owner&apiKey=\(server.secret)", [:], nil),
            ("GET", "/api/v1/items", ["Authorization": "Bearer \(server.secret)"], nil),
        ]
        for (method, path, headers, body) in requests {
            _ = try await server.send(method, path, headers: headers, body: body)
        }
        let lines = server.log.lines
        #expect(lines.count >= requests.count)
        for secret in secrets + [server.secret] {
            #expect(lines.filter { $0.contains(secret) } == [], "\(secret)")
        }
        await server.stop()
    }
}

/// Numbers that are the same in each run.
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

extension String {
    fileprivate var urlEncodedForTest: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

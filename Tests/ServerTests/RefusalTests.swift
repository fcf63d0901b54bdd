import Foundation
import Glibc
import PhonolithAccess
import PhonolithServer
import Testing

/// Requests refused before they have arrived, and answers that break off: the log has a line about each.
@Suite(.timeLimit(.minutes(20))) struct RefusalTests {
    private func port(_ server: TestServer) throws -> Int { try #require(server.url.port) }

    @Test("A body that is too long is refused in words, with a line in the log")
    func longBody() async throws {
        let server = try await TestServer.start([:], over: .socket)
        let connection = try RawConnection(port: port(server))
        connection.send(
            "POST /rest/ping?p=pass-secret HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n\r\n"
        )
        let answer = await connection.read()
        #expect(answer.hasPrefix("HTTP/1.1 413"))
        #expect(answer.hasSuffix("\r\n\r\n413 Content Too Large\n"), "\(answer)")
        let line = server.log.lines.first { $0.hasPrefix("request ") && $0.contains("413") }
        #expect(line?.contains("/rest/ping") == true && line?.contains("127.0.0.1") == true)
        #expect(server.log.lines.allSatisfy { !$0.contains("pass-secret") })
        await server.stop()
    }

    @Test("Headers that are too long, and what is no request, are refused the same way")
    func unreadable() async throws {
        let server = try await TestServer.start([:], over: .socket) { $0.limits.headerSize = 4000 }
        let field = "X-Long: " + String(repeating: "a", count: 8000)
        let long = "GET /healthz HTTP/1.1\r\nHost: x\r\n\(field)"
        let address = "/healthz?" + String(repeating: "a", count: 5000)
        let refused = [
            (long, "431 Request Header Fields Too Large"),
            ("GET \(address) HTTP/1.1\r\nHost: x\r\n\r\n", "414 URI Too Long"),
            (
                "GET /healthz HTTP/1.1\r\nHost: x\r\n\(field.prefix(4500))\r\n\r\n",
                "431 Request Header Fields Too Large"
            ),
            ("nonsense\r\n\r\n", "501 Not Implemented"),
            ("GET /healthz HTTP/9.9\r\n\r\n", "400 Bad Request"),
            ("GET /healthz HTTP/1.1\r\n\r\n", "400 Bad Request"),
            ("GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "400 Bad Request"),
            ("GET /healthz HTTP/1.1\r\nHost: x/..;Domain=y\r\n\r\n", "400 Bad Request"),
        ]
        for (index, (request, answered)) in refused.enumerated() {
            let connection = try RawConnection(port: port(server))
            connection.send(request)
            let answer = await connection.read(until: answered + "\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(answered)"), "\(answer)")
            #expect(answer.hasSuffix("\r\n\r\n\(answered)\n"), "\(answer)")
            let lines = server.log.lines.filter { $0.hasPrefix("request ") }
            #expect(lines.count == index + 1)
            #expect(lines.last?.contains(answered.prefix(3)) == true)
        }
        #expect(try await server.send("GET", "/healthz").status == 200)
        await server.stop()
    }

    @Test(
        "A query longer than a head may be is refused before it is parsed, and the longest is parsed in milliseconds",
        arguments: [
            "/api/v1/items?", "/api/v1/search?", "/rest/ping?", "/rest/search3.view?", "/healthz?",
            "/",
        ],
        [
            "&", "a&", "a=&", "id=%41&", "where=%C3%A9&", "query=%25%26&", "+", "%", "%0",
        ])
    func longQuery(path: String, piece: String) async throws {
        let server = try await TestServer.start([:], over: .socket)
        let limit = Limits().headerSize
        func answer(_ length: Int) async throws -> String {
            let connection = try RawConnection(port: port(server))
            let pieces = String(repeating: piece, count: length / piece.utf8.count + 1)
            let address = (path + pieces).prefix(length)
            connection.send("GET \(address) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return await connection.read(until: "\r\n\r\n")
        }
        let refused = try await answer(limit + 1)
        #expect(refused.hasPrefix("HTTP/1.1 414 URI Too Long\r\n"), "\(refused.prefix(200))")
        // The head has some headers beside it.
        let longest = try await answer(limit - 500)
        #expect(
            longest.hasPrefix("HTTP/1.1 ") && !longest.hasPrefix("HTTP/1.1 414"),
            "\(longest.prefix(200))")
        let query = String(repeating: piece, count: limit / piece.utf8.count)
        let time = ContinuousClock().measure {
            _ = FormText(query, most: RequestLimits.urlParameters)
        }
        // Of an unoptimised build on a busy machine: optimised it is 3 ms at most.
        #expect(time < .seconds(2))
        await server.stop()
    }

    @Test(
        "What is refused behind another request in one packet is refused after its answer",
        arguments: [
            ("POST /rest/ping HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n\r\n", "413 "),
            ("GET /healthz HTTP/1.1\r\n\r\n", "400 "),
            ("GET /\(String(repeating: "a", count: 5000)) HTTP/1.1\r\nHost: x\r\n\r\n", "414 "),
            ("nonsense\r\n\r\n", "501 "),
        ])
    func refusedBehindAnother(request: String, status: String) async throws {
        let server = try await TestServer.start(["a.mp3": "full/full.mp3"], over: .socket) {
            $0.limits.headerSize = 4000
        }
        let connection = try RawConnection(port: port(server))
        let list = "/rest/search3?f=json&query=&c=t&apiKey=\(server.secret)"
        connection.send("GET \(list) HTTP/1.1\r\nHost: x\r\n\r\n\(request)")
        let answers = await connection.readToEnd() ?? ""
        let lines = answers.split(separator: "\r\n").filter { $0.contains("HTTP/1.1 ") }
        #expect(answers.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answers)")
        #expect(lines.count == 2 && lines.last?.contains("HTTP/1.1 \(status)") == true, "\(lines)")
        await server.stop()
    }

    @Test("A client that asks whether to send its body is told to")
    func expectation() async throws {
        let server = try await TestServer.start([:], over: .socket)
        let connection = try RawConnection(port: port(server))
        let body = "c=t&f=json&apiKey=\(server.secret)"
        connection.send(
            """
            POST /rest/ping HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\
            Content-Type: application/x-www-form-urlencoded\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n
            """)
        let asked = await connection.read(until: "\r\n\r\n")
        #expect(asked.hasPrefix("HTTP/1.1 100 Continue\r\n"), "\(asked)")
        connection.send(body)
        let answer = await connection.read(until: "}}")
        #expect(answer.contains("HTTP/1.1 200 OK\r\n") && answer.contains("\"ok\""), "\(answer)")
        await server.stop()
    }

    @Test("It is told after the answers before, and not in HTTP/1.0")
    func laterExpectation() async throws {
        let server = try await TestServer.start([:], over: .socket)
        let head = """
            Host: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\
            Content-Type: application/x-www-form-urlencoded\r\n\r\n
            """
        let connection = try RawConnection(port: port(server))
        connection.send(
            "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nPOST /rest/ping HTTP/1.1\r\n" + head)
        let answers = await connection.read(until: "100 Continue\r\n\r\n")
        #expect(
            answers.hasPrefix("HTTP/1.1 200 OK\r\n")
                && answers.hasSuffix("HTTP/1.1 100 Continue\r\n\r\n"), "\(answers)")
        let old = try RawConnection(port: port(server))
        old.send("POST /rest/ping HTTP/1.0\r\n" + head + "a=")
        #expect(await old.read().hasPrefix("HTTP/1.0 200 OK\r\n"))
        await server.stop()
    }

    @Test("An object in a body is not waited for before it is known whose it is")
    func objectOfStranger() async throws {
        let server = try await TestServer.start([:], over: .socket)
        let connection = try RawConnection(port: port(server))
        connection.send(
            """
            POST /rest/getTranscodeDecision?f=json&c=t&apiKey=wrong&mediaId=tr-1&mediaType=song HTTP/1.1\r\n\
            Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{
            """)
        #expect(await connection.read(until: "}}").contains("\"code\":44"))
        await server.stop()
    }

    @Test("A stream that breaks leaves a line that has the reason; a client that leaves does not")
    func brokenStream() async throws {
        let server = try await TestServer.start(
            [
                "a.flac": "full/full.flac", "b.mp3": "full/full.mp3",
            ], over: .socket)
        let songs = try await server.payload("search3", "query=&songCount=2")
            .object("searchResult3").objects("song")
        func request(_ suffix: String) throws -> String {
            let id = try #require(songs.first { $0.text("suffix") == suffix }?.text("id"))
            return
                "GET /rest/stream?id=\(id)&c=t&apiKey=\(server.secret) HTTP/1.1\r\nHost: x\r\n\r\n"
        }
        // Holes: they take no room on the disk.
        let file = server.music.appendingPathComponent("a.flac").path
        try #require(truncate(file, 256 << 20) == 0)
        try #require(truncate(server.music.appendingPathComponent("b.mp3").path, 256 << 20) == 0)
        func lines() -> [String] {
            server.log.lines.filter { $0.hasPrefix("response ended early") }
        }
        do {
            let leaving = try RawConnection(port: port(server))
            try leaving.send(request("mp3"))
            #expect(await leaving.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        }
        let staying = try RawConnection(port: port(server))
        try staying.send(request("flac"))
        #expect(await staying.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        #expect(lines() == [])
        try #require(truncate(file, 1000) == 0)
        _ = await staying.read()
        #expect(lines().count == 1)
        #expect(lines().first?.contains("the file has become shorter") == true)
        #expect(lines().allSatisfy { !$0.contains(server.secret) })
        await server.stop()
    }
}

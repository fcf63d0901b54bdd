import Foundation
import PhonolithServer
import Testing

/// Limits for clients that want too much of the server.
@Suite(.timeLimit(.minutes(20))) struct LimitTests {
    private func start(_ change: @escaping (inout Limits) -> Void) async throws -> TestServer {
        try await TestServer.start([:], over: .socket) { change(&$0.limits) }
    }

    private func port(_ server: TestServer) throws -> Int { try #require(server.url.port) }

    @Test("A body that is too long is refused, whether its length is announced or not")
    func bodies() async throws {
        let server = try await start { $0.bodySize = 1000 }
        let announced = try RawConnection(port: port(server))
        announced.send(
            "POST /rest/ping HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n")
        #expect(await announced.read().hasPrefix("HTTP/1.1 413"))
        let chunked = try RawConnection(port: port(server))
        chunked.send("POST /rest/ping HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n")
        chunked.send("Content-Type: application/x-www-form-urlencoded\r\n\r\n")
        let piece = String(repeating: "a", count: 512)
        for _ in 0..<3 { chunked.send("200\r\n\(piece)\r\n") }
        #expect(await chunked.read().hasPrefix("HTTP/1.1 413"))
        #expect(try await server.payload("ping").text("status") == "ok")
        await server.stop()
    }

    @Test(
        "Who is answered long before the end of a body loses the connection, after having read the answer",
        arguments: [
            (length: "Content-Length: 200000", sent: 17_000, isClosed: false),
            (length: "Content-Length: 280000", sent: 17_000, isClosed: true),
            (length: "Content-Length: 10000000", sent: 17_000, isClosed: true),
            (length: "Transfer-Encoding: chunked", sent: 17_000, isClosed: true),
        ])
    func unusedBodies(length: String, sent: Int, isClosed: Bool) async throws {
        let server = try await start { _ in }
        let connection = try RawConnection(port: port(server))
        connection.send(
            "POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(length)\r\n\r\n"
        )
        let isChunked = length.hasPrefix("T")
        if isChunked { connection.send(String(sent, radix: 16) + "\r\n") }
        connection.send(String(repeating: "a", count: sent))
        let answer = await connection.read(until: "}")
        #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer)")
        #expect(answer.contains("Connection: close") == isClosed, "\(answer)")
        if isClosed {
            #expect(await connection.readToEnd() == "")
        } else {
            connection.send(String(repeating: "a", count: 200_000 - sent))
            connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await connection.read(until: "\r\n\r\n").contains("HTTP/1.1 200"))
        }
        await server.stop()
    }

    @Test("A client of HTTP/1.0 gets an answer without chunks, and the end of the connection")
    func oldClients() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"], over: .socket)
        for (path, fields) in [
            ("/healthz", ""), ("/api/v1/items", "Accept: application/x-ndjson\r\n"),
        ] {
            let connection = try RawConnection(port: port(server))
            connection.send(
                "GET \(path) HTTP/1.0\r\nAuthorization: Bearer \(server.secret)\r\n\(fields)\r\n")
            // The reader waits for less time than a connection may be idle: only the answer closes it.
            let answer = try #require(await connection.readToEnd())
            #expect(answer.hasPrefix("HTTP/1.0 200"), "\(answer.prefix(200))")
            #expect(!answer.lowercased().contains("chunked"))
            #expect(answer.contains("\r\n\r\n") && !answer.hasSuffix("\r\n\r\n"))
        }
        await server.stop()
    }

    @Test("Headers that are too long are refused")
    func headers() async throws {
        let server = try await start { $0.headerSize = 4000 }
        let connection = try RawConnection(port: port(server))
        connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ")
        connection.send(String(repeating: "a", count: 8000) + "\r\n\r\n")
        #expect(await connection.read().hasPrefix("HTTP/1.1 431"))
        #expect(try await server.send("GET", "/healthz").status == 200)
        await server.stop()
    }

    @Test("Headers count with what keeping them costs, one long as many short ones")
    func headerCount() async throws {
        let server = try await start { _ in }
        func answer(_ count: Int, of length: Int) async throws -> String {
            let connection = try RawConnection(port: port(server))
            let value = String(repeating: "a", count: length)
            let fields = (0..<count).map { "X-\($0): \(value)\r\n" }.joined()
            connection.send(
                "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n")
            return String(await connection.read().prefix(12))
        }
        #expect(try await answer(1, of: 65_000) == "HTTP/1.1 200")
        #expect(try await answer(1, of: 66_000) == "HTTP/1.1 431")
        #expect(try await answer(1000, of: 18) == "HTTP/1.1 200")
        #expect(try await answer(1900, of: 18) == "HTTP/1.1 431")
        #expect(try await answer(3000, of: 1) == "HTTP/1.1 431")
        await server.stop()
    }

    @Test("A request that does not arrive in time loses its connection")
    func slowRequests() async throws {
        let server = try await start { $0.requestSeconds = 1 }
        let connection = try RawConnection(port: port(server))
        connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        // Ends when the server closes; a minute is the test's own patience.
        #expect(await connection.read() == "")
        await server.stop()
    }
}

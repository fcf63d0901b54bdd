import Foundation
import PhonolithServer
import PhonolithTestSupport
import Testing

/// Connections of several addresses, more than the server has room for.
@Suite(.timeLimit(.minutes(20))) struct ConnectionRoomTests {
    private let request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

    /// Starts a server with room for ten connections, of which an address has five.
    private func start(changing: (inout ServerOptions) -> Void = { _ in }) async throws
        -> TestServer
    {
        try await TestServer.start([:], over: .socket) {
            ($0.limits.connections, $0.limits.connectionsPerAddress) = (10, 5)
            $0.limits.spareConnections = 2
            changing(&$0)
        }
    }

    /// Opens connections, and has a request answered on each.
    private func idle(_ count: Int, _ address: String, _ server: TestServer) async throws
        -> [RawConnection]
    {
        var connections: [RawConnection] = []
        for _ in 0..<count {
            let connection = try RawConnection(port: #require(server.url.port), from: address)
            connection.send(request)
            #expect(await connection.read(until: "ok\n").hasPrefix("HTTP/1.1 200"))
            connections.append(connection)
        }
        return connections
    }

    @Test("Idle connections of five addresses make room for those of others")
    func fiveAddresses() async throws {
        let server = try await start()
        var held: [RawConnection] = []
        for address in 2...6 { held += try await idle(4, "127.0.0.\(address)", server) }
        // More than all that there are come and are answered; each is the one that is there now.
        for address in 10..<30 { held += try await idle(1, "127.0.0.\(address)", server) }
        #expect(server.log.lines.count { $0.hasPrefix("too many connections in all") } == 1)
        withExtendedLifetime(held) {}
        await server.stop()
    }

    @Test("The address that holds most loses its oldest, and others lose none")
    func fairness() async throws {
        let server = try await start()
        let few = try await idle(2, "127.0.0.2", server)
        let many = try await idle(5, "127.0.0.3", server)
        let others = try await idle(3, "127.0.0.4", server)
        let new = try await idle(1, "127.0.0.5", server)
        #expect(await many[0].readToEnd() == "")
        for connection in few + many.dropFirst() + others + new {
            connection.send(request)
            #expect(await connection.read(until: "ok\n").hasPrefix("HTTP/1.1 200"))
        }
        await server.stop()
    }

    @Test("Connections whose requests are answered stay, and a new one waits for none of them")
    func busy() async throws {
        let server = try await start()
        var listeners: [RawConnection] = []
        for address in 2...6 {
            for _ in 0..<2 {
                let connection = try RawConnection(
                    port: #require(server.url.port), from: "127.0.0.\(address)")
                connection.send(
                    "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(server.secret)\r\n\r\n"
                )
                #expect(await connection.read(until: "event: library").hasPrefix("HTTP/1.1 200"))
                listeners.append(connection)
            }
        }
        for address in 10..<20 { _ = try await idle(1, "127.0.0.\(address)", server) }
        #expect(listeners.count == 10)
        // A trusted proxy's connections are the last that are closed.
        await server.stop()
    }
}

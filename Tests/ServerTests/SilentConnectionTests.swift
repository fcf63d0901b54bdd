import Foundation
import Glibc
import PhonolithServer
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// More connections than a server takes, and such as do nothing. Both sides are in this process, and Foundation starts no
    /// program while so many files are open: so these tests run by themselves.
    @Suite(.timeLimit(.minutes(20))) struct SilentConnectionTests {
        @Test("A thousand silent connections keep nobody out")
        func silentConnections() async throws {
            let server = try await TestServer.start([:], over: .socket)
            var files = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
            files.rlim_cur = min(files.rlim_max, 8192)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
            try #require(files.rlim_cur > 3000)
            let silent = try (0..<1010).map { _ in
                try RawConnection(port: #require(server.url.port))
            }
            let begin = ContinuousClock.now
            #expect(try await server.send("GET", "/healthz").status == 200)
            // Longer than that the silent ones themselves are not kept.
            #expect(begin.duration(to: .now) < .seconds(30))
            #expect(server.log.lines.count { $0.hasPrefix("too many connections") } == 1)
            withExtendedLifetime(silent) {}
            await server.stop()
        }

        @Test("One address has a limited number of answers at once, and may ask again after them")
        func requestsAtOnce() async throws {
            let server = try await TestServer.start([:], over: .socket) {
                $0.limits.requestsPerAddress = 2
            }
            var listeners: [RawConnection] = []
            for _ in 0..<2 {
                let connection = try RawConnection(port: #require(server.url.port))
                connection.send(
                    "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(server.secret)\r\n\r\n"
                )
                #expect(await connection.read(until: "event: library").hasPrefix("HTTP/1.1 200"))
                listeners.append(connection)
            }
            let refused = try await server.send("GET", "/healthz")
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "1")
            // Clients that go away are not waited for until there is something to send to them.
            listeners.removeAll()
            try await eventually("there is room again") {
                try await server.send("GET", "/healthz").status == 200
            }
            await server.stop()
        }
    }
}

import Foundation
import Glibc
import Testing

/// More connections than a server takes. Both sides are in this process, and Foundation starts no program while so many
/// files are open: so these tests run by themselves.
@Suite(.timeLimit(.minutes(15))) struct SilentConnectionTests {
    @Test("A thousand silent connections keep nobody out")
    func silentConnections() async throws {
        let server = try await TestServer.start([:])
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        files.rlim_cur = min(files.rlim_max, 8192)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        try #require(files.rlim_cur > 3000)
        let silent = try (0..<1010).map { _ in try RawConnection(port: #require(server.url.port)) }
        let begin = ContinuousClock.now
        #expect(try await server.send("GET", "/healthz").status == 200)
        // Longer than that the silent ones themselves are not kept.
        #expect(begin.duration(to: .now) < .seconds(30))
        #expect(server.log.lines.count { $0.hasPrefix("too many connections") } == 1)
        withExtendedLifetime(silent) {}
        await server.stop()
    }
}

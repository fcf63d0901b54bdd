import Foundation
import Glibc
import PhonolithAccess
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

extension ByTheClock.WholePrograms {
    /// The end of the program while a client takes its time.
    @Suite(.timeLimit(.minutes(20))) struct ShutdownTests {
        private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-shutdown-\(UUID().uuidString)")

        private var library: String { folder.appendingPathComponent("library.sqlite").path }

        /// Makes a library of one file, which is too long for a client that does not read.
        ///
        /// - Returns: The path of its stream, and an app password.
        private func makeLibrary() async throws -> (path: String, secret: String) {
            let music = folder.appendingPathComponent("music")
            try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
            let file = music.appendingPathComponent("a.flac")
            try FileManager.default.copyItem(at: Fixtures.url(of: "full/full.flac"), to: file)
            let catalog = try Catalog.open(at: library, for: .creating)
            _ = try await LibraryScanner(catalog: catalog).scan(
                [MediaPath(music.path)], options: ScanOptions())
            let secret = try Access.addAppPassword(
                label: "test", of: catalog.users.all()[0], in: catalog,
                key: SecretKey(of: catalog) { Issue.record("\($0)") }
            ).secret
            let item = try #require(try catalog.items.all(matching: MediaQuery()).first)
            try catalog.close()
            try #require(truncate(file.path, 256 << 20) == 0)
            return ("/api/v1/items/\(item.persistentID)/stream", secret)
        }

        @Test("SIGTERM ends it within about ten seconds, whatever a client does")
        func slowClient() async throws {
            let (path, secret) = try await makeLibrary()
            let server = try ServerProgram([
                "serve", "--quiet", "--library", library, "--listen", "127.0.0.1:0", "--cache",
                folder.appendingPathComponent("cache").path,
            ])
            let address = try await server.address()
            let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
            let client = try RawConnection(port: port)
            client.send(
                "GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(secret)\r\n\r\n")
            #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
            let begin = ContinuousClock.now
            server.terminate()
            _ = try await server.end()
            #expect(begin.duration(to: .now) < .seconds(11))
            withExtendedLifetime(client) {}
            try FileManager.default.removeItem(at: folder)
        }

        @Test(
            "SIGTERM ends it within about ten seconds where another program has locked the library")
        func lockedLibrary() async throws {
            let (path, secret) = try await makeLibrary()
            let server = try ServerProgram([
                "serve", "--quiet", "--library", library, "--listen", "127.0.0.1:0", "--cache",
                folder.appendingPathComponent("cache").path,
            ])
            let address = try await server.address()
            let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
            let catalog = try Catalog.open(at: library, for: .writing)
            let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let holder = Thread {
                try? catalog.transaction {
                    hasBegun.signal()
                    mayEnd.wait()
                }
            }
            holder.start()
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    hasBegun.wait()
                    continuation.resume()
                }
            }
            // Changes, each of which waits for the lock, and uses that are noted at the end.
            let item = path.replacing("/stream", with: "/star")
            let clients = try (0..<3).map { _ in
                let client = try RawConnection(port: port)
                client.send(
                    "PUT \(item) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(secret)\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"star\":true}"
                )
                return client
            }
            let begin = ContinuousClock.now
            server.terminate()
            let end = try await server.end()
            #expect(begin.duration(to: .now) < .seconds(11))
            #expect(end.isExit && end.code == 0)
            mayEnd.signal()
            withExtendedLifetime(clients) {}
            try FileManager.default.removeItem(at: folder)
        }
    }
}

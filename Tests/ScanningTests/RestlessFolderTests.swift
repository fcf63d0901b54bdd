import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

extension OnBothDatabases {
    /// Folders that change while they are scanned, and folders without a bottom.
    @Suite struct RestlessFolderTests {
        let folder: TemporaryFolder
        let catalog: Catalog

        init() throws {
            folder = try TemporaryFolder()
            catalog = try Catalog.empty()
        }

        private func scan() async throws -> ScanReport {
            try await LibraryScanner(catalog: catalog).scan([folder.path])
        }

        /// Does something over and over, on a thread of its own, while the body runs.
        private func during(
            _ disturbance: @escaping @Sendable (Int) -> Void, _ body: () async throws -> Void
        ) async throws {
            let isOver = Mutex(false)
            let shared = Shared(isOver: isOver)
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                var round = 0
                while !shared.isOver {
                    disturbance(round)
                    round += 1
                }
                end.signal()
            }
            let result: Result<Void, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            shared.finish()
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    end.wait()
                    continuation.resume()
                }
            }
            try result.get()
        }

        private final class Shared: Sendable {
            private let state: Mutex<Bool>
            init(isOver: consuming Mutex<Bool>) { state = isOver }
            var isOver: Bool { state.withLock { $0 } }
            func finish() { state.withLock { $0 = true } }
        }

        @Test("files that are cut short, replaced and written while they are read harm nothing")
        func files() async throws {
            for number in 0..<60 {
                try folder.copy(
                    Fixtures.url(of: number % 2 == 0 ? "full/full.mp3" : "full/full.flac"),
                    to: "\(number % 6)/\(number).mp3")
            }
            let paths = (0..<60).map { folder.url("\($0 % 6)/\($0).mp3").path }
            let bytes = try Data(Fixtures.bytes(of: "full/full.mp3"))
            try await during { round in
                let path = paths[round % paths.count]
                if round % 3 == 0 {
                    truncate(path, off_t(round % 700))
                } else {
                    try? bytes.write(
                        to: URL(fileURLWithPath: path), options: round % 3 == 1 ? .atomic : [])
                }
            } _: {
                for _ in 0..<5 { _ = try await scan() }
            }
            for path in paths { try bytes.write(to: URL(fileURLWithPath: path)) }
            let last = try await scan()
            #expect(last.problems == [])
            #expect(try catalog.items.all(matching: MediaQuery()).count == 60)
            #expect(try catalog.items.all(matching: MediaQuery(isMissing: true)).count == 0)
            #expect(try catalog.statistics.integrityProblems() == [])
        }

        @Test("folders that are renamed while they are walked lose nothing")
        func folders() async throws {
            for number in 0..<40 {
                try folder.copy(
                    Fixtures.url(of: "full/full.mp3"), to: "\(number % 8)/deep/\(number).mp3")
            }
            _ = try await scan()
            let before = Set(try catalog.items.all(matching: MediaQuery()).map(\.persistentID))
            let url = folder.url
            try await during { round in
                let name = "\(round % 8)"
                let other = url.appendingPathComponent(name + "x").path
                rename(url.appendingPathComponent(name).path, other)
                usleep(500)
                rename(other, url.appendingPathComponent(name).path)
            } _: {
                for _ in 0..<5 { _ = try await scan() }
            }
            _ = try await scan()
            #expect(
                Set(try catalog.items.all(matching: MediaQuery()).map(\.persistentID)) == before)
            #expect(try catalog.items.all(matching: MediaQuery(isMissing: true)).count == 0)
            #expect(try catalog.statistics.integrityProblems() == [])
        }

        @Test(
            "ten thousand folders in each other are walked as far as the system or the database has paths, and that is said"
        )
        func depth() async throws {
            try folder.copy(Fixtures.url(of: "full/full.mp3"), to: "a.mp3")
            var parent = open(folder.url.path, O_RDONLY | O_DIRECTORY)
            for _ in 0..<10_000 {
                try #require(mkdirat(parent, "d", 0o755) == 0)
                let next = openat(parent, "d", O_RDONLY | O_DIRECTORY)
                close(parent)
                parent = next
            }
            close(parent)
            defer { try? removeDeep() }
            let report = try await scan()
            #expect(report.added == 1)
            let reason =
                catalog.isOnServer
                ? "folder's path is too long for the library's database"
                : "folder cannot be listed: File name too long"
            #expect(report.problems.map(\.reason) == [reason])
            #expect(try catalog.problems.all().map(\.reason) == [reason])
            let again = try await scan()
            #expect(again.unchanged == 1)
            #expect(again.missing == 0)
        }

        /// Foundation's paths end where the system's do.
        private func removeDeep() throws {
            _ = try output(of: ["rm", "-rf", folder.url.appendingPathComponent("d").path])
        }
    }
}

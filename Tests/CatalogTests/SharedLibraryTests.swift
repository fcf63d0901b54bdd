import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

extension OnBothDatabases {
    /// A library on a server that several programs have open, or that is moved with the server's own tools.
    @Suite(.enabled(if: TestServer.shared != nil)) struct SharedLibraryTests {
        private func library() throws -> Catalog {
            var world = try World()
            try world.addAll(RandomLibrary(seed: 3).tracks)
            return world.catalog
        }

        @Test("a token that is given while others change something does not skip their change")
        func tokenMeanwhile() throws {
            let catalog = try library()
            let other = try Catalog.open(at: catalog.path, for: .writing)
            defer { try? other.close() }  // Nothing is read from it afterwards.
            let item = try #require(catalog.items.all(matching: MediaQuery()).first).persistentID
            let before = try catalog.changes.token()
            var meanwhile = before
            try other.transaction {
                try other.values.setRating(4, of: item)
                meanwhile = try catalog.changes.token()
                #expect(try catalog.changes.all(since: before, limit: 10)?.changed == [])
            }
            #expect(try catalog.changes.all(since: meanwhile, limit: 10)?.changed == [item])
            #expect(
                try catalog.changes.all(since: catalog.changes.token(), limit: 10)?.changed == [])
        }

        @Test("a server explains questions with the values that they were asked with")
        func explanations() throws {
            let log = QueryLog()
            let catalog = try Catalog.open(at: library().path, for: .reading, log: log)
            let query = MediaQuery(filterPredicates: [.contains(.title, "it's ?")])
            _ = try catalog.items.all(matching: query)
            _ = try catalog.collections.all(of: MediaQuery(groupingType: .album))
            let explanations = try catalog.items.explanations(of: log)
            #expect(explanations.contains { $0.sql.contains("'it''s ?") })
            #expect(explanations.contains { $0.sql.contains("CAST('{") })
            #expect(!explanations.contains { $0.sql.contains("$1") || $0.steps.isEmpty })
            try catalog.close()
        }

        @Test("a queue is changed by one program at a time, and by the next when that is gone")
        func queueLease() throws {
            let catalog = try Catalog.empty()
            let other = try catalog.acting(as: catalog.users.add("Anna").id)
            let server = try #require(ServerAddress(catalog.path))
            do {
                let lease = try #require(try catalog.queue.lease(.changing, at: server))
                #expect(try catalog.queue.lease(.changing, at: server) == nil)
                // Each user has a queue.
                #expect(try other.queue.lease(.changing, at: server) != nil)
                // One that plays need not change it at once.
                #expect(try catalog.queue.lease(.playing, at: server) != nil)
                #expect(lease.isHeld)
            }
            #expect(try catalog.queue.lease(.changing, at: server) != nil)
        }

        @Test("a dump that pg_dump has made is the library where psql has read it")
        func dump() throws {
            let catalog = try library()
            _ = try catalog.playlists.create(
                PlaylistCreationMetadata(name: "Evening"),
                entries: catalog.items.all(matching: MediaQuery()).prefix(5).map {
                    .item($0.persistentID)
                })
            let copy = try #require(TestServer.shared).makeDatabase { address in
                // A new database, not one with the tables of a library.
                let name = address.split(separator: "=").last.map(String.init) ?? ""
                try Self.run("dropdb", on: address, [name])
                try Self.run("createdb", on: address, [name])
                let file = FileManager.default.temporaryDirectory
                    .appendingPathComponent("phonolith-dump-\(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: file) }  // It harms nothing.
                let library = catalog.path.split(separator: "=").last.map(String.init) ?? ""
                try Self.run("pg_dump", on: address, ["-f", file.path, library])
                try Self.run(
                    "psql", on: address, ["-q", "-v", "ON_ERROR_STOP=1", "-f", file.path, name])
                return try Catalog.open(at: address, for: .writing)
            }
            #expect(
                try copy.items.all(matching: MediaQuery())
                    == catalog.items.all(matching: MediaQuery()))
            #expect(try copy.playlists.all() == catalog.playlists.all())
            // New rows get ids that none has had.
            let known = try Set(copy.users.all().map(\.id))
            #expect(try !known.contains(copy.users.add("Anna").id))
            #expect(try copy.statistics.integrityProblems() == [])
            try copy.close()
        }

        /// Runs a program of PostgreSQL's on the server of an address.
        private static func run(_ program: String, on address: String, _ arguments: [String]) throws
        {
            let socket = address.split(separator: " ").first { $0.hasPrefix("host=") }?.dropFirst(5)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
            process.arguments = ["-h", String(socket ?? ""), "-U", "postgres"] + arguments
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(program) \(arguments)")
        }
    }
}

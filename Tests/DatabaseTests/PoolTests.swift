import Foundation
import PhonolithDatabase
import Testing

/// A file with a connection that writes, and several that read at once.
@Suite final class PoolTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "phonolith-\(UUID())")
    private var file: String { folder.appendingPathComponent("pool.sqlite").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func pool(readerCount: Int = 3) throws -> SQLiteDatabase {
        var configuration = SQLiteConfiguration()
        configuration.readerCount = readerCount
        let database = try SQLiteDatabase(poolAt: file, configuration)
        try database.write { try $0.execute(sql: "CREATE TABLE numbers (number INTEGER UNIQUE)") }
        return database
    }

    private static func add(_ number: Int, to database: SQLiteDatabase) throws {
        try database.write { try $0.execute(literal: "INSERT INTO numbers VALUES (\(number))") }
    }

    private static func count(_ database: SQLiteDatabase) throws -> Int? {
        try database.read { try Int.fetchOne($0, literal: "SELECT count(*) FROM numbers") }
    }

    @Test("who reads sees the database as it was, while another writes; and later what was written")
    func snapshot() throws {
        let database = try pool()
        try Self.add(1, to: database)
        let seen = try database.read { connection in
            var seen: [Int?] = []
            for number in 2...3 {
                seen.append(try Int.fetchOne(connection, literal: "SELECT count(*) FROM numbers"))
                // From within: the connection that writes is another one.
                try Self.add(number, to: database)
            }
            return seen
        }
        #expect(seen == [1, 1])
        #expect(try Self.count(database) == 3)
    }

    @Test("who reads cannot write, and who tries gets an error")
    func readOnly() throws {
        let database = try pool()
        let error = #expect(throws: DatabaseError.self) {
            try database.read { try $0.execute(sql: "INSERT INTO numbers VALUES (1)") }
        }
        #expect(error?.code == .readOnly)
        let alone = try SQLiteDatabase(path: file)
        let other = #expect(throws: DatabaseError.self) {
            try alone.read { try $0.execute(sql: "INSERT INTO numbers VALUES (1)") }
        }
        #expect(other?.code == .readOnly)
        // The same connection writes again.
        try Self.add(1, to: alone)
        #expect(try Self.count(database) == 1)
    }

    @Test("more threads than connections read, and each gets its answer")
    func manyReaders() async throws {
        let database = try pool(readerCount: 2)
        for number in 1...10 { try Self.add(number, to: database) }
        let sums = try await withThrowingTaskGroup(of: [Int?].self) { group in
            for _ in 1...16 {
                group.addTask {
                    try (1...20).map { _ in
                        try database.read {
                            try Int.fetchOne($0, literal: "SELECT sum(number) FROM numbers")
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(sums == [Int?](repeating: 55, count: 320))
    }

    @Test("a thread that writes may write within, and the transaction stays one")
    func reentrance() throws {
        let database = try pool()
        #expect(throws: CancellationError.self) {
            try database.write { connection in
                try connection.transaction {
                    try Self.add(1, to: database)
                    #expect(try connection.has("SELECT 1 FROM numbers"))
                    throw CancellationError()
                }
            }
        }
        #expect(try Self.count(database) == 0)
    }

    @Test("a connection that failed is used again, also one that only reads")
    func failures() throws {
        let database = try pool(readerCount: 1)
        for _ in 1...3 {
            #expect(throws: CancellationError.self) {
                try database.read { connection in
                    let rows = try Int.fetchCursor(connection, literal: "VALUES (1), (2)")
                    _ = try rows.next()
                    throw CancellationError()
                }
            }
            #expect(try Self.count(database) == 0)
        }
    }

    @Test("two programs write in turn, and one that waits for the other gets its turn")
    func twoWriters() async throws {
        let (one, other) = (try pool(), try SQLiteDatabase(poolAt: file, SQLiteConfiguration()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (start, database) in [(0, one), (1000, other)] {
                group.addTask {
                    for number in 1...50 { try Self.add(start + number, to: database) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Self.count(one) == 100)
    }

    @Test("a database that is closed says so, and leaves nothing of its log")
    func closing() throws {
        let database = try pool()
        try Self.add(1, to: database)
        #expect(try Self.count(database) == 1)
        try database.close()
        #expect(throws: DatabaseError.self) { try Self.count(database) }
        #expect(throws: DatabaseError.self) { try Self.add(2, to: database) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pool.sqlite"])
        try database.close()
    }

    @Test("a copy has all of it, whatever the size of its pages", arguments: [512, 4096, 65_536])
    func copying(pageSize: Int) throws {
        let database = try pool()
        for number in 1...500 { try Self.add(number, to: database) }
        let other = try SQLiteDatabase(path: folder.appendingPathComponent("copy.sqlite").path)
        try other.write {
            try $0.execute(sql: "PRAGMA page_size = \(pageSize); CREATE TABLE other (x)")
        }
        try database.backup(to: other)
        #expect(try Self.count(other) == 500)
        let (hasOther, problems) = try other.read {
            (try $0.hasTable("other"), try $0.integrityProblems())
        }
        #expect(!hasOther)
        #expect(problems == [])
    }

    @Test("a step of the schema is made once, and leaves nothing where it fails")
    func steps() throws {
        let database = try pool()
        let step = Migration("first") { try $0.execute(sql: "CREATE TABLE made (x)") }
        let wrong = Migration("second") {
            try $0.execute(sql: "CREATE TABLE half (x)")
            try $0.execute(sql: "CREATE TABLE made (x)")
        }
        try database.migrate([step])
        try database.migrate([step])
        #expect(throws: DatabaseError.self) { try database.migrate([step, wrong]) }
        let (applied, tables) = try database.read { connection in
            (
                try Migration.applied(in: connection),
                try ["made", "half"].filter { try connection.hasTable($0) }
            )
        }
        #expect(applied == ["first"])
        #expect(tables == ["made"])
    }

    @Test(
        "what is no database is named as that",
        arguments: [
            "",
            "no database, but a text that is longer than the header of one: "
                + String(repeating: "x", count: 100),
        ])
    func otherFiles(text: String) throws {
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        var configuration = SQLiteConfiguration()
        configuration.isReadOnly = true
        guard !text.isEmpty else {
            // An empty file is an empty database.
            let isEmpty = try SQLiteDatabase(path: file, configuration).read { try $0.isEmpty }
            #expect(isEmpty)
            return
        }
        let error = #expect(throws: DatabaseError.self) {
            try SQLiteDatabase(path: self.file, configuration)
        }
        #expect(error?.code == .notADatabase)
        let absent = #expect(throws: DatabaseError.self) {
            try SQLiteDatabase(path: self.file + ".absent", configuration)
        }
        #expect(absent?.code == .cannotOpen)
    }
}

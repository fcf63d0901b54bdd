import Foundation
import PhonolithDatabase
import Synchronization
import Testing

/// Files of SQLite.
@Suite final class SQLiteFileTests {
    private let numbers: TestDatabase
    private let folder: URL

    init() throws {
        numbers = try TestDatabase(ofNumbers: .pool)
        folder = URL(fileURLWithPath: numbers.file).deletingLastPathComponent()
    }

    private func pool() throws -> SQLiteDatabase {
        try #require(numbers.database as? SQLiteDatabase)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    @Test("a database that is closed leaves nothing of its log")
    func closing() throws {
        try numbers.add(1)
        #expect(try numbers.count() == 1)
        try numbers.database.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pool.sqlite"])
    }

    @Test("one connection that reads cannot write, and later writes again")
    func oneConnection() throws {
        let alone = try SQLiteDatabase(path: numbers.file)
        let error = #expect(throws: DatabaseError.self) { try alone.read { try $0.add(1) } }
        #expect(error?.code == .readOnly)
        try alone.add(1)
        #expect(try numbers.count() == 1)
    }

    // MARK: - Copies

    @Test("a copy has all of it, whatever the size of its pages", arguments: [512, 4096, 65_536])
    func copying(pageSize: Int) throws {
        for number in 1...500 { try numbers.add(number) }
        let other = try SQLiteDatabase(path: path("copy.sqlite"))
        try other.write {
            try $0.execute(sql: "PRAGMA page_size = \(pageSize); CREATE TABLE other (x)")
        }
        try pool().backup(to: other)
        let (count, hasOther, problems) = try other.read {
            (try $0.count(), try $0.hasTable("other"), try $0.integrityProblems())
        }
        #expect(count == 500)
        #expect(!hasOther)
        #expect(problems == [])
    }

    @Test(
        "a copy over a database that another program writes or reads is an error, and changes nothing",
        arguments: [false, true])
    func copyingOverBusy(isRead: Bool) throws {
        let file = path("copy.sqlite")
        let (target, other) = (try SQLiteDatabase(path: file), try SQLiteDatabase(path: file))
        try target.write {
            try $0.execute(sql: "CREATE TABLE numbers (number); PRAGMA busy_timeout = 20")
        }
        try target.add(1)
        func copy() throws {
            let error = #expect(throws: DatabaseError.self) { try pool().backup(to: target) }
            #expect(error?.code == .busy)
        }
        if isRead {
            try other.read {
                #expect(try $0.count() == 1)
                try copy()
            }
        } else {
            try other.write { connection in
                try connection.transaction {
                    try connection.add(2)
                    try copy()
                }
            }
        }
        #expect(try target.read { try $0.count() } == (isRead ? 1 : 2))
        try pool().backup(to: target)
        #expect(try target.read { try $0.count() } == 0)
    }

    @Test("nobody but the owner can read what is written for a copy meanwhile")
    func copyingPrivately() throws {
        for number in 1...500 { try numbers.add(number) }
        let other = try SQLiteDatabase(path: path("copy.sqlite"))
        try other.write { try $0.execute(sql: "PRAGMA page_size = 512; CREATE TABLE other (x)") }
        // It is there before the statement begins that writes it.
        let seen = Seen()
        var configuration = SQLiteConfiguration()
        let pages = path("copy.sqlite.pages")
        configuration.observer = { _ in
            var status = stat()
            if stat(pages, &status) == 0 { seen.add(status.st_mode & 0o777) }
        }
        try SQLiteDatabase(path: numbers.file, configuration).backup(to: other)
        #expect(seen.values == [0o600])
        #expect(!FileManager.default.fileExists(atPath: pages))
    }

    // MARK: - Names

    @Test(
        "a file of any name is opened, also as one that does not change",
        arguments: [
            "a b.sqlite", "a?mode=memory", "a%20b.sqlite", "a#b", "a&immutable=1", "é", "'\"",
            "a:b",
        ].map { Array($0.utf8) } + [[0x61, 0xE9]])
    func names(name: [UInt8]) throws {
        let path = Array((folder.path + "//").utf8) + name
        try SQLiteDatabase(at: path).write { try $0.execute(sql: "CREATE TABLE numbers (number)") }
        for isImmutable in [false, true] {
            var configuration = SQLiteConfiguration()
            configuration.isReadOnly = true
            configuration.isImmutable = isImmutable
            let count = try SQLiteDatabase(at: path, configuration).read { try $0.count() }
            #expect(count == 0)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count { !$0.hasPrefix("pool.sqlite") } == 1)
    }

    @Test(
        "what is no database is named as that",
        arguments: [
            "",
            "no database, but a text that is longer than the header of one: "
                + String(repeating: "x", count: 100),
        ])
    func otherFiles(text: String) throws {
        let file = path("other")
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
            try SQLiteDatabase(path: file, configuration)
        }
        #expect(error?.code == .notADatabase)
        let absent = #expect(throws: DatabaseError.self) {
            try SQLiteDatabase(path: file + ".absent", configuration)
        }
        #expect(absent?.code == .cannotOpen)
    }
}

/// Values that were seen on any thread.
private final class Seen: Sendable {
    private let found = Mutex<Set<mode_t>>([])

    func add(_ value: mode_t) { found.withLock { _ = $0.insert(value) } }

    var values: Set<mode_t> { found.withLock(\.self) }
}

import Foundation
import PhonolithDatabase

/// The databases that a contract is tested on: those of SQLite, or where `PHONOLITH_TEST_POSTGRES` names the folder of a
/// server's socket, one on that server.
enum Engine: String, CaseIterable, Sendable {
    /// A file with a connection that writes, and several that read at once.
    case pool
    /// One connection, to a database in memory.
    case memory
    case server

    static let present: [Engine] = TestDatabase.server == nil ? [.pool, .memory] : [.server]
    /// Those on which one reads while another writes.
    static let concurrent = present.filter { $0 != .memory }
}

/// An empty database, which is removed with this value.
final class TestDatabase: Sendable {
    static let server = ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"]

    let database: any SQLDatabase
    private let engine: Engine
    private let name: String
    private let folder: String
    let file: String
    private let readerCount: Int

    init(_ engine: Engine, readerCount: Int = 3) throws {
        self.engine = engine
        self.readerCount = readerCount
        name = "phonolith_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        folder = FileManager.default.temporaryDirectory.path + "/" + name
        file = folder + "/pool.sqlite"
        switch engine {
        case .pool:
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        case .memory: break
        case .server: try Self.maintain("CREATE DATABASE \(name)")
        }
        database = try Self.open(engine, file, name, readerCount)
    }

    deinit {
        // What is left over is in nobody's way: its name is random.
        switch engine {
        case .pool: try? FileManager.default.removeItem(atPath: folder)
        case .memory: break
        case .server: try? Self.maintain("DROP DATABASE \(name) (FORCE)")
        }
    }

    /// The same database, as another program has it.
    func again() throws -> any SQLDatabase { try Self.open(engine, file, name, readerCount) }

    private static func open(
        _ engine: Engine, _ file: String, _ name: String, _ readerCount: Int
    ) throws -> any SQLDatabase {
        var configuration = SQLiteConfiguration()
        configuration.readerCount = readerCount
        return switch engine {
        case .pool: try SQLiteDatabase(poolAt: file, configuration)
        case .memory: try SQLiteDatabase(configuration)
        case .server: try PostgresDatabase(at: address(of: name), readerCount: readerCount)
        }
    }

    private static func address(of name: String) -> String {
        "host=\(server ?? "") user=postgres dbname=\(name)"
    }

    private static func maintain(_ statement: String) throws {
        try PostgresDatabase(at: address(of: "postgres")).write { try $0.execute(sql: statement) }
    }

    // MARK: - A table of numbers

    /// Makes the table that most tests write into.
    convenience init(ofNumbers engine: Engine, readerCount: Int = 3) throws {
        try self.init(engine, readerCount: readerCount)
        try database.write { try $0.execute(sql: "CREATE TABLE numbers (number bigint UNIQUE)") }
    }

    func add(_ number: Int) throws { try database.add(number) }

    func count() throws -> Int? { try database.read { try $0.count() } }
}

extension SQLDatabase {
    func add(_ number: Int) throws { try write { try $0.add(number) } }
}

extension Connection {
    func add(_ number: Int) throws {
        try execute(literal: "INSERT INTO numbers VALUES (\(number))")
    }

    func count() throws -> Int? { try Int.fetchOne(self, literal: "SELECT count(*) FROM numbers") }

    /// What a query without an end asks.
    func askEndlessly() throws {
        _ = try Int.fetchOne(
            self,
            literal: SQL(
                sqlite: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                    SELECT count(*) FROM n
                    """,
                postgres: "SELECT 1 FROM (SELECT pg_sleep(600)) AS rest"))
    }
}

import Foundation
import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore
package import PhonolithUsers
import Synchronization

extension Catalog {
    /// A library without items: in memory, or a database on the server whose socket is in the folder that
    /// `PHONOLITH_TEST_POSTGRES` names. So the same tests run on both.
    package static func empty(
        sortKeys: SortKeyMaker = SortKeyMaker(), prefersFolderArtwork: Bool = false
    ) throws -> Catalog {
        guard let server = TestServer.shared else {
            return try .inMemory(sortKeys: sortKeys, prefersFolderArtwork: prefersFolderArtwork)
        }
        return try server.makeDatabase { address in
            try .open(
                at: address, for: .writing, sortKeys: sortKeys,
                prefersFolderArtwork: prefersFolderArtwork)
        }
    }
}

/// A PostgreSQL server on which each test has a database of its own.
package final class TestServer: Sendable {
    /// `nil` where the tests run on SQLite.
    package static let shared = ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"].map {
        TestServer(folder: $0)
    }

    private let folder: String
    /// Tests of one process make their databases one after the other.
    private let made = Mutex(0)
    private let template = "phonolith_template_\(getpid())"

    private init(folder: String) { self.folder = folder }

    private func address(of database: String) -> String {
        "host=\(folder) user=postgres dbname=\(database)"
    }

    /// Makes a database with an empty library, and opens it.
    package func makeDatabase<Value>(_ open: (_ address: String) throws -> Value) throws -> Value {
        try made.withLock { count in
            let maintenance = try PostgresDatabase(at: address(of: "postgres"))
            if count == 0 { try makeTemplate(maintenance) }
            if count % 25 == 24 { try dropUnused(maintenance) }
            count += 1
            let name = "test_\(getpid())_\(count)"
            try maintenance.write {
                try $0.execute(sql: "CREATE DATABASE \(name) TEMPLATE \(template)")
            }
            return try open(address(of: name))
        }
    }

    /// Lets a library be connected to, or ends its connections and refuses new ones.
    package func setConnections(allowed: Bool, to catalog: Catalog) throws {
        guard let name = catalog.path.split(separator: "dbname=").last.map(String.init) else {
            return
        }
        let maintenance = try PostgresDatabase(at: address(of: "postgres"))
        try maintenance.write { connection in
            try connection.execute(sql: "ALTER DATABASE \(name) ALLOW_CONNECTIONS \(allowed)")
            guard !allowed else { return }
            _ = try Bool.fetchAll(
                connection,
                literal: """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = \(name)
                    """)
        }
    }

    private func makeTemplate(_ maintenance: PostgresDatabase) throws {
        try maintenance.write { try $0.execute(sql: "CREATE DATABASE \(template)") }
        try Catalog.open(at: address(of: template), for: .creating).close()
    }

    /// Drops the databases without connections: their tests have ended.
    private func dropUnused(_ maintenance: PostgresDatabase) throws {
        try maintenance.write { connection in
            let unused = try String.fetchAll(
                connection,
                literal: """
                    SELECT datname FROM pg_database WHERE starts_with(datname, \("test_\(getpid())_"))
                        AND datname NOT IN (SELECT datname FROM pg_stat_activity WHERE datname IS NOT NULL)
                    """)
            for name in unused { try connection.execute(sql: "DROP DATABASE \(name)") }
        }
    }
}

extension Catalog {
    /// Makes all roots those of another machine.
    package func giveRoots(to host: String) throws {
        try write { try $0.execute(literal: "UPDATE roots SET host = \(host)") }
    }
}

extension AccessStore {
    /// Gives a user exactly these rights.
    package func setRights(_ rights: Set<UserRight>, of id: PersistentID<User>) throws {
        var changes = UserChanges()
        for right in UserRight.allCases { changes.rights[right] = rights.contains(right) }
        let user = try catalog.users.all().first { $0.id == id }
        if let user { try catalog.users.update(user, changes) }
    }
}

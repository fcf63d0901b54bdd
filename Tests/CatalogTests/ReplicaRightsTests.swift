import Foundation
import PhonolithCatalogTestSupport
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

/// What users may, where a replica still has it as it was.
@Suite(.enabled(if: TestServer.shared != nil), .timeLimit(.minutes(10))) struct ReplicaRightsTests {
    private static let stale = [
        "users", "closed_roots", "passwords", "app_passwords", "sessions", "denied_rights",
    ]

    /// A library that is read from a replica, in which a table of each name is as it was when this was called: another
    /// schema of the same server plays that replica, which is never behind by its own account.
    private func openWithReplica(_ catalog: Catalog) throws -> Catalog {
        try catalog.database.write { database in
            try database.execute(
                sql: """
                    CREATE SCHEMA stale;
                    CREATE FUNCTION stale.pg_is_in_recovery() RETURNS boolean
                        LANGUAGE SQL AS 'SELECT true';
                    CREATE FUNCTION stale.pg_last_wal_replay_lsn() RETURNS pg_lsn
                        LANGUAGE SQL AS 'SELECT CAST(''7FFFFFFF/0'' AS pg_lsn)'
                    """)
            for table in Self.stale {
                try database.execute(
                    sql: "CREATE TABLE stale.\(table) AS SELECT * FROM public.\(table)")
            }
        }
        let replica = try #require(
            ServerAddress(catalog.path + " options='-c search_path=stale,pg_catalog,public'"))
        var replicas = LibraryReplicas([replica])
        replicas.note = { Issue.record("\($0): \($1 ?? "answers again")") }
        return try Catalog.open(at: catalog.path, for: .writing, replicas: replicas)
    }

    @Test("Closed roots are closed at once, in lists, counts and by id")
    func closedRoots() throws {
        var world = try World()
        try world.add("open.mp3") { $0.title = "Open" }
        try world.enter("/closed")
        let hidden = try world.add("hidden.mp3") { $0.title = "Hidden" }.persistentID
        let anna = try world.catalog.users.add("Anna")
        let catalog = try openWithReplica(world.catalog)
        let seen = catalog.acting(as: anna.id)
        // A replica answers, and has both.
        #expect(try seen.items.count(matching: MediaQuery()) == 2)
        #expect(try seen.read(\.isReplica))
        #expect(catalog.replicas.map(\.isUsed) == [true])
        var changes = UserChanges()
        changes.closedRoots = [world.root]
        try world.catalog.users.update(anna, changes)
        #expect(try seen.read(\.isReplica))
        #expect(try seen.items.all(matching: MediaQuery()).map(\.title) == ["Open"])
        #expect(try seen.items.count(matching: MediaQuery()) == 1)
        #expect(try seen.items.item(hidden) == nil)
        #expect(try seen.roots.allOpen().map(\.path) == ["/music"])
        #expect(try seen.search.results("Hidden") == SearchResults())
        #expect(try seen.atOneMoment { try $0.items.count(matching: MediaQuery()) } == 1)
        try catalog.close()
    }

    @Test("Credentials and rights are those of the library's own server")
    func credentials() throws {
        let world = try World()
        let anna = try world.catalog.users.add("Anna")
        let digest = [UInt8](repeating: 7, count: 32)
        try world.catalog.access.setPasswordHash("old", of: anna.id)
        let key = try world.catalog.access.addAppPassword(
            of: anna.id, label: "a", digest: digest, sealed: [3], administers: false)
        let catalog = try openWithReplica(world.catalog)
        try world.catalog.access.setPasswordHash("new", of: anna.id)
        _ = try world.catalog.access.revokeAppPassword(key, of: nil)
        try world.catalog.access.setRights([], of: anna.id)
        // Of a replica all of it is as it was.
        #expect(try catalog.access.account(named: "anna")?.passwordHash == "old")
        let own = catalog.askingOwnServer()
        #expect(try own.access.account(withAppPassword: digest) == nil)
        #expect(try own.access.account(named: "anna")?.passwordHash == "new")
        #expect(try own.access.deniedRights(of: anna.id) == Set(UserRight.allCases))
        try catalog.close()
    }
}

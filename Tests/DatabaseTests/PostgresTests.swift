import Foundation
import PhonolithDatabase
import Synchronization
import Testing

/// The folder of the server's socket.
private let server = ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"]

/// PostgreSQL, where the tests run on a server.
@Suite(.enabled(if: server != nil)) struct PostgresTests {
    private func database() throws -> PostgresDatabase {
        try PostgresDatabase(at: "host=\(server ?? "") user=postgres dbname=postgres")
    }

    @Test(
        "values come back as they were bound, computed ones as numbers",
        arguments: [
            ("CAST(? AS bigint)", SQLValue.integer(.min), SQLValue.integer(.min)),
            ("CAST(? AS double precision)", .real(-0.1), .real(-0.1)),
            ("CAST(? AS text)", .text("é'\"?"), .text("é'\"?")),
            ("CAST(? AS text)", .text(""), .text("")),
            ("CAST(? AS text)", .text("a\0b"), .text("ab")),
            ("CAST(? AS bytea)", .blob(Data([0, 0xFF])), .blob(Data([0, 0xFF]))),
            ("CAST(? AS bytea)", .blob(Data()), .blob(Data())),
            ("CAST(? AS bigint)", .null, .null),
            ("CAST(? AS bigint) = 7", .integer(7), .integer(1)),
            ("sum(n) FROM generate_series(1, ?) AS n", .integer(100_000), .integer(5_000_050_000)),
            ("-CAST(? AS numeric) / 4", .integer(10), .real(-2.5)),
            ("CAST(? AS numeric) * 1000000", .integer(70_000), .integer(70_000_000_000)),
            ("CAST(? AS smallint)", .integer(-3), .integer(-3)),
            ("CAST(? AS real)", .real(0.5), .real(0.5)),
            ("'?' || CAST(? AS text) -- ?", .text("!"), .text("?!")),
        ])
    func values(expression: String, bound: SQLValue, expected: SQLValue) throws {
        let row = try database().read {
            try Row.fetchOne($0, literal: SQL(sql: "SELECT \(expression)", arguments: [bound]))
        }
        #expect(row?.sqlValues == [expected])
    }

    @Test("rows of a cursor come in parts, while others are asked")
    func parts() throws {
        let sums = try database().read { connection in
            let rows = try Int.fetchCursor(
                connection, literal: "SELECT n FROM generate_series(1, \(12_345)) AS n")
            var (sum, doubled) = (0, 0)
            while let number = try rows.next() {
                sum += number
                if number % 1000 == 0 {
                    doubled += try Int.fetchOne(connection, literal: "SELECT 2 * \(number)") ?? 0
                }
            }
            return [sum, doubled]
        }
        #expect(sums == [12_345 * 12_346 / 2, 2 * 1000 * 78])
    }

    @Test("what is asked for ids again and again is planned once, however few they are")
    func plans() throws {
        let plans = try database().read { connection in
            let rows = try Selection("SELECT \(.askedID) + 1", in: connection)
            for id in 1...10 as ClosedRange<Int64> {
                _ = try rows.idsWithRows(of: [id])
                _ = try Int.fetchAll(
                    connection, literal: "SELECT oid FROM pg_class WHERE oid IN \(.ids([id]))",
                    cached: true)
                _ = try Int.fetchAll(
                    connection, literal: "SELECT value FROM \(.table(ofIDs: [id])) AS ids",
                    cached: true)
            }
            return try Bool.fetchAll(
                connection,
                literal: """
                    SELECT generic_plans > 0 FROM pg_prepared_statements ORDER BY prepare_time
                    """)
        }
        #expect(plans.prefix(3) == [true, true, true])
    }

    @Test("connections that the server ended are made anew, but none within a transaction")
    func lostConnections() throws {
        let (database, other) = (try database(), try self.database())
        let end = { (session: Int32?) in
            let isEnded = try other.read {
                try Bool.fetchOne(
                    $0,
                    literal:
                        "SELECT pg_terminate_backend(CAST(\(Int(session ?? 0)) AS integer), 10000)")
            }
            #expect(isEnded == true)
        }
        let number = { (connection: Connection) in
            try Int.fetchOne(connection, literal: "SELECT 1 + \(1)")
        }
        #expect(try database.read(number) == 2 && database.write(number) == 2)
        try end(database.read { $0.session })
        try end(database.write { $0.session })
        #expect(try database.read(number) == 2 && database.write(number) == 2)
        let error = #expect(throws: DatabaseError.self) {
            try database.write { connection in
                try connection.transaction {
                    try end(connection.session)
                    return try? database.write(number)
                }
            }
        }
        #expect(error?.code == .disconnected)
        #expect(try database.write(number) == 2)
    }

    @Test("a statement that the server ends is no reading that its task has given up")
    func statementTimeout() throws {
        let database = try PostgresDatabase(
            at:
                "host=\(server ?? "") user=postgres dbname=postgres options='-c statement_timeout=50'"
        )
        let error = #expect(throws: DatabaseError.self) {
            try database.read { try $0.execute(sql: "SELECT pg_sleep(60)") }
        }
        #expect(error?.code == .ended && error?.message?.contains("statement timeout") == true)
        let limits = try [database, self.database()].map { database in
            try database.read {
                try String.fetchOne($0, literal: "SELECT current_setting('statement_timeout')")
            }
        }
        #expect(limits == ["50ms", "5min"])
    }

    @Test("a writer that waited in vain for the lock can write later")
    func lockTimeout() throws {
        let (first, second) = (try database(), try database())
        try second.write { try $0.execute(sql: "SET lock_timeout = 50") }
        let number = { (connection: Connection) in
            try connection.transaction { try Int.fetchOne(connection, literal: "SELECT \(1)") }
        }
        try first.write { connection in
            try connection.transaction {
                let error = #expect(throws: DatabaseError.self) { try second.write(number) }
                #expect(error?.code == .busy)
            }
        }
        #expect(try second.write(number) == 1)
    }

    @Test("replicas answer where they know what was written, and are left out where they are gone")
    func replicas() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["PHONOLITH_TEST_REPLICA"])
        let replica = "host=\(folder) user=postgres dbname=postgres"
        #expect(try PostgresDatabase.isReplica(replica))
        let address = "host=\(server ?? "") user=postgres dbname=postgres"
        #expect(try !PostgresDatabase.isReplica(address))
        let database = try PostgresDatabase(
            at: address, replicas: ReplicaOptions([replica, "host=/nowhere user=postgres"]))
        let isReplica = { (connection: Connection) in
            try Bool.fetchOne(connection, literal: "SELECT pg_is_in_recovery()")
        }
        // Once it has caught up with what other tests write.
        while try database.read(isReplica) != true { usleep(10_000) }
        #expect(try database.readLatest(isReplica) == false)
        let name = "replicated_\(UUID().uuidString.prefix(8).lowercased())"
        try database.write { try $0.execute(sql: "CREATE TABLE \(name) (n bigint)") }
        defer { try? database.write { try $0.execute(sql: "DROP TABLE \(name)") } }
        for number in 1...100 {
            try database.write {
                try $0.execute(literal: "INSERT INTO \(sql: name) VALUES (\(number))")
            }
            let sum = try database.read {
                try Int.fetchOne($0, literal: "SELECT sum(n) FROM \(sql: name)")
            }
            #expect(sum == number * (number + 1) / 2)
        }
    }

    /// Rows that were read before a replica ends a question.
    enum ReadRows: CaseIterable { case none, used, unused }

    @Test(
        "a question that a replica ends goes to its server, or is an error after the first row that is used",
        .timeLimit(.minutes(5)), arguments: ReadRows.allCases)
    func conflicts(rows: ReadRows) throws {
        let folder = try #require(ProcessInfo.processInfo.environment["PHONOLITH_TEST_REPLICA"])
        let replica = "host=\(folder) user=postgres dbname=postgres"
        let watcher = try PostgresDatabase(at: replica)
        // Else a replica waits for half a minute before it ends what reads.
        try watcher.write {
            try $0.execute(sql: "ALTER SYSTEM SET max_standby_streaming_delay = 0")
            try $0.execute(sql: "SELECT pg_reload_conf()")
        }
        let database = try PostgresDatabase(
            at: "host=\(server ?? "") user=postgres dbname=postgres",
            // What a question of another test holds up makes no replica one that is left out.
            replicas: ReplicaOptions([replica], longestLag: .seconds(3600)))
        let name = "conflict_\(UUID().uuidString.prefix(8).lowercased())"
        try database.write {
            try $0.execute(sql: "CREATE TABLE \(name) (n bigint)")
            try $0.execute(sql: "INSERT INTO \(name) VALUES (1)")
        }
        defer { try? database.write { try $0.execute(sql: "DROP TABLE \(name)") } }
        let isReplica = { @Sendable (connection: Connection) in
            try Bool.fetchOne(connection, literal: "SELECT pg_is_in_recovery()")
        }
        // Once it has caught up.
        while try database.read(isReplica) != true { usleep(10_000) }
        let limit = try database.read {
            try String.fetchOne($0, literal: "SELECT current_setting('statement_timeout')")
        }
        #expect(limit == "5min")
        let answer = Answer()
        Thread {
            answer.note {
                try database.read { connection in
                    func count() throws -> Int? {
                        if rows != .none { _ = try Int.fetchOne(connection, literal: "SELECT 1") }
                        return try Int.fetchOne(
                            connection,
                            literal: """
                                SELECT count(*) FROM \(sql: name)
                                WHERE NOT pg_is_in_recovery() OR pg_sleep(600) IS NULL
                                """)
                    }
                    return try rows == .used ? count() : connection.besidesAnswer(count)
                }
            }
        }.start()
        let isAsking = SQL(
            """
            SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE state = 'active'
                AND starts_with(query, \("SELECT count(*) FROM \(name)")))
            """)
        while try watcher.read({ try Bool.fetchOne($0, literal: isAsking) }) != true {
            usleep(10_000)
        }
        try database.write { try $0.execute(sql: "TRUNCATE \(name)") }
        if rows == .used {
            let error = #expect(throws: DatabaseError.self) { try answer.value() }
            #expect(error?.code == .overtaken)
        } else {
            #expect(try answer.value() == 0)
        }
    }

    /// The result of a thread's read.
    private final class Answer: Sendable {
        private let result = Mutex<Result<Int?, any Error>?>(nil)

        func note(_ read: () throws -> Int?) {
            let found = Result(catching: read)
            result.withLock { $0 = found }
        }

        func value() throws -> Int? {
            while true {
                if let found = result.withLock(\.self) { return try found.get() }
                usleep(10_000)
            }
        }
    }
}

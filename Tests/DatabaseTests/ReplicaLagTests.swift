import Foundation
import Synchronization
import Testing

@testable import PhonolithDatabase

/// How far a replica is behind.
@Suite struct ReplicaLagTests {
    private let start = ContinuousClock.now

    /// A lag of at most five seconds, after some positions at some seconds.
    private func lag(_ samples: [(position: Int, second: Int)]) -> ReplicaLag {
        var lag = ReplicaLag(longest: .seconds(5))
        for sample in samples { lag.note(sample.position, at: start + .seconds(sample.second)) }
        return lag
    }

    /// Places of the library's server at seconds; the place of a replica, the age of its last transaction, the second at
    /// which it is asked, and whether it may answer.
    static let cases: [(samples: [(Int, Int)], replayed: Int, age: Int?, now: Int, allowed: Bool)] =
        [
            ([], 100, 0, 0, false),
            ([(100, 0)], 100, nil, 0, true),
            ([(100, 0)], 101, nil, 0, true),
            ([(100, 0)], 99, nil, 0, false),
            ([(100, 0)], 99, 5, 0, true),
            ([(100, 0)], 99, 6, 0, false),
            ([(100, 0), (200, 1)], 100, 900, 5, true),
            ([(100, 0), (200, 1)], 100, 900, 6, false),
            ([(100, 0), (200, 1)], 199, 900, 6, false),
            ([(100, 0), (200, 1)], 200, 900, 6, true),
            // Nothing is known of the last six seconds.
            ([(100, 0), (200, 1)], 200, 0, 7, false),
            // Nothing was written for an hour.
            ([(100, 0), (100, 3600)], 100, 3600, 3600, true),
            ([(100, 0), (200, 3600)], 100, 3600, 3600, false),
            ([(100, 0), (200, 3600), (300, 3601)], 200, 3601, 3601, true),
            // Paused at 150 while more is written each second.
            ((0...7).map { (100 + 20 * $0, $0) }, 150, 900, 7, true),
            ((0...8).map { (100 + 20 * $0, $0) }, 150, 900, 8, false),
        ]

    @Test(
        "A replica may answer if it lacks nothing that was written before the longest lag",
        arguments: cases.indices)
    func table(index: Int) {
        let row = Self.cases[index]
        let allowed = lag(row.samples.map { (position: $0.0, second: $0.1) }).allows(
            row.replayed, age: row.age.map { .seconds($0) }, at: start + .seconds(row.now))
        #expect(allowed == row.allowed)
    }
}

/// The folder of the server's socket.
private let server = ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"]

/// A replica whose state the test decides: the server itself, with functions of its own in front of the system's.
private final class ActedReplica {
    let schema = "replica_\(UUID().uuidString.prefix(8).lowercased())"
    let address = "host=\(server ?? "") user=postgres dbname=postgres"
    let control: PostgresDatabase

    init() throws {
        control = try PostgresDatabase(at: address)
        try control.write {
            try $0.execute(
                sql: """
                    CREATE SCHEMA \(schema);
                    CREATE TABLE \(schema).state (follows boolean, place pg_lsn, committed timestamptz);
                    INSERT INTO \(schema).state VALUES (true, '7FFFFFFF/0', now());
                    CREATE FUNCTION \(schema).pg_is_in_recovery() RETURNS boolean
                        LANGUAGE SQL AS 'SELECT follows FROM \(schema).state';
                    CREATE FUNCTION \(schema).pg_last_wal_replay_lsn() RETURNS pg_lsn
                        LANGUAGE SQL AS 'SELECT place FROM \(schema).state';
                    CREATE FUNCTION \(schema).pg_last_xact_replay_timestamp() RETURNS timestamptz
                        LANGUAGE SQL AS 'SELECT committed FROM \(schema).state'
                    """)
        }
    }

    /// Its address, by which the functions above are found first.
    var replicaAddress: String {
        address + " options='-c search_path=\(schema),pg_catalog,public'"
    }

    func set(follows: Bool = true, place: String, hoursAgo: Int) throws {
        try control.write {
            try $0.execute(
                sql: """
                    UPDATE \(schema).state SET follows = \(follows), place = '\(place)',
                        committed = now() - interval '\(hoursAgo) hours'
                    """)
        }
    }

    deinit { try? control.write { try $0.execute(sql: "DROP SCHEMA \(schema) CASCADE") } }
}

/// Replicas that fall behind and are promoted while they are asked.
@Suite(.enabled(if: server != nil), .timeLimit(.minutes(10))) struct ReplicaStandingTests {
    /// Asks until a replica answers, or none.
    private func wait(
        for isReplica: Bool, _ database: PostgresDatabase
    ) throws {
        while try database.read(\.isReplica) != isReplica { usleep(20_000) }
    }

    @Test("A replica that falls behind, is promoted or comes back is noted once each, and counted")
    func changes() throws {
        let acted = try ActedReplica()
        let changes = Mutex<[String]>([])
        let database = try PostgresDatabase(
            at: acted.address,
            replicas: ReplicaOptions([acted.replicaAddress]) { change in
                changes.withLock { $0.append(change.reason?.rawValue ?? "back") }
            })
        try wait(for: true, database)
        // Paused an hour ago.
        try acted.set(place: "0/1", hoursAgo: 1)
        try wait(for: false, database)
        try acted.set(place: "7FFFFFFF/0", hoursAgo: 0)
        try wait(for: true, database)
        // Promoted: what it has is more than the library's server had.
        try acted.set(follows: false, place: "7FFFFFFF/0", hoursAgo: 0)
        try wait(for: false, database)
        #expect(changes.withLock(\.self) == ["behind", "back", "promoted"])
        #expect(
            database.replicaStandings == [
                ReplicaStanding(reason: .promoted, leftOut: [.behind: 1, .promoted: 1])
            ])
        // What must not be old is never asked of one.
        #expect(try database.readOwn(\.isReplica) == false)
        try database.close()
    }
}

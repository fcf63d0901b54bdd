import Database
import Foundation
import Testing

/// The folder of the server's socket.
private let server = ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"]

/// Addresses at which there is no server, or that are none, and connections that others end.
@Suite(.enabled(if: server != nil)) struct PostgresAddressTests {
    @Test(
        "a server that cannot be reached is an error that says why",
        arguments: [
            ("host=/nowhere user=postgres", "No such file or directory"),
            ("postgres://postgres@/missing?host=HERE", "database \"missing\" does not exist"),
            ("postgres://127.0.0.1:1/music", "Connection refused"),
            ("postgres://h:port/", "invalid"),
        ])
    func unreachable(address: String, reason: String) throws {
        let error = #expect(throws: DatabaseError.self) {
            try PostgresDatabase(at: address.replacing("HERE", with: server ?? ""))
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message?.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test(
        "an invalid address is quoted only where it has no password",
        arguments: [
            ("postgres://u@h:1/d?foo=x", #"invalid URI query parameter: "foo""#),
            ("postgres://u:p@ss:w@h/d", nil), ("postgres://u:se@cret@h/d", nil),
            ("host=h PASSWORD=geheim", nil), ("host=h password='geheim", nil),
        ])
    func invalid(address: String, reason: String?) {
        let error = #expect(throws: DatabaseError.self) { try PostgresDatabase(at: address) }
        #expect(error?.code == .invalidAddress)
        #expect(error?.message == reason)
    }

    @Test("a lock outlives the time after which the server ends idle connections")
    func idleLock() throws {
        let address = "host=\(server ?? "") user=postgres dbname=postgres"
        let impatient = address + " options='-c idle_session_timeout=50'"
        let lock = try SessionLock.queue(ofUser: -7, toPlay: true, at: impatient)
        let idle = try PostgresDatabase(at: impatient)
        let session = try idle.read { Int($0.session ?? 0) }
        let watch = try PostgresDatabase(at: address)
        // The connection without a lock ends first; a minute is more than enough.
        let isEnded = try (1...6000).contains { _ in
            try watch.read { connection in
                _ = try String.fetchOne(connection, literal: "SELECT pg_sleep(0.01)::text")
                return try !connection.has("SELECT 1 FROM pg_stat_activity WHERE pid = \(session)")
            }
        }
        #expect(isEnded)
        #expect(lock?.isHeld == true)
    }

    @Test("a prepared statement that a pooler has on another connection is an error of its own")
    func pooled() throws {
        let database = try PostgresDatabase(
            at: "host=\(server ?? "") user=postgres dbname=postgres")
        let error = #expect(throws: DatabaseError.self) {
            try database.write { connection in
                for _ in 1...2 {
                    _ = try Int.fetchOne(connection, literal: "SELECT 1", cached: true)
                    try connection.execute(sql: "DEALLOCATE ALL")
                }
            }
        }
        #expect(error?.code == .pooled)
    }
}

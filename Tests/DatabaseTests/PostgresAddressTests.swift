import Foundation
import Glibc
import Testing

@testable import PhonolithDatabase

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
        ])
    func unreachable(address: String, reason: String) throws {
        let error = #expect(throws: DatabaseError.self) {
            try PostgresDatabase(at: address.replacing("HERE", with: server ?? ""))
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message?.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test(
        "an invalid address is an error that says why, and quotes it only where it has no password",
        arguments: [
            ("postgres://u@h:1/d?foo=x", #"invalid URI query parameter: "foo""#),
            ("postgres://u:p@ss:w@h/d", "its port is not a number"),
            ("postgres://u:se@cret@h/d", "its host has an @"),
            ("postgres://h:port/", "its port is not a number"),
            ("postgres://u:12/ss@h/d", "its database has an @"),
            ("postgres:/h/d", "it does not begin with postgres://"),
            ("host= password=geheim", "a setting before the password has no value"),
            ("sslmode= password=geheim", "a setting before the password has no value"),
            ("hostaddr= password=geheim", "a setting before the password has no value"),
            ("hostaddr= password = geheim", nil),
            ("host=h PASSWORD=geheim", nil), ("host=h password='geheim", nil),
        ])
    func invalid(address: String, reason: String?) {
        let error = #expect(throws: DatabaseError.self) { try PostgresDatabase(at: address) }
        #expect(error?.code == .invalidAddress)
        #expect(error?.message == reason)
    }

    @Test("a full disk is told from a wrong address where the server refuses a connection for it")
    func fullDisk() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let listener = try listen(in: folder)
        defer { close(listener) }
        answerFirst(
            on: listener,
            message("E", "SFATAL\0C53100\0Mcannot write: No space left on device\0\0"),
            thenCloses: true)
        let error = #expect(throws: DatabaseError.self) {
            try PostgresDatabase(at: "host=\(folder.path) user=postgres")
        }
        #expect(error?.code == .full)
    }

    @Test(
        "a replica that accepts connections, or lets in, and then does not answer is left out",
        .timeLimit(.minutes(1)), arguments: [false, true])
    func silentReplica(letsIn: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let listener = try listen(in: folder)
        defer { close(listener) }
        if letsIn {
            answerFirst(
                on: listener,
                message("R", "\0\0\0\0") + message("S", "server_encoding\0UTF8\0")
                    + message("Z", "I"), thenCloses: false)
        }
        let database = try PostgresDatabase(
            at: "host=\(server ?? "") user=postgres dbname=postgres",
            replicas: ReplicaOptions(["host=\(folder.path) user=postgres"]))
        #expect(try database.read { try Int.fetchOne($0, literal: "SELECT 1") } == 1)
    }

    @Test("after each pause one question finds out whether a replica is back")
    func absence() {
        let now = ContinuousClock.now
        var absence = Absence()
        var asked = [absence.isToBeAsked(at: now)]
        absence.begin(at: now)
        asked += [4, 5, 6, 9, 10, 10].map { absence.isToBeAsked(at: now + .seconds($0)) }
        absence.end()
        asked.append(absence.isToBeAsked(at: now))
        #expect(asked == [true, false, true, false, false, true, false, true])
    }

    /// Listens where libpq looks for a server whose socket is in a folder, which is made.
    private func listen(in folder: URL) throws -> CInt {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: ".s.PGSQL.5432").path
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isBound = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound && Glibc.listen(listener, 1) == 0)
        return listener
    }

    /// Answers the first connection in the server's protocol (postgresql.org/docs/15/protocol-message-formats.html).
    private func answerFirst(on listener: CInt, _ answer: [UInt8], thenCloses: Bool) {
        Thread.detachNewThread {
            let client = accept(listener, nil, nil)
            var request = [UInt8](repeating: 0, count: 1000)
            _ = read(client, &request, request.count)
            _ = write(client, answer, answer.count)
            // Until it is given up.
            if !thenCloses { while read(client, &request, request.count) > 0 {} }
            close(client)
        }
    }

    private func message(_ kind: Character, _ content: String) -> [UInt8] {
        let count = UInt32(content.utf8.count + 4)
        return Array(String(kind).utf8) + withUnsafeBytes(of: count.bigEndian, Array.init)
            + Array(content.utf8)
    }

    @Test("a lock outlives the time after which the server ends idle connections")
    func idleLock() throws {
        let address = "host=\(server ?? "") user=postgres dbname=postgres"
        let impatient = address + " options='-c idle_session_timeout=1000'"
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

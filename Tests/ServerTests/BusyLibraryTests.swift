import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

/// A library that another program is writing to for longer than SQLite waits.
@Suite(.timeLimit(.minutes(20))) struct BusyLibraryTests {
    /// Takes the library's lock, as another program does.
    private func lock(_ server: TestServer) async throws -> SQLiteDatabase {
        let other = try SQLiteDatabase(path: server.catalog.path)
        try other.write { try $0.execute(sql: "BEGIN IMMEDIATE") }
        return other
    }

    private final class Refused: Sendable {
        let count = Mutex(0)
    }

    @Test("Lists, credentials and shares do not wait for changes, and changes wait together")
    func readers() async throws {
        let server = try await TestServer.start(["a.mp3": "full/full.mp3"])
        let anna = try server.addUser("anna")
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        _ = try server.catalog.shares.add(
            of: [item.persistentID], token: "abc", description: nil, expires: nil)
        let other = try await lock(server)
        let refused = Refused()
        var (rounds, roundsBefore) = (0, 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    let answer = try await server.call("star", "f=json&id=tr-\(item.persistentID)")
                    #expect(answer.status == 503)
                    refused.count.withLock { $0 += 1 }
                }
            }
            // Had they the same threads, nothing would be answered before the changes have waited in vain.
            while rounds < 40, refused.count.withLock(\.self) == 0 {
                let query = "f=json&type=newest&apiKey=\(anna)"
                let list = try await server.send("GET", "/rest/getAlbumList2?\(query)")
                #expect(list.status == 200)
                #expect(try await server.send("GET", "/share/abc").status == 200)
                let bytes = ["Range": "bytes=0-9"]
                #expect(
                    try await server.send("GET", "/share/abc/0", headers: bytes).status == 206)
                rounds += 1
                if refused.count.withLock(\.self) == 0 { roundsBefore += 1 }
            }
            #expect(roundsBefore > 0)
            try await group.waitForAll()
        }
        try other.write { try $0.execute(sql: "ROLLBACK") }
        try other.close()
        try await eventually("uses and visits are written") {
            try server.catalog.shares.all().first?.visitCount == rounds
                && server.catalog.access.account(named: "anna")?.appPasswords.first?.dateUsed != nil
        }
        await server.stop()
    }

    @Test("Clients are asked to come back, in both protocols")
    func busy() async throws {
        let server = try await TestServer.start(["a.mp3": "full/full.mp3"])
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        let other = try await lock(server)
        async let rest = server.call("star", "f=json&id=tr-\(item.persistentID)")
        async let native = server.api("POST", "/playlists", body: #"{"name":"x"}"#)
        let (star, playlist) = try await (rest, native)
        try other.write { try $0.execute(sql: "ROLLBACK") }
        try other.close()

        #expect(star.status == 503)
        #expect(star.headers["retry-after"] == "10")
        let error = try star.json().object("subsonic-response", "error")
        #expect(error["code"] as? Int == 0)
        #expect(playlist.status == 503)
        #expect(playlist.headers["retry-after"] == "10")
        // Where the library is, is not for clients.
        #expect(!star.text.contains(server.catalog.path))
        #expect(!playlist.text.contains(server.catalog.path))
        #expect(try await server.error("star", "id=tr-\(item.persistentID)") == nil)
        await server.stop()
    }
}

import Catalog
import Foundation
import GRDB
import MediaModel
import Testing

/// A library that another program is writing to for longer than SQLite waits.
@Suite(.timeLimit(.minutes(15))) struct BusyLibraryTests {
    @Test("Clients are asked to come back, in both protocols")
    func busy() async throws {
        let server = try await TestServer.start(["a.mp3": "full/full.mp3"])
        let item = try #require(try server.catalog.items(matching: MediaQuery()).first)
        // Credentials that are known already: the first use is written down.
        #expect(try await server.error("ping") == nil)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(10)
        let other = try DatabaseQueue(
            path: server.catalog.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        async let rest = server.call("star", "f=json&id=tr-\(item.persistentID)")
        async let native = server.api("POST", "/playlists", body: #"{"name":"x"}"#)
        let (star, playlist) = try await (rest, native)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
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

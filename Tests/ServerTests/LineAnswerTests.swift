import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers
import Testing

/// Lists as NDJSON, and statistics.
@Suite(.timeLimit(.minutes(20))) struct LineAnswerTests {
    private func lines(_ server: TestServer, _ path: String) async throws -> [[String: Any]] {
        let answer = try await server.api(path, headers: ["Accept": "application/x-ndjson"])
        #expect(answer.headers["content-type"] == "application/x-ndjson")
        return try answer.text.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    @Test("Playlists and the history come a line each to those who ask for it")
    func lists() async throws {
        let server = try await TestServer.start(["a.mp3": "full/full.mp3"])
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        for name in ["A", "B"] {
            _ = try server.catalog.playlists.create(PlaylistCreationMetadata(name: name))
        }
        #expect(try await lines(server, "/playlists").map { $0.text("name") } == ["A", "B"])
        for number in 1...3 {
            try server.catalog.values.notePlay(
                of: item.persistentID, at: Date(secondsSince1970: number), by: "\(number)")
        }
        func players(_ path: String) async throws -> [String?] {
            try await lines(server, path).map { $0.text("player") }
        }
        #expect(try await players("/history") == ["3", "2", "1"])
        #expect(try await players("/history?limit=1&offset=1") == ["2"])
        #expect(try await players("/history?offset=9") == [])
        let history = try await lines(server, "/history")
        #expect(history[0].object("item").text("title") == item.title)
        await server.stop()
    }

    @Test("Only administrators see how large the library's file is")
    func librarySize() async throws {
        let server = try await TestServer.start([:])
        let anna = try server.addUser("anna")
        let shown = try await server.api("/stats").json()["librarySize"] as? Int
        #expect(shown != nil)
        let seen = try await server.send(
            "GET", "/api/v1/stats", headers: ["Authorization": "Bearer \(anna)"])
        #expect(try seen.json()["items"] as? Int == 0)
        let size = try seen.json()["librarySize"] as? Int
        #expect(size == nil)
        await server.stop()
    }
}

import Foundation
import PhonolithAccess
import PhonolithMediaModel
import PhonolithServer
import PhonolithTestSupport
import Testing

/// Faults around a server that goes on.
@Suite(.timeLimit(.minutes(20))) struct DisturbanceTests {
    @Test("A root that was unplugged costs its streams a clear error, and no list")
    func unpluggedRoot() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let id = try await song(of: server)
        let away = server.music.deletingLastPathComponent().appendingPathComponent("away")
        try FileManager.default.moveItem(at: server.music, to: away)
        #expect(try await server.error("stream", "id=\(id)") == 70)
        #expect(try await song(of: server) == id)
        try FileManager.default.moveItem(at: away, to: server.music)
        #expect(try await server.call("stream", "id=\(id)").status == 200)
        await server.stop()
    }

    @Test("A client beyond the number of transcodes is asked to come back, by both interfaces")
    func fullSlots() async throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-slots-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (worker, started) = (
            folder.appendingPathComponent("worker"), folder.appendingPathComponent("started")
        )
        try makeProgram(at: worker, running: "touch \(started.path)\nexec sleep 600")
        let server = try await TestServer.start(["a.flac": "full/full.flac"], over: .socket) {
            $0.media.transcodeCount = 1
            $0.media.program = MediaPath(worker.path)
        }
        let id = try await song(of: server)
        let first = try RawConnection(port: #require(server.url.port))
        first.send(
            "GET /rest/stream?apiKey=\(server.secret)&c=test&id=\(id)&format=mp3 HTTP/1.1\r\n"
                + "Host: x\r\n\r\n")
        try await eventually("the worker starts") {
            FileManager.default.fileExists(atPath: started.path)
        }
        let answer = try await server.call("stream", "id=\(id)&format=opus")
        #expect(answer.status == 429 && answer.headers["retry-after"] == "5")
        let native = try await server.api("/items/\(id.dropFirst(3))/stream?format=opus")
        #expect(native.status == 429 && native.headers["retry-after"] == "5")
        #expect(try await server.call("stream", "id=\(id)").status == 200)
        withExtendedLifetime(first) {}
        await server.stop()
    }

    @Test("ReplayGain is applied where it is asked for")
    func replayGain() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let id = try await song(of: server)
        let plain = try await server.api("/items/\(id.dropFirst(3))/stream?format=wav")
        let louder = try await server.api(
            "/items/\(id.dropFirst(3))/stream?format=wav&replayGain=track")
        #expect(plain.status == 200 && louder.status == 200)
        #expect(plain.body.count == louder.body.count && plain.body != louder.body)
        await server.stop()
    }

    private func song(of server: TestServer) async throws -> String {
        let songs = try await server.payload("search3", "query=&songCount=1")
            .object("searchResult3").objects("song")
        return try #require(songs.first?.text("id"))
    }
}

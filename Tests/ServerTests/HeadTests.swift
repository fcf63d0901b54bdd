import Foundation
import PhonolithAccess
import PhonolithMediaModel
import PhonolithServer
import PhonolithTestSupport
import Testing

/// HEAD: the answer of GET, without the bytes and without the work (RFC 9110, 9.3.2).
@Suite(.timeLimit(.minutes(20))) struct HeadTests {
    private func song(of server: TestServer) async throws -> String {
        let songs = try await server.payload("search3", "query=&songCount=1")
            .object("searchResult3").objects("song")
        return try #require(songs.first?.text("id"))
    }

    /// The answers to a HEAD request and to one after it on the same connection.
    private func head(_ path: String, of server: TestServer) async throws -> [String] {
        let connection = try RawConnection(port: #require(server.url.port))
        let fields = "Host: x\r\nAuthorization: Bearer \(server.secret)\r\n"
        connection.send("HEAD \(path) HTTP/1.1\r\n\(fields)Accept: application/x-ndjson\r\n\r\n")
        connection.send("GET /healthz HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n")
        return await connection.read().split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
    }

    @Test("HEAD names no length that is not known, and sends not one byte of a body")
    func unknownLength() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"], over: .socket)
        let id = try await song(of: server)
        let stream = "/rest/stream?apiKey=\(server.secret)&c=test&id=\(id)&format="
        for path in [stream + "opus", stream + "aac", "/api/v1/events", "/api/v1/items"] {
            let answers = try await head(path, of: server)
            let (first, second) = (answers.first ?? "", answers.last ?? "")
            #expect(first.hasPrefix("HTTP/1.1 200"), "\(path): \(first)")
            #expect(!first.lowercased().contains("content-length: 0"), "\(path): \(first)")
            #expect(second.hasPrefix("HTTP/1.1 200"), "\(path): \(second)")
            #expect(second.hasSuffix("ok\n"), "\(path): \(second)")
        }
        await server.stop()
    }

    @Test("HEAD with a range is HEAD of the whole")
    func range() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let id = try await song(of: server)
        let path = "/rest/stream?apiKey=\(server.secret)&c=test&id=\(id)"
        let whole = try await server.send("GET", path)
        for query in ["", "&format=mp3"] {
            let answer = try await server.send(
                "HEAD", path + query, headers: ["Range": "bytes=0-9"])
            #expect(answer.status == 200, "\(query)")
            #expect(answer.headers["content-range"] == nil, "\(query)")
            #expect(answer.body.isEmpty)
        }
        let answer = try await server.send("HEAD", path, headers: ["Range": "bytes=0-9"])
        #expect(answer.headers["content-length"] == "\(whole.body.count)")
        await server.stop()
    }

    @Test("HEAD begins no transcode, and is answered while all slots are taken")
    func noWork() async throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-head-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let worker = folder.appendingPathComponent("worker")
        let started = folder.appendingPathComponent("started")
        try makeProgram(at: worker, running: "touch \(started.path)\nexec sleep 600")
        let server = try await TestServer.start(["a.flac": "full/full.flac"], over: .socket) {
            $0.media.transcodeCount = 1
            $0.media.program = MediaPath(worker.path)
        }
        let id = try await song(of: server)
        let path = "/rest/stream?apiKey=\(server.secret)&c=test&id=\(id)&format=mp3"
        let first = try await server.send("HEAD", path)
        #expect(first.status == 200 && first.headers["content-type"] == "audio/mpeg")
        #expect(!FileManager.default.fileExists(atPath: started.path))
        let client = try RawConnection(port: #require(server.url.port))
        client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        try await eventually("the worker starts") {
            FileManager.default.fileExists(atPath: started.path)
        }
        let native = "/api/v1/items/\(id.dropFirst(3))/stream?format=opus"
        let fields = ["Authorization": "Bearer \(server.secret)"]
        #expect(try await server.send("HEAD", native, headers: fields).status == 200)
        // A refusal has its reason in words.
        let refused = try await server.call("stream", "id=\(id)&format=opus")
        #expect(refused.status == 429 && refused.text.hasPrefix("429 "))
        withExtendedLifetime(client) {}
        await server.stop()
    }
}

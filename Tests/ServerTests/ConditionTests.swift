import Foundation
import Testing

/// Requests with conditions (RFC 9110, 13).
@Suite(.timeLimit(.minutes(20))) struct ConditionTests {
    private func withServer(_ body: (TestServer, String) async throws -> Void) async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let songs = try await server.payload("search3", "query=&songCount=1")
            .object("searchResult3").objects("song")
        try await body(server, try #require(songs.first?.text("id")))
        await server.stop()
    }

    @Test("What has no date shows none, and is sent to a client that asks by date")
    func withoutDate() async throws {
        try await withServer { server, id in
            let number = id.dropFirst(3)
            for path in [
                "/rest/getCoverArt?id=\(id)&apiKey=\(server.secret)&c=t",
                "/rest/getCoverArt?id=\(id)&size=16&apiKey=\(server.secret)&c=t",
                "/rest/stream?id=\(id)&format=mp3&apiKey=\(server.secret)&c=t",
                "/api/v1/items/\(number)/artwork",
            ] {
                let answer = try await server.send(
                    "GET", path,
                    headers: [
                        "If-Modified-Since": "Sat, 21 Nov 2026 09:30:00 GMT",
                        "Authorization": "Bearer \(server.secret)",
                    ])
                #expect(answer.status == 200, "\(path)")
                #expect(answer.headers["last-modified"] == nil, "\(path)")
                #expect(answer.headers["etag"] != nil, "\(path)")
            }
        }
    }

    @Test("A client that means other bytes is refused, and gets nothing")
    func preconditions() async throws {
        try await withServer { server, id in
            let file = try await server.call("stream", "id=\(id)")
            let tag = try #require(file.headers["etag"])
            for (query, fields, status) in [
                ("", ["If-Match": "\"nope\""], 412), ("", ["If-Match": "\"nope\", \(tag)"], 200),
                ("", ["If-Match": "*"], 200),
                ("", ["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], 412),
                ("", ["If-Unmodified-Since": "Tue, 06 Nov 2096 08:49:37 GMT"], 200),
                // Without a date only tags count.
                ("&format=mp3", ["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], 200),
                ("&format=opus", ["If-Match": "\"nope\""], 412),
            ] {
                let answer = try await server.call("stream", "id=\(id)\(query)", headers: fields)
                #expect(answer.status == status, "\(query) \(fields)")
                if status == 412 { #expect(answer.text == "412 Precondition Failed\n") }
            }
        }
    }
}

import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// Original files, fetched by programs that know HTTP and nothing of Phonolith.
@Suite(.timeLimit(.minutes(20))) struct RealClientTests {
    /// A server with one song, its address, and its bytes.
    private func withSong(
        _ body: (TestServer, _ address: String, _ file: Data) async throws -> Void
    ) async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"], over: .socket)
        let songs = try await server.payload("search3", "query=&songCount=1")
            .object("searchResult3").objects("song")
        let id = try #require(songs.first?.text("id"))
        let address =
            server.url.absoluteString
            + "/rest/stream?apiKey=\(server.secret)&v=1.16.1&c=test&id=\(id)"
        do {
            try await body(server, address, Data(Fixtures.bytes(of: "full/full.flac")))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("curl fetches a part, and goes on with a file that it has the beginning of")
    func curl() async throws {
        try await withSong { server, address, file in
            let part = try await answer(to: ["curl", "-sf", "-r", "100-299", address])
            #expect(part.code == 0 && part.output == file[100..<300])
            let target = server.music.deletingLastPathComponent().appendingPathComponent("copy")
            try file.prefix(1000).write(to: target)
            let rest = try await answer(
                to: ["curl", "-sf", "-C", "-", "-o", target.path, address])
            #expect(rest.code == 0)
            #expect(try Data(contentsOf: target) == file)
        }
    }

    @Test("curl asks for the head alone, and gets the length of the whole")
    func head() async throws {
        try await withSong { _, address, file in
            let head = try await answer(to: ["curl", "-sfI", address])
            let lines = String(decoding: head.output, as: UTF8.self).lowercased()
                .split(whereSeparator: \.isNewline)
            #expect(lines.first == "http/1.1 200 ok")
            #expect(lines.contains("content-length: \(file.count)"), "\(lines)")
        }
    }

    @Test("ffmpeg seeks in a file on the server as in one on the disk")
    func seeking() async throws {
        try await withSong { server, address, _ in
            let file = server.music.appendingPathComponent("tone.flac").path
            let made = try await answer(
                to: [
                    "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=3", "-metadata",
                    "title=Tone", file,
                ])
            try #require(made.code == 0)
            try await server.scan()
            let found = try await server.payload("search3", "query=Tone&songCount=1")
            let id = try #require(found.object("searchResult3").objects("song").first?.text("id"))
            func samples(_ input: String) async throws -> Data {
                let found = try await answer(
                    to: ["ffmpeg", "-v", "error", "-ss", "1.5", "-i", input, "-f", "s16le", "-"])
                #expect(found.code == 0)
                return found.output
            }
            let heard = try await samples(address.prefix { $0 != "&" } + "&c=test&id=\(id)")
            #expect(heard.count == 44_100 * 3 / 2 * 2)
            #expect(try await heard == samples(file))
        }
    }
}

import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithTestSupport
import Testing

/// Answers that are compressed, and those that are not.
@Suite(.timeLimit(.minutes(20))) struct CompressionTests {
    /// Some hundred items, so that lists are long.
    private static func server() async throws -> TestServer {
        var files = ["film.mkv": "full/full.mkv"]
        for number in 0..<40 { files["A/\(number).flac"] = "full/full.flac" }
        return try await TestServer.start(files)
    }

    private func decompressed(_ data: Data) throws -> Data {
        let program = try Program(["gzip", "-dc"], input: .pipe, output: .pipe)
        try program.input.write(contentsOf: data)
        try program.input.close()
        let result = program.output.readDataToEndOfFile()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        return result
    }

    @Test("text is the same bytes, compressed for clients that say they understand it, and once")
    func text() async throws {
        let server = try await Self.server()
        let key = ["Authorization": "Bearer \(server.secret)"]
        for path in [
            "/api/v1/items?limit=100", "/api/v1/openapi.json",
            "/rest/search3?apiKey=\(server.secret)&v=1.16.1&c=t&query=&f=json",
            "/rest/search3?apiKey=\(server.secret)&v=1.16.1&c=t&query=&f=xml", "/", "/metrics",
        ] {
            let plain = try await server.send("GET", path, headers: key)
            #expect(plain.headers["content-encoding"] == nil, "\(path)")
            #expect(plain.headers["vary"]?.contains("Accept-Encoding") == true, "\(path)")
            for accepted in ["gzip", "br;q=1.0, gzip;q=0.8, *;q=0.1", "GZIP", "deflate, x-gzip"] {
                let answer = try await server.send(
                    "GET", path, headers: key.merging(["Accept-Encoding": accepted]) { $1 })
                #expect(answer.status == 200)
                guard plain.body.count >= 1000 else {
                    #expect(answer.headers["content-encoding"] == nil, "\(path)")
                    continue
                }
                #expect(answer.headers["content-encoding"] == "gzip", "\(path) \(accepted)")
                #expect(answer.headers["content-length"] == nil)
                #expect(answer.body.count < plain.body.count * 2 / 3, "\(path)")
                // Metrics count the requests before.
                if path != "/metrics" {
                    let text = try decompressed(answer.body)
                    #expect(text == plain.body, "\(path)")
                }
            }
            for accepted in ["", "identity", "gzip;q=0", "br", "gzipped"] {
                let answer = try await server.send(
                    "GET", path, headers: key.merging(["Accept-Encoding": accepted]) { $1 })
                #expect(answer.headers["content-encoding"] == nil, "\(path) \(accepted)")
            }
        }
        await server.stop()
    }

    @Test("media, pictures, parts, events and short answers are sent as they are")
    func others() async throws {
        let server = try await Self.server()
        let all = try server.catalog.items.all(matching: MediaQuery())
        let item = try #require(all.first { !$0.artwork.isEmpty }).persistentID
        let accepts = [
            "Authorization": "Bearer \(server.secret)", "Accept-Encoding": "gzip",
        ]
        for (path, more) in [
            ("/api/v1/items/\(item)/stream", [:]), ("/api/v1/items/\(item)/artwork", [:]),
            ("/api/v1/items/\(item)/download", [:]), ("/healthz", [:]),
            ("/api/v1/items/\(item)/stream", ["Range": "bytes=0-99"]),
        ] as [(String, [String: String])] {
            let answer = try await server.send(
                "GET", path, headers: accepts.merging(more) { $1 })
            #expect(answer.status == 200 || answer.status == 206, "\(path)")
            #expect(answer.headers["content-encoding"] == nil, "\(path)")
            #expect(answer.headers["content-length"] == "\(answer.body.count)", "\(path)")
        }
        await server.stop()
    }

    @Test("a page's file that the client has is not sent again, compressed or not")
    func conditions() async throws {
        let server = try await Self.server()
        let first = try await server.send("GET", "/", headers: ["Accept-Encoding": "gzip"])
        let names = String(decoding: try decompressed(first.body), as: UTF8.self)
            .matches(of: #/(?:src|href)="([^"]+\.(?:js|css))"/#).map { String($0.output.1) }
        let name = try #require(names.first)
        let path = name.hasPrefix("/") ? name : "/" + name
        for accepted in ["gzip", "identity"] {
            let file = try await server.send("GET", path, headers: ["Accept-Encoding": accepted])
            let tag = try #require(file.headers["etag"])
            #expect(tag.hasPrefix("W/") == (accepted == "gzip"))
            let again = try await server.send(
                "GET", path, headers: ["Accept-Encoding": accepted, "If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
        await server.stop()
    }
}

import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import Testing

/// Transcodes and pictures over a real socket, made by real workers.
@Suite(.timeLimit(.minutes(20))) struct TranscodingServiceTests {
    /// A server with one song of some seconds, and its id.
    private func withServer(
        _ body: (TestServer, String) async throws -> Void
    ) async throws {
        let server = try await TestServer.start([
            "a.flac": "full/full.flac", "film.mp4": "films/closed-gop.mp4",
        ])
        let songs = try await server.payload("search3", "query=&songCount=10")
            .object("searchResult3").objects("song")
        let id = try #require(songs.first { $0.text("suffix") == "flac" }?.text("id"))
        do {
            try await body(server, id)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("stream makes the format that is asked for, with its exact length and ranges at once")
    func ranges() async throws {
        try await withServer { server, id in
            let query = "id=\(id)&format=mp3&maxBitRate=64"
            let part = try await server.call("stream", query, headers: ["Range": "bytes=400-999"])
            #expect(part.status == 206)
            #expect(part.headers["content-type"] == "audio/mpeg")
            let whole = try await server.call("stream", query)
            #expect(whole.status == 200)
            #expect(whole.headers["content-length"] == "\(whole.body.count)")
            #expect(whole.headers["accept-ranges"] == "bytes")
            #expect(part.headers["content-range"] == "bytes 400-999/\(whole.body.count)")
            #expect(part.body == whole.body[400..<1000])
            let rest = try await server.call("stream", query, headers: ["Range": "bytes=1000-"])
            let first = try await server.call("stream", query, headers: ["Range": "bytes=0-399"])
            let joined = first.body + part.body + rest.body
            #expect(joined == whole.body)
        }
    }

    @Test(
        "Each format has its type and begins as such a file does",
        arguments: [
            ("opus", "audio/ogg", "OggS"), ("flac", "audio/flac", "fLaC"),
            ("wav", "audio/wav", "RIFF"), ("aac", "audio/aac", "\u{FF}"),
        ])
    func formats(format: String, type: String, beginning: String) async throws {
        try await withServer { server, id in
            // An offset, so that FLAC is not the file as it is.
            let answer = try await server.call(
                "stream", "id=\(id)&format=\(format)&timeOffset=\(format == "flac" ? 1 : 0)")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"]?.hasPrefix(type) ?? false)
            let bytes = Array(beginning.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
            #expect(answer.body.starts(with: bytes))
        }
    }

    @Test("Without wishes, and for raw, the file is sent as it is")
    func original() async throws {
        try await withServer { server, id in
            let file = try Fixtures.bytes(of: "full/full.flac")
            for query in ["", "&format=raw", "&format=flac", "&maxBitRate=0"] {
                let answer = try await server.call("stream", "id=\(id)\(query)")
                #expect(Array(answer.body) == file, "\(query)")
            }
        }
    }

    @Test("A player gets a decision, and the stream that the decision names")
    func decision() async throws {
        try await withServer { server, id in
            let player =
                #"{"name":"x","platform":"y","directPlayProfiles":[{"containers":["mp3"],"audioCodecs":["mp3"],"protocols":["http"]}],"transcodingProfiles":[{"container":"mp3","audioCodec":"mp3","protocol":"http"}]}"#
            let answer = try await server.send(
                "POST",
                "/rest/getTranscodeDecision?apiKey=\(server.secret)&v=1.16.1&c=t&f=json&mediaId=\(id)&mediaType=song",
                headers: ["Content-Type": "application/json"], body: player)
            let decision = try answer.json().object("subsonic-response", "transcodeDecision")
            #expect(decision["canDirectPlay"] as? Bool == false)
            #expect(decision["canTranscode"] as? Bool == true)
            #expect(
                decision["transcodeReason"] as? [String] == ["the container flac is not played"])
            #expect(decision.object("sourceStream").text("codec") == "flac")
            #expect(decision.object("transcodeStream").text("container") == "mp3")
            // Bit rates are in bit/s.
            let source = try #require(decision.object("sourceStream")["audioBitrate"] as? Int)
            #expect(source >= 1000 && source % 1000 == 0)
            #expect(decision.object("transcodeStream")["audioBitrate"] as? Int == 192_000)
            let parameters = try #require(decision.text("transcodeParams"))
            let query = "mediaId=\(id)&mediaType=song&transcodeParams="
            let stream = try await server.call("getTranscodeStream", query + parameters)
            #expect(stream.status == 200)
            #expect(stream.body.count > 500)
            #expect(stream.headers["content-type"] == "audio/mpeg")
            #expect(try await server.call("getTranscodeStream", query + "nonsense").status == 400)
            let unknown = "mediaId=tr-999999&mediaType=song&transcodeParams=\(parameters)"
            #expect(try await server.call("getTranscodeStream", unknown).status == 404)
        }
    }

    @Test("Pictures come in the size that is asked for, in both faces")
    func pictures() async throws {
        try await withServer { server, id in
            let whole = try await server.call("getCoverArt", "id=\(id)")
            let small = try await server.call("getCoverArt", "id=\(id)&size=16")
            #expect(small.status == 200)
            #expect(small.headers["content-type"] == "image/jpeg")
            #expect(small.headers["etag"] != whole.headers["etag"])
            #expect(small.body != whole.body)
            // Never enlarged.
            #expect(try await server.call("getCoverArt", "id=\(id)&size=2000").body == whole.body)
            let number = id.split(separator: "-").last.map(String.init) ?? ""
            let same = try await server.api("GET", "/items/\(number)/artwork?size=16")
            #expect(same.body == small.body)
            #expect(try await server.api("GET", "/items/\(number)/artwork?size=0").status == 400)
        }
    }

    @Test("A video has pictures at times, and sprites along its time line")
    func video() async throws {
        try await withServer { server, _ in
            let items = try await server.api("GET", "/videos").json().objects("items")
            let id = try #require(items.first?.text("persistentID"))
            let picture = try await server.api(
                "GET", "/items/\(id)/thumbnail?time=1&exact=true&size=32")
            #expect(picture.status == 200)
            #expect(picture.headers["content-type"] == "image/jpeg")
            #expect(picture.body.starts(with: [0xFF, 0xD8]))
            let track = try await server.api("GET", "/items/\(id)/sprites")
            #expect(track.text.hasPrefix("WEBVTT\n"))
            let sheet = try #require(
                track.text.split(separator: "\n").first { $0.hasPrefix("sprites/") }?
                    .split(separator: "#").first)
            #expect(
                try await server.api("GET", "/items/\(id)/\(sheet)").body.starts(with: [0xFF, 0xD8])
            )
            #expect(try await server.api("GET", "/items/\(id)/sprites/99.jpg").status == 404)
            #expect(try await server.api("GET", "/items/\(id)/thumbnail").status == 400)
        }
    }

    @Test("The native API has the same streams, and refuses formats that nobody makes")
    func native() async throws {
        try await withServer { server, id in
            let number = id.split(separator: "-").last.map(String.init) ?? ""
            let path = "/items/\(number)/stream?format="
            let stream = try await server.api("GET", path + "mp3&bitRate=64")
            #expect(stream.headers["content-type"] == "audio/mpeg")
            #expect(
                try await server.call("stream", "id=\(id)&format=mp3&maxBitRate=64").body
                    == stream.body)
            #expect(try await server.api("GET", path + "wma").status == 400)
            #expect(try await server.api("GET", path + "mp3&replayGain=loud").status == 400)
        }
    }
}

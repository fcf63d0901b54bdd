import Foundation
import Testing

/// The errors of `getTranscodeStream`, which have statuses of HTTP (OpenSubsonic, `transcoding`).
@Suite(.timeLimit(.minutes(20))) struct TranscodeStatusTests {
    /// Texts that no decision has.
    private static let foreign = [
        "mp3--1-2", "mp3-96--1", "mp3--96-1", "-mp3-96-1", "mp3-96-1-", "mp3-96", "mp3-096-1",
        "mp3-%2B96-1",
        "mp3-96-", "mp3-0-0", "mp3-0-2", "mp4-0-0", "mp4-96-2", "flac-96-0", "wav-1-0", "MP3-96-1",
        "ogg-96-1",
    ]

    @Test("Wrong parameters, wrong credentials and unknown songs are statuses of HTTP")
    func statuses() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let songs = try await server.payload("search3", "query=&songCount=1")
            .object("searchResult3").objects("song")
        let id = try #require(songs.first?.text("id"))
        for (query, status) in [
            ("mediaId=\(id)&mediaType=song&transcodeParams=mp3-96-1", 200),
            ("mediaType=song&transcodeParams=mp3-96-1", 400),
            ("mediaId=\(id)&mediaType=film&transcodeParams=mp3-96-1", 400),
            ("mediaId=\(id)&mediaType=song&transcodeParams=mp3-96-1&offset=x", 400),
            ("mediaId=\(id)&mediaType=song", 400),
            ("mediaId=\(id)&mediaType=song&transcodeParams=nonsense", 400),
            ("mediaId=tr-99999&mediaType=song&transcodeParams=mp3-96-1", 404),
        ] + Self.foreign.map({ ("mediaId=\(id)&mediaType=song&transcodeParams=\($0)", 400) }) {
            for name in ["getTranscodeStream", "getTranscodeStream.view"] {
                let answer = try await server.call(name, "f=json&" + query)
                #expect(answer.status == status, "\(name) \(query): \(answer.text.prefix(200))")
                #expect(answer.text.contains("subsonic-response") == (status != 200), "\(query)")
            }
        }
        let query = "mediaId=\(id)&mediaType=song&transcodeParams=mp3-96-1"
        for credentials in ["apiKey=wrong", "u=owner&p=wrong", ""] {
            let answer = try await server.send(
                "GET", "/rest/getTranscodeStream?\(credentials)&c=t&\(query)")
            #expect(answer.status == (credentials.isEmpty ? 400 : 401), "\(credentials)")
        }
        // All others have 200.
        #expect(try await server.call("stream", "f=json&id=tr-99999").status == 200)
        await server.stop()
    }
}

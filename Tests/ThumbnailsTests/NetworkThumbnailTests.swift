import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails
import Testing

/// Videos that servers have, good ones and others.
@Suite struct NetworkThumbnailTests {
    private static let films = ["films/closed-gop.mp4", "films/open-gop.mkv"]

    private func pictures(_ generator: ThumbnailGenerator) async -> [ThumbnailResult.Outcome] {
        var generator = generator
        generator.requestedTimeToleranceBefore = 0
        generator.requestedTimeToleranceAfter = 0
        var outcomes: [ThumbnailResult.Outcome] = []
        for await result in generator.images(at: [1, 0.25, 1.5]) { outcomes.append(result.outcome) }
        return outcomes
    }

    @Test("pictures of what a server has are those of the file", arguments: films)
    func same(film: String) async throws {
        let server = MusicServer(try Fixtures.bytes(of: film), .good)
        defer { server.stop() }
        let url = try #require(
            URL(string: server.address("a film.mp4".replacing(" ", with: "%20"))))
        let remote = await pictures(ThumbnailGenerator(url: url))
        #expect(remote == (await pictures(ThumbnailGenerator(path: Fixtures.path(of: film)))))
        #expect(
            try await ThumbnailGenerator(url: url).duration
                == ThumbnailGenerator(path: Fixtures.path(of: film)).duration)
    }

    @Test(
        "an address that gives no video is an error that names it, with its cause",
        arguments: [
            ("http://127.0.0.1:1/x.mp4", ThumbnailError.Code.cannotOpen, "Connection refused"),
            ("ftp://127.0.0.1/x.mp4", .cannotOpen, "use file:, http: or https:"),
            ("data:video/mp4;base64,AAAA", .cannotOpen, "use file:, http: or https:"),
            ("x.mp4", .cannotOpen, "use file:, http: or https:"),
            ("file:///nowhere/x%00y.mp4", .cannotOpen, ""),
        ])
    func refused(address: String, code: ThumbnailError.Code, words: String) async throws {
        let url = try #require(URL(string: address))
        let error = await #expect(throws: ThumbnailError.self) {
            _ = try await ThumbnailGenerator(url: url).image(at: 0)
        }
        #expect(error?.code == code)
        #expect(error?.localizedDescription.hasSuffix(words) == true, "\(error as Any)")
        #expect(error?.subject.isEmpty == false)
    }

    @Test("a server that has nothing, or something else, is told with its answer")
    func others() async throws {
        for (server, words) in [
            (MusicServer([], .missing), "404"),
            (MusicServer(Array("<html></html>".utf8), .good), "is not a video, or is damaged"),
        ] {
            defer { server.stop() }
            let url = try #require(URL(string: server.address("x.mp4")))
            let error = await #expect(throws: ThumbnailError.self) {
                _ = try await ThumbnailGenerator(url: url).image(at: 0)
            }
            #expect(error?.description.contains(words) == true, "\(error as Any)")
        }
    }
}

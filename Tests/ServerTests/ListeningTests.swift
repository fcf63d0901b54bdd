import Catalog
import Foundation
import MediaModel
import OpenSubsonic
import Testing

/// When reported playback counts as a play or a skip.
@Suite(.timeLimit(.minutes(40))) struct ListeningTests {
    /// What reports come to: the seconds after the start, the position in seconds, and whether it plays on.
    private func result(
        _ reports: [(Double, Double, Bool)], duration: Double, rate: Double = 1
    ) -> ReportedListening.Result? {
        var listening = ReportedListening(at: 0, rate: rate, isRunning: true, moment: .zero)
        for (seconds, position, isRunning) in reports {
            listening.report(
                at: Int(position * 1000), rate: rate, isRunning: isRunning,
                moment: .seconds(seconds))
        }
        return listening.result(duration: duration)
    }

    @Test("Half of an item counts, or four minutes, if they were heard")
    func heard() {
        #expect(result([(100, 100, false)], duration: 200) == .played)
        #expect(result([(99, 99, false)], duration: 200) == nil)
        #expect(result([(240, 240, false)], duration: 900) == .played)
        #expect(result([(239, 239, false)], duration: 900) == nil)
        #expect(result([(60, 120, false)], duration: 200, rate: 2) == .played)
    }

    @Test("Jumps and pauses are not heard")
    func jumps() {
        #expect(result([(0.2, 899, false)], duration: 900) == .skipped)
        #expect(result([(30, 30, true), (31, 890, true), (41, 900, false)], duration: 900) == nil)
        #expect(result([(30, 30, false), (930, 30, true), (931, 31, false)], duration: 900) == nil)
        // Back to the beginning, and once more.
        #expect(
            result([(60, 60, true), (61, 0, true), (101, 40, false)], duration: 200) == .played)
    }

    @Test("What is left within twenty seconds is skipped")
    func skips() {
        #expect(result([(0.01, 0.01, false)], duration: 900) == .skipped)
        #expect(result([(19, 19, false)], duration: 900) == .skipped)
        #expect(result([(21, 21, false)], duration: 900) == nil)
        #expect(result([(8, 8, false)], duration: 10) == .played)
        let paused = ReportedListening(at: 100, rate: 1, isRunning: false, moment: .zero)
        #expect(paused.result(duration: 900) == nil)
    }

    @Test("An item counts once for each start, and only if there was one")
    func service() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let songs = try await server.payload("search3", "query=").object("searchResult3")
        let id = try #require(songs.objects("song").first?.text("id"))
        func report(_ state: String, _ position: Int, _ more: String = "") async throws {
            let error = try await server.error(
                "reportPlayback",
                "mediaId=\(id)&mediaType=song&positionMs=\(position)&state=\(state)\(more)")
            #expect(error == nil)
        }
        func counts() throws -> [Int] {
            let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
            return [item.userValues.playCount, item.userValues.skipCount]
        }
        for _ in 0..<3 { try await report("stopped", 500) }
        #expect(try counts() == [0, 0])
        // Half a second long.
        try await report("starting", 0)
        server.clock.advance(by: .milliseconds(500))
        for _ in 0..<3 { try await report("stopped", 500) }
        #expect(try counts() == [1, 0])
        try await report("starting", 0)
        try await report("stopped", 10)
        #expect(try counts() == [1, 1])
        try await report("starting", 0)
        try await report("stopped", 10, "&ignoreScrobble=true")
        #expect(try counts() == [1, 1])
        await server.stop()
    }

    @Test("A scrobble with an unknown song counts none, and is none that is playing")
    func unknown() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        let ids = "id=tr-\(item.persistentID)&id=tr-999"
        #expect(try await server.error("scrobble", ids) == 70)
        #expect(try server.catalog.plays.all().isEmpty)
        #expect(try await server.error("scrobble", "id=tr-999&submission=false") == 70)
        await server.stop()
    }
}

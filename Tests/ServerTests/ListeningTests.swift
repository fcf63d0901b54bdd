import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithOpenSubsonic
import PhonolithPlayQueues
import PhonolithQueries
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// When reported playback counts as a play or a skip.
@Suite(.timeLimit(.minutes(20))) struct ListeningTests {
    /// The result of reports of the seconds after the start, the position in seconds, and whether it plays on.
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

    @Test("A report that cannot be counted is counted by the next one")
    func uncounted() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        func report(_ state: String, _ position: Int) async throws -> Int? {
            try await server.error(
                "reportPlayback",
                "mediaId=tr-\(item.persistentID)&mediaType=song&positionMs=\(position)&state=\(state)"
            )
        }
        let other = try SQLiteDatabase(path: server.catalog.path)
        try other.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER no_plays BEFORE INSERT ON plays
                    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                    """)
        }
        #expect(try await report("starting", 0) == nil)
        server.clock.advance(by: .milliseconds(500))
        #expect(try await report("stopped", 500) != nil)
        try other.write { try $0.execute(sql: "DROP TRIGGER no_plays") }
        try other.close()
        #expect(try server.catalog.plays.count() == 0)
        for _ in 0..<2 { #expect(try await report("stopped", 500) == nil) }
        #expect(try server.catalog.plays.all().map(\.isFinished) == [true])
        await server.stop()
    }

    @Test("A program has a short name, and a user with many programs takes no place of another's")
    func programNames() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let anna = try server.addUser("anna")
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        func scrobble(_ client: String, _ secret: String, _ more: String) async throws {
            let answer = try await server.send(
                "GET",
                "/rest/scrobble?apiKey=\(secret)&f=json&id=tr-\(item.persistentID)&c=\(client)\(more)"
            )
            #expect(answer.status == 200)
        }
        let long = String(repeating: "x", count: 3000)
        try await scrobble(long, server.secret, "&submission=false")
        for number in 1...105 { try await scrobble("\(number)", anna, "&submission=false") }
        let playing = try await server.payload("getNowPlaying").object("nowPlaying")
            .objects("entry")
        let names = Set(playing.compactMap { $0.text("playerName") })
        #expect(names == Set((6...105).map(String.init) + [String(long.prefix(100))]))
        try await scrobble(long, server.secret, "")
        #expect(try server.catalog.plays.all().map(\.player) == [String(long.prefix(100))])
        let play = #"{"player":"\#(long)","date":"2026-11-21T09:30:00Z"}"#
        let id = item.persistentID
        #expect(try await server.api("POST", "/items/\(id)/plays", body: play).status == 204)
        #expect(try server.catalog.plays.all().allSatisfy { $0.player.count == 100 })
        let queue = #"{"items":["\#(id)"],"player":"\#(long)"}"#
        #expect(try await server.api("PUT", "/queue", body: queue).status == 204)
        #expect(try server.catalog.queue.kept().changedBy.count == 100)
        await server.stop()
    }
}

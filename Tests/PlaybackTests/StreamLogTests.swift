import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("What a player knows of streams", .serialized, .timeLimit(.minutes(10)))
    struct StreamLogTests {
        /// Plays an item to its end or its failure.
        ///
        /// - Returns: The player, and how often it stalled.
        private func play(
            _ item: PlayerItem, speed: Double = .infinity
        ) async -> (player: QueuePlayer, stallCount: Int) {
            let player = QueuePlayer(to: .null(speed: speed))
            let events = await player.events()
            await player.setQueue(with: [item])
            await player.play()
            var stallCount = 0
            for await event in events {
                if event == .playbackStalled { stallCount += 1 }
                if event == .playbackStateDidChange(.stopped) { break }
            }
            return (player, stallCount)
        }

        @Test("a request is logged with bytes, bit rate, stalls, and the time until it was ready")
        func accesses() async throws {
            let part = try Fixtures.bytes(of: "sweep/long.mp3")
            let content = (0..<20).flatMap { _ in part }
            let server = MusicServer(content, .stalling(after: content.count / 4, seconds: 3))
            defer { server.stop() }
            let address = server.address("a.mp3")
            let start = Date.now
            let (player, stallCount) = await play(PlayerItem(.url(address)), speed: 50)
            let entry = try #require(await player.queue.entries.first).id
            let log = await player.accessLog(of: entry)
            #expect(log.map(\.uri) == [address])
            let event = try #require(log.first)
            #expect((start...Date.now).contains(event.date))
            #expect((content.count...content.count * 2).contains(event.numberOfBytesTransferred))
            // It waited for the rest of these bytes, less what it had in stock.
            let rate = try #require(event.observedBitrate)
            #expect(rate >= 1 && rate.isFinite)
            #expect(stallCount >= 1 && event.numberOfStalls == stallCount)
            #expect((0..<3).contains(try #require(event.startupTime)))
            #expect(await player.errorLog(of: entry).isEmpty)
            await player.close()
        }

        @Test("a file has no requests, and a queue that is replaced no log")
        func file() async throws {
            let (player, _) = await play(Sweep.item("1.flac"))
            let entry = try #require(await player.queue.entries.first).id
            #expect(await player.accessLog(of: entry).isEmpty)
            let server = MusicServer([], .missing)
            defer { server.stop() }
            await player.setQueue(with: [PlayerItem(.url(server.address("a")))])
            await player.play()
            let second = try #require(await player.queue.entries.first).id
            try await eventually("it failed") { await !player.errorLog(of: second).isEmpty }
            #expect(await player.accessLog(of: second).map(\.startupTime) == [nil])
            await player.setQueue(with: [Sweep.item("1.flac")])
            #expect(await player.errorLog(of: second).isEmpty)
            await player.close()
        }

        @Test(
            "a failure is logged with its domain, its number and the reason",
            arguments: [
                ("http", .http, 404), ("/nowhere/a.flac", .posix, Int(ENOENT)),
                ("broken/broken.mp4", .ffmpeg, -1_094_995_529),
            ] as [(String, PlayerItemError.Domain, Int)])
        func errors(source: String, domain: PlayerItemError.Domain, code: Int) async throws {
            let server = MusicServer([], .missing)
            defer { server.stop() }
            let item =
                switch source {
                case "http": PlayerItem(.url(server.address("a.mp3")))
                case let path where path.hasPrefix("/"): PlayerItem(.file(MediaPath(path)))
                default: PlayerItem(.file(MediaPath(Fixtures.url(of: source).path)))
                }
            let (player, _) = await play(item)
            let entry = try #require(await player.queue.entries.first).id
            guard case .failed(let error) = await player.status(of: entry) else {
                Issue.record("it did not fail")
                return
            }
            let log = await player.errorLog(of: entry)
            #expect(log.map(\.errorDomain) == [domain])
            #expect(log.map(\.errorStatusCode) == [code])
            #expect(log.map(\.uri) == [error.subject])
            #expect(log.map(\.errorComment) == [error.reason])
            await player.close()
        }

        @Test("what is live runs on while a station is paused, and nothing else has a live edge")
        func liveEdge() async throws {
            let content = try Fixtures.bytes(of: "sweep/long.mp3")
            let radio = MusicServer(content, .station(titles: ["A"], change: 0))
            let server = MusicServer(content, .good)
            defer { [radio, server].forEach { $0.stop() } }
            let player = QueuePlayer(to: .null(speed: 1))
            #expect(await player.liveEdge == nil)
            await player.setQueue(with: [PlayerItem(.url(radio.address("radio")))])
            await player.play()
            // It sends much more at once than is played.
            try await eventually("much has come") {
                await player.timeOffsetFromLive.map { $0 > 10 } ?? false
            }
            await player.pause()
            let loaded = try #require(await player.loadedTimeRanges.last?.upperBound)
            let (edge, first) = (try #require(await player.liveEdge), ContinuousClock.now)
            #expect(edge >= loaded)
            let offset = try #require(await player.timeOffsetFromLive)
            try await eventually("it is a second further behind") {
                await player.timeOffsetFromLive.map { $0 > offset + 1 } ?? false
            }
            let later = try #require(await player.liveEdge)
            let passed = first.duration(to: .now) / .seconds(1)
            #expect(later - edge <= passed + 20)
            for source in [.url(server.address("a.mp3")), Sweep.item("long.ogg").source]
                as [PlayerItem.Source]
            {
                await player.setQueue(with: [PlayerItem(source)])
                await player.play()
                try await eventually("it plays") { await player.timeControlStatus == .playing }
                #expect(await player.liveEdge == nil)
                #expect(await player.timeOffsetFromLive == nil)
            }
            await player.close()
        }
    }
}

import AudioDevices
import Fixtures
import MediaModel
import Playback
import TestSupport
import Testing

extension ByTheClock {
    /// Outages of servers, with less patience than users are given.
    @Suite("A player whose server goes away", .timeLimit(.minutes(10)))
    struct OutageTests {
        /// A server, and what is to come of it.
        struct Row: Sendable, CustomTestStringConvertible {
            var kind: MusicServer.Kind
            /// How many calls it does not answer: none, a blip that FFmpeg gets over by itself, more, for ever.
            var calls: Int
            var isPlayed: Bool
            var testDescription: String { "\(kind), \(calls) calls" }
        }

        static let rows = [
            Row(kind: .file, calls: 0, isPlayed: true),
            Row(kind: .file, calls: 1, isPlayed: true),
            Row(kind: .fileWithoutRanges, calls: 0, isPlayed: true),
            Row(kind: .fileWithoutRanges, calls: 1, isPlayed: true),
            Row(kind: .fileWithoutRanges, calls: 9, isPlayed: true),
            Row(kind: .fileWithoutRanges, calls: .max - 1, isPlayed: false),
        ]

        @Test("waits it out where it comes back in time", arguments: rows)
        func outage(_ row: Row) async throws {
            let content = try Fixtures.bytes(of: "sweep/long.mp3")
            let server = MusicServer(
                content, .away(row.kind, after: content.count / 2, calls: row.calls))
            defer { server.stop() }
            let player = QueuePlayer(
                speed: 50, controlledBy: NullOutput.Control(),
                patience: OutagePatience(limit: 5, firstPause: 0.02, longestPause: 0.1))
            let events = await player.events()
            await player.setQueue(with: [PlayerItem(.url(server.address("long.mp3")))])
            await player.play()
            var (failures, losses, returns) = (0, 0, 0)
            for await event in events {
                switch event {
                case .itemStatusDidChange(_, .failed): failures += 1
                case .connectionLost: losses += 1
                case .connectionRestored: returns += 1
                default: break
                }
                if event == .queueDidEnd { break }
            }
            await player.close()
            #expect(failures == (row.isPlayed ? 0 : 1))
            if row.kind == .fileWithoutRanges, row.calls > 0 {
                #expect((losses, returns) == (1, row.isPlayed ? 1 : 0))
            }
            if row.isPlayed { #expect(server.requestCount >= row.calls + 2) }
        }
    }
}

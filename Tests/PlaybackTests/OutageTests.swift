import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport
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
            Row(kind: .file, calls: .max - 1, isPlayed: false),
            Row(kind: .fileWithoutRanges, calls: 0, isPlayed: true),
            Row(kind: .fileWithoutRanges, calls: 1, isPlayed: true),
            Row(kind: .fileWithoutRanges, calls: 9, isPlayed: true),
            Row(kind: .fileWithoutRanges, calls: .max - 1, isPlayed: false),
        ]

        @Test("waits it out where it comes back in time", arguments: rows)
        func outage(_ row: Row) async throws {
            // So long that nothing is missing when it is opened.
            let song = try Fixtures.bytes(of: "sweep/long.mp3")
            let content = (0..<8).flatMap { _ in song }
            let server = MusicServer(
                content, .away(row.kind, after: content.count / 2, calls: row.calls))
            let ends = try await Self.ends(of: server, "long.mp3")
            #expect(ends.failures == (row.isPlayed ? 0 : 1), "\(ends)")
            if row.kind == .fileWithoutRanges, row.calls > 0 {
                #expect((ends.losses, ends.returns) == (1, row.isPlayed ? 1 : 0))
            }
            if row.isPlayed { #expect(server.requestCount >= row.calls + 2) }
        }

        /// How many connections are refused in the middle of a list of parts, and whether it comes back.
        static let lists = [(0, true), (1, true), (4, true), (.max, false)]

        @Test("waits it out in the middle of a list of parts", arguments: lists)
        func list(calls: Int, isPlayed: Bool) async throws {
            let stream = try output(of: [
                "ffmpeg", "-v", "error", "-i", Fixtures.url(of: "sweep/long.mp3").path, "-c",
                "copy", "-f", "mpegts", "-",
            ])
            let server = MusicServer(Array(stream), .awayInParts(calls: calls, seconds: 6))
            let ends = try await Self.ends(of: server, "list.m3u8")
            #expect(ends.failures == (isPlayed ? 0 : 1), "\(ends)")
            if !isPlayed { #expect(ends.losses > 0) }
            // The list and four parts.
            if isPlayed { #expect(server.requestCount >= 5 + calls) }
        }

        /// Lists of 12 seconds of which no part is missing: one whose times begin anew in the middle, and one whose sound ends
        /// before its picture.
        static let wholeLists = [
            ["-c", "copy"],
            [
                "-f", "lavfi", "-i", "testsrc2=duration=12:size=64x48:rate=10", "-map", "0:a",
                "-map",
                "1:v", "-c:a", "copy", "-c:v", "mpeg2video",
            ],
        ]

        @Test("is none at the end of a list of parts", arguments: wholeLists)
        func wholeList(options: [String]) async throws {
            let stream = try output(
                of: ["ffmpeg", "-v", "error", "-i", Fixtures.url(of: "sweep/long.mp3").path]
                    + options
                    + ["-f", "mpegts", "-"])
            let content = Array(options.count == 2 ? stream + stream : stream)
            let server = MusicServer(content, .awayInParts(calls: 0, seconds: 12))
            let ends = try await Self.ends(of: server, "list.m3u8")
            #expect((ends.failures, ends.losses) == (0, 0), "\(ends)")
        }

        @Test("waits it out for a station, which plays on live", arguments: [0, 1, 9])
        func station(calls: Int) async throws {
            let content = try Fixtures.bytes(of: "sweep/long.mp3")
            let server = MusicServer(
                content, .away(.radio, after: content.count / 2, calls: calls))
            defer { server.stop() }
            let player = Self.player()
            await player.setQueue(with: [PlayerItem(.url(server.address("radio")))])
            await player.play()
            // Three seconds come before the outage.
            try await eventually(within: .seconds(60), "it is heard after it") {
                await player.currentPlaybackTime > 5
            }
            #expect(server.requestCount >= calls + 2)
            await player.close()
        }

        @Test("gives a station up that stays away") func lostStation() async throws {
            let content = try Fixtures.bytes(of: "sweep/long.mp3")
            let server = MusicServer(
                content, .away(.radio, after: content.count / 2, calls: .max - 1))
            let ends = try await Self.ends(of: server, "radio")
            #expect(ends.failures == 1)
        }

        private static func player() -> QueuePlayer {
            QueuePlayer(
                speed: 50, controlledBy: NullOutput.Control(),
                patience: OutagePatience(limit: 5, firstPause: 0.02, longestPause: 0.1))
        }

        /// Plays something of a server to its end.
        private static func ends(
            of server: MusicServer, _ name: String
        ) async throws -> (failures: Int, losses: Int, returns: Int, reason: String?) {
            defer { server.stop() }
            let player = Self.player()
            let events = await player.events()
            await player.setQueue(with: [PlayerItem(.url(server.address(name)))])
            await player.play()
            var ends: (failures: Int, losses: Int, returns: Int, reason: String?) = (0, 0, 0, nil)
            for await event in events {
                switch event {
                case .itemStatusDidChange(_, .failed(let error)):
                    ends.failures += 1
                    ends.reason = error.description
                case .connectionLost: ends.losses += 1
                case .connectionRestored: ends.returns += 1
                default: break
                }
                if event == .queueDidEnd { break }
            }
            await player.close()
            return ends
        }
    }
}

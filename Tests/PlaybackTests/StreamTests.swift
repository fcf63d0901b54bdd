import Fixtures
import Foundation
import MediaModel
import Playback
import TestSupport
import Testing

@Suite("A player of what servers send", .timeLimit(.minutes(3)))
struct StreamTests {
    private static func content() throws -> [UInt8] { try Fixtures.bytes(of: "sweep/long.mp3") }

    /// Plays an address to its end, and tells what happened.
    private func events(
        of server: MusicServer, _ name: String = "long.mp3", speed: Double = .infinity,
        until last: PlayerEvent = .playbackStateDidChange(.stopped)
    ) async throws -> [PlayerEvent] {
        defer { server.stop() }
        let player = QueuePlayer(to: .null(speed: speed))
        let events = await player.events()
        await player.setQueue(with: [PlayerItem(.url(server.address(name)))])
        await player.play()
        var told: [PlayerEvent] = []
        for await event in events {
            told.append(event)
            if event == last { break }
        }
        await player.close()
        return told
    }

    @Test("plays a file of a server to its end")
    func good() async throws {
        let told = try await events(of: MusicServer(try Self.content(), .good))
        #expect(told.contains { if case .itemDidPlayToEnd = $0 { true } else { false } })
        #expect(!told.contains(.playbackStalled))
    }

    @Test("goes on where a connection broke off")
    func breakingOff() async throws {
        let server = MusicServer(try Self.content(), .breakingOff(after: 9000))
        let told = try await events(of: server)
        #expect(told.contains { if case .itemDidPlayToEnd = $0 { true } else { false } })
    }

    @Test("waits where a server stalls, says so, and goes on by itself")
    func stalling() async throws {
        let server = MusicServer(try Self.content(), .stalling(after: 12_000, seconds: 4))
        let told = try await events(of: server, speed: 2)
        let stall = try #require(told.firstIndex(of: .playbackStalled))
        let resumption = try #require(told.firstIndex(of: .playbackLikelyToKeepUp))
        #expect(stall < resumption)
        #expect(told.contains { if case .itemDidPlayToEnd = $0 { true } else { false } })
    }

    @Test("says that there is no such file")
    func missing() async throws {
        let told = try await events(of: MusicServer([], .missing))
        #expect(failures(told).map { $0.contains("404") } == [true])
    }

    @Test("gives up a server that says nothing for fifteen seconds, with the reason")
    func silent() async throws {
        let start = ContinuousClock.now
        let told = try await events(of: MusicServer([], .silent))
        #expect(failures(told).map { $0.contains("timed out") } == [true])
        #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test("tells what a radio station says it plays")
    func radio() async throws {
        let content = try Self.content()
        // A station has no end: where its connection breaks off, it is called again.
        let title = PlayerEvent.streamTitleDidChange("Hyperballad")
        let told = try await events(
            of: MusicServer(content, .radio(title: "Hyperballad")), "station", until: title)
        #expect(told.last == title)
    }

    private func failures(_ events: [PlayerEvent]) -> [String] {
        events.compactMap {
            if case .itemStatusDidChange(_, .failed(let error)) = $0 { error.reason } else { nil }
        }
    }
}

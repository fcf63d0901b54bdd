import Foundation
import PhonolithSound
import PhonolithTestSupport
import Testing

@Suite("Other players on the bus", .timeLimit(.minutes(10)), .needsInstallation)
struct OthersTests {
    private let bus: BusServer

    init() throws { bus = try BusServer() }

    /// A session without a sound server, of another program than the players.
    private func session(ownProcess: Int = 0) -> AudioSession {
        AudioSession(
            on: SoundServer(address: "unix:/nowhere/pulse"), bus: .at(bus.address),
            ownProcess: ownProcess)
    }

    private func begin(
        _ session: AudioSession, _ category: AudioSession.Category = .playback,
        _ options: AudioSession.Options = []
    ) async throws -> [String] {
        try await session.setCategory(category, options: options)
        return try await session.setActive(true).map(\.description)
    }

    @Test("that play are paused at activation, and play on at deactivation")
    func pausing() async throws {
        let playing = try FakePlayer("a", on: bus)
        let paused = try FakePlayer("b", on: bus, .init(status: "Paused"))
        let stopped = try FakePlayer("c", on: bus, .init(status: "Stopped"))
        let session = session()
        #expect(try await begin(session) == [])
        #expect(playing.facts.status == "Paused")
        try await session.setActive(false)
        #expect(playing.facts == .init(status: "Playing", calls: ["Pause", "Play"]))
        #expect(paused.facts == .init(status: "Paused"))
        #expect(stopped.facts == .init(status: "Stopped"))
    }

    @Test("are paused anew when the session is active again")
    func again() async throws {
        let player = try FakePlayer("a", on: bus)
        let session = session()
        for _ in 0..<2 {
            _ = try await begin(session)
            try await session.setActive(false)
        }
        #expect(player.facts.calls == ["Pause", "Play", "Pause", "Play"])
    }

    /// Actions of users meanwhile.
    enum Touch: String, CaseIterable {
        case play, playAndPause, stop, otherTrack, leave
    }

    @Test("that somebody has touched since are left alone", arguments: Touch.allCases)
    func touched(touch: Touch) async throws {
        let player = try FakePlayer("a", on: bus)
        let other = try FakePlayer("b", on: bus)
        let session = session()
        _ = try await begin(session)
        switch touch {
        case .play: player.touch { $0.status = "Playing" }
        case .playAndPause:
            player.touch { $0.status = "Playing" }
            player.touch { $0.status = "Paused" }
        case .stop: player.touch { $0.status = "Stopped" }
        case .otherTrack: player.touch { $0.track = "/track/2" }
        case .leave: player.leave()
        }
        try await session.setActive(false)
        #expect(player.facts.calls == ["Pause"])
        #expect(other.facts.calls == ["Pause", "Play"])
    }

    @Test(
        "play on if the category mixes",
        arguments: [
            (.ambient, []), (.playback, .mixWithOthers), (.playAndRecord, .mixWithOthers),
        ] as [(AudioSession.Category, AudioSession.Options)])
    func mixing(category: AudioSession.Category, options: AudioSession.Options) async throws {
        let player = try FakePlayer("a", on: bus)
        let session = session()
        #expect(try await begin(session, category, options) == [])
        try await session.setActive(false)
        #expect(player.facts == .init())
    }

    @Test("stay paused if they are not to be notified")
    func silentEnd() async throws {
        let player = try FakePlayer("a", on: bus)
        let session = session()
        _ = try await begin(session)
        try await session.setActive(false, notifyingOthers: false)
        #expect(player.facts == .init(status: "Paused", calls: ["Pause"]))
    }

    @Test("go on as soon as the category mixes")
    func changing() async throws {
        let player = try FakePlayer("a", on: bus)
        let session = session()
        _ = try await begin(session)
        try await session.setCategory(.playback, options: .mixWithOthers)
        #expect(player.facts.calls == ["Pause", "Play"])
        try await session.setCategory(.soloAmbient)
        #expect(player.facts.calls == ["Pause", "Play", "Pause"])
    }

    @Test("of speech alone are paused where that is asked for and can be known")
    func speech() async throws {
        let podcast = try FakePlayer("a", on: bus, .init(genres: ["Podcast"]))
        let music = try FakePlayer("b", on: bus, .init(genres: ["Jazz"]))
        let unknown = try FakePlayer("c", on: bus)
        let session = session()
        #expect(
            try await begin(session, .playback, .interruptSpokenAudioAndMixWithOthers) == [
                "c plays on: it does not say whether it plays speech"
            ])
        try await session.setActive(false)
        #expect(podcast.facts.calls == ["Pause", "Play"])
        #expect(music.facts.calls == [])
        #expect(unknown.facts.calls == [])
    }

    @Test("that cannot be paused, or do not obey, are reported")
    func disobedience() async throws {
        let fixed = try FakePlayer("a", on: bus, .init(canPause: false))
        let deaf = try FakePlayer("b", on: bus, .init(obeys: false))
        let session = session()
        #expect(
            try await begin(session) == [
                "a plays on: it cannot be paused",
                "b plays on: it was asked to pause, and has not",
            ])
        try await session.setActive(false)
        #expect(fixed.facts.calls == [])
        #expect(deaf.facts.calls == ["Pause"])
    }

    @Test("are those of other programs; proxies of players are none")
    func own() async throws {
        let own = try FakePlayer("a", on: bus)
        let proxy = try FakePlayer("playerctld", on: bus)
        let session = session(ownProcess: Int(getpid()))
        #expect(try await begin(session) == [])
        #expect(own.facts == .init())
        let other = self.session()
        #expect(try await begin(other) == [])
        #expect(own.facts.status == "Paused")
        #expect(proxy.facts == .init())
        try await other.setActive(false)
    }

    @Test("that begin to play, or end, are reported while the session is active")
    func hint() async throws {
        let player = try FakePlayer("a", on: bus, .init(status: "Paused"))
        let session = session()
        let notifications = await session.events()
        #expect(await !session.secondaryAudioShouldBeSilencedHint)
        _ = try await begin(session, .ambient)
        var iterator = notifications.makeAsyncIterator()
        player.touch { $0.status = "Playing" }
        #expect(await iterator.next() == .silenceSecondaryAudioBegan)
        #expect(await session.secondaryAudioShouldBeSilencedHint)
        player.touch { $0.status = "Paused" }
        #expect(await iterator.next() == .silenceSecondaryAudioEnded)
        let late = try FakePlayer("late", on: bus)
        #expect(await iterator.next() == .silenceSecondaryAudioBegan)
        late.leave()
        #expect(await iterator.next() == .silenceSecondaryAudioEnded)
        try await session.setActive(false)
    }

    @Test("cannot be paused without a bus, which is said")
    func noBus() async throws {
        let server = SoundServer(address: "unix:/nowhere/pulse")
        let session = AudioSession(on: server, bus: .at("unix:path=/nowhere/bus"))
        #expect(
            try await begin(session) == ["there is no session bus: other players play on"])
        let silent = AudioSession(on: server, bus: .none)
        #expect(try await begin(silent) == [])
    }

    @Test("are left alone by options that are not for the category")
    func refusal() async throws {
        let player = try FakePlayer("a", on: bus)
        let session = session()
        await #expect(throws: AudioSessionError.self) {
            try await session.setCategory(.record, options: .mixWithOthers)
        }
        #expect(await session.category == .soloAmbient)
        #expect(player.facts == .init())
    }
}

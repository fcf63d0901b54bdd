import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Synchronization
import Testing

extension ByTheClock {
    /// Thousands of commands by chance, from several sides at once, against ``PlayerModel``.
    @Suite("A player that is asked for anything", .serialized, .timeLimit(.minutes(20)))
    struct PlayerModelTests {
        /// Where a mixer moves streams.
        private static let moves = ["mixer", "headphones"]

        private static let long = ["ogg", "mp3", "m4a", "opus"].map { Sweep.item("long.\($0)") }

        /// Compares a player with its model; only used on the player's actor.
        private final class Referee: @unchecked Sendable {
            // Sendable by proof: touched by functions of the player's actor alone.
            var model = PlayerModel()
            let seed: UInt64
            var log: [String] = []

            init(seed: UInt64) { self.seed = seed }

            func perform(_ request: PlayerRequest, on player: isolated QueuePlayer) {
                let before = player.snapshot
                log.append("\(request)")
                // The sound server's actions come in between: it pauses, and ends a pause of its own making;
                // playback that is begun while it is away stops.
                if before.playbackState != model.state {
                    #expect(model.state != .stopped, "\(words)")
                    model.state = before.playbackState
                }
                let isServers = model.adopt(
                    devices: player.outputDevices, moves: PlayerModelTests.moves)
                #expect(isServers, "\(player.outputDevices); \(words)")
                player.perform(request)
                let after = player.snapshot
                model.perform(
                    request, on: before, shuffled: after.queue.entries.map(\.id.rawValue))
                let actual = PlayerModel(of: player)
                guard model != actual else { return check(request, before, after) }
                Issue.record("\(actual) is not \(model); \(words)")
                model = actual
            }

            /// Where playing is, is known at once.
            private func check(
                _ request: PlayerRequest, _ before: PlayerSnapshot, _ after: PlayerSnapshot
            ) {
                switch request {
                case .beginning where before.canSeek: #expect(after.time < 1, "\(words)")
                case .command(.stop): #expect(after.time == 0, "\(words)")
                case .command(.setPosition(let time, let entry))
                where before.canSeek && before.queue.current?.id == entry:
                    #expect(after.time >= time && after.time < time + 1, "\(words)")
                default: break
                }
            }

            private var words: String { "seed \(seed): \(log.suffix(12).joined(separator: ", "))" }
        }

        private static func request(
            _ items: [PlayerItem], _ ids: Range<Int>, using generator: inout SeededGenerator
        ) -> PlayerRequest {
            func id() -> PlayQueue.Entry.ID { .init(rawValue: .random(in: ids, using: &generator)) }
            func some() -> [PlayerItem] {
                (0..<Int.random(in: 0...3, using: &generator)).compactMap { _ in
                    items.randomElement(using: &generator)
                }
            }
            switch Int.random(in: 0..<46, using: &generator) {
            case 0..<5: return .command(.play)
            case 5..<9: return .command(.pause)
            case 9..<12: return .command(.togglePlayPause)
            case 12, 13: return .command(.stop)
            case 14..<17: return .command(.next)
            case 17, 18: return .command(.previous)
            case 19: return .beginning
            case 20..<23:
                let changes = [1.0, -1, 1000, -1000, 0]
                return .command(.seek(by: changes.randomElement(using: &generator) ?? 0))
            case 23..<27:
                return .command(.setPosition(.random(in: 0...5, using: &generator), entry: id()))
            case 27: return .command(.setVolume(.random(in: -0.5...1.5, using: &generator)))
            case 28: return .command(.changeVolume(by: .random(in: -0.5...0.5, using: &generator)))
            case 29: return .command(.setRate(.random(in: 0.2...2.5, using: &generator)))
            case 30: return .command(.nextRepeatMode)
            case 31: return .command(.setRepeat(.none))
            case 32: return .command(.nextShuffleMode)
            case 33: return .command(.setShuffle(.off))
            case 34: return .command(.open(some()))
            case 35, 36: return .insert(some(), after: id(), makesCurrent: false)
            case 37: return .insert(some(), after: nil, makesCurrent: true)
            case 38: return .remove(id())
            case 39: return .goTo(id())
            default: return setting(using: &generator)
            }
        }

        private static func setting(using generator: inout SeededGenerator) -> PlayerRequest {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1:
                let count = Int.random(in: 0...2, using: &generator)
                return .devices(
                    Array(["kitchen", "attic"].shuffled(using: &generator).prefix(count)))
            case 2:
                return .effects(AudioEffects.random(using: &generator))
            case 3: return .pan(.random(in: -2...2, using: &generator))
            case 4: return .crossfade(.random(in: -1...40, using: &generator))
            default:
                guard Bool.random(using: &generator) else {
                    return .loops(.random(in: -1...2, using: &generator))
                }
                return .actionAtItemEnd(
                    ActionAtItemEnd.allCases.randomElement(using: &generator) ?? .advance)
            }
        }

        /// Disturbs a player as a sound server does.
        private static func disturb(
            _ control: NullOutput.Control, using generator: inout SeededGenerator
        ) {
            switch Int.random(in: 0..<10, using: &generator) {
            case 7: control.report(.wishesChanged)
            case 8: control.report(.streamLost)
            case 9: control.report(.deviceChanged(moves.randomElement(using: &generator) ?? ""))
            case 0: control.report(.interruptionBegan)
            case 1: control.report(.interruptionEnded)
            case 2: control.report(.deviceLost)
            case 3: control.leave()
            case 4: control.comeBack()
            case 5: control.isStalled = true
            default: control.isStalled = false
            }
        }

        /// Waits for something; where it does not come to an end within two minutes, something hangs.
        private func within(_ what: String, _ body: @escaping @Sendable () async -> Void) async
            -> Bool
        {
            await withCheckedContinuation { continuation in
                let isDecided = Flag()
                Task {
                    await body()
                    if isDecided.raise() { continuation.resume(returning: true) }
                }
                Thread.detachNewThread {
                    for _ in 0..<1200 where !isDecided.isRaised { usleep(100_000) }
                    guard isDecided.raise() else { return }
                    Issue.record("\(what) did not end")
                    continuation.resume(returning: false)
                }
            }
        }

        @Test(
            "is what its model is after each command: queue, entry, state, modes, and time",
            arguments: (1...40).map(UInt64.init))
        func exact(seed: UInt64) async throws {
            let control = NullOutput.Control()
            let player = QueuePlayer(speed: 0.001, controlledBy: control)
            let referee = Referee(seed: seed)
            await referee.perform(.command(.open(Self.long)), on: player)
            let ended = await within("seed \(seed)") {
                await withTaskGroup(of: Void.self) { group in
                    // Keys, the bus, and a program.
                    for source in 0..<3 {
                        group.addTask {
                            var generator = SeededGenerator(seed: seed &* 3 &+ UInt64(source))
                            for _ in 0..<40 {
                                let ids = await player.queue.entries.map(\.id.rawValue)
                                let last = ids.max() ?? 1
                                let request = Self.request(
                                    Self.long, max(1, last - 6)..<last + 2, using: &generator)
                                await referee.perform(request, on: player)
                                if source == 0, Bool.random(using: &generator) {
                                    Self.disturb(control, using: &generator)
                                }
                            }
                        }
                    }
                }
            }
            if ended { await player.close() }
        }

        @Test(
            "never hangs, and plays in the end, whatever its items and its output do",
            arguments: (1...16).map(UInt64.init))
        func robust(seed: UInt64) async throws {
            let control = NullOutput.Control()
            let player = QueuePlayer(
                speed: seed % 2 == 0 ? .infinity : 200, controlledBy: control)
            let bytes = try Fixtures.bytes(of: "sweep/long.mp3")
            let behaviours: [MusicServer.Behaviour] = [
                .good, .silent, .stalling(after: 9000, seconds: 1), .breakingOff(after: 9000),
                .missing,
                .withoutRanges, .withoutLength, .station(titles: ["a", "b"], change: 30_000),
            ]
            let servers = behaviours.map { MusicServer(bytes, $0) }
            defer { servers.forEach { $0.stop() } }
            let items =
                servers.map { PlayerItem(.url($0.address("a.mp3"))) } + Self.long
                + Sweep.items("flac") + [PlayerItem(.file("/nowhere/a")), Sweep.item("1.opus")]
            let ended = await within("seed \(seed)") {
                await player.perform(.command(.open(items)))
                await withTaskGroup(of: Void.self) { group in
                    for source in 0..<3 {
                        group.addTask {
                            var generator = SeededGenerator(seed: seed &* 7 &+ UInt64(source))
                            for _ in 0..<40 {
                                let last = await player.queue.entries.map(\.id.rawValue).max() ?? 1
                                await player.perform(
                                    Self.request(
                                        items, max(1, last - 20)..<last + 2, using: &generator)
                                )
                                Self.disturb(control, using: &generator)
                                if Int.random(in: 0..<4, using: &generator) == 0 {
                                    try? await Task.sleep(for: .milliseconds(5))
                                }
                            }
                        }
                    }
                }
                control.isStalled = false
                control.comeBack()
                await player.setRepeatMode(.all)
                await player.setActionAtItemEnd(.advance)
                // An earlier loss may be reported a moment later: play is pressed again then.
                await player.perform(.command(.open(Self.long)))
                var heard: Set<Int> = []
                while heard.count < 3 {
                    await player.perform(.command(.play))
                    if await player.currentPlaybackTime > 0 {
                        heard.insert(await player.queue.currentIndex ?? -1)
                        await player.perform(.command(.next))
                    }
                    try? await Task.sleep(for: .milliseconds(5))
                }
                await player.close()
            }
            guard !ended else { return }
            // Where it hangs: in the player itself, or in what it waits for.
            _ = await within("the question how the player of seed \(seed) is") {
                let place = await player.queue.currentIndex ?? -1
                let (state, time) = await (player.playbackState, player.currentPlaybackTime)
                Issue.record("\(state) at \(time) s of entry \(place)")
            }
        }
    }
}

/// Something that happens once.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isRaised: Bool { value.load(ordering: .acquiring) }

    /// - Returns: Whether it was not raised before.
    func raise() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}

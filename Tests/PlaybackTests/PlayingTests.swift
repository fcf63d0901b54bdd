import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Plays a queue to its end into a WAV file, as fast as it goes.
func recording(
    _ items: [PlayerItem], preparing prepare: (QueuePlayer) async throws -> Void = { _ in }
) async throws -> (rate: Int, channels: Int, samples: [Float]) {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("out.wav")
    let player = QueuePlayer(to: .wave(MediaPath(file.path)))
    let events = await player.events()
    await player.setQueue(with: items)
    try await prepare(player)
    await player.play()
    for await event in events where event == .playbackStateDidChange(.stopped) { break }
    await player.close()
    return try samples(ofWave: file)
}

@Suite("A player", .timeLimit(.minutes(20)))
struct PlayingTests {
    @Test("replaces a file when all has been played, and not before", arguments: [true, false])
    func replacing(isWhole: Bool) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("out.wav")
        try Data("mine".utf8).write(to: file)
        let player = QueuePlayer(to: .wave(MediaPath(file.path)))
        let events = await player.events()
        let song = MediaPath(Fixtures.url(of: "sweep/long.mp3").path)
        // So long that it is not over before the user ends it.
        await player.setQueue(
            with: Array(repeating: PlayerItem(.file(song)), count: isWhole ? 1 : 999))
        await player.play()
        if isWhole {
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
        } else {
            try await eventually("some of it is written") {
                await player.currentPlaybackTime > 1
            }
        }
        await player.close()
        try await eventually("only the file is left") {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["out.wav"]
        }
        #expect(try (Data(contentsOf: file) == Data("mine".utf8)) != isWhole)
    }

    @Test("plays a whole that was cut into three as the whole, sample for sample")
    func gapless() async throws {
        let parts = try await recording(Sweep.items("flac"))
        #expect(parts.rate == 44_100)
        #expect(parts.channels == 1)
        #expect(parts.samples == Sweep.samples())
    }

    @Test(
        "plays the parts of any format without a gap, in their exact length",
        arguments: GaplessTests.formats)
    func gapless(_ format: String) async throws {
        let parts = try await recording(Sweep.items(format))
        #expect(parts.samples.count == Sweep.count)
        let original = Sweep.samples(rate: Sweep.rate(format))
        #expect(Sweep.correlation(parts.samples, original) > 0.98)
    }

    @Test("plays a hundred items without a sample too many or too few")
    func hundred() async throws {
        let items = (0..<100).map { Sweep.items("flac")[$0 % 3] }
        let played = try await recording(items)
        let parts = [0..<9001, 9001..<16_778, 16_778..<26_452].map { Sweep.samples($0) }
        let expected = (0..<100).flatMap { parts[$0 % 3] }
        #expect(played.samples.count == expected.count)
        // A difference of so many samples takes minutes to describe.
        let isWhole = played.samples == expected
        #expect(isWhole)
    }

    @Test("plays an item as many times more as it is told to, without a gap", arguments: [0, 2])
    func loops(_ count: Int) async throws {
        let played = try await recording([Sweep.item("1.flac")]) {
            await $0.setNumberOfLoops(count)
        }
        let once = Sweep.samples(0..<9001)
        #expect(played.samples == Array(repeating: once, count: count + 1).flatMap { $0 })
    }

    @Test("plays items of other forms in that of the first, without a gap")
    func unlike() async throws {
        let items = [Sweep.item("1.flac"), Sweep.item("2.opus"), Sweep.item("3.mp3")]
        let played = try await recording(items)
        let expected = 9001 + Int((7777.0 * 44_100 / 48_000).rounded()) + 9674
        #expect(abs(played.samples.count - expected) <= 2)
        let quiet = played.samples.indices.dropLast(64).filter { index in
            played.samples[index..<index + 64].allSatisfy { abs($0) < 0.001 }
        }
        #expect(quiet.isEmpty)
    }

    @Test("passes over what it cannot play, and says so")
    func failing() async throws {
        let folder = try TemporaryFolder()
        let broken = folder.url.appendingPathComponent("broken.flac")
        try Data("no music".utf8).write(to: broken)
        let gone = PlayerItem(.file("/nowhere/gone.flac"))
        let bad = PlayerItem(.file(MediaPath(broken.path)))
        let items = [gone, Sweep.item("1.flac"), bad, Sweep.item("2.flac"), gone]
        let failures = Mailbox<String>()
        let played = try await recording(items) { player in
            let events = await player.events()
            Task {
                for await case .itemStatusDidChange(_, .failed(let error)) in events {
                    failures.add(error.subject)
                }
            }
        }
        #expect(played.samples.count == 16_778)
        let isWhole = played.samples == Sweep.samples(0..<16_778)
        #expect(isWhole)
        // The listener may be behind the recording.
        try await eventually("all failures are reported") { failures.all.count >= 3 }
        #expect(failures.all == ["/nowhere/gone.flac", broken.path, "/nowhere/gone.flac"])
    }

    @Test("stops where nothing can be played, and stays at its place")
    func nothing() async throws {
        let player = QueuePlayer(to: .null(speed: .infinity))
        let events = await player.events()
        await player.setQueue(with: [
            PlayerItem(.file("/nowhere/a")), PlayerItem(.file("/nowhere/b")),
        ])
        await player.setRepeatMode(.all)
        await player.play()
        for await event in events where event == .playbackStateDidChange(.stopped) { break }
        #expect(await player.indexOfNowPlayingItem == 0)
        await player.close()
    }

    @Test("repeats an item as often as it is told, and goes on")
    func loops() async throws {
        let played = try await recording([Sweep.item("1.flac"), Sweep.item("2.flac")]) {
            await $0.setNumberOfLoops(1)
        }
        let (first, second) = (Sweep.samples(0..<9001), Sweep.samples(9001..<16_778))
        #expect(played.samples == first + first + second + second)
    }

    @Test("tells what happens, in its order")
    func events() async throws {
        let player = QueuePlayer(to: .null(speed: .infinity))
        let events = await player.events()
        await player.setQueue(with: Sweep.items("flac"))
        let ids = await player.queue.entries.map(\.id)
        await player.play()
        var told: [String] = []
        for await event in events {
            switch event {
            case .playbackStateDidChange(let state): told.append(state.rawValue)
            case .nowPlayingItemDidChange(let entry):
                told.append(entry.map { "now \($0.id)" } ?? "now none")
            case .itemDidPlayToEnd(let entry): told.append("end \(entry.id)")
            default: break
            }
            if told.last == "stopped" { break }
        }
        #expect(ids.map(\.rawValue) == [1, 2, 3])
        #expect(
            told == [
                "now 1", "playing", "end 1", "now 2", "end 2", "now 3", "end 3", "now none",
                "stopped",
            ])
        await player.close()
    }

    @Test("gives no entry's number a second time")
    func numbers() async throws {
        let player = QueuePlayer(to: .null(speed: .infinity))
        await player.setQueue(with: Sweep.items("flac"))
        await player.setQueue(with: Sweep.items("mp3"))
        #expect(await player.queue.entries.map(\.id.rawValue) == [4, 5, 6])
        #expect(await player.queue.currentIndex == 0)
        await player.close()
    }

    @Test("plays faster or slower without another pitch", arguments: [0.5, 0.75, 1.5, 2])
    func rate(_ rate: Double) async throws {
        let tone = try await recording([Sweep.item("whole.flac")]) { await $0.setRate(rate) }
        let expected = Double(Sweep.count) / rate
        #expect(abs(Double(tone.samples.count) - expected) < 0.1 * expected)
        // A tone that rises from 200 to 2 000 Hz crosses zero as often a second at any speed, but for the ends: it lasts 0.6 s,
        // and the filter works in pieces of a twentieth of a second.
        let pitch = crossings(Sweep.samples())
        #expect(abs(crossings(tone.samples) - pitch) < 0.1 * pitch)
    }

    private func crossings(_ samples: [Float]) -> Double {
        let count = zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        return Double(count) / Double(samples.count) * 44_100
    }

    @Test("makes items as loud as ReplayGain says, below full scale")
    func replayGain() async throws {
        var quiet = Sweep.item("1.flac")
        quiet.loudness = PlayerItem.Loudness(trackGain: -6.0206, trackPeak: 0.37)
        var loud = Sweep.item("2.flac")
        loud.loudness = PlayerItem.Loudness(trackGain: 20, trackPeak: 0.5)
        let played = try await recording([quiet, loud]) {
            await $0.setReplayGain(ReplayGain(.track))
        }
        let original = Sweep.samples()
        #expect(abs(played.samples[4000] - original[4000] / 2) < 0.001)
        #expect(abs(played.samples[12_000] - original[12_000] * 2) < 0.001)
    }

    @Test("fades one item into the next")
    func crossfade() async throws {
        let played = try await recording(Sweep.items("flac")) { await $0.setCrossfade(0.05) }
        let fade = 2205
        #expect(played.samples.count == Sweep.count - 2 * fade)
        let original = Sweep.samples()
        #expect(Array(played.samples[..<(9001 - fade)]) == Array(original[..<(9001 - fade)]))
        #expect(
            Array(played.samples[9001..<12_000]) == Array(original[(9001 + fade)..<(12_000 + fade)])
        )
    }
}

/// Values that are added by whom and when ever.
final class Mailbox<Value: Sendable>: @unchecked Sendable {
    // Sendable by proof: only touched while the lock is held.
    private let lock = NSLock()
    private var values: [Value] = []

    func add(_ value: Value) { lock.withLock { values.append(value) } }
    var all: [Value] { lock.withLock { values } }
}

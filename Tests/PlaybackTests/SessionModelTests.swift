import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// Devices that come and go, calls, categories and effects by chance, on a sound server, against ``SessionModel``.
    @Suite("A player among devices and other sound", .serialized, .timeLimit(.minutes(20)))
    struct SessionModelTests {
        private static let long = (0..<40).map { _ in Sweep.item("long.ogg") }

        @Test("is what its model is after each step", arguments: (1...5).map(UInt64.init))
        func steps(seed: UInt64) async throws {
            var generator = SeededGenerator(seed: seed)
            let server = try await PulseServer()
            let world = SessionWorld(on: server)
            var (model, log) = (SessionModel(), [String]())
            await world.player.setQueue(with: Self.long)
            await world.player.setRepeatMode(.all)
            try await world.perform(.category(.playback, .default))
            model.perform(.category(.playback, .default))
            for _ in 0..<30 {
                let step = model.randomStep(using: &generator)
                log.append("\(step)")
                let words = "seed \(seed): \(log.suffix(12).joined(separator: ", "))"
                if step == .call {
                    let call = try world.startCall(on: model.place[0])
                    try await world.expect(model.inCall, words)
                    call.terminate()
                    call.waitUntilExit()
                } else {
                    try await world.perform(step)
                    model.perform(step)
                }
                try await world.expect(model, words)
            }
            await world.player.close()
        }
    }
}

/// Requests to a player and its session, and events of the sound server.
private enum SessionStep: Hashable {
    case play, pause, stop
    case choose([String])
    /// A device that has never been there comes.
    case plug(String)
    case unplug(String)
    /// A call begins on the device that plays, and ends.
    case call
    case category(AudioSession.Category, AudioSession.Mode)
    case effects(AudioEffects)
}

/// The expected state of a player among devices, computed in the simplest way.
private struct SessionModel: Equatable {
    var state = PlaybackState.stopped
    var devices: [String] = []
    var effects = AudioEffects()
    var role = ""
    /// The sinks of the server, the default first.
    private var sinks = ["one", "two"]
    private var plugCount = 0

    /// The sinks that are played on: the chosen ones that are there, else the default.
    var place: [String] {
        let present = devices.filter { sinks.contains($0) }
        return present.isEmpty ? ["one"] : present
    }

    /// The same during a call.
    var inCall: SessionModel {
        var model = self
        // The server pauses these alone (module-role-cork).
        if ["music", "video"].contains(role), state == .playing { model.state = .interrupted }
        return model
    }

    private static let purposes: [(AudioSession.Category, AudioSession.Mode)] = [
        (.playback, .default), (.playback, .moviePlayback), (.ambient, .default),
        (.soloAmbient, .default), (.playAndRecord, .default),
    ]

    mutating func randomStep(using generator: inout SeededGenerator) -> SessionStep {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<5: return .play
        case 5: return .pause
        case 6: return .stop
        case 7..<11:
            let count = Int.random(in: 0...2, using: &generator)
            return .choose(Array(sinks.shuffled(using: &generator).prefix(count)))
        case 11, 12:
            plugCount += 1
            return .plug("device\(plugCount)")
        case 13, 14:
            // A chosen device is missed only while it is in use.
            let gone = sinks.dropFirst(2).filter { state != .stopped || !devices.contains($0) }
            return gone.randomElement(using: &generator).map { .unplug($0) } ?? .play
        case 15, 16: return state == .playing && place.count == 1 ? .call : .play
        case 17:
            let purpose = Self.purposes.randomElement(using: &generator) ?? (.playback, .default)
            return .category(purpose.0, purpose.1)
        default: return .effects(.random(using: &generator))
        }
    }

    mutating func perform(_ step: SessionStep) {
        switch step {
        case .play: state = .playing
        case .pause: if state != .stopped { state = .paused }
        case .stop: state = .stopped
        case .choose(let names): devices = names
        case .plug(let name): sinks.append(name)
        case .unplug(let name):
            sinks.removeAll { $0 == name }
            guard devices.contains(name) else { return }
            // Of several, the others play on.
            guard !devices.contains(where: sinks.contains) else { return }
            if state != .stopped { state = .paused }
            devices = devices.count < 2 ? [] : devices
        case .call: break
        case .category(let category, let mode):
            role =
                switch (category, mode) {
                case (_, .moviePlayback): "video"
                case (.ambient, _), (.soloAmbient, _): "game"
                case (.playAndRecord, _): "production"
                default: "music"
                }
        case .effects(let effects): self.effects = effects
        }
    }
}

/// A player and a session on a sound server.
private struct SessionWorld {
    let player: QueuePlayer
    private let session: AudioSession
    private let server: PulseServer

    init(on server: PulseServer) {
        self.server = server
        let sound = SoundServer(address: server.address)
        player = QueuePlayer(on: sound)
        session = AudioSession(on: sound, bus: .none)
    }

    func perform(_ step: SessionStep) async throws {
        switch step {
        case .play: await player.play()
        case .pause: await player.pause()
        case .stop: await player.stop()
        case .choose(let names): await player.setOutputDevices(names)
        case .plug(let name):
            try server.control("load-module", "module-null-sink", "sink_name=\(name)")
        case .unplug(let name):
            let modules = try server.control("list", "short", "modules").split(separator: "\n")
            let line = try #require(
                modules.first { $0.split(separator: "\t").contains("sink_name=\(name)") })
            try server.control("unload-module", String(line.prefix { $0.isNumber }))
        case .call: break
        case .category(let category, let mode):
            try await session.setCategory(category, mode: mode)
        case .effects(let effects): await player.setEffects(effects)
        }
    }

    /// Begins a call on a sink.
    func startCall(on sink: String) throws -> Program {
        try server.start(
            "pacat", ["--property=media.role=phone", "-d", sink, "--raw", "/dev/zero"]
        )
    }

    /// Waits until player and server are what a model is.
    func expect(_ model: SessionModel, _ words: String) async throws {
        var found = ""
        defer { if !found.isEmpty { Issue.record("the player is \(found)") } }
        try await eventually(within: .seconds(60), "\(words): \(model)") {
            let state = await player.playbackState
            found = "\(state) at \(await player.currentPlaybackTime), \(try streams)"
            guard state == model.state, await player.outputDevices == model.devices,
                await player.effects == model.effects
            else { return false }
            guard state == .playing else { return true }
            let time = await player.currentPlaybackTime
            let streams = try streams
            let arePlaces = Set(streams.map(\.sink)) == Set(model.place)
            return await player.currentPlaybackTime > time - 3 && arePlaces
                && streams.allSatisfy { $0.role == model.role }
        }
        found = ""
    }

    /// The streams of the player, with the names of their sinks.
    private var streams: [(sink: String, role: String)] {
        get throws {
            let names = try server.control("list", "short", "sinks").split(separator: "\n")
                .map { $0.split(separator: "\t") }
                .reduce(into: [Substring: String]()) { $0[$1[0]] = String($1[1]) }
            let list = try server.control("list", "sink-inputs")
            return list.components(separatedBy: "Sink Input #").dropFirst().compactMap { text in
                func value(after mark: String) -> Substring? {
                    text.firstRange(of: mark).map { text[$0.upperBound...].prefix { $0 != "\n" } }
                }
                guard let sink = value(after: "\tSink: ").flatMap({ names[$0] }),
                    let role = value(after: "media.role = \"")?.dropLast(), role != "phone"
                else { return nil }
                return (sink, String(role))
            }
        }
    }
}

extension AudioEffects {
    /// Effects by chance.
    static func random(using generator: inout SeededGenerator) -> AudioEffects {
        var effects = AudioEffects()
        let preset = Equalizer.presets.keys.sorted().randomElement(using: &generator)
        effects.equalizer = preset.flatMap { Equalizer.presets[$0] } ?? .flat
        effects.preamplification = .random(in: -6...6, using: &generator)
        effects.isMono = .random(using: &generator)
        effects.hasCrossfeed = .random(using: &generator)
        effects.limitsPeaks = .random(using: &generator)
        return effects
    }
}

import ArgumentParser
import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import PhonolithWorker
import Synchronization

/// Plays the jukebox of the service: obeys orders, one after the other.
struct JukeboxWork: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jukebox-work", abstract: "Play for the service.", shouldDisplay: false)
    @Option(transform: OutputName.init(text:))
    var output = OutputName(destination: .pulse)
    @Option(help: "Id of the user on whose output devices it plays.") var chooser: Int64?
    @Flag(help: "Pause other players on the session bus while it plays.") var interrupts = false
    @OptionGroup var library: LibraryOptions

    private static let memoryLimit: UInt64 = 6 << 30

    func run() throws {
        WorkerSide.begin(memoryLimit: Self.memoryLimit)
        let catalog = try library.open(for: .reading)
        let destination = output.destination
        let usesServer = destination == .pulse
        let chosen = try usesServer ? chosenOutputs(catalog) : OutputDevices.Choice()
        try MainThread.waiting {
            let player = QueuePlayer(to: destination)
            await player.setOutputDevices(chosen.present)
            if interrupts { await Self.pauseOthers(while: player) }
            var jukebox = JukeboxPlayer(
                player: player, catalog: catalog, usesServer: usesServer,
                loss: await OutputLoss(of: player), missingOutputs: chosen.missing)
            for await line in Self.lines() {
                let order = try JSONDecoder().decode(JukeboxOrder.self, from: Data(line))
                WorkerSide.send(Array(try JSONEncoder().encode(try await jukebox.obey(order))))
            }
        }
    }

    /// The devices that the user chose last. Blocks its thread.
    private func chosenOutputs(_ catalog: Catalog) throws -> OutputDevices.Choice {
        guard let chooser, chooser > 0 else { return OutputDevices.Choice() }
        return OutputDevices.Choice(
            try catalog.acting(as: PersistentID(chooser)).queue.chosenOutputs())
    }

    /// Has other players pause while a player plays.
    private static func pauseOthers(while player: QueuePlayer) async {
        let session = CommandSession(.shared, .playback)
        let events = await player.events()
        Task {
            for await case .playbackStateDidChange(let state) in events {
                guard state == .playing else {
                    await session.end()
                    continue
                }
                // During a call, which the service need not know of, it plays all the same.
                try? await session.begin()
            }
        }
    }

    /// Lines as they arrive, read by a thread of their own.
    private static func lines() -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        BlockingThread.start(named: "read-orders") {
            while true { continuation.yield(WorkerSide.nextLine()) }
        }
        return stream
    }
}

/// The player of the jukebox, and what it answers.
private struct JukeboxPlayer {
    let player: QueuePlayer
    let catalog: Catalog
    /// Whether it plays by the sound server, which alone has devices to choose from.
    let usesServer: Bool
    let loss: OutputLoss
    var missingOutputs: [String]

    mutating func obey(_ order: JukeboxOrder) async throws -> JukeboxAnswer {
        switch order {
        case .setOutputs(let words):
            guard usesServer else { return .refusal("the jukebox does not play by a sound server") }
            let devices: [AudioDevice]
            do { devices = try await OutputDevices.all() } catch { return .failure("\(error)") }
            do throws(AudioDeviceError) {
                await player.setOutputDevices(try OutputDevices.names(of: words, among: devices))
            } catch {
                return .refusal(error.description)
            }
            missingOutputs = []
        case .listOutputs:
            guard usesServer else { return .outputs([]) }
            do {
                return .outputs(try await OutputDevices.all().map(JukeboxOutput.init))
            } catch {
                return .failure("\(error)")
            }
        case .play, .skip:
            // Without it the player would only find out later, and seem to play until then.
            if usesServer, await player.playbackState != .playing || loss.reason != nil {
                do { _ = try await OutputDevices.all() } catch { return .failure("\(error)") }
            }
            try await player.obey(order, catalog)
        default: try await player.obey(order, catalog)
        }
        var state = await player.jukeboxState
        state.missingOutputs = missingOutputs
        state.failure = loss.reason
        return .state(state)
    }
}

/// Why nothing is heard of a player, as its events say.
private final class OutputLoss: Sendable {
    private let known = Mutex<String?>(nil)

    /// `nil` where nothing is lost.
    var reason: String? { known.withLock(\.self) }

    init(of player: QueuePlayer) async {
        let events = await player.events()
        Task { [self] in
            for await event in events { note(event) }
        }
    }

    private func note(_ event: PlayerEvent) {
        switch event {
        case .outputFailed(let error): known.withLock { $0 = error.description }
        case .outputLost(.server):
            known.withLock { $0 = "the sound server stopped; start PulseAudio or PipeWire" }
        case .outputLost(.device):
            known.withLock { $0 = "the output device is gone; connect it, or choose another one" }
        case .outputFound, .playbackStateDidChange(.playing): known.withLock { $0 = nil }
        default: break
        }
    }
}

extension JukeboxOutput {
    fileprivate init(_ device: AudioDevice) {
        self.init(
            name: device.name, description: device.description, isDefault: device.isDefault)
    }
}

extension QueuePlayer {
    fileprivate func obey(_ order: JukeboxOrder, _ catalog: Catalog) async throws {
        switch order {
        case .report, .setOutputs, .listOutputs: break
        case .set(let ids):
            let isPlaying = playbackState == .playing
            setShuffleMode(.off)
            setQueue(with: try items(ids, catalog))
            if isPlaying { play() }
        case .append(let ids): append(try items(ids, catalog))
        case .remove(let index):
            guard queue.entries.indices.contains(index) else { return }
            try remove(queue.entries[index].id)
        case .clear: removeAllItems()
        case .shuffle:
            setShuffleMode(.off)
            setShuffleMode(.songs, seed: .random(in: 0 ... .max))
        case .play: play()
        case .pause: pause()
        case .skip(let index, let time):
            guard queue.entries.indices.contains(index) else { return }
            try skip(to: queue.entries[index].id)
            if time > 0 { seek(to: time) }
            play()
        case .volume(let volume): setVolume(min(max(volume, 0), 1))
        }
    }

    /// The playable ones of these items, without files that are gone.
    private func items(_ ids: [Int64], _ catalog: Catalog) throws -> [PlayerItem] {
        try catalog.items.all(ids.filter { $0 > 0 }.map { MediaItemID($0) })
            .filter { !$0.isMissing }.map(PlayerItem.init)
    }

    fileprivate var jukeboxState: JukeboxState {
        JukeboxState(
            items: queue.entries.compactMap(\.item.persistentID?.rawValue),
            currentIndex: queue.currentIndex, isPlaying: playbackState == .playing,
            volume: volume, time: currentPlaybackTime, outputs: outputDevices)
    }
}

import PhonolithFiles
internal import PhonolithSamples
internal import PhonolithSound
internal import Synchronization

/// The machine of a player: decodes entry after entry without a gap, and hands the sound to an output.
///
/// It knows no queue. Its player names the entry to play and, each time one is begun, the entry that
/// follows. All its work is done on a thread of its own; commands and events are the only way in and out.
final class PlaybackEngine: @unchecked Sendable {
    // Sendable by proof: `commands` is only touched while `condition` is locked, `shared` is a mutex, the
    // stage is atomic; `work` is made and used by the engine's thread alone.

    private let condition = ThreadCondition()
    private var commands: [EngineCommand] = []
    private var wasPoked = false
    private let shared = Mutex(EngineSnapshot())
    private let isProgressRead = Atomic<Bool>(true)
    private let hasEnded = Atomic<Bool>(false)
    private let continuation: AsyncStream<EngineEvent>.Continuation
    /// The events, in their order; for one reader.
    let events: AsyncStream<EngineEvent>
    let stage = OutputStage()
    let patience: OutagePatience

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - output: Makes the output, again after it was given back.
    ///   - patience: How an outage of a server is waited out.
    init(output: @escaping MakeOutput, patience: OutagePatience) {
        self.patience = patience
        (events, continuation) = AsyncStream.makeStream()
        BlockingThread.start(named: "play-engine") { [self] in run(output) }
    }

    /// Asks for something; done soon.
    func send(_ command: EngineCommand) {
        condition.withLock {
            commands.append(command)
            condition.signal()
        }
    }

    /// Waits until the thread has ended and given the output back; at most two seconds, because an output may hang.
    func waitForEnd() async {
        // A task of its own, which is not cancelled with the caller's.
        await Task { [self] in
            for _ in 0..<200 where !hasEnded.load(ordering: .acquiring) {
                // This task is never cancelled.
                try? await Task.sleep(for: .milliseconds(10))
            }
        }.value
    }

    /// Wakes the thread, because a reader has something new.
    func poke() {
        condition.withLock {
            wasPoked = true
            condition.signal()
        }
    }

    var snapshot: EngineSnapshot { shared.withLock { $0 } }

    /// Names the place where playing is from now on, for all who look, before the engine's thread comes to it.
    func place(_ entry: PlayQueue.Entry.ID?, at time: Double, generation: Int) {
        shared.withLock {
            ($0.generation, $0.entry, $0.time, $0.decodedTime) = (generation, entry, time, time)
            ($0.liveOffset, $0.hasSound) = (nil, false)
        }
    }

    /// Lets the next ``EngineEvent/progress(generation:)`` come. Until then there is no other, so that a
    /// slow listener has no row of them waiting.
    func readProgress() { isProgressRead.store(true, ordering: .relaxed) }

    // MARK: - For the work

    func emit(_ event: EngineEvent) { continuation.yield(event) }

    func publish(_ snapshot: EngineSnapshot) {
        shared.withLock {
            // A command that names another place is under way: that is where playing is for all who look.
            $0 = snapshot.generation < $0.generation ? $0.keepingPlace(with: snapshot) : snapshot
        }
        if isProgressRead.exchange(false, ordering: .relaxed) {
            emit(.progress(generation: snapshot.generation))
        }
    }

    // MARK: - The thread

    private func run(_ output: @escaping MakeOutput) {
        var work = EngineWork(engine: self, makeOutput: output)
        var rest: Double? = nil
        while true {
            for command in wait(rest) {
                if case .end = command {
                    work.stop()
                    hasEnded.store(true, ordering: .releasing)
                    return continuation.finish()
                }
                work.perform(command)
            }
            rest = work.step()
        }
    }

    /// Sleeps until there is something to do: at most so many seconds, for as long as it takes for `nil`.
    private func wait(_ rest: Double?) -> [EngineCommand] {
        condition.withLock {
            let end = rest.map { SuspendingClock.now + .seconds($0) }
            while commands.isEmpty, !wasPoked {
                guard let end else {
                    condition.wait()
                    continue
                }
                if !condition.wait(until: end) { break }
            }
            wasPoked = false
            defer { commands.removeAll() }
            return commands
        }
    }
}

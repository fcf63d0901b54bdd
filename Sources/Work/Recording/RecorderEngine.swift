import PhonolithFiles
internal import PhonolithMediaModel
internal import PhonolithSound
internal import Synchronization

/// The thread of a recorder, its commands and its state.
final class RecorderEngine: @unchecked Sendable {
    // Sendable by proof: `commands` and `news` are only touched while `condition` is locked; the work is made and used by
    // the engine's thread alone.

    private let condition = ThreadCondition()
    private var commands: [Command] = []
    private var news: [CaptureEvent] = []
    private let shared = Mutex(Snapshot())
    let listeners = EventListeners<AudioRecorder.Event>()

    /// A command to a recorder.
    enum Command: Sendable {
        case prepare(CheckedContinuation<[AudioRecorderRemark], any Error>)
        case record(at: Double?, duration: Double?)
        case pause
        case stop(CheckedContinuation<Void, Never>)
        case delete(CheckedContinuation<Bool, Never>)
        case mark(String?)
        /// Ends the thread, and the recording.
        case end
    }

    /// The state of a recorder, readable from any thread.
    struct Snapshot: Sendable {
        var state = AudioRecorder.State.idle
        var time = 0.0
        var format: AudioFormat?
        var device: AudioDevice?
        var latency: Double?
        var levels: [ChannelLevel] = []
    }

    init(
        _ path: MediaPath, _ settings: AudioRecorderSettings, _ server: SoundServer, isFile: Bool
    ) {
        BlockingThread.start(named: "record") { [self] in
            run(
                RecorderWork(
                    engine: self, path: path, isFile: isFile, settings: settings, server: server))
        }
    }

    /// Asks for something; done soon.
    func send(_ command: Command) {
        condition.withLock {
            commands.append(command)
            condition.signal()
        }
    }

    /// Takes what the sound server says, on its thread.
    func take(_ event: CaptureEvent) {
        condition.withLock {
            // Of many arrivals the last one says it all.
            if case .arrived = event, case .arrived = news.last { news.removeLast() }
            news.append(event)
            condition.signal()
        }
    }

    var snapshot: Snapshot { shared.withLock { $0 } }

    // MARK: - For the work

    func publish(_ change: (inout Snapshot) -> Void) { shared.withLock { change(&$0) } }

    func emit(_ event: AudioRecorder.Event) {
        listeners.send(event)
        if case .didFinish = event { listeners.finish() }
    }

    // MARK: - The thread

    private func run(_ work: RecorderWork) {
        var work = work
        while true {
            let (commands, news) = wait()
            for event in news { work.take(event) }
            for command in commands {
                if case .end = command {
                    work.stop(.stopped)
                    return listeners.finish()
                }
                work.perform(command)
            }
        }
    }

    private func wait() -> ([Command], [CaptureEvent]) {
        condition.withLock {
            while commands.isEmpty, news.isEmpty { condition.wait() }
            defer { (commands, news) = ([], []) }
            return (commands, news)
        }
    }
}

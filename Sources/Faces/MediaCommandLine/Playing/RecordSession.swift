import ArgumentParser
import Glibc
import PhonolithCommandLineInterface
import PhonolithMediaModel
package import PhonolithRecording
import Synchronization

/// One run of `record`: from the first sample to the last, or until the user ends it.
final class RecordSession: Sendable {
    private let recorder: AudioRecorder
    private let wasEnded = Atomic<Bool>(false)

    init(_ recorder: AudioRecorder) { self.recorder = recorder }

    /// Records until the duration is over, silence lasts, the user ends it, or nothing can be recorded any more.
    ///
    /// - Parameter others: The treatment of other players meanwhile.
    func run(duration: Double?, in others: CommandSession? = nil) async throws -> ExitCode {
        let signals = EndingSignals.handle { [self] in
            wasEnded.store(true, ordering: .relaxed)
            await recorder.stop()
        }
        defer { signals.restore() }
        try await others?.begin()
        do {
            let code = try await record(duration: duration)
            await others?.end()
            return code
        } catch {
            await others?.end()
            // Ended before it began.
            if wasEnded.load(ordering: .relaxed) { return .interrupted }
            throw error
        }
    }

    private func record(duration: Double?) async throws -> ExitCode {
        let events = recorder.events()
        for remark in try await recorder.prepareToRecord() {
            Terminal.tell("phonolith: \(remark.description.oneLine)")
        }
        let isOnTerminal = isatty(STDIN_FILENO) == 1 && Terminal.errorIsTerminal
        if isOnTerminal { PlayTerminal.takeKeys() }
        defer { if isOnTerminal { PlayTerminal.restoreAtOnce() } }
        try await recorder.record(forDuration: duration)
        let tasks = isOnTerminal ? [Task { await draw() }, Task { await control() }] : []
        var ending = AudioRecorder.Ending.stopped
        for await event in events {
            switch event {
            case .didFinish(let how): ending = how
            case .didLoseSound(let seconds):
                Terminal.tell(
                    "phonolith: \(Int(seconds * 1000)) ms of sound are missing, because the disk is too slow"
                )
            case .stateDidChange, .didMark: continue
            }
            if case .didFinish = event { break }
        }
        tasks.forEach { $0.cancel() }
        Terminal.clearStatusLine()
        return report(ending)
    }

    private func report(_ ending: AudioRecorder.Ending) -> ExitCode {
        switch ending {
        case .stopped, .duration, .silence: return .success
        case .deviceLost:
            Terminal.tell(
                "phonolith: \(recorder.device?.name ?? "the input") was unplugged; what was recorded until then is in \(recorder.path)"
                    .oneLine)
        case .serverLost:
            Terminal.tell(
                "phonolith: the sound server stopped; what was recorded until then is in \(recorder.path)"
                    .oneLine)
        case .failed(let error): Terminal.tell("phonolith: \(error.description.oneLine)")
        }
        return .problems
    }

    // MARK: - The terminal

    private func control() async {
        for await key in PlayKey.presses() {
            switch key {
            case .quit: await recorder.stop()
            case .mark: recorder.mark()
            // A paused recorder has its device and file open, which is all that can fail here.
            case .playPause where recorder.state == .paused: try? await recorder.record()
            case .playPause: recorder.pause()
            case .help: Terminal.tell("space  pause, record    m  mark a chapter    q  end")
            default: break
            }
        }
    }

    private func draw() async {
        while !Task.isCancelled {
            let line = LevelLine(recorder.state, time: recorder.currentTime, recorder.levels)
            Terminal.showStatusLine(line.text(width: Terminal.width(STDERR_FILENO) ?? 80))
            do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
        }
    }
}

/// The line that shows what is recorded: state, time, and a bar for each of the first channels.
package struct LevelLine {
    private let state: AudioRecorder.State
    private let time: Double
    private let levels: [ChannelLevel]

    package init(_ state: AudioRecorder.State, time: Double, _ levels: [ChannelLevel]) {
        (self.state, self.time, self.levels) = (state, time, levels)
    }

    /// The quietest level that is drawn, in dBFS.
    private static let floor = -60.0

    /// The line, narrower than the terminal; a bar goes to the average, and `|` shows the peak.
    package func text(width: Int) -> String {
        let front = "\(symbol)  \(time.clockText)"
        let shown = levels.prefix(max(0, min(8, (width - front.count - 1) / 14)))
        guard !shown.isEmpty else { return front.fitted(to: max(1, width - 1)) }
        let room = min(30, (width - 1 - front.count) / shown.count - 10)
        return front
            + shown.map { level in
                let peak = level.peakPower < -99 ? " -∞" : "\(Int(level.peakPower.rounded()))"
                let padding = String(repeating: " ", count: max(0, 4 - peak.count))
                return "  [\(Self.bar(level, room))]\(padding)\(peak) "
            }.joined()
    }

    private var symbol: String {
        switch state {
        case .recording: "●"
        case .paused: "‖"
        case .waiting: "…"
        case .idle, .prepared, .stopped: "■"
        }
    }

    private static func bar(_ level: ChannelLevel, _ length: Int) -> String {
        func place(_ decibels: Double) -> Int {
            Int((max(0, min(1, 1 - decibels / floor)) * Double(length)).rounded())
        }
        var bar = (0..<length).map { $0 < place(level.averagePower) ? "#" : "·" }
        let peak = place(level.peakPower)
        if peak > 0 { bar[peak - 1] = "|" }
        return bar.joined()
    }
}

import FoundationEssentials
internal import Synchronization

/// Plays silently, in real time or faster: for machines without audio, and for tests.
package final class NullOutput: AudioOutput, @unchecked Sendable {
    // Sendable by proof: touched by the player's thread alone; the control is locked.
    private let speed: Double
    private let control: Control?
    private var source: OutputSource?
    private var scratch: [Float] = []
    private var isRunning = false
    /// The frames played when the clock began to run, and when that was.
    private var anchor = (frames: 0.0, time: 0.0)
    private var played = 0

    /// - Parameters:
    ///   - speed: How many times as fast as sound is; infinity for as fast as it comes.
    ///   - control: Lets things happen to it that happen to a sound server.
    package init(speed: Double, control: Control? = nil) {
        self.speed = speed
        self.control = control
    }

    package func format(for source: SourceForm) -> AudioFormat { source.format }

    package func open(_ source: OutputSource) throws {
        try control?.open(source)
        self.source = source
        scratch = [Float](repeating: 0, count: 4096 * source.format.channelCount)
    }

    package func resume() {
        isRunning = true
        startClock()
    }

    package func pause() { isRunning = false }
    package func flush() {}

    package func pump() -> Bool {
        guard isRunning, let source, control?.isStalled != true else { return false }
        let rate = Double(source.format.sampleRate)
        let due =
            speed.isInfinite
            ? Int.max : Int(bounded: anchor.frames + (now - anchor.time) * speed * rate) - played
        let taken = take(min(due, 4096), from: source)
        played += taken
        // While there is nothing to play the clock stands still.
        if taken == 0, due > 0 { startClock() }
        return taken > 0 && due > taken
    }

    package var pendingFrames: Int { 0 }
    package var tail: Double { 0 }
    package var waits: Bool { speed.isInfinite }
    package var rest: Double { speed.isInfinite ? 0.001 : max(0.001, min(0.02, 0.05 / speed)) }
    package func close() { control?.close() }

    private var now: Double { ProcessInfo.processInfo.systemUptime }
    private func startClock() { anchor = (Double(played), now) }

    private func take(_ count: Int, from source: OutputSource) -> Int {
        guard count > 0 else { return 0 }
        return scratch.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { source.fill($0, frames: count) } ?? 0
        }
    }
}

extension NullOutput {
    /// Control of an output from outside.
    package final class Control: Sendable {
        private struct State {
            var report: (@Sendable (OutputEvent) -> Void)?
            var isAway = false
            var isStalled = false
            var format: AudioFormat?
        }

        private let state = Mutex(State())

        /// Makes one of an output to which nothing happens yet.
        package init() {}

        /// Whether it takes no sound, though it ought to.
        package var isStalled: Bool {
            get { state.withLock { $0.isStalled } }
            set { state.withLock { $0.isStalled = newValue } }
        }

        /// The form of the output that is open; `nil` if none is.
        package var format: AudioFormat? { state.withLock { $0.format } }

        /// Something happens to the output, if one is open.
        package func report(_ event: OutputEvent) { state.withLock { $0.report }?(event) }

        /// The sound server goes away; until it comes back none can be opened.
        package func leave() {
            state.withLock { $0.isAway = true }
            report(.serverLost)
        }

        /// The sound server is back.
        package func comeBack() { state.withLock { $0.isAway = false } }

        fileprivate func open(_ source: OutputSource) throws {
            try state.withLock { state in
                guard !state.isAway else {
                    throw AudioOutputError(.serverNotRunning, "", "the sound server is away")
                }
                (state.report, state.format) = (source.report, source.format)
            }
        }

        fileprivate func close() { state.withLock { ($0.report, $0.format) = (nil, nil) } }
    }
}

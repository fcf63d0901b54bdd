import Foundation

/// Plays to nobody, by the clock or faster: for machines without sound, and for tests.
final class NullOutput: AudioOutput, @unchecked Sendable {
    // Sendable by proof: touched by the player's thread alone.
    private let speed: Double
    private var source: OutputSource?
    private var scratch: [Float] = []
    private var isRunning = false
    /// What was played when the clock began to run, and when that was.
    private var anchor = (frames: 0.0, time: 0.0)
    private var played = 0

    /// - Parameter speed: How many times as fast as sound is; infinity for as fast as it comes.
    init(speed: Double) { self.speed = speed }

    func format(for source: ItemSound.SourceForm) -> AudioFormat { source.format }

    func open(_ source: OutputSource) {
        self.source = source
        scratch = [Float](repeating: 0, count: 4096 * source.format.channelCount)
    }

    func resume() {
        isRunning = true
        startClock()
    }

    func pause() { isRunning = false }
    func flush() {}

    func pump() -> Bool {
        guard isRunning, let source else { return false }
        let rate = Double(source.format.sampleRate)
        let due =
            speed.isInfinite
            ? Int.max : Int(anchor.frames + (now - anchor.time) * speed * rate) - played
        let taken = take(min(due, 4096), from: source)
        played += taken
        // While there is nothing to play the clock stands still.
        if taken == 0, due > 0 { startClock() }
        return taken > 0 && due > taken
    }

    var pendingFrames: Int { 0 }
    var tail: Double { 0 }
    var waits: Bool { speed.isInfinite }
    var rest: Double { speed.isInfinite ? 0.001 : max(0.001, min(0.02, 0.05 / speed)) }
    func close() {}

    private var now: Double { ProcessInfo.processInfo.systemUptime }
    private func startClock() { anchor = (Double(played), now) }

    private func take(_ count: Int, from source: OutputSource) -> Int {
        guard count > 0 else { return 0 }
        return scratch.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { source.fill($0, frames: count) } ?? 0
        }
    }
}

final class PulseOutput: AudioOutput, @unchecked Sendable {
    func format(for source: ItemSound.SourceForm) -> AudioFormat { source.format }
    func open(_ source: OutputSource) throws { throw AudioOutputError("no") }
    func resume() {}
    func pause() {}
    func flush() {}
    func pump() throws -> Bool { false }
    var pendingFrames: Int { 0 }
    var waits: Bool { false }
    var rest: Double { 0.02 }
    func close() throws {}
}

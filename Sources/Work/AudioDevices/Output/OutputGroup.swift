/// Plays the same on several devices of the sound server.
///
/// The first device takes the sound from the player's ring and sets its pace. It passes a copy to each of the others,
/// which have rings and streams of their own. Clocks of devices differ by some milliseconds an hour: a device that is
/// slower leaves some samples out when its ring is full, one that is faster plays as much silence.
final class OutputGroup: AudioOutput, @unchecked Sendable {
    // Sendable by proof: touched by the player's thread alone.
    private let first: PulseOutput
    private let others: [PulseOutput]
    private var copies: [AudioRing] = []

    /// - Parameter devices: The names of two or more sinks.
    init(_ devices: [String], server: SoundServer, role: String) {
        first = PulseOutput(server: server, device: devices.first, role: role)
        others = devices.dropFirst().map { PulseOutput(server: server, device: $0, role: role) }
    }

    func format(for source: SourceForm) -> AudioFormat { first.format(for: source) }

    func open(_ source: OutputSource) throws {
        copies = others.map { _ in AudioRing(format: source.format, duration: 0.3) }
        for (output, ring) in zip(others, copies) {
            // Its volume was set by the first output; the server's fate is reported by it, too.
            let copy = OutputSource(ring: ring, stage: OutputStage(), form: source.form) { event in
                // The first one plays on: for all of them together it is one device less.
                if [.deviceLost, .streamLost].contains(event) { source.report(.deviceLost) }
            }
            try output.open(copy)
        }
        var source = source
        source.copies = copies
        try first.open(source)
    }

    func resume() {
        first.resume()
        others.forEach { $0.resume() }
    }

    func pause() {
        first.pause()
        others.forEach { $0.pause() }
    }

    func flush() {
        first.flush()
        for (output, ring) in zip(others, copies) {
            ring.discard()
            output.flush()
        }
    }

    func pump() -> Bool { false }

    func move(to devices: [String]) -> Bool { false }

    func adoptWishes() {
        first.adoptWishes()
        others.forEach { $0.adoptWishes() }
    }

    var pendingFrames: Int { first.pendingFrames }
    var tail: Double { first.tail }
    var waits: Bool { first.waits }
    var rest: Double { first.rest }

    func show(title: String) {
        first.show(title: title)
        others.forEach { $0.show(title: title) }
    }

    func close() throws {
        try first.close()
        for output in others { try output.close() }
    }
}

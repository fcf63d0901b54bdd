/// Plays the same on several devices of the sound server.
///
/// The first device takes the sound from the player's ring and sets its pace. It passes a copy to each of the others,
/// which have rings and streams of their own. Clocks of devices differ by some milliseconds an hour: a device that is
/// slower leaves some samples out when its ring is full, one that is faster plays as much silence.
final class OutputGroup: AudioOutput, @unchecked Sendable {
    // Sendable by proof: touched by the player's thread alone.
    private let first: PulseOutput
    private let others: [(device: String, output: PulseOutput)]
    private var copies: [AudioRing] = []
    /// The name of the first device; `nil` for the server's choice, where no device was there.
    private let leader: String?
    /// The devices that were not there.
    private let absent: [String]

    /// Blocks its thread.
    ///
    /// - Parameter devices: The names of two or more sinks.
    init(_ devices: [String], server: SoundServer, role: String) {
        // A stream that is opened on a sink that is gone would play on another one, perhaps a second time there.
        // A server that cannot be asked refuses the first stream, with the reason.
        let known = (try? server.devices(.output)).map { Set($0.map(\.name)) }
        let present = devices.filter { known?.contains($0) ?? true }
        absent = devices.filter { !present.contains($0) }
        leader = present.first
        first = PulseOutput(server: server, device: leader, role: role)
        others = present.dropFirst().map {
            ($0, PulseOutput(server: server, device: $0, role: role))
        }
    }

    func format(for source: SourceForm) -> AudioFormat { first.format(for: source) }

    func open(_ source: OutputSource) throws {
        copies = others.map { _ in AudioRing(format: source.format, duration: 0.3) }
        for ((device, output), ring) in zip(others, copies) {
            // Its volume was set by the first output; the server's fate is reported by it, too.
            let copy = OutputSource(ring: ring, stage: OutputStage(), form: source.form) { event in
                if [.deviceLost, .streamLost].contains(event) {
                    source.report(.memberLost(device, leads: false))
                }
            }
            try output.open(copy)
        }
        let (leader, isAlone) = (leader, others.isEmpty)
        var whole = OutputSource(ring: source.ring, stage: source.stage, form: source.form) {
            event in
            if let leader, !isAlone, [.deviceLost, .streamLost].contains(event) {
                source.report(.memberLost(leader, leads: true))
            } else {
                source.report(event)
            }
        }
        whole.copies = copies
        try first.open(whole)
        guard leader != nil else { return }
        for device in absent { source.report(.memberLost(device, leads: false)) }
    }

    func resume() {
        first.resume()
        others.forEach { $0.output.resume() }
    }

    func pause() {
        first.pause()
        others.forEach { $0.output.pause() }
    }

    func flush() {
        first.flush()
        for (other, ring) in zip(others, copies) {
            ring.discard()
            other.output.flush()
        }
    }

    func pump() -> Bool { false }

    func move(to devices: [String]) -> Bool { false }

    func adoptWishes() {
        first.adoptWishes()
        others.forEach { $0.output.adoptWishes() }
    }

    var pendingFrames: Int { first.pendingFrames }
    var tail: Double { first.tail }
    var waits: Bool { first.waits }
    var rest: Double { first.rest }

    func show(title: String) {
        first.show(title: title)
        others.forEach { $0.output.show(title: title) }
    }

    func close() throws {
        try first.close()
        for other in others { try other.output.close() }
    }
}

/// When a change of the sound server's devices means that what one heard the music on is gone.
///
/// As AVAudioSession has it: when headphones are pulled out, music pauses; when they are put in, it continues.
/// Bluetooth headphones take their sink with them, a jack only makes its port unavailable.
package struct PulseSession: Sendable {
    /// The sink that plays; `nil` before there is one, and when all is lost.
    package var sink: UInt32?
    private var former: (sink: UInt32, time: Double)?
    private var activePort: String?

    /// Makes a session that plays nowhere yet.
    package init() {}

    /// A loss for good, after which the stream has to be made again.
    package enum Loss {
        case server, stream
    }

    package mutating func lost(_ loss: Loss) -> OutputEvent? {
        guard sink != nil else { return nil }
        sink = nil
        return loss == .server ? .serverLost : .streamLost
    }

    /// The stream plays on another sink: the user moved it, or the server rescued it from one that goes away.
    package mutating func move(to sink: UInt32, at time: Double) {
        former = self.sink.map { ($0, time) }
        self.sink = sink
        activePort = nil
    }

    package mutating func removed(sink: UInt32, at time: Double) -> OutputEvent? {
        // The server moves the stream first, and then reports the removal.
        let wasOurs = former.map { $0.sink == sink && time - $0.time < 2 } ?? false
        return sink == self.sink || wasOurs ? .deviceLost : nil
    }

    package mutating func described(
        sink: UInt32, activePort: String?, unavailablePorts: [String]
    ) -> OutputEvent? {
        guard sink == self.sink else { return nil }
        let isGone = self.activePort.map(unavailablePorts.contains) ?? false
        // Told once: a port that stays chosen though it is gone is not looked at any more.
        self.activePort = activePort.flatMap { unavailablePorts.contains($0) ? nil : $0 }
        return isGone ? .deviceLost : nil
    }

    /// A stream that plays on the server.
    package struct Stream: Hashable, Sendable {
        /// Its number on the server.
        package var index: UInt32
        /// The stream's purpose; calls are `phone`.
        package var role: String?
        package var isMuted: Bool

        package init(index: UInt32, role: String?, isMuted: Bool) {
            (self.index, self.role, self.isMuted) = (index, role, isMuted)
        }
    }

    /// Whether a stream is interrupted from its beginning on: the server mutes what starts during a call. Its request to
    /// pause can come before the stream is ready, and is lost then.
    package static func isInterrupted(_ stream: UInt32, among streams: [Stream]) -> Bool {
        streams.contains { $0.index == stream && $0.isMuted }
            && streams.contains { $0.index != stream && $0.role == "phone" }
    }
}

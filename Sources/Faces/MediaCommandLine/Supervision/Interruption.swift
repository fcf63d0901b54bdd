import Foundation
import PhonolithCommandLineInterface

/// Does something once when the user interrupts the process, or the system wants it to end; the second time a command
/// ends at once.
final class Interruption {
    private let signals: HandledSignals
    private let latch = Latch()

    /// Whether it has happened.
    var hasHappened: Bool { latch.isClosed }

    /// - Parameter endsAtSecond: Not for a worker: it may get the signal that stops all processes, and that of the
    ///   process that watches it.
    init(endsAtSecond: Bool = true, _ handler: @escaping @Sendable () -> Void) {
        let latch = latch
        signals = HandledSignals([SIGINT, SIGTERM]) { _ in
            if latch.isClosed, endsAtSecond { _exit(130) }
            latch.close()
            handler()
        }
    }

    /// Lets signals do again what they do by themselves.
    func end() { signals.release() }
}

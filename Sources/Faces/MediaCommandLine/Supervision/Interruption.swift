import Glibc
import PhonolithCommandLineInterface
import Synchronization

/// Does something once when the user interrupts the process, or the system wants it to end; the second time a command
/// ends at once.
final class Interruption {
    private let signals: HandledSignals
    private let flag = StopFlag()

    var hasHappened: Bool { flag.isSet }

    /// - Parameter endsAtSecond: Not for a worker: it may get the signal that stops all processes, and that of the
    ///   process that watches it.
    init(endsAtSecond: Bool = true, _ handler: @escaping @Sendable () -> Void) {
        let flag = flag
        signals = HandledSignals([SIGINT, SIGTERM]) { _ in
            if flag.isSet, endsAtSecond { _exit(130) }
            flag.set()
            handler()
        }
    }

    /// Lets signals do again what they do by themselves.
    func end() { signals.release() }
}

/// Whether work is to stop: set by one thread, read by many, never taken back.
final class StopFlag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
}

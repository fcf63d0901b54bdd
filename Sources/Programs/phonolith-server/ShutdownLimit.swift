import Dispatch
import Glibc

/// Ends the program when SIGTERM or SIGINT has not ended it in ten seconds, whatever its threads do: a query that does not stop,
/// a disk that does not answer. The library is as after any other end of the program.
///
/// Listens beside the service, on a queue of its own, because the threads of tasks may be what is busy.
final class ShutdownLimit {
    private static let seconds = 9.5
    private let sources: [any DispatchSourceSignal]

    /// - Parameter onOverrun: Called right before the program is ended.
    init(onOverrun: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "shutdown")
        sources = [SIGTERM, SIGINT].map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                queue.asyncAfter(deadline: .now() + Self.seconds) {
                    onOverrun()
                    _exit(0)
                }
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}

import PhonolithFiles
import Synchronization

/// How long work may continue: until its caller loses interest, or a limit of time passes.
struct Patience: Sendable {
    private let cancellations: [Cancellation]
    private let limit: Duration?
    private let running = RunningTime()

    init(_ cancellations: [Cancellation], limit: Duration?) {
        self.cancellations = cancellations
        self.limit = limit
    }

    /// Called between packets and frames, in the task that works.
    ///
    /// - Throws: ``ThumbnailError`` with the code `cancelled` or `tookTooLong`.
    func check() throws(ThumbnailError) {
        if Task.isCancelled || cancellations.contains(where: \.isCancelled) {
            throw .cancelled
        }
        if isOver { throw ThumbnailError(.tookTooLong, "took too long to decode") }
    }

    /// The rest of the limit of time; `nil` if there is none.
    var remaining: Duration? { limit.map { $0 - running.elapsed() } }

    /// Whether the limit of time has passed.
    var isOver: Bool { remaining.map { $0 < .zero } ?? false }
}

/// A wish that work should stop, which is never taken back.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}

import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithScanning
import PhonolithWorker
import Synchronization

/// The side of the process that scans: it notes what it touches, and tells how far it is.
final class ScanWorker: Sendable {
    let order: ScanOrder
    private let board: ScanBoard
    private let lastTold = Mutex<(when: ContinuousClock.Instant, added: Int, changed: Int)?>(nil)

    /// Takes its place in a process that has just been started for it. Blocks its thread.
    ///
    /// - Throws: `WorkerError` in a process that was not.
    init() throws {
        board = ScanBoard(board: try WorkerBoard(ofWorker: ()))
        WorkerSide.begin()
        order = try JSONDecoder().decode(ScanOrder.self, from: Data(WorkerSide.nextLine()))
        WorkerSide.limitMemory(to: UInt64(3 << 30 + order.request.threads << 24))
    }

    /// The options of a scan.
    var readingGuard: ReadingGuard {
        var reading = ReadingGuard()
        for refusal in order.refusals {
            reading.refusals[refusal.path] =
                ReadingGuard.Refusal(refusal.reason, isLasting: refusal.isLasting)
        }
        reading.observer = board
        return reading
    }

    /// Tells how far the scan is, ten times a second at most, and whenever something was written.
    func tell(_ progress: ScanProgress) {
        let now = ContinuousClock.now
        let isDue = lastTold.withLock { last in
            if let told = last, told.added == progress.added, told.changed == progress.changed,
                told.when.duration(to: now) < .milliseconds(100)
            {
                return false
            }
            last = (now, progress.added, progress.changed)
            return true
        }
        if isDue { tell(.event(.progress(progress))) }
    }

    /// Sends the user a message.
    func tell(_ line: String) { tell(.event(.remark(line))) }

    func tell(_ message: ScanMessage) {
        guard let line = try? JSONEncoder().encode(message) else {
            preconditionFailure("a message is made of what JSON can say")
        }
        WorkerSide.send(Array(line))
    }
}

/// A board, as a scan writes on it.
struct ScanBoard: ReadingObserver {
    let board: WorkerBoard

    func willTouch(_ path: MediaPath) {
        board.begin(path)
    }

    func didTouch() { board.end() }
}

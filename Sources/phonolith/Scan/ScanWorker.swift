import CSupervision
import Foundation
import MediaModel
import Scanning
import Synchronization

/// The side of the process that scans: it notes what it touches, and tells how far it is.
final class ScanWorker: Sendable {
    private let board: ScanBoard
    /// Where messages go.
    private let channel: Int32
    private let lastTold = Mutex<(when: ContinuousClock.Instant, added: Int, changed: Int)?>(nil)
    /// What must not be touched, because the process before this one died of it.
    let refusals: [MediaPath: ReadingGuard.Refusal]
    /// Whether so much went wrong that only one file is to be read at a time.
    let isCareful: Bool

    /// Takes its place in a process that has just been made.
    ///
    /// - Parameters:
    ///   - channel: Where messages go.
    ///   - lifeline: Ends when the watching process does.
    init(
        board: ScanBoard, channel: Int32, lifeline: Int32,
        refusals: [MediaPath: ReadingGuard.Refusal],
        isCareful: Bool
    ) {
        self.board = board
        self.channel = channel
        self.refusals = refusals
        self.isCareful = isCareful
        cs_mark_faults()
        let thread = Thread {
            var byte: UInt8 = 0
            while read(lifeline, &byte, 1) != 0 {}
            // Nobody watches any more. The library is sound at every moment.
            kill(getpid(), SIGKILL)
        }
        thread.start()
    }

    /// What a scan is to heed.
    var readingGuard: ReadingGuard {
        var reading = ReadingGuard()
        reading.refusals = refusals
        #if DEBUG
            reading.refusals = refusals.filter { !FaultInjection.shared.isTouchedAgain($0.key) }
        #endif
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
        if isDue { tell(.progress(ScanMessage.Progress(progress))) }
    }

    /// Tells anything else.
    func tell(_ message: ScanMessage) {
        guard let line = try? JSONEncoder().encode(message) else {
            preconditionFailure("a message is made of what JSON can say")
        }
        let bytes = Array(line) + [0x0A]
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(channel, $0.baseAddress.map { $0 + sent }, $0.count - sent)
            }
            if count <= 0 { break }
            sent += count
        }
    }
}

/// Notes of what is being touched, in memory that the watching process sees, too.
final class ScanBoard: ReadingObserver, @unchecked Sendable {
    // Sendable by proof: the memory lasts as long as the process, and C changes it by atomic operations.
    private let board: OpaquePointer

    /// Makes an empty board, before the processes part.
    init() throws {
        guard let board = cs_make_board() else {
            throw Failure("cannot watch the scan: \(String(cString: strerror(errno)))")
        }
        self.board = board
    }

    /// A thing that was being touched when it was looked.
    struct Note: Hashable {
        var path: MediaPath
        var age: Duration
        /// The signal that its thread died of.
        var signal: Int32?
    }

    /// Everything that is being touched now, or was when the process died.
    var notes: [Note] {
        (0..<Int(CS_NOTES)).compactMap { number in
            var note = cs_note()
            guard cs_copy_note(board, number, &note) else { return nil }
            let bytes = withUnsafeBytes(of: &note.path) { Array($0.prefix(note.count)) }
            return Note(
                path: MediaPath(bytes: bytes), age: .milliseconds(note.age),
                signal: note.signal == 0 ? nil : note.signal)
        }
    }

    /// Takes all notes away, when nobody writes any.
    func clear() { cs_clear(board) }

    func willTouch(_ path: MediaPath) {
        path.bytes.withUnsafeBufferPointer { bytes in
            var nothing: UInt8 = 0
            cs_begin(
                board, bytes.baseAddress ?? withUnsafePointer(to: &nothing) { $0 }, bytes.count)
        }
        #if DEBUG
            FaultInjection.shared.strike(at: path)
        #endif
    }

    func didTouch() { cs_end() }
}

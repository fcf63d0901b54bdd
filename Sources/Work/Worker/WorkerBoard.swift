internal import CPhonolithSupervision
import Glibc
package import PhonolithMediaModel

/// Notes of what a worker is about to touch, in memory that the process which watches it sees, too.
package final class WorkerBoard: @unchecked Sendable {
    // Sendable by proof: both never change, and C changes the memory by atomic operations.
    private let board: OpaquePointer
    let descriptor: Int32

    /// Makes an empty board for ``WorkerProcess/start(_:program:board:)``.
    ///
    /// - Throws: ``WorkerError`` if there is no memory.
    package init() throws(WorkerError) {
        let descriptor = cs_make_board()
        guard descriptor >= 0, let board = cs_map_board(descriptor) else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            throw WorkerError("cannot watch another process", code)
        }
        (self.board, self.descriptor) = (board, descriptor)
    }

    /// The board that this process was started with. From now on a thread that dies of a fault is marked in its note.
    ///
    /// - Throws: ``WorkerError`` if it was started without one.
    package init(ofWorker: Void) throws(WorkerError) {
        guard let board = cs_map_board(Int32(CS_BOARD_FILE)) else {
            throw WorkerError("can only be started by phonolith (no shared memory)", errno)
        }
        (self.board, descriptor) = (board, Int32(CS_BOARD_FILE))
        cs_mark_faults()
    }

    deinit {
        cs_unmap_board(board)
        close(descriptor)
    }

    /// A thing that was being touched when it was looked.
    package struct Note: Hashable, Sendable {
        package var path: MediaPath
        package var age: Duration
        /// The signal that its thread died of.
        package var signal: Int32?
    }

    /// Everything that is being touched now, or was when the worker died.
    package var notes: [Note] {
        (0..<Int(CS_NOTES)).compactMap { number in
            var note = cs_note()
            guard cs_copy_note(board, number, &note) else { return nil }
            let bytes = withUnsafeBytes(of: &note.path) { Array($0.prefix(note.count)) }
            return Note(
                path: MediaPath(bytes: bytes), age: .milliseconds(note.age),
                signal: note.signal == 0 ? nil : note.signal)
        }
    }

    /// Takes all notes away, when no worker writes any.
    package func clear() { cs_clear(board) }

    /// Notes that the calling thread is about to touch a path.
    package func begin(_ path: MediaPath) {
        path.bytes.withUnsafeBufferPointer { bytes in
            var nothing: UInt8 = 0
            cs_begin(
                board, bytes.baseAddress ?? withUnsafePointer(to: &nothing) { $0 }, bytes.count)
        }
    }

    /// Takes the calling thread's note away.
    package func end() { cs_end() }
}

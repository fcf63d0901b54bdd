import Files
import Foundation
import MediaModel

/// Keeps two scans from writing to one library at once; held as long as the value lives.
///
/// The lock is the kernel's (`flock`), on a file beside the library: it ends with its process, however
/// that ends.
public final class ScanLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Parameter library: The library's path.
    /// - Throws: ``ScanLockError`` where another process has it, or where the file cannot be made.
    public init(library: String) throws {
        // By whatever name it is opened, a library is the file that its links lead to.
        let path = (MediaPath(library).resolved?.description ?? library) + ".scan"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ScanLockError(
                library: library,
                reason: "\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.holder(descriptor)
            close(descriptor)
            throw ScanLockError(
                library: library,
                reason:
                    "process \(holder) is scanning into it; wait until that has ended, or end it",
                isHeld: true)
        }
        let note = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, note, note.count, 0)
    }

    deinit { close(descriptor) }

    private static func holder(_ descriptor: Int32) -> String {
        var note = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &note, note.count, 0)
        return String(decoding: note.prefix(max(0, count)), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Why a scan cannot begin.
public struct ScanLockError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library's path.
    public var library: String
    /// In words for the user.
    public var reason: String
    /// Whether another process has the lock, and will give it back.
    public var isHeld = false

    /// One line.
    public var description: String { "\(library): \(reason)" }
}

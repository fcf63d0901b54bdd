import Files
import Foundation
import MediaModel
import SystemPackage

/// Keeps two scans from writing to one library at once; held as long as the value lives.
///
/// The lock is the kernel's (`flock`), on a file next to the library: it ends with its process, however
/// that ends.
public final class ScanLock: Sendable {
    private let file: FileDescriptor

    /// Takes the lock.
    ///
    /// - Parameter library: The library's path.
    /// - Throws: ``ScanLockError`` if another process has it, or where the file cannot be made or locked.
    public init(library: String) throws {
        // By whatever name it is opened, a library is the file that its links lead to.
        let place = MediaPath(library)
        let path = MediaPath(bytes: (place.resolved ?? place).bytes + Array(".scan".utf8))
        do throws(Errno) {
            file = try path.opened(.readWrite, options: .create, rights: 0o644)
        } catch {
            throw ScanLockError(library: library, reason: "\(path) cannot be written: \(error)")
        }
        let isFree: Bool
        do throws(Errno) {
            isFree = try file.lockIfFree()
        } catch {
            throw ScanLockError(library: library, reason: "\(path) cannot be locked: \(error)")
        }
        guard isFree else {
            let holder = holder
            let process = holder.map { "process \($0)" } ?? "another process"
            throw ScanLockError(
                library: library,
                reason: "\(process) is scanning into it; wait until it has finished, or stop it",
                isHeld: true, holder: holder)
        }
        note()
    }

    deinit { file.closeAfterReading() }

    /// Writes down who has the lock. Errors, as on a full disk, are skipped: the lock holds without the note.
    private func note() {
        try? file.resize(to: 0)
        _ = try? file.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
    }

    /// The number of the process that has the lock; `nil` where its note cannot be read, which changes only a message.
    private var holder: Int32? {
        let note = (try? file.bytes(32, at: 0)) ?? []
        return Int32(
            String(decoding: note, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
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
    /// The number of that process, where it is known.
    public var holder: Int32?

    /// One line.
    public var description: String { "\(library): \(reason)" }
}

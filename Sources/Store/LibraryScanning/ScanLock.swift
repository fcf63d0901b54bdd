internal import Database
import Files
import Foundation
import LibraryStore
import MediaModel
import SystemPackage

/// Keeps two scans from writing to one library at once; held as long as the value lives.
///
/// The lock is the kernel's (`flock`), on a file next to the library, or the server's: it ends with its process, however
/// that ends.
public final class ScanLock: Sendable {
    private enum Holder {
        case file(FileDescriptor)
        case server(SessionLock)
    }

    private let holder: Holder

    /// Takes the lock.
    ///
    /// - Parameter library: The library's path.
    /// - Throws: ``ScanLockError`` if another process has it, or where the file cannot be made or locked.
    public init(library: String) throws {
        if let server = ServerAddress(library) {
            holder = .server(try Self.lock(on: server))
        } else {
            holder = .file(try Self.lock(nextTo: library))
        }
    }

    private static func lock(on server: ServerAddress) throws -> SessionLock {
        let lock: SessionLock?
        do {
            lock = try SessionLock.scanning(at: server.text)
        } catch {
            throw ScanLockError(library: server.shown, reason: "\(error)")
        }
        guard let lock else {
            throw ScanLockError(
                library: server.shown,
                reason:
                    "another process is scanning into it; wait until it has finished, or stop it",
                isHeld: true)
        }
        return lock
    }

    private static func lock(nextTo library: String) throws -> FileDescriptor {
        // By whatever name it is opened, a library is the file that its links lead to.
        let place = MediaPath(library)
        let path = MediaPath(bytes: (place.resolved ?? place).bytes + Array(".scan".utf8))
        let file: FileDescriptor
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
            let holder = holder(of: file)
            let process = holder.map { "process \($0)" } ?? "another process"
            throw ScanLockError(
                library: library,
                reason: "\(process) is scanning into it; wait until it has finished, or stop it",
                isHeld: true, holder: holder)
        }
        note(in: file)
        return file
    }

    deinit { if case .file(let file) = holder { file.closeAfterReading() } }

    /// Writes down who has the lock. Errors, as on a full disk, are skipped: the lock holds without the note.
    private static func note(in file: FileDescriptor) {
        try? file.resize(to: 0)
        _ = try? file.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
    }

    /// The number of the process that has the lock; `nil` where its note cannot be read, which changes only a message.
    private static func holder(of file: FileDescriptor) -> Int32? {
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

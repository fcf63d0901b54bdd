import Glibc
internal import PhonolithDatabase
import PhonolithFiles
public import PhonolithMediaModel
import PhonolithStore
import SystemPackage

/// Keeps scans of one library from each other; held as long as the value lives.
///
/// A library in a file is scanned by one process at a time. In a library on a server each root is: scans of several
/// roots, on several machines, go on at the same time.
///
/// The lock is the kernel's (`flock`), on a file next to the library, or the server's: it ends with its process, however
/// that ends.
public final class ScanLock: Sendable {
    /// The purpose of a lock.
    public enum Purpose: Hashable, Sendable {
        /// A scan, which takes each root by ``choosingRoots(_:)``.
        case scanning
        /// A change beside which no scan may run, as of the roots themselves.
        case changingRoots
    }

    private enum Holder {
        case file(FileDescriptor)
        /// With the server's address, as it is shown.
        case server(SessionLock, shown: String)
    }

    private let holder: Holder

    /// Takes the lock.
    ///
    /// - Parameter library: The library's path.
    /// - Throws: ``ScanLockError`` if another process has it, or where the file cannot be made or locked.
    public init(library: String, for purpose: Purpose = .scanning) throws {
        if let server = ServerAddress(library) {
            holder = .server(try Self.lock(on: server, for: purpose), shown: server.shown)
        } else {
            holder = .file(try Self.lock(nextTo: library))
        }
    }

    /// Chooses the roots of a scan and keeps other scans from them, as long as the lock is held. No other scan chooses
    /// its roots meanwhile.
    ///
    /// - Parameter body: Is given what takes roots: all of them, or throws ``ScanLockError``.
    /// - Throws: ``ScanLockError``, and what the body throws.
    package func choosingRoots<Value>(
        _ body: (_ take: ([LibraryRoot]) throws -> Void) throws -> Value
    ) throws -> Value {
        guard case .server(let lock, let shown) = holder else { return try body { _ in } }
        do {
            return try lock.whileChoosingRoots { try body { try Self.take($0, lock, on: shown) } }
        } catch let error as DatabaseError {
            throw ScanLockError(
                library: shown, reason: "\(error)", isUnreachable: error.code == .disconnected)
        }
    }

    private static func take(
        _ roots: [LibraryRoot], _ lock: SessionLock, on server: String
    ) throws {
        for root in roots {
            guard try lock.take(root: root.id.rawValue) else {
                throw ScanLockError(
                    library: server,
                    reason:
                        "another process is scanning \(root.path); wait until it has finished, or stop it",
                    isHeld: true)
            }
        }
    }

    private static func lock(on server: ServerAddress, for purpose: Purpose) throws -> SessionLock {
        let lock: SessionLock?
        do {
            lock = try SessionLock.scanning(at: server.text, isShared: purpose == .scanning)
        } catch {
            let code = (error as? DatabaseError)?.code
            throw ScanLockError(
                library: server.shown, reason: "\(error)",
                isUnreachable: code == .cannotOpen || code == .disconnected)
        }
        guard let lock else {
            let activity = purpose == .scanning ? "changing its folders" : "scanning into it"
            throw ScanLockError(
                library: server.shown,
                reason: "another process is \(activity); wait until it has finished, or stop it",
                isHeld: true)
        }
        return lock
    }

    /// Whether another process scans into a library that is a file. Of a library on a server nothing is said. Blocks its
    /// thread for a moment.
    package static func isHeld(nextTo library: String) -> Bool {
        guard ServerAddress(library) == nil else { return false }
        do {
            _ = try ScanLock(library: library)
            return false
        } catch {
            return (error as? ScanLockError)?.isHeld ?? false
        }
    }

    private static func lock(nextTo library: String) throws -> FileDescriptor {
        let path = Catalog.companion(".scan", ofLibrary: library)
        let file: FileDescriptor
        do throws(Errno) {
            file = try path.opened(.readWrite, options: .create, rights: 0o600)
        } catch {
            throw ScanLockError(
                library: library, reason: "\(path) cannot be written: \(error); \(error.remedy)")
        }
        var isFree = false
        do throws(Errno) {
            // One that only asks for it has it for less than a millisecond.
            for _ in 0..<3 where !isFree {
                isFree = try file.lockIfFree()
                if !isFree { usleep(2000) }
            }
        } catch {
            throw ScanLockError(library: library, reason: "\(path) cannot be locked: \(error)")
        }
        guard isFree else {
            let holder = file.notedHolder?.id
            let process = holder.map { "process \($0)" } ?? "another process"
            throw ScanLockError(
                library: library,
                reason: "\(process) is scanning into it; wait until it has finished, or stop it",
                isHeld: true, holder: holder)
        }
        file.noteHolder()
        return file
    }

    deinit { if case .file(let file) = holder { file.closeAfterReading() } }
}

/// Why a scan cannot begin.
public struct ScanLockError: PhonolithError {
    /// The kind of the error.
    public var code: Code { isHeld ? .isHeld : isUnreachable ? .isUnreachable : .cannotLock }
    /// The library's path.
    public var subject: String { library }
    /// The library's path.
    public var library: String
    /// In words for the user.
    public var reason: String
    /// Whether another process has the lock, and will give it back.
    public var isHeld = false
    /// Whether the library is on a server that cannot be reached.
    package var isUnreachable = false
    /// The number of that process, where it is known.
    public var holder: Int32?

    package init(
        library: String, reason: String, isHeld: Bool = false, isUnreachable: Bool = false,
        holder: Int32? = nil
    ) {
        (self.library, self.reason) = (library, reason)
        (self.isHeld, self.isUnreachable, self.holder) = (isHeld, isUnreachable, holder)
    }

    /// One line.
    public var description: String { "\(library): \(reason)" }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another process scans.
        public static let isHeld = Code(rawValue: "isHeld")
        /// The library is on a server that cannot be reached.
        public static let isUnreachable = Code(rawValue: "isUnreachable")
        /// The lock cannot be taken for a reason of the system.
        public static let cannotLock = Code(rawValue: "cannotLock")
    }
}

internal import Glibc
package import PhonolithFiles
internal import PhonolithMediaModel
import PhonolithPlayQueues
package import PhonolithStore
internal import SystemPackage

/// Held by the one program that may change a user's queue in a library: the player that plays it, or another for a moment. In a
/// library in a file it is the kernel's (`flock`), on a server the server's; it ends with its process.
package final class QueueLock: Sendable {
    private let held: Held
    /// The player has it beside the lock for changes, so that another player need not wait to see that there is one.
    private let player: QueueLock?

    private enum Held {
        case file(FileDescriptor)
        case lease(QueueLease)
    }

    private init(_ held: Held, player: QueueLock?) {
        (self.held, self.player) = (held, player)
    }

    deinit {
        if case .file(let file) = held { file.closeAfterReading() }
    }

    /// Whether the lock is still held: a connection to a server may have ended. Blocks its thread.
    package var isHeld: Bool {
        let holds =
            switch held {
            case .file: true
            case .lease(let lease): lease.isHeld
            }
        return holds && player?.isHeld != false
    }

    /// Whether a lock was taken.
    package enum Answer {
        case taken(QueueLock)
        /// By a process of this machine, where that is known.
        case held(by: RunningProcess? = nil)
        /// There can be none, as for a library in memory, or on a file system without locks.
        case impossible
    }

    /// Takes the lock for a change; the catalogue's user has a queue of their own. Blocks its thread for a moment.
    ///
    /// - Throws: ``QueueEdit/Refusal`` for a lock that may not be opened, `CatalogError` where the library's server does not
    ///   answer.
    package static func take(for catalog: Catalog) throws -> Answer {
        try take(.changing, of: catalog)
    }

    /// Takes the lock for a player, as long as it plays. Blocks its thread while another program changes the queue.
    ///
    /// - Returns: ``Answer/held`` where another player has it.
    /// - Throws: As ``take(for:)``, and ``QueueEdit/Refusal`` where the change takes too long.
    package static func takeToPlay(for catalog: Catalog) throws -> Answer {
        let first = try take(.playing, of: catalog)
        guard case .taken(let player) = first else { return first }
        let end = ContinuousClock.now + longestChange
        repeat {
            let answer = try take(.changing, of: catalog, beside: player)
            guard case .held = answer else { return answer }
            usleep(pause)
        } while ContinuousClock.now < end
        throw QueueEdit.Refusal(
            description: "the queue is not kept: another program has been changing it for too long")
    }

    private static let longestChange = Duration.seconds(10)
    private static let pause: UInt32 = 50_000

    private static func take(
        _ right: QueueRight, of catalog: Catalog, beside player: QueueLock? = nil
    ) throws -> Answer {
        if let server = ServerAddress(catalog.path) {
            let lease = try catalog.queue.lease(right, at: server)
            return lease.map { .taken(QueueLock(.lease($0), player: player)) } ?? .held()
        }
        guard catalog.path != ":memory:" else { return .impossible }
        let path = catalog.queue.lockFile(right)
        guard let file = try opened(path, ofLibrary: MediaPath(catalog.path)) else {
            return .impossible
        }
        do {
            if try file.lockIfFree() {
                file.noteHolder()
                return .taken(QueueLock(.file(file), player: player))
            }
        } catch {
            // A file system without locks.
            file.closeAfterReading()
            return .impossible
        }
        defer { file.closeAfterReading() }
        return .held(by: file.notedHolder)
    }

    /// - Returns: `nil` where no file can be made.
    private static func opened(
        _ path: MediaPath, ofLibrary library: MediaPath
    ) throws(QueueEdit.Refusal) -> FileDescriptor? {
        let isNew = path.status == nil
        do {
            let file = try path.opened(.readWrite, options: .create, rights: 0o600)
            // Users who share the library share its locks, whatever the mask of the first is; others have neither.
            if isNew, let status = library.status { fchmod(file.rawValue, status.st_mode & 0o666) }
            return file
        } catch {
            // A file that may only be read is locked as well, except on NFS (flock(2)).
            if let file = try? path.opened(.readOnly) { return file }
            guard path.status != nil else { return nil }
            throw QueueEdit.Refusal(
                description:
                    "\(path): cannot be opened: \(error); give it the rights of the library's file")
        }
    }
}

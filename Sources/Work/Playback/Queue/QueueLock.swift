internal import Catalog
internal import Files
internal import Glibc
internal import MediaModel
internal import SystemPackage

/// Held by the one program that may change a user's queue in a library: the player that plays it, or a command for a
/// moment. The lock is the kernel's (`flock`), so that it ends with its process; for a library on a server it is the server's,
/// too, for players on other machines.
final class QueueLock: Sendable {
    private let file: FileDescriptor
    private let lease: QueueLease
    /// Where the player that holds it is reached.
    let address: QueueAddress

    private init(_ file: FileDescriptor, _ lease: QueueLease, _ address: QueueAddress) {
        (self.file, self.lease, self.address) = (file, lease, address)
    }

    deinit { file.closeAfterReading() }

    /// What came of taking it.
    enum Answer {
        case taken(QueueLock)
        /// A player has it.
        case player(QueueConnection)
        /// There is no place for it, as for a library in memory, or the file system has no locks.
        case impossible
    }

    /// Takes the lock of the catalogue's user: each has a queue. Blocks its thread for as long as a command has it.
    ///
    /// - Throws: ``QueueEdit/Refusal`` where whoever has it cannot be reached.
    static func take(for catalog: Catalog) throws(QueueEdit.Refusal) -> Answer {
        guard catalog.path != ":memory:" else { return .impossible }
        let suffix = catalog.user == .owner ? ".player" : ".player-\(catalog.user)"
        let path = Catalog.companion(suffix, ofLibrary: catalog.path)
        for _ in 0..<attempts {
            guard let file = try? path.opened(.readWrite, options: .create, rights: 0o644) else {
                return .impossible
            }
            let address = QueueAddress(of: file)
            do {
                if try file.lockIfFree() {
                    return .taken(QueueLock(file, try lease(for: catalog, file), address))
                }
            } catch let refusal as QueueEdit.Refusal {
                throw refusal
            } catch {
                file.closeAfterReading()
                return .impossible
            }
            file.closeAfterReading()
            if let connection = address.connect() { return .player(connection) }
            usleep(pause)
        }
        throw QueueEdit.Refusal(
            description:
                "\(path): another program plays this queue and does not answer; end it, or change the queue there"
        )
    }

    /// Closes the lock's file unless the queue is free on all machines.
    private static func lease(
        for catalog: Catalog, _ file: FileDescriptor
    ) throws(QueueEdit.Refusal) -> QueueLease {
        let reason: String
        do {
            if let lease = try catalog.queue.lease() { return lease }
            reason =
                "a player on another machine, or one that knows the library by another address, plays this queue; end it, or"
                + " change the queue there"
        } catch {
            reason = "\(error)"
        }
        file.closeAfterReading()
        throw QueueEdit.Refusal(description: reason)
    }

    /// A command has it for milliseconds, a player answers after some more: five seconds in all.
    private static let attempts = 250
    private static let pause: UInt32 = 20_000
}

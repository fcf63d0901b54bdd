package import Catalog
internal import Files
internal import Glibc
internal import MediaModel
internal import SystemPackage

/// Held by the one program that may change a user's queue in a library: the player that plays it, or another for a moment. In a
/// library in a file it is the kernel's (`flock`), on a server the server's; it ends with its process.
package final class QueueLock: Sendable {
    private let held: Held

    private enum Held {
        case file(FileDescriptor)
        case lease(QueueLease)
    }

    private init(_ held: Held) { self.held = held }

    deinit {
        if case .file(let file) = held { file.closeAfterReading() }
    }

    /// Whether it is still held: a connection to a server may have ended. Blocks its thread.
    package var isHeld: Bool {
        switch held {
        case .file: true
        case .lease(let lease): lease.isHeld
        }
    }

    /// What came of taking it.
    package enum Answer {
        case taken(QueueLock)
        /// Another program has it.
        case held
        /// There is no place for it, as for a library in memory, or the file system has no locks.
        case impossible
    }

    /// Takes the lock of the catalogue's user: each has a queue. Blocks its thread.
    ///
    /// - Parameter patience: For how long a program that has it is waited for.
    /// - Throws: `CatalogError` where the library's server does not answer.
    package static func take(
        for catalog: Catalog, patience: Duration = .zero
    ) throws -> Answer {
        let end = ContinuousClock.now + patience
        var answer = try takeAtOnce(for: catalog)
        while case .held = answer, ContinuousClock.now < end {
            usleep(50_000)
            answer = try takeAtOnce(for: catalog)
        }
        return answer
    }

    private static func takeAtOnce(for catalog: Catalog) throws -> Answer {
        if let server = ServerAddress(catalog.path) {
            let lease = try catalog.queue.lease(at: server)
            return lease.map { .taken(QueueLock(.lease($0))) } ?? .held
        }
        guard catalog.path != ":memory:" else { return .impossible }
        let suffix = catalog.user == .owner ? ".player" : ".player-\(catalog.user)"
        let path = Catalog.companion(suffix, ofLibrary: catalog.path)
        guard let file = opened(path) else { return .impossible }
        do {
            if try file.lockIfFree() { return .taken(QueueLock(.file(file))) }
        } catch {
            file.closeAfterReading()
            return .impossible
        }
        file.closeAfterReading()
        return .held
    }

    /// The file of the lock, which may be another user's; `nil` where there can be none.
    private static func opened(_ path: MediaPath) -> FileDescriptor? {
        // A lock of a file does not depend on what may be done with the file (flock(2)).
        (try? path.opened(.readWrite, options: .create, rights: 0o644))
            ?? (try? path.opened(.readOnly))
    }
}

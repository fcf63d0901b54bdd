import Glibc
internal import Synchronization

/// The files that this process has found to be libraries.
///
/// Only SQLite may open them from then on. Closing any descriptor of a file drops all locks that the process
/// has on it (POSIX, `fcntl`; sqlite.org/howtocorrupt.html, 2.2). Another process then takes itself for the
/// last user of the library and deletes the write-ahead log, and what is written here afterwards is lost.
enum ExaminedFiles {
    private struct Identity: Hashable {
        let device: dev_t
        let inode: ino_t

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }

    private static let known = Mutex<Set<Identity>>([])

    /// Remembers a library that was just made.
    static func add(_ path: String) {
        guard let identity = Identity(path) else { return }
        known.withLock { _ = $0.insert(identity) }
    }

    /// Examines a file, and remembers it as a library if nothing is thrown.
    ///
    /// - Parameter body: Whether SQLite may have it open already, so that nothing else may open it. No other
    ///   thread examines a file meanwhile.
    static func examine(_ path: String, _ body: (_ isKnown: Bool) throws -> Void) throws {
        try known.withLock { known in
            let identity = Identity(path)
            try body(identity.map(known.contains) ?? false)
            if let identity { known.insert(identity) }
        }
    }
}

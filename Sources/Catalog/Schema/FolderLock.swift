import Foundation

/// Lets one process at a time make a library in a folder, or bring one up to date.
///
/// SQLite keeps each step of that whole, but not all of them together: who comes second to a step would fail in it.
/// The lock is the kernel's (`flock`), on the folder itself, so that nothing is left behind; it ends with its process.
/// On disks that have no such locks it goes on without.
enum FolderLock {
    /// Runs the body while nobody else does for a file of the same folder.
    ///
    /// - Throws: ``CatalogError`` where another has the lock for more than ten seconds, and what `body` throws.
    static func holding<Value>(besides path: String, _ body: () throws -> Value) throws -> Value {
        let folder = Catalog.folder(of: path)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        for _ in 0..<1000 {
            let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) != 0
            guard isHeld, errno == EWOULDBLOCK || errno == EINTR else { return try body() }
            usleep(10_000)
        }
        // To go on would end whoever brings a large library up to date.
        throw CatalogError(.busy, path: path)
    }
}

import Files
import Foundation
import MediaModel
import SystemPackage

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
        let place = MediaPath(Catalog.folder(of: path))
        guard let folder = try? place.opened(.readOnly, options: .directory) else {
            return try body()
        }
        defer { folder.closeAfterReading() }
        for _ in 0..<1000 {
            // An error means that this disk has no locks.
            guard (try? folder.lockIfFree()) == false else { return try body() }
            usleep(10_000)
        }
        // To go on would end whoever brings a large library up to date.
        throw CatalogError(.busy, path: path)
    }
}

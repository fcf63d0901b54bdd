import Glibc
import PhonolithFiles
import PhonolithMediaModel
import SystemPackage

/// Lets one process at a time make a library in a folder, or bring one up to date.
///
/// Each step is a transaction of its own, so that a second process would fail in the middle of them.
/// The lock is the kernel's (`flock`), on the folder itself, so that nothing is left behind; it ends with its process.
/// On disks that have no such locks it continues without.
enum FolderLock {
    /// Runs the body exclusively for all files of a folder.
    ///
    /// - Throws: ``CatalogError`` if another has the lock for more than ten seconds, and what `body` throws.
    static func holding<Value>(besides path: String, _ body: () throws -> Value) throws -> Value {
        let place = MediaPath(Catalog.folder(of: path))
        // A folder that cannot be read cannot be locked; whether the library can be opened is for `body` to find out.
        guard let folder = try? place.opened(.readOnly, options: .directory) else {
            return try body()
        }
        defer { folder.closeAfterReading() }
        for _ in 0..<1000 {
            // An error means that this disk has no locks.
            guard (try? folder.lockIfFree()) == false else { return try body() }
            usleep(10_000)
        }
        // To continue would break off the other process's work on a large library.
        throw CatalogError(.busy, path: path)
    }
}

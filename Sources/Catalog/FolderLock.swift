import Foundation

/// Lets one process at a time make a library in a folder, or bring one up to date.
///
/// SQLite keeps each step of that whole, but not all of them together: who comes second to a step would fail in it.
/// The lock is the kernel's (`flock`), on the folder itself, so that nothing is left behind; it ends with its process.
/// On disks that have no such locks, and where another holds it for more than ten seconds, it goes on without: then
/// SQLite's own locks say who has to wait.
enum FolderLock {
    /// Runs the body while nobody else does for a file of the same folder.
    static func holding<Value>(
        besides path: String, _ body: () throws -> Value
    ) rethrows -> Value {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        wait(for: descriptor)
        return try body()
    }

    private static func wait(for descriptor: Int32) {
        for _ in 0..<1000 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(10_000)
        }
    }
}

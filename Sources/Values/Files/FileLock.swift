package import Glibc
package import SystemPackage

extension FileDescriptor {
    /// Whether this is the open file that has a status.
    package func isOpen(_ status: stat) -> Bool {
        openStatus(rawValue).map { $0.st_ino == status.st_ino && $0.st_dev == status.st_dev }
            ?? false
    }

    /// Locks the file for this descriptor if no other descriptor has it locked (`flock`). The kernel unlocks it when the
    /// descriptor is closed, and so when the process ends, however it ends. Never waits.
    ///
    /// - Returns: Whether it was free.
    /// - Throws: `Errno`, as on file systems without locks.
    package func lockIfFree() throws(Errno) -> Bool {
        while flock(rawValue, LOCK_EX | LOCK_NB) != 0 {
            switch Errno(rawValue: errno) {
            case .wouldBlock: return false
            case .interrupted: continue
            case let error: throw error
            }
        }
        return true
    }
}

/// Apart, because a descriptor has a method of the same name.
private func openStatus(_ descriptor: CInt) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
}

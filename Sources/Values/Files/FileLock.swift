internal import Glibc
package import SystemPackage

extension FileDescriptor {
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

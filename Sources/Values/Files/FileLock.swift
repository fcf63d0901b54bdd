package import Glibc
internal import PhonolithMediaModel
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

    /// Writes down in the file that this process has it locked. Errors, as on a full disk, are skipped: the lock holds without the
    /// note.
    package func noteHolder() {
        try? resize(to: 0)
        _ = try? writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
    }

    /// The process that has the file locked, by its note; `nil` where that cannot be read, or names none that runs here. It changes
    /// only messages.
    package var notedHolder: RunningProcess? {
        let note = String(decoding: (try? bytes(32, at: 0)) ?? [], as: UTF8.self)
        return note.split(separator: "\n").first.flatMap { Int32($0) }
            .flatMap(RunningProcess.init)
    }
}

/// Another process of this machine.
package struct RunningProcess: Hashable, Sendable {
    package let id: Int32

    /// - Returns: `nil` if none has the number.
    package init?(id: Int32) {
        guard id > 0, kill(id, 0) == 0 || errno == EPERM else { return nil }
        self.id = id
    }

    /// Whether it was stopped, as by Ctrl-Z, and does nothing until it is continued. Blocks its thread.
    package var isStopped: Bool {
        let bytes = (try? MediaPath("/proc/\(id)/stat").allBytesToTheEnd()) ?? []
        // Its name is in parentheses, and may have some (proc_pid_stat(5)).
        let state = bytes.lastIndex(of: UInt8(ascii: ")")).map { bytes[$0...].dropFirst(2) }?.first
        return state == UInt8(ascii: "T") || state == UInt8(ascii: "t")
    }
}

/// Apart, because a descriptor has a method of the same name.
private func openStatus(_ descriptor: CInt) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
}

/// A hold on something, which ends when the value is released.
package final class Hold: Sendable {
    private let release: @Sendable () -> Void

    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}

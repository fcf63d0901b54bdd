import Glibc
import PhonolithFiles
import PhonolithMediaModel

/// Learns from the kernel that file systems are mounted or unmounted (proc_pid_mountinfo(5)): inotify(7) says nothing of a disk that
/// comes, because nothing happens in the folder that it covers.
///
/// Used by one thread at a time.
final class MountWatch {
    /// Ready by `POLLPRI` when something was mounted or unmounted; -1 where the system does not tell.
    let descriptor: Int32
    private var known: MountTable

    init() {
        // Opened before the mounts are read, so that none is missed.
        descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        known = .current
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Where something was mounted or unmounted since the last call. Blocks its thread.
    func changedPoints() -> Set<MediaPath> {
        let now = MountTable.current
        defer { known = now }
        return now.changedPoints(since: known)
    }
}

import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

/// The file of a damaged library and the log next to it, moved out of the way of the one that is restored.
struct DamagedLibrary {
    /// Where it was, without symbolic links: SQLite puts the log next to the file itself.
    private let path: String
    let kept: String
    private let status: stat?

    private static let suffixes = ["-wal", "-shm", ""]

    /// Moves the files, and copies the key. The log goes first: without its library it would be taken for that of the
    /// next one.
    ///
    /// - Throws: ``Failure``; then all files are where they were.
    init(movingAside library: String) throws {
        path = (MediaPath(argument: library).resolved ?? MediaPath(argument: library)).description
        kept = Restore.unusedName(path + ".before-restore")
        status = MediaPath(argument: path).status
        try LibraryKey.copy(
            from: Catalog.keyPath(ofLibrary: library), to: Catalog.keyPath(ofLibrary: kept))
        var moved: [String] = []
        for suffix in Self.suffixes {
            if rename(path + suffix, kept + suffix) == 0 {
                moved.append(suffix)
            } else if errno != ENOENT {
                let reason = String(cString: strerror(errno))
                for suffix in moved { _ = rename(kept + suffix, path + suffix) }
                throw Failure(
                    "\(path + suffix): cannot be renamed: \(reason); check the permissions of its folder"
                )
            }
        }
    }

    /// Moves the files back, in place of a library that could not be restored.
    func putBack() {
        for suffix in Self.suffixes.reversed() {
            unlink(path + suffix)
            // A log need not have been there.
            _ = rename(kept + suffix, path + suffix)
        }
    }

    /// Gives the restored library the mode and, where that is possible, the owner of the damaged one.
    func giveRights() {
        guard let status else { return }
        for suffix in Self.suffixes {
            // Only root can give files away, and the log need not be there.
            _ = chown(path + suffix, status.st_uid, status.st_gid)
            _ = chmod(path + suffix, status.st_mode & 0o777)
        }
    }
}

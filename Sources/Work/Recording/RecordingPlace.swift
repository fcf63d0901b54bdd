import Glibc
internal import PhonolithFiles
package import PhonolithMediaModel
internal import SystemPackage

/// The file that a recording is written to under its own name; no other recording has it meanwhile.
package final class RecordingPlace {
    private let path: MediaPath
    /// Whether there was none before.
    private let isNew: Bool
    /// Locked until it is closed.
    private let file: FileDescriptor

    /// Makes an empty file, or finds out whether the one that exists can be written over. Blocks its thread.
    ///
    /// A file that exists keeps its content until the recording begins: an encoder that cannot be opened must not cost it.
    ///
    /// - Parameter overwrites: Whether a file that exists may be written over.
    /// - Throws: ``AudioRecorderError`` with what to do.
    package init(
        claiming path: MediaPath, overwriting overwrites: Bool
    ) throws(AudioRecorderError) {
        let (old, name) = (path.status, path.description)
        if old?.isFolder == true {
            throw AudioRecorderError(.isFolder, name, "\(path): is a folder; name a file in it")
        }
        if path.isWrittenAsItComes {
            throw AudioRecorderError(
                .notAFile, name,
                "\(path): is a device, a pipe or an open file; name a file of its own")
        }
        let file: FileDescriptor
        do throws(Errno) {
            let existing: FileDescriptor.OpenOptions =
                overwrites ? .create : [.create, .exclusiveCreate]
            file = try path.opened(.writeOnly, options: existing, rights: 0o666)
        } catch  where error == .fileExists {
            throw AudioRecorderError(
                .fileExists, name, "\(path): the file exists; choose another name or overwrite it",
                cause: error)
        } catch {
            throw Self.failure(error, path)
        }
        // Some file systems have no locks, and some keep everything else from the file, the encoder too.
        guard
            MountTable.current.hasMandatoryLocks(at: path) || (try? file.lockIfFree()) != false
        else {
            file.closeAfterReading()
            throw AudioRecorderError(
                .fileInUse, name,
                "\(path): another program is recording to it; wait until that has ended, or choose another name"
            )
        }
        guard path.status.map(file.isOpen) == true else {
            file.closeAfterReading()
            throw AudioRecorderError(
                .fileGone, name, "\(path): was replaced by another program; try again")
        }
        (self.path, self.isNew, self.file) = (path, old == nil, file)
    }

    /// Why a file cannot be made.
    private static func failure(_ error: Errno, _ path: MediaPath) -> AudioRecorderError {
        let folder = path.parent
        let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
        if isMissing, folder.status?.isFolder != true {
            return AudioRecorderError(
                .noSuchFolder, folder.description,
                "\(path): cannot be written: there is no folder \(folder); make it, or choose another place",
                cause: error)
        }
        let code: AudioRecorderError.Code =
            switch error {
            case .permissionDenied, .notPermitted, .readOnlyFileSystem: .notPermitted
            case .noSpace, .diskQuotaExceeded: .diskFull
            default: .cannotWrite
            }
        return AudioRecorderError(
            code, path.description, "\(path): cannot be written: \(error); choose another place",
            cause: error)
    }

    deinit { file.closeAfterReading() }

    /// Whether the file has lost its name, to another file or to none; not where that cannot be seen. Blocks its thread.
    package var isGone: Bool {
        path.status.map { !file.isOpen($0) } ?? (errno == ENOENT)
    }

    /// Removes the file, if it was made for the recording. Blocks its thread.
    package func release() {
        if isNew, !isGone { _ = path.withCString { unlink($0) } }
    }
}

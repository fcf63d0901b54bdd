internal import Files
internal import Foundation
package import MediaModel
internal import SystemPackage

/// The file that a recording is written to under its own name.
package struct RecordingPlace {
    private let path: MediaPath
    /// Whether there was none before.
    private let isNew: Bool

    /// Makes an empty file, or finds out whether the one that exists can be written over. Blocks its thread.
    ///
    /// A file that exists keeps its content until the recording begins: an encoder that cannot be opened must not cost it.
    ///
    /// - Parameter overwrites: Whether a file that exists may be written over.
    /// - Throws: ``AudioRecorderError`` with what to do.
    package init(
        claiming path: MediaPath, overwriting overwrites: Bool
    ) throws(AudioRecorderError) {
        let isNew = path.status == nil
        do {
            let existing: FileDescriptor.OpenOptions =
                overwrites ? .create : [.create, .exclusiveCreate]
            try path.opened(.writeOnly, options: existing, rights: 0o666).close()
        } catch let error as Errno where error == .fileExists {
            throw AudioRecorderError(
                "\(path): the file exists; choose another name or overwrite it")
        } catch {
            throw AudioRecorderError("\(path): cannot be written: \(error); choose another place")
        }
        (self.path, self.isNew) = (path, isNew)
    }

    /// Removes the file, if it was made for the recording. Blocks its thread.
    package func release() {
        if isNew { _ = path.withCString { unlink($0) } }
    }
}

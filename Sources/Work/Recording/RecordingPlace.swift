internal import Files
package import MediaModel
internal import SystemPackage

/// The file that a recording is written to under its own name.
package enum RecordingPlace {
    /// Makes an empty file. Blocks its thread.
    ///
    /// - Parameter overwrites: Whether a file that exists is emptied; else it is kept.
    /// - Throws: ``AudioRecorderError`` with what to do.
    package static func claim(
        _ path: MediaPath, overwriting overwrites: Bool
    ) throws(AudioRecorderError) {
        do {
            let existing: FileDescriptor.OpenOptions =
                overwrites ? [.create, .truncate] : [.create, .exclusiveCreate]
            try path.opened(.writeOnly, options: existing, rights: 0o666).close()
        } catch let error as Errno where error == .fileExists {
            throw AudioRecorderError(
                "\(path): the file exists; choose another name or overwrite it")
        } catch {
            throw AudioRecorderError("\(path): cannot be written: \(error); choose another place")
        }
    }
}

import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel

/// The folder that pictures are written to, tried before the first is made.
struct PictureFolder {
    private let path: MediaPath
    private let isNew: Bool

    /// Makes the folder if it is missing, and writes a little to it. Blocks its thread.
    ///
    /// - Parameter path: Empty for the current folder.
    /// - Throws: ``Failure``, for a disk that is full, too.
    init(_ path: MediaPath) throws {
        self.path = path
        let place = path.bytes.isEmpty ? MediaPath(".") : path
        let status = place.status
        isNew = status == nil
        guard status?.isFolder ?? true else {
            throw Failure("\(place): is not a folder; choose one with --output")
        }
        do throws(WholeFile.Failure) {
            try WholeFile.makeFolder(path)
            let trial = path.appending(
                MediaPath(".phonolith-\(UInt64.random(in: 0 ... .max)).trial"))
            defer { _ = trial.withCString { unlink($0) } }
            try WholeFile.write([UInt8](repeating: 0x20, count: 4096), to: trial, isDurable: false)
        } catch {
            removeIfUnused()
            throw Failure("\(place): cannot be written: \(error); \(error.remedy)")
        }
    }

    /// Removes the folder again, if it was missing and still has nothing in it.
    func removeIfUnused() {
        if isNew { _ = path.withCString { rmdir($0) } }
    }
}

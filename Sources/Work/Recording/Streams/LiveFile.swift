import PhonolithFiles
import PhonolithMediaModel
import SystemPackage

/// A file of what a radio station sends, until the listener ends it.
struct LiveFile {
    /// The name that it gets at its end.
    let path: MediaPath
    private let file: WholeFile
    private let descriptor: FileDescriptor
    private var isEmpty = true

    init(at path: MediaPath) throws(Errno) {
        file = try WholeFile(resumableAt: path)
        self.path = path
        descriptor = try file.opened(keeping: false)
    }

    /// Writes what came next. Blocks its thread.
    mutating func write(_ bytes: ArraySlice<UInt8>) throws(Errno) {
        try onlyErrno { _ = try descriptor.writeAll(bytes) }
        isEmpty = false
    }

    func discard() {
        descriptor.closeAfterReading()
        file.discard()
    }

    /// Gives the file its name. Blocks its thread.
    ///
    /// - Returns: Whether there is one.
    func finish() throws(Errno) -> Bool {
        descriptor.closeAfterReading()
        guard !isEmpty else {
            file.discard()
            return false
        }
        do throws(Errno) {
            try file.place()
        } catch  where file.writtenCount > 0 {
            // A file that the disk does not promise to keep is better than none.
            try file.place(isDurable: false)
        }
        return true
    }
}

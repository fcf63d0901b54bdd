internal import Glibc
package import MediaModel

extension MediaPath {
    /// Why this cannot be read as a file: a folder, a device, a socket, or a pipe, whose opening might wait for
    /// ever; `nil` for a regular file, and for what cannot be looked at, which opening it will report.
    package var refusalToRead: String? {
        guard let status else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "is a folder"
        case S_IFIFO: "is a pipe and no file"
        case S_IFSOCK: "is a socket and no file"
        default: "is a device and no file"
        }
    }

    /// Why a regular file could not be read whole.
    package enum ContentsError: Error, Hashable, Sendable {
        /// The system's `errno`.
        case system(CInt)
        case notRegular
        case tooLarge
    }

    /// The first bytes of a file, fewer where it ends; none where it cannot be read. Blocks its thread.
    package func firstBytes(_ count: Int) -> [UInt8] {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            filled = max(0, pread(descriptor, bytes.baseAddress, count, 0))
        }
    }

    /// All bytes of a regular file; never waits for a pipe. Blocks its thread.
    ///
    /// - Parameter limit: No more bytes than this are read.
    package func allBytes(upTo limit: Int) throws(ContentsError) -> [UInt8] {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0, !bytes.contains(0) else { throw .system(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.isRegularFile else { throw .notRegular }
        guard Int(status.st_size) <= limit else { throw .tooLarge }
        var contents = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < contents.count {
            let count = contents.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + length }, $0.count - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            // A file that shrinks meanwhile ends early.
            if count == 0 { break }
            length += count
        }
        contents.removeLast(contents.count - length)
        return contents
    }
}

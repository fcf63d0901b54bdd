import Files
import Foundation
package import MediaModel

/// An open file whose bytes are sent. What is read belongs to the file that was opened, also after another has
/// taken its path.
package final class OpenFile: Sendable {
    /// How long it was when it was opened, and how its bytes are told from others.
    package let representation: Representation
    private let descriptor: CInt

    /// Why a file cannot be sent.
    package enum Failure: Error, Hashable, Sendable {
        /// It does not exist, or is no regular file.
        case missing
        /// It exists and cannot be read; the system's `errno`.
        case unreadable(CInt)
        /// It has become shorter while it was sent.
        case shortened
    }

    /// Opens a file. Blocks its thread.
    package init(_ path: MediaPath) throws(Failure) {
        guard !path.bytes.contains(0) else { throw .missing }
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(errno)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.isRegularFile else {
            close(descriptor)
            throw .missing
        }
        self.descriptor = descriptor
        let time = status.contentTime
        representation = Representation(
            length: Int(status.st_size),
            tag: EntityTag(
                [Int(status.st_ino), Int(status.st_size), time.nanoseconds]
                    .map { String(UInt(bitPattern: $0), radix: 36) }.joined(separator: "-")),
            modified: time.tv_sec)
    }

    deinit { close(descriptor) }

    /// Reads bytes. Blocks its thread.
    ///
    /// - Parameter range: Lies inside the length.
    /// - Returns: As many bytes as the range has, or `most` of them.
    package func bytes(_ range: ByteRange, most: Int) throws(Failure) -> [UInt8] {
        let wanted = min(range.count, most)
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while count < wanted {
                let read = pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, wanted - count,
                    off_t(range.first + count))
                if read < 0, errno == EINTR { continue }
                if read <= 0 {
                    failure = read == 0 ? .shortened : .unreadable(errno)
                    return
                }
                count += read
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

import Foundation
import MediaModel

extension MediaPath {
    /// All bytes of a small file; `nil` where it cannot be read, or is empty or longer than the limit.
    /// Blocks its thread.
    func contents(upTo limit: Int) -> [UInt8]? {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1...limit).contains(Int(status.st_size))
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(
                    descriptor, $0.baseAddress.map { $0 + length }, $0.count - length, off_t(length)
                )
            }
            // A file that shrinks meanwhile ends early.
            if count <= 0 { break }
            length += count
        }
        bytes.removeLast(bytes.count - length)
        return bytes.isEmpty ? nil : bytes
    }
}

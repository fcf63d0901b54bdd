internal import Glibc
import MediaModel

/// A file of which a few bytes are looked at, here and there. Everything blocks.
final class HeaderFile {
    /// Closed by `deinit`.
    private let descriptor: CInt
    let size: Int
    private let patience: Patience

    /// `nil` where it cannot be read.
    init?(_ path: MediaPath, _ patience: Patience) {
        self.patience = patience
        descriptor = (path.bytes + [0]).withUnsafeBytes { name in
            name.assumingMemoryBound(to: CChar.self).baseAddress
                .map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1
        }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            return nil
        }
        size = Int(max(0, status.st_size))
    }

    deinit { close(descriptor) }

    /// Fewer at the end of the file; none when the time is up, which ends all loops over headers.
    func bytes(at offset: Int, _ count: Int) -> [UInt8] {
        guard !patience.isOver else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            filled = max(0, pread(descriptor, bytes.baseAddress, count, off_t(offset)))
        }
    }
}

extension Sequence<UInt8> {
    /// The number that the bytes are, the first counting most; of at most eight.
    var number: UInt64 { prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

import NIOCore
import PhonolithStreaming
import Synchronization

/// The memory in which a file passes on its way to a client, piece by piece. While one piece is sent the next is read
/// into the memory of the one before: new memory for each cost as much as reading, because the system gives it page by
/// page.
final class FilePieces: Sendable {
    private struct Memory {
        var next = ByteBuffer()
        var last = ByteBuffer()
    }

    private let memory = Mutex(Memory())

    /// Reads the beginning of a range. Blocks its thread.
    func read(_ range: ByteRange, of file: OpenFile) throws -> ByteBuffer {
        try memory.withLock { memory in
            swap(&memory.next, &memory.last)
            // Other memory, where a client is so slow that not even that has been sent.
            memory.last.clear(minimumCapacity: FileReader.chunk)
            try memory.last.writeWithUnsafeMutableBytes(minimumWritableBytes: FileReader.chunk) {
                try file.read(
                    range,
                    into: UnsafeMutableRawBufferPointer(rebasing: $0.prefix(FileReader.chunk)))
            }
            return memory.last
        }
    }
}

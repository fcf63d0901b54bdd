import FoundationEssentials
import Glibc
import PhonolithWorker

/// Standard output, written in large pieces.
package final class StandardOutput {
    private var buffer: [UInt8] = []
    private var hasWritten = false

    /// Writes a text. The first piece goes out at once, so that a reader sees it without waiting.
    package func write(_ text: String) throws { try write { $0.append(contentsOf: text.utf8) } }

    package func write(_ append: (inout [UInt8]) -> Void) throws {
        append(&buffer)
        if buffer.count >= 1 << 16 || !hasWritten { try flush() }
    }

    /// Writes what is still kept back.
    package func flush() throws {
        try buffer.withUnsafeBytes { try Self.write($0) }
        buffer.removeAll(keepingCapacity: true)
        hasWritten = true
    }

    /// Writes a line at once.
    package static func writeLine(_ line: String) throws {
        try Array((line + "\n").utf8).withUnsafeBytes { try write($0) }
    }

    /// Whether the process was started with a standard output.
    package static var isThere: Bool { !ProgramStart.hasNoOutput }

    /// Writes bytes, all of them.
    package static func write(_ bytes: UnsafeRawBufferPointer) throws {
        try CommandEnvironment.current.writeOutput(bytes)
    }

    @Sendable static func writeToProcess(_ bytes: UnsafeRawBufferPointer) throws {
        if !isThere { throw Failure("standard output: it is closed") }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(
                STDOUT_FILENO, rest.base.baseAddress.map { $0 + rest.startIndex }, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                let isFull = errno == ENOSPC || errno == EDQUOT
                throw Failure(
                    "standard output: \(String(cString: strerror(errno)))\(isFull ? "; free space" : "")"
                )
            }
            rest = rest.dropFirst(count)
        }
    }
}

import Glibc
package import PhonolithFiles
package import PhonolithMediaModel
package import SystemPackage

/// An open file whose bytes are sent. The bytes read belong to the file that was opened, also after another has
/// taken its path.
package final class OpenFile: Sendable {
    /// How long it was when it was opened, and how its bytes are identified.
    package let representation: Representation
    private let file: FileDescriptor

    /// Why a file cannot be sent.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// It does not exist, or is no regular file of the kind that is wanted.
        case missing
        /// It exists and cannot be read.
        case unreadable(Errno)
        /// It has become shorter while it was sent.
        case shortened

        package var description: String {
            switch self {
            case .missing: "the file does not exist"
            case .unreadable(let error): "the file cannot be read: \(error)"
            case .shortened: "the file has become shorter while it was sent"
            }
        }
    }

    /// Opens a file. Blocks its thread.
    package init(_ path: MediaPath) throws(Failure) {
        do throws(Errno) {
            file = try path.opened(.readOnly, options: .nonBlocking)
        } catch {
            let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
            throw isMissing ? .missing : .unreadable(error)
        }
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.isRegularFile else {
            file.closeAfterReading()
            throw .missing
        }
        let time = status.contentTime
        representation = Representation(
            length: Int(status.st_size),
            tag: EntityTag(
                [Int(status.st_ino), Int(status.st_size), time.nanoseconds]
                    .map { String(UInt(bitPattern: $0), radix: 36) }.joined(separator: "-")),
            modified: time.tv_sec)
    }

    /// Opens a file that links may lead to, if its own name is right: a link may lead to any file of the system, and whoever
    /// writes to a folder of the library can make one. Blocks its thread.
    package convenience init(
        _ path: MediaPath, named isRight: (MediaPath) -> Bool
    ) throws(Failure) {
        try self.init(path)
        // Of the file that was opened, whatever has the path meanwhile (proc_pid_fd(5)).
        let name = MediaPath("/proc/self/fd/\(file.rawValue)").linkTarget ?? path.resolved
        guard let name, isRight(name) else { throw .missing }
    }

    deinit { file.closeAfterReading() }

    /// Reads the beginning of a range, as much as the memory holds. Blocks its thread.
    ///
    /// - Parameters:
    ///   - range: A range inside the length.
    ///   - memory: Is filled from its beginning.
    /// - Returns: How many bytes were read.
    package func read(
        _ range: ByteRange, into memory: UnsafeMutableRawBufferPointer
    ) throws(Failure) -> Int {
        let wanted = min(range.count, memory.count)
        let count: Int
        do throws(Errno) {
            count = try file.fill(memory[..<wanted], at: Int64(range.first))
        } catch {
            throw .unreadable(error)
        }
        guard count == wanted else { throw .shortened }
        return count
    }

    /// Reads bytes. Blocks its thread.
    ///
    /// - Parameter range: A range inside the length.
    /// - Returns: As many bytes as the range has, or `most` of them.
    package func bytes(_ range: ByteRange, most: Int) throws(Failure) -> [UInt8] {
        let wanted = min(range.count, most)
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try file.bytes(wanted, at: Int64(range.first))
        } catch {
            throw .unreadable(error)
        }
        guard bytes.count == wanted else { throw .shortened }
        return bytes
    }
}

/// Reads files for many clients at once, on threads of its own.
package struct FileReader: Sendable {
    /// The most bytes that are in memory for one client.
    package static let chunk = 64 << 10

    private let threads: BlockingThreads

    package init(threads: BlockingThreads) { self.threads = threads }

    /// Opens the file of an item, which is named as sound or a video, also where a link leads to it.
    ///
    /// - Throws: ``OpenFile/Failure``.
    package func openMedia(_ path: MediaPath) async throws -> OpenFile {
        try await threads.perform { try OpenFile(path, named: \.isNamedAsMedia) }
    }

    /// Finds the captions of a video.
    package func captions(besides video: MediaPath) async throws -> [Captions] {
        try await threads.perform { Captions.find(besides: video) }
    }

    /// The text of captions in a format; `nil` if it cannot be had.
    package func text(of captions: Captions, as format: Captions.Format) async throws -> [UInt8]? {
        try await threads.perform { captions.text(as: format) }
    }

    /// Does with files what blocks.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await threads.perform(body)
    }

    /// The first bytes of a range: all of them, or as many as are held in memory for one client.
    package func bytes(_ range: ByteRange, of file: OpenFile) async throws -> [UInt8] {
        try await threads.perform { try file.bytes(range, most: Self.chunk) }
    }
}

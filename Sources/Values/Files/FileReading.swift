internal import Glibc
package import PhonolithMediaModel
package import SystemPackage

// Files that are read or written as a whole are opened, read and written in this target. The system gets paths byte for byte: `FilePath` would drop
// double slashes and one at the end, which belong to a path as the user wrote it.

extension MediaPath {
    /// Why this cannot be read as a file: a folder, a device, a socket, or a pipe, whose opening might wait for
    /// ever; `nil` for a regular file, and for what cannot be looked at, which opening it will report.
    package var refusalToRead: String? {
        guard let status else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "is a folder"
        case S_IFIFO: "is a pipe, not a file"
        case S_IFSOCK: "is a socket, not a file"
        default: "is a device, not a file"
        }
    }

    /// Opens the file; programs that are started do not get it. Blocks its thread: opening a pipe waits for its other
    /// end, unless `options` has `nonBlocking`.
    package func opened(
        _ mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions = [],
        rights: UInt32? = nil
    ) throws(Errno) -> FileDescriptor {
        guard !bytes.contains(0) else { throw .noSuchFileOrDirectory }
        return try onlyErrno {
            try withCString {
                try FileDescriptor.open(
                    $0, mode, options: options.union(.closeOnExec),
                    permissions: rights.map { FilePermissions(rawValue: $0) })
            }
        }
    }

    /// The first bytes of a file, fewer where it ends; none where it cannot be read. Blocks its thread.
    package func firstBytes(_ count: Int) -> [UInt8] {
        guard let file = try? opened(.readOnly, options: .nonBlocking) else { return [] }
        defer { file.closeAfterReading() }
        return (try? file.bytes(count)) ?? []
    }

    /// Why a regular file could not be read whole.
    package enum ContentsError: Error, Hashable, Sendable, CustomStringConvertible {
        case system(Errno)
        case notRegular
        case tooLarge

        package var description: String {
            switch self {
            case .system(let error): error.description
            case .notRegular: "is not a regular file"
            case .tooLarge: "is too large"
            }
        }
    }

    /// All bytes of a regular file; never waits for a pipe. Blocks its thread.
    ///
    /// - Parameter limit: No more bytes than this are read.
    package func allBytes(upTo limit: Int) throws(ContentsError) -> [UInt8] {
        do {
            let file = try opened(.readOnly, options: .nonBlocking)
            defer { file.closeAfterReading() }
            var status = stat()
            guard fstat(file.rawValue, &status) == 0, status.isRegularFile else {
                throw ContentsError.notRegular
            }
            guard Int(status.st_size) <= limit else { throw ContentsError.tooLarge }
            return try file.bytes(Int(status.st_size))
        } catch let error as Errno {
            throw .system(error)
        } catch let error as ContentsError {
            throw error
        } catch {
            preconditionFailure("nothing else is thrown: \(error)")
        }
    }

    /// All bytes of a file, or of a pipe until nothing more comes. Blocks its thread.
    package func allBytesToTheEnd() throws(Errno) -> [UInt8] {
        let file = try opened(.readOnly)
        defer { file.closeAfterReading() }
        var bytes: [UInt8] = []
        while true {
            let part = try file.bytes(1 << 20)
            if part.isEmpty { return bytes }
            bytes += part
        }
    }
}

extension FileDescriptor {
    /// The next bytes, or those from an offset on, fewer only at the end of the file. Blocks its thread.
    package func bytes(_ count: Int, at offset: Int64? = nil) throws(Errno) -> [UInt8] {
        try onlyErrno {
            try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = try fill(UnsafeMutableRawBufferPointer(buffer)[..<count], at: offset)
            }
        }
    }

    /// Reads the next bytes, or those from an offset on, into memory. Blocks its thread.
    ///
    /// - Returns: How many there are: fewer than fit only at the end of the file.
    package func fill(
        _ memory: Slice<UnsafeMutableRawBufferPointer>, at offset: Int64? = nil
    ) throws(Errno) -> Int {
        var filled = 0
        while filled < memory.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: memory.dropFirst(filled))
            let count = try onlyErrno {
                if let offset {
                    try read(fromAbsoluteOffset: offset + Int64(filled), into: rest)
                } else {
                    try read(into: rest)
                }
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Closes a file that was only read: nothing can be lost.
    package func closeAfterReading() { try? close() }
}

/// Runs calls of swift-system, which throw `Errno` and nothing else.
package func onlyErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
    do {
        return try body()
    } catch let error as Errno {
        throw error
    } catch {
        preconditionFailure("swift-system throws Errno: \(error)")
    }
}

import Foundation
public import MediaModel

/// A file that cannot be read or written. The description is one line for the user.
public struct PlaylistFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public var path: MediaPath
    /// What is wrong, and what to do.
    public var reason: String

    /// Describes a failure.
    public init(_ path: MediaPath, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// One line, without a full stop.
    public var description: String { "\(path): \(reason)" }

    static func system(_ path: MediaPath, _ what: String) -> PlaylistFileError {
        PlaylistFileError(
            path, "\(what): \(String(cString: strerror(errno))); check the path and its permissions"
        )
    }
}

extension MediaPath {
    func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        // A name cannot hold NUL; what stands behind one is not looked for.
        try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
            try body($0.baseAddress.unsafelyUnwrapped)
        }
    }

    /// The absolute path without symbolic links; `nil` where nothing is there.
    var resolved: MediaPath? {
        guard !bytes.contains(0), let found = withCString({ realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return MediaPath(bytes: Array(UnsafeRawBufferPointer(start: found, count: strlen(found))))
    }

    /// What the system says of the file; `nil` where nothing is there.
    var status: stat? {
        var status = stat()
        guard !bytes.contains(0), withCString({ stat($0, &status) }) == 0 else { return nil }
        return status
    }

    /// All bytes of a file. Blocks its thread.
    func contents(upTo limit: Int) throws(PlaylistFileError) -> [UInt8] {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .system(self, "cannot be read") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw PlaylistFileError(self, "is no regular file; name a playlist file")
        }
        guard Int(status.st_size) <= limit else {
            throw PlaylistFileError(
                self,
                "is larger than \(limit >> 20) MiB, which no playlist is; name a playlist file")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + length }, $0.count - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(self, "cannot be read") }
            // A file that shrinks meanwhile ends early.
            if count == 0 { break }
            length += count
        }
        bytes.removeLast(bytes.count - length)
        return bytes
    }

    /// Writes a file beside its place, and puts it there when it is whole. Blocks its thread.
    func write(_ fill: (Int32) throws -> Void) throws {
        let folder = parent.bytes.isEmpty ? MediaPath(".") : parent
        var template =
            folder.appending(".phonolith-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw PlaylistFileError.system(self, "cannot be written") }
        var isOpen = true
        do {
            try fill(descriptor)
            let mask = umask(0)
            umask(mask)
            guard fchmod(descriptor, 0o666 & ~mask) == 0, fsync(descriptor) == 0 else {
                throw PlaylistFileError.system(self, "cannot be written")
            }
            isOpen = false
            guard close(descriptor) == 0, withCString({ rename(template, $0) }) == 0 else {
                throw PlaylistFileError.system(self, "cannot be written")
            }
        } catch {
            if isOpen { close(descriptor) }
            unlink(template)
            throw error
        }
    }

    /// Writes all bytes to a descriptor that is to become this file.
    func write(_ bytes: some ContiguousBytes, to descriptor: Int32) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    descriptor, rest.base.baseAddress.map { $0 + rest.startIndex }, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw PlaylistFileError.system(self, "cannot be written")
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}

extension stat {
    /// When the content was changed.
    var changeTime: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}

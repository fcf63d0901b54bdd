internal import Glibc
package import MediaModel

/// A file on its way to its place: written beside it, and renamed to it when it is complete.
///
/// All that writes files goes through here. A symbolic link stays, and the file it points to is replaced; the
/// new file has the mode of the old one; it is on disk before it takes its place. Devices and pipes are
/// written to directly.
package struct WholeFile {
    /// Where the file will be: what symbolic links lead to.
    package let path: MediaPath
    /// Where it is written meanwhile, in the same folder.
    package let temporary: MediaPath
    /// Of the file that is replaced; `nil` for a new one.
    private let replaced: stat?

    /// Why a file could not be written.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The system's `errno`.
        package let code: CInt

        /// Takes the error of the last call.
        package init(code: CInt = errno) { self.code = code }

        /// The system's own words.
        package var description: String { String(cString: strerror(code)) }
    }

    /// Finds the place of a file that is to be written.
    ///
    /// - Throws: ``Failure`` for a folder, a file that may not be written, and what is no regular file.
    package init(at path: MediaPath) throws(Failure) {
        let old = path.status
        if let old, !old.isRegularFile { throw Failure(code: old.isFolder ? EISDIR : EINVAL) }
        self.path = try Self.end(of: path)
        if old != nil, self.path.withCString({ access($0, W_OK) }) != 0 { throw Failure() }
        replaced = old
        let folder = self.path.parent.bytes.isEmpty ? MediaPath(".") : self.path.parent
        temporary = folder.appending(
            MediaPath(".phonolith-\(UInt64.random(in: 0 ... .max)).making"))
    }

    /// Puts the written file in its place. Blocks its thread until the file is on disk.
    ///
    /// - Parameter isDurable: Whether to wait for the disk; a cache need not.
    /// - Throws: ``Failure``; the temporary file is gone then.
    package func place(isDurable: Bool = true) throws(Failure) {
        let file = temporary.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard file >= 0 else { throw Failure() }
        var code: CInt = 0
        if let replaced {
            // Only root can give a file to somebody else; without that it is ours, as a new one would be.
            if fchown(file, replaced.st_uid, replaced.st_gid) != 0 { errno = 0 }
            if fchmod(file, replaced.st_mode & 0o7777) != 0 { code = errno }
        }
        if code == 0, isDurable, fsync(file) != 0 { code = errno }
        close(file)
        let isPlaced =
            code == 0
            && temporary.withCString { old in path.withCString { rename(old, $0) } } == 0
        guard isPlaced else {
            let failure = Failure(code: code == 0 ? errno : code)
            discard()
            throw failure
        }
    }

    /// Removes what was written.
    package func discard() { _ = temporary.withCString { unlink($0) } }

    /// The path at the end of a chain of symbolic links, the last of which may point to nothing yet.
    private static func end(of path: MediaPath) throws(Failure) -> MediaPath {
        var path = path
        for _ in 0..<40 {
            guard let target = path.linkTarget else { return path }
            path = target.bytes.first == 0x2F ? target : path.parent.appending(target)
        }
        throw Failure(code: ELOOP)
    }
}

extension WholeFile {
    // MARK: - In one go

    /// Writes a file, or a device or pipe of this name. Blocks its thread.
    ///
    /// - Parameters:
    ///   - rights: The mode of a new file, less the user's mask.
    ///   - isDurable: Whether to wait for the disk; a cache need not.
    ///   - fill: Writes to a descriptor.
    /// - Throws: ``Failure``, or what `fill` throws; no part of a file is left behind.
    package static func write(
        to path: MediaPath, rights: UInt32 = 0o666, isDurable: Bool = true,
        _ fill: (CInt) throws -> Void
    ) throws {
        if let status = path.status, !status.isRegularFile, !status.isFolder {
            return try writeThrough(path, fill)
        }
        let file = try WholeFile(at: path)
        let descriptor = file.temporary.withCString {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(rights))
        }
        guard descriptor >= 0 else { throw Failure() }
        do {
            try fill(descriptor)
        } catch {
            close(descriptor)
            file.discard()
            throw error
        }
        guard close(descriptor) == 0 else {
            let failure = Failure()
            file.discard()
            throw failure
        }
        try file.place(isDurable: isDurable)
    }

    /// Writes a file of these bytes. Blocks its thread.
    package static func write(
        _ bytes: some Sequence<UInt8>, to path: MediaPath, rights: UInt32 = 0o666,
        isDurable: Bool = true
    ) throws(Failure) {
        do {
            try write(to: path, rights: rights, isDurable: isDurable) { descriptor in
                let code = writeAll(Array(bytes), to: descriptor)
                if code != 0 { throw Failure(code: code) }
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            preconditionFailure("only a failure of ours is thrown: \(error)")
        }
    }

    private static func writeThrough(_ path: MediaPath, _ fill: (CInt) throws -> Void) throws {
        let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw Failure() }
        defer { close(descriptor) }
        try fill(descriptor)
    }

    /// Makes a folder and those above it, as far as they are missing. Blocks its thread.
    package static func makeFolder(_ folder: MediaPath, rights: UInt32 = 0o777) throws(Failure) {
        var missing: [MediaPath] = []
        var path = folder
        func make(_ path: MediaPath) -> CInt { path.withCString { mkdir($0, mode_t(rights)) } }
        while !path.bytes.isEmpty, make(path) != 0 {
            if errno == EEXIST { break }
            guard errno == ENOENT else { throw Failure() }
            missing.append(path)
            path = path.parent
        }
        for path in missing.reversed() where make(path) != 0 {
            if errno != EEXIST { throw Failure() }
        }
    }

    /// Writes all bytes to a descriptor.
    ///
    /// - Returns: 0, or the system's `errno`.
    package static func writeAll(_ bytes: [UInt8], to file: CInt) -> CInt {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = systemWrite(file, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                written += count
            }
            return 0
        }
    }
}

private func systemWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}

internal import Glibc
package import PhonolithMediaModel
package import SystemPackage

/// A file on its way to its place: written next to it, and renamed to it when it is complete.
///
/// All that writes files goes through here, by one rule of durability: the new file is on disk before it takes its place,
/// and its name is on disk when ``place(isDurable:)`` returns. So a loss of power leaves the old file or the new one. A
/// symbolic link stays, and the file it points to is replaced; the new file has the mode of the old one. Devices, pipes and
/// files that are open already (`/dev/stdout`) are written to directly.
package struct WholeFile {
    /// The path of the file to be: the target of symbolic links.
    package let path: MediaPath
    /// Where it is written meanwhile, in the same folder.
    package let temporary: MediaPath
    /// Of the file that is replaced; `nil` for a new one.
    private let replaced: stat?
    /// Whether what was written stays if it cannot be placed.
    private let isResumable: Bool

    /// Why a file could not be written.
    package typealias Failure = Errno

    /// Finds the place of a file that is to be written.
    ///
    /// - Throws: `Errno` for a folder, a file that may not be written, and what is not a regular file.
    package init(at path: MediaPath) throws(Errno) {
        let name = ".phonolith-\(UInt64.random(in: 0 ... .max)).making"
        try self.init(at: path, writtenAs: MediaPath(name), isResumable: false)
    }

    /// Finds the place of a file that may take several attempts: its part has the same name each time, and
    /// stays until it is placed or discarded.
    package init(resumableAt path: MediaPath) throws(Errno) {
        let name = path.lastComponent.bytes
        let part = MediaPath(bytes: [0x2E] + name + ".part".utf8)
        try self.init(at: path, writtenAs: part, isResumable: true)
    }

    private init(
        at path: MediaPath, writtenAs name: MediaPath, isResumable: Bool
    ) throws(Errno) {
        let old = path.status
        if old?.isFolder == true { throw .isDirectory }
        if path.isWrittenAsItComes { throw .invalidArgument }
        self.path = try Self.end(of: path)
        if old != nil, self.path.withCString({ access($0, W_OK) }) != 0 { throw .last }
        (replaced, self.isResumable) = (old, isResumable)
        temporary = Self.folder(of: self.path).appending(name)
    }

    /// How many bytes earlier attempts have written. Blocks its thread.
    package var writtenCount: Int { Int(temporary.status?.st_size ?? 0) }

    /// Opens what is written meanwhile for this program alone. Blocks its thread.
    ///
    /// - Parameters:
    ///   - keeping: Whether what earlier attempts have written stays.
    ///   - options: `.append` to write after its end.
    /// - Throws: `Errno`; `.resourceBusy` while another one has it open.
    package func opened(
        keeping: Bool, options: FileDescriptor.OpenOptions = .append
    ) throws(Errno) -> FileDescriptor {
        // It may be placed or removed between the opening and the lock, but not again and again.
        for _ in 0..<10 {
            let file = try temporary.opened(
                .readWrite, options: options.union(.create), rights: 0o666)
            // Some file systems have no locks.
            guard (try? file.lockIfFree()) != false else {
                file.closeAfterReading()
                throw .resourceBusy
            }
            guard temporary.status.map(file.isOpen) == true else {
                file.closeAfterReading()
                continue
            }
            do throws(Errno) {
                if !keeping { try onlyErrno { try file.resize(to: 0) } }
            } catch {
                file.closeAfterReading()
                throw error
            }
            return file
        }
        throw .resourceBusy
    }

    /// Puts the written file in its place. Blocks its thread until file and name are on disk.
    ///
    /// - Parameter isDurable: Whether to wait for the disk; a cache need not.
    /// - Throws: `Errno`. The temporary file is gone then, unless it can be continued, and the old file is still in its
    ///   place unless only its name could not be written.
    package func place(isDurable: Bool = true) throws(Errno) {
        do throws(Errno) {
            try finish(isDurable: isDurable)
            try check(temporary.withCString { old in path.withCString { rename(old, $0) } })
        } catch {
            if !isResumable { discard() }
            throw error
        }
        if isDurable { try Self.sync(Self.folder(of: path)) }
    }

    package func discard() { _ = temporary.withCString { unlink($0) } }

    /// Gives the new file what the old one had, and has it written to the disk.
    private func finish(isDurable: Bool) throws(Errno) {
        let file = try temporary.opened(.readOnly)
        defer { file.closeAfterReading() }
        if let replaced {
            // Only root can give a file to another user; without that it is ours, as a new one would be.
            _ = fchown(file.rawValue, replaced.st_uid, replaced.st_gid)
            try check(fchmod(file.rawValue, replaced.st_mode & 0o7777))
        }
        if isDurable { try check(fsync(file.rawValue)) }
    }

    /// Writes the names in a folder to the disk. Some file systems do not support that for folders, and a folder that may
    /// be written to but not read cannot be opened.
    private static func sync(_ folder: MediaPath) throws(Errno) {
        guard let opened = try? folder.opened(.readOnly, options: .directory) else { return }
        defer { opened.closeAfterReading() }
        do throws(Errno) {
            try check(fsync(opened.rawValue))
        } catch  where [.invalidArgument, .notSupported, .noFunction].contains(error) {}
    }

    private static func folder(of path: MediaPath) -> MediaPath {
        path.parent.bytes.isEmpty ? MediaPath(".") : path.parent
    }

    /// The path at the end of a chain of symbolic links, the last of which may point to nothing yet.
    private static func end(of path: MediaPath) throws(Errno) -> MediaPath {
        var path = path
        for _ in 0..<40 {
            guard let target = path.linkTarget else { return path }
            path = target.bytes.first == 0x2F ? target : path.parent.appending(target)
        }
        throw .tooManySymbolicLinkLevels
    }
}

extension WholeFile {
    // MARK: - In one go

    /// Writes a file, or to a device, a pipe or an open file of this name. Blocks its thread.
    ///
    /// - Parameters:
    ///   - rights: The mode of a new file, less the user's mask.
    ///   - isDurable: Whether to wait for the disk; a cache need not.
    ///   - fill: Writes to the file.
    /// - Throws: `Errno`, or what `fill` throws; no part of a file is left behind.
    package static func write(
        to path: MediaPath, rights: UInt32 = 0o666, isDurable: Bool = true,
        _ fill: (FileDescriptor) throws -> Void
    ) throws {
        if path.isWrittenAsItComes {
            let file = try openedAsItIs(path)
            return try file.closeAfter { try fill(file) }
        }
        let file = try WholeFile(at: path)
        let descriptor = try file.temporary.opened(
            .writeOnly, options: [.create, .exclusiveCreate], rights: rights)
        do {
            try descriptor.closeAfter { try fill(descriptor) }
        } catch {
            file.discard()
            throw error
        }
        try file.place(isDurable: isDurable)
    }

    /// Opens a device, a pipe or an open file: that one where it stands, whatever was written to it before. Blocks its thread.
    package static func openedAsItIs(_ path: MediaPath) throws(Errno) -> FileDescriptor {
        guard let descriptor = path.openDescriptor else { return try path.opened(.writeOnly) }
        guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY else { throw .badFileDescriptor }
        return try onlyErrno { try FileDescriptor(rawValue: descriptor).duplicate() }
    }

    /// Writes a file of these bytes. Blocks its thread.
    package static func write(
        _ bytes: some Sequence<UInt8>, to path: MediaPath, rights: UInt32 = 0o666,
        isDurable: Bool = true
    ) throws(Errno) {
        try onlyErrno {
            try write(to: path, rights: rights, isDurable: isDurable) { try $0.writeAll(bytes) }
        }
    }

    /// Makes a folder and those above it, as far as they are missing. Blocks its thread.
    package static func makeFolder(_ folder: MediaPath, rights: UInt32 = 0o777) throws(Errno) {
        var missing: [MediaPath] = []
        var path = folder
        func make(_ path: MediaPath) -> CInt { path.withCString { mkdir($0, mode_t(rights)) } }
        while !path.bytes.isEmpty, make(path) != 0 {
            if errno == EEXIST { break }
            guard errno == ENOENT else { throw .last }
            missing.append(path)
            path = path.parent
        }
        for path in missing.reversed() where make(path) != 0 {
            if errno != EEXIST { throw .last }
        }
    }
}

extension Errno {
    /// That of the last call of C.
    fileprivate static var last: Errno { Errno(rawValue: errno) }
}

private func check(_ answer: CInt) throws(Errno) {
    if answer != 0 { throw .last }
}

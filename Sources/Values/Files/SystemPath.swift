package import Glibc
package import PhonolithMediaModel

// Paths are resolved by the system and never by their text: `link/../x` is beside what the link points to.

extension MediaPath {
    /// Calls back with the bytes as C has paths. A NUL ends the path early, as no name can hold one.
    package func withCString<Result>(
        _ body: (UnsafePointer<CChar>) throws -> Result
    ) rethrows -> Result {
        try (bytes + [0]).withUnsafeBufferPointer { buffer in
            try buffer.withMemoryRebound(to: CChar.self) { characters in
                // The terminating NUL makes the buffer never empty.
                try body(characters.baseAddress.unsafelyUnwrapped)
            }
        }
    }

    /// The path with the working directory in front where it is relative; otherwise unchanged.
    ///
    /// - Returns: An absolute path, which may still hold `..` and symbolic links; the path itself where the
    ///   working directory has been deleted.
    package var absolute: MediaPath {
        if bytes.first == 0x2F { return self }
        guard let current = getcwd(nil, 0) else { return self }
        defer { free(current) }
        var rest = bytes[...]
        while rest.starts(with: [0x2E, 0x2F]) { rest = rest.dropFirst(2).drop { $0 == 0x2F } }
        return MediaPath(cString: current).appending(MediaPath(bytes: Array(rest)))
    }

    /// The absolute path without symbolic links; `nil`, and `errno`, where there is no such file.
    package var resolved: MediaPath? {
        guard !bytes.contains(0), let found = withCString({ realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return MediaPath(cString: found)
    }

    /// The absolute paths by which a scan may know this path, the likeliest first: without any symbolic link,
    /// then with the links of the last component, of the last two, and so on.
    ///
    /// A scan keeps a link below its root as a part of the path, and what was deleted cannot be resolved. A
    /// `..` is always resolved by the system.
    package var resolutions: [MediaPath] {
        var found = [resolved].compactMap(\.self)
        var (above, below) = (absolute, MediaPath(""))
        while above.bytes.last == 0x2F, above.bytes.count > 1 {
            above = MediaPath(bytes: above.bytes.dropLast())
        }
        while above.bytes != [0x2F], !above.bytes.isEmpty {
            let name = above.lastComponent
            if name == ".." { break }
            if name != "." { below = name.appending(below) }
            above = above.parent
            guard let folder = above.resolved else { continue }
            let path = folder.appending(below)
            if !found.contains(path) { found.append(path) }
        }
        return found.isEmpty ? [absolute] : found
    }

    /// The system's metadata of the file that the path leads to; `nil`, and `errno`, where there is none.
    package var status: stat? {
        var status = stat()
        guard !bytes.contains(0), withCString({ stat($0, &status) }) == 0 else { return nil }
        return status
    }

    /// The number of an open file of this process, where the path is its name: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`, or a link
    /// to one of these; `nil` for others.
    package var openDescriptor: Int32? {
        var path = self
        for _ in 0..<40 {
            if let number = Int32(path.lastComponent.description), number >= 0,
                path.parent.resolved == MediaPath("/proc/\(getpid())/fd")
            {
                return number
            }
            guard let target = path.linkTarget else { return nil }
            path = target.bytes.first == 0x2F ? target : path.parent.appending(target)
        }
        return nil
    }

    /// Whether what is written to the path goes to a device, a pipe, a socket or an open file, as it comes, and replaces no file.
    package var isWrittenAsItComes: Bool {
        openDescriptor != nil || status.map { !$0.isRegularFile && !$0.isFolder } ?? false
    }

    /// Whether the path leads to a file that may be run; `errno` says why not.
    package var isProgram: Bool {
        guard let status else { return false }
        guard status.isRegularFile else {
            errno = EACCES
            return false
        }
        return withCString { access($0, X_OK) } == 0
    }

    /// Whether the path leads to a folder.
    package var isFolder: Bool { status?.isFolder ?? false }

    /// Reads the entries of a folder in no order, `.` and `..` among them. Blocks its thread.
    ///
    /// - Parameter body: Takes the name and the type, such as `DT_DIR`: `DT_UNKNOWN` where the file system has none.
    /// - Returns: Whether all were read; `errno` says why not.
    @discardableResult
    package func forEachEntry(_ body: (_ name: MediaPath, _ type: Int) -> Void) -> Bool {
        guard let stream = withCString({ opendir($0) }) else { return false }
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            body(MediaPath(bytes: name), Int(entry.pointee.d_type))
            errno = 0
        }
        let code = errno
        closedir(stream)
        errno = code
        return code == 0
    }

    /// The target of a symbolic link, as it is written in the link; `nil` for everything else.
    package var linkTarget: MediaPath? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = withCString { name in
            target.withUnsafeMutableBytes { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    readlink(name, $0.baseAddress.unsafelyUnwrapped, $0.count)
                }
            }
        }
        return count > 0 ? MediaPath(bytes: Array(target[..<count])) : nil
    }

    package init(cString: UnsafePointer<CChar>) {
        self.init(bytes: Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString))))
    }
}

extension stat {
    package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

    /// When the content was last changed.
    package var contentTime: timespec {
        st_mtim
    }

    /// When the content or the attributes were last changed.
    package var attributeTime: timespec {
        st_ctim
    }

    /// The file itself, whatever it is called.
    package var identity: FileIdentity {
        FileIdentity(device: UInt64(st_dev), inode: UInt64(st_ino))
    }
}

/// A file or folder as the system numbers it: equal for all names and links of one file.
package struct FileIdentity: Hashable, Sendable {
    /// The file system; not the same after it is mounted again.
    package var device: UInt64
    /// The number in the file system.
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

extension timespec {
    /// Nanoseconds since 1970, at most ``Swift/Int/max`` and more than ``Swift/Int/min``, which callers use for
    /// "unknown": file systems hold times before 1677-09-21 and after 2262-04-11, which 64 bits of nanoseconds
    /// cannot.
    package var nanoseconds: Int {
        let (seconds, overflows) = Int(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        if overflows { return tv_sec < 0 ? .min + 1 : .max }
        let (sum, overflowsNow) = seconds.addingReportingOverflow(Int(tv_nsec))
        return overflowsNow ? .max : max(.min + 1, sum)
    }
}

package import MediaModel

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Files that appear whole or not at all: they are written beside their place and renamed to it.
package enum WholeFile {
    /// Why a file could not be written.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The system's `errno`.
        package let code: CInt

        /// The system's own words.
        package var description: String { String(cString: strerror(code)) }
    }

    /// Writes a file; one that is there already is replaced. Blocks its thread.
    ///
    /// - Parameter rights: What the file may be used for, less what the user's mask takes away.
    /// - Throws: ``Failure``; nothing is left behind.
    package static func write(
        _ bytes: [UInt8], to path: MediaPath, rights: UInt32 = 0o666
    ) throws(Failure) {
        let name = ".\(UInt64.random(in: 0 ... .max)).making"
        let temporary = cString(path.parent.appending(MediaPath(name)))
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(rights))
        guard file >= 0 else { throw Failure(code: errno) }
        var code = writeAll(bytes, to: file)
        if close(file) != 0, code == 0 { code = errno }
        if code == 0, rename(temporary, cString(path)) != 0 { code = errno }
        guard code == 0 else {
            unlink(temporary)
            throw Failure(code: code)
        }
    }

    /// Makes a folder and those above it, as far as they are missing. Blocks its thread.
    package static func makeFolder(_ folder: MediaPath, rights: UInt32 = 0o777) throws(Failure) {
        var missing: [MediaPath] = []
        var path = folder
        while !path.bytes.isEmpty, mkdir(cString(path), mode_t(rights)) != 0 {
            if errno == EEXIST { break }
            guard errno == ENOENT else { throw Failure(code: errno) }
            missing.append(path)
            path = path.parent
        }
        for path in missing.reversed() where mkdir(cString(path), mode_t(rights)) != 0 {
            if errno != EEXIST { throw Failure(code: errno) }
        }
    }

    /// - Returns: 0, or the system's `errno`.
    private static func writeAll(_ bytes: [UInt8], to file: CInt) -> CInt {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = write(file, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                written += count
            }
            return 0
        }
    }

    #if canImport(Glibc)
        private static func write(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
            Glibc.write(file, bytes, count)
        }
    #elseif canImport(Darwin)
        private static func write(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
            Darwin.write(file, bytes, count)
        }
    #endif

    private static func cString(_ path: MediaPath) -> [CChar] {
        path.bytes.map(CChar.init(bitPattern:)) + [0]
    }
}

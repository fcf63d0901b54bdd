import FoundationEssentials
import Glibc
internal import PhonolithFiles
package import PhonolithLibav
package import PhonolithMediaModel
package import PhonolithPlayQueues
internal import SystemPackage

/// Bytes in memory as a file, which FFmpeg opens by a path as often as it has to. It has no name, so that nothing is left of it.
package final class FileOfBytes: Sendable {
    /// Where it can be opened by this process.
    package let path: MediaPath
    private let descriptor: FileDescriptor

    /// Writes the bytes. Blocks its thread.
    init(_ data: Data) throws(AVError) {
        var template = Array(
            "\(FileManager.default.temporaryDirectory.path)/phonolith-sound-XXXXXX".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw AVError(code: -errno, function: "mkstemp") }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        unlink(template)
        descriptor = FileDescriptor(rawValue: number)
        path = MediaPath("/proc/self/fd/\(number)")
        do {
            _ = try descriptor.writeAll(data)
        } catch {
            throw AVError(code: -((error as? Errno)?.rawValue ?? EIO), function: "write")
        }
    }

    deinit { descriptor.closeAfterReading() }
}

extension PlayerItem {
    /// The item as one of a file, where it is one of bytes; the file is there as long as the second value is. Blocks its thread.
    package func inFile() throws(AVError) -> (item: PlayerItem, file: FileOfBytes?) {
        guard case .data(let data) = source else { return (self, nil) }
        let file = try FileOfBytes(data)
        var item = self
        item.source = .file(file.path)
        return (item, file)
    }
}

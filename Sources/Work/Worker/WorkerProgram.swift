import Glibc
internal import PhonolithFiles
package import PhonolithMediaModel
internal import SystemPackage

/// A program that workers are started from: the same file each time, though an upgrade may put another one in its place
/// meanwhile.
package final class WorkerProgram: Sendable {
    /// For messages, and what a worker is called.
    let name: [UInt8]
    let place: MediaPath
    private let descriptor: Int32

    package static let this = WorkerProgram(
        name: Array((CommandLine.arguments.first ?? "").utf8), place: "/proc/self/exe",
        descriptor: -1)

    /// Holds the file open. Blocks its thread.
    ///
    /// A script is run by its path, because its interpreter opens it again; so is what cannot be opened, and starting it
    /// reports why.
    package convenience init(_ path: MediaPath) {
        let descriptor = Self.isBinary(path) ? Self.opened(path) : -1
        self.init(
            name: path.bytes,
            place: descriptor < 0 ? path : MediaPath("/proc/self/fd/\(descriptor)"),
            descriptor: descriptor)
    }

    private static func isBinary(_ path: MediaPath) -> Bool {
        path.firstBytes(4) == [0x7F, 0x45, 0x4C, 0x46]
    }

    /// - Returns: -1 where it cannot be opened.
    private static func opened(_ path: MediaPath) -> Int32 {
        guard let file = try? path.opened(.readOnly) else { return -1 }
        defer { file.closeAfterReading() }
        // Above those that a worker has: its streams and its board take the place of any other.
        return fcntl(file.rawValue, F_DUPFD_CLOEXEC, 10)
    }

    private init(name: [UInt8], place: MediaPath, descriptor: Int32) {
        (self.name, self.place, self.descriptor) = (name, place, descriptor)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

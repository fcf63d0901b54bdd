import FoundationEssentials
import Glibc
import PhonolithFiles
public import PhonolithMediaModel
import SystemPackage

/// A file that cannot be read or written. The description is one line for the user.
public struct PlaylistFileError: PhonolithError {
    /// The kind of the error.
    public var code: Code { isOfDisk ? .diskFailed : .cannotUse }
    /// The file's path.
    public var subject: String { path.description }
    /// The file.
    public var path: MediaPath
    /// The problem, and a remedy.
    public var reason: String
    /// Whether the disk that the file is written to failed, so that other files cannot be written either.
    package var isOfDisk = false

    /// Describes a failure.
    public init(_ path: MediaPath, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// One line, without a full stop.
    public var description: String { "\(path): \(reason)" }

    static func system(
        _ path: MediaPath, _ what: String, _ code: CInt = errno
    ) -> PlaylistFileError {
        let error = Errno(rawValue: code)
        return PlaylistFileError(path, "\(what): \(error); \(error.remedy(at: path))")
    }

    static func writing(_ path: MediaPath, _ what: String, _ error: Errno) -> PlaylistFileError {
        var failure = system(path, what, error.rawValue)
        failure.isOfDisk = error.isOfDisk
        return failure
    }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file cannot be read or written, or not as a playlist.
        public static let cannotUse = Code(rawValue: "cannotUse")
        /// The disk that the file is written to failed, so that others cannot be written either.
        public static let diskFailed = Code(rawValue: "diskFailed")
    }
}

extension MediaPath {
    /// All bytes of a file. Blocks its thread.
    func contents(upTo limit: Int) throws(PlaylistFileError) -> [UInt8] {
        do throws(ContentsError) {
            return try allBytes(upTo: limit)
        } catch {
            switch error {
            case .system(let error): throw .system(self, "cannot be read", error.rawValue)
            case .notRegular:
                throw PlaylistFileError(self, "is not a regular file; use a playlist file")
            case .tooLarge:
                throw PlaylistFileError(
                    self,
                    "is larger than \(limit >> 20) MiB, too large for a playlist; use another file")
            }
        }
    }

    /// Writes a file next to its place, and puts it there when it is whole. Blocks its thread.
    func write(_ fill: (FileDescriptor) throws -> Void) throws {
        do {
            try WholeFile.write(to: self, fill)
        } catch let error as Errno {
            throw PlaylistFileError.writing(self, "cannot be written", error)
        }
    }
}

import Files
import Foundation
public import MediaModel
import SystemPackage

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

    static func system(
        _ path: MediaPath, _ what: String, _ code: CInt = errno
    ) -> PlaylistFileError {
        PlaylistFileError(
            path, "\(what): \(String(cString: strerror(code))); check the path and its permissions"
        )
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
            throw PlaylistFileError.system(self, "cannot be written", error.rawValue)
        }
    }
}

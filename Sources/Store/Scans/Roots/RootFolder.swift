import Glibc
import PhonolithFiles
public import PhonolithMediaModel

extension MediaPath {
    /// The absolute path, without symbolic links, of a folder that can be scanned, as the folders above spell it.
    ///
    /// Blocks its thread.
    /// - Throws: ``ScanTargetError`` for what is not a folder, or cannot be listed.
    package func rootFolder() throws(ScanTargetError) -> MediaPath {
        guard let resolved else {
            throw ScanTargetError(path: self, reason: String(cString: strerror(errno)))
        }
        var names = ListedNames()
        let folder = names.spelling(of: resolved)
        guard folder.isFolder else {
            throw ScanTargetError(path: self, reason: "it is not a folder")
        }
        guard folder.withCString({ access($0, R_OK | X_OK) }) == 0 else {
            throw ScanTargetError(path: self, reason: String(cString: strerror(errno)))
        }
        return folder
    }
}

/// A path that cannot be scanned.
public struct ScanTargetError: PhonolithError {
    /// That it cannot be scanned.
    public var code: Code { .notAFolder }
    /// The path.
    public var subject: String { path.description }
    /// As it was given.
    public var path: MediaPath
    /// In words for the user.
    public var reason: String
    /// Advice to the user.
    public var remedy: String

    /// Makes an error for a path.
    package init(path: MediaPath, reason: String, remedy: String? = nil) {
        (self.path, self.reason, self.remedy) = (path, reason, remedy ?? path.remedyWhereMissing)
    }

    /// One line.
    public var description: String { "\(path): cannot be scanned: \(reason); \(remedy)" }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The path is no folder that can be read, or one that cannot be a root.
        public static let notAFolder = Code(rawValue: "notAFolder")
    }
}

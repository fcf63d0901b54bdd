public import Catalog
public import MediaModel

/// Compares a library with the disk, without changing either.
public enum LibraryCheck {
    /// A file that is not as the library has it.
    public struct Difference: Hashable, Sendable {
        /// How it differs.
        public var kind: Kind
        /// Absolute.
        public var path: MediaPath

        /// How a file can differ.
        public enum Kind: String, Hashable, Sendable {
            /// Its size or time is another than at the last scan.
            case changed
            /// It is not there.
            case missing
            /// It cannot be looked at, so nobody knows whether it is there.
            case unreachable
        }
    }

    /// Calls back with each file that changed or went since the last scan, by path. Blocks its thread.
    public static func forEachDifference(
        in catalog: Catalog, _ body: (Difference) throws -> Void
    ) throws {
        try catalog.forEachFile { path, stamp in
            if let kind = difference(FileStamp.look(at: path), stamp) {
                try body(Difference(kind: kind, path: path))
            }
        }
    }

    private static func difference(
        _ look: Result<FileStamp, LookError>, _ stamp: FileStamp
    ) -> Difference.Kind? {
        switch look {
        case .failure(let error): return error.isAbsence ? .missing : .unreachable
        case .success(var now):
            // Lyrics are another file's matter.
            now.lyricsModified = stamp.lyricsModified
            return now.hasSameContent(as: stamp) ? nil : .changed
        }
    }
}

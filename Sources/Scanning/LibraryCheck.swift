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
            /// It is not there, or cannot be looked at.
            case missing
        }
    }

    /// Calls back with each file that changed or went since the last scan, by path. Blocks its thread.
    public static func forEachDifference(
        in catalog: Catalog, _ body: (Difference) throws -> Void
    ) throws {
        try catalog.forEachFile { path, stamp in
            guard var now = FileStamp.now(at: path) else {
                return try body(Difference(kind: .missing, path: path))
            }
            // Lyrics are another file's matter.
            now.lyricsModified = stamp.lyricsModified
            if !now.hasSameContent(as: stamp) {
                try body(Difference(kind: .changed, path: path))
            }
        }
    }
}

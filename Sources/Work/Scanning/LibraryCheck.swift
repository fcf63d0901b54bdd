package import PhonolithMediaModel
import PhonolithQueries
package import PhonolithStore

/// Compares a library with the disk, without changing either.
package enum LibraryCheck {
    /// A file that is not as the library has it.
    package struct Difference: Hashable, Sendable {
        package var kind: Kind
        // Absolute.
        package var path: MediaPath

        package init(kind: Kind, path: MediaPath) {
            self.kind = kind
            self.path = path
        }

        /// How a file can differ.
        package enum Kind: String, Hashable, Sendable {
            /// Its size or time is another than at the last scan.
            case changed
            case missing
            /// It cannot be looked at, so it is unknown whether it is there; of a root, none of its files.
            case unreachable
        }
    }

    /// Calls back with each root that cannot be reached, and then with each file elsewhere that changed or
    /// went since the last scan, by path. Blocks its thread.
    package static func forEachDifference(
        in catalog: Catalog, _ body: (Difference) throws -> Void
    ) throws {
        let roots = try catalog.roots.allOpen()
        var disks: [MediaPath: UnmountedDisks] = [:]
        var unreachable: [MediaPath] = []
        for root in roots {
            var disksOfRoot = UnmountedDisks(in: root.path, of: catalog)
            if try disksOfRoot.mayHaveRoot(), try catalog.roots.itemCount(in: root.id) > 0 {
                unreachable.append(root.path)
            }
            disks[root.path] = disksOfRoot
        }
        for root in unreachable { try body(Difference(kind: .unreachable, path: root)) }
        // The library is asked about disks when it has told of all files.
        var differences: [(Difference, stamp: FileStamp)] = []
        try catalog.statistics.forEachFile { path, stamp in
            if unreachable.contains(where: path.isInside) { return }
            if let kind = difference(FileStamp.lookForFile(at: path), stamp) {
                differences.append((Difference(kind: kind, path: path), stamp))
            }
        }
        for (var difference, stamp) in differences {
            if difference.kind == .missing,
                let root = roots.nearest(to: difference.path, by: \.path)?.path,
                let file = difference.path.relative(to: root),
                try disks[root]?.doubt(
                    about: file, on: stamp.device, linkedFrom: stamp.linkDevice) != nil
            {
                difference.kind = .unreachable
            }
            try body(difference)
        }
    }

    private static func difference(
        _ look: Result<FileStamp, LookError>, _ stamp: FileStamp
    ) -> Difference.Kind? {
        switch look {
        case .failure(let error): return error.isAbsence ? .missing : .unreachable
        case .success(var now):
            // Lyrics and cue sheets are other files' matter.
            now.lyricsModified = stamp.lyricsModified
            now.sheetsState = stamp.sheetsState
            // Libraries of the first version do not know when a file was renamed, or its rights changed.
            if stamp.changed == 0 { now.changed = 0 }
            return now.hasSameContent(as: stamp) ? nil : .changed
        }
    }
}

package import Catalog
package import MediaModel

/// Compares a library with the disk, without changing either.
package enum LibraryCheck {
    /// A file that is not as the library has it.
    package struct Difference: Hashable, Sendable {
        /// How it differs.
        package var kind: Kind
        /// Absolute.
        package var path: MediaPath

        /// Tells a difference.
        package init(kind: Kind, path: MediaPath) {
            self.kind = kind
            self.path = path
        }

        /// How a file can differ.
        package enum Kind: String, Hashable, Sendable {
            /// Its size or time is another than at the last scan.
            case changed
            /// It is not there.
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
        let unreachable = try catalog.roots.allOpen().filter { root in
            try isAway(root.path, in: catalog) && catalog.roots.itemCount(in: root.id) > 0
        }
        for root in unreachable {
            try body(Difference(kind: .unreachable, path: root.path))
        }
        // The library is asked about disks when it has told of all files.
        var differences: [(Difference, device: Int)] = []
        try catalog.statistics.forEachFile { path, stamp in
            if unreachable.contains(where: { path.isInside($0.path) }) { return }
            if let kind = difference(FileStamp.lookForFile(at: path), stamp) {
                differences.append((Difference(kind: kind, path: path), stamp.device))
            }
        }
        let roots = try catalog.roots.allOpen().map(\.path)
        var disks: [MediaPath: UnmountedDisks] = [:]
        for (var difference, device) in differences {
            let root = roots.filter { difference.path.isInside($0) }.max {
                $0.bytes.count < $1.bytes.count
            }
            if difference.kind == .missing, let root,
                let file = difference.path.relative(to: root),
                try disks[root, default: UnmountedDisks(in: root, of: catalog)]
                    .mayHave(file, on: device)
            {
                difference.kind = .unreachable
            }
            try body(difference)
        }
    }

    /// Whether nothing can be said of the files in a root: it cannot be listed, is empty, or its disk is not mounted.
    static func isAway(_ root: MediaPath, in catalog: Catalog) throws -> Bool {
        try isUnreachable(root) || isUnmounted(root, in: catalog, withMissing: true)
    }

    /// Whether a root is on another device than its files were and has none of them: a disk that is not mounted,
    /// whatever somebody has put into its mount point.
    ///
    /// Asks the disk about each file only where that is so; one file is enough where it is not.
    ///
    /// - Parameter withMissing: Whether files that are known to be gone count.
    static func isUnmounted(
        _ root: MediaPath, in catalog: Catalog, withMissing: Bool = false
    ) throws -> Bool {
        guard case .success(let now) = FileStamp.look(at: root) else { return false }
        var hasFiles = false
        let isThere = try catalog.scans.hasFile(in: root, withMissing: withMissing) {
            path, device in
            hasFiles = true
            if device == now.device { return true }
            guard case .failure(let error) = FileStamp.look(at: path) else { return true }
            return !error.isAbsence
        }
        return hasFiles && !isThere
    }

    /// Whether a root cannot be listed or is empty, as a disk is that is not mounted.
    static func isUnreachable(_ root: MediaPath) -> Bool {
        switch FolderListing.list("", below: root, followingSymbolicLinks: true) {
        case .failure: true
        case .success((let listing, _)): listing.media.isEmpty && listing.folders.isEmpty
        }
    }

    /// The file system in which a root would have its files, where the root is empty or deleted; `nil` if it is
    /// not, or cannot be looked at. A disk that is not mounted leaves a folder of another file system.
    ///
    /// - Parameter isKnownEmpty: Whether a scan found no file in the root.
    static func deviceOfEmptyRoot(_ root: MediaPath, isKnownEmpty: Bool) -> Int? {
        switch FileStamp.look(at: root) {
        case .success(let stamp):
            guard
                case .success((let listing, _)) = FolderListing.list(
                    "", below: root, followingSymbolicLinks: true),
                isKnownEmpty || listing.media.isEmpty && listing.folders.isEmpty
            else { return nil }
            return stamp.device
        case .failure(let error):
            guard error.isAbsence, root.parent != root else { return nil }
            return deviceOfDeletedFolder(in: root.parent)
        }
    }

    private static func deviceOfDeletedFolder(in parent: MediaPath) -> Int? {
        switch FileStamp.look(at: parent) {
        case .success(let stamp): stamp.device
        case .failure(let error):
            error.isAbsence && parent.parent != parent
                ? deviceOfDeletedFolder(in: parent.parent) : nil
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

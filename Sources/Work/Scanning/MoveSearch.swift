import PhonolithFiles
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

extension MediaPath {
    /// The folder below which the path is this one; `nil` where it does not end so.
    fileprivate func folder(of end: MediaPath?) -> MediaPath? {
        guard let end, bytes.count > end.bytes.count + 1,
            bytes.suffix(end.bytes.count).elementsEqual(end.bytes),
            bytes[bytes.count - end.bytes.count - 1] == 0x2F
        else { return nil }
        return MediaPath(bytes: Array(bytes.dropLast(end.bytes.count + 1)))
    }
}

/// Finds, when a scan has looked at everything, what came and is what went.
struct MoveSearch {
    let catalog: Catalog
    let scan: ScanID
    let fileSystems: FileSystems
    /// The files and folders that are not to be touched, and the observer of the others.
    let reading: ReadingGuard
    /// Which file systems have other numbers now, as the scan has seen.
    var devices = DeviceNumbers()
    /// Whether the scan has read files that the library knew.
    var hasChanges = false
    /// The files that the scan did not meet any more.
    var gone: [FileStore.Gone] = []
    /// Files that were not found but are kept, because their disk is not mounted.
    var kept: [FileStore.Gone] = []
    /// The roots that the scan looked at as a whole.
    var scanned: Set<MediaRootID> = []

    /// Compares both, and writes what follows; nothing where nothing came or went. Blocks its thread.
    func settle() throws -> FileReconciliation.Counts {
        let roots = try catalog.roots.all()
        // Files of other machines cannot be looked at.
        let here = roots.filter(\.isHere)
        let emptied = emptied(here)
        let hasNewFiles = try catalog.files.hasNewFiles(of: scan)
        guard !gone.isEmpty || !kept.isEmpty || !emptied.isEmpty || hasNewFiles || hasChanges else {
            return FileReconciliation.Counts()
        }
        var candidates = try catalog.files.goneFiles(and: gone, in: scan)
        // A file may have come from a place that was not scanned.
        let hasLookedEverywhere = here.allSatisfy { scanned.contains($0.id) && $0.isAvailable }
        if hasNewFiles, !hasLookedEverywhere { candidates += try valued(vanishedLookalikes()) }
        let keptFiles = try catalog.files.files(kept).map { file in
            var file = file
            file.isOutOfReach = true
            return file
        }
        candidates += keptFiles
        let new = try catalog.files.newFiles(of: scan, like: candidates, without: gone)
        // A copy may have become the only one since its original went.
        candidates += try catalog.files.goneFilesWithCopies()
        candidates = try withoutThoseThere(unique(candidates).map(located), new)
        let matches = MoveMatching.matches(gone: candidates, new: new)
        let heirs = try heirs(of: candidates, keptFiles, in: emptied, besides: matches)
        if !hasNewFiles, gone.isEmpty, matches.isEmpty, heirs.ofGone.isEmpty,
            heirs.ofUnavailable.isEmpty
        {
            return FileReconciliation.Counts()
        }
        var reconciliation = FileReconciliation(
            scan: scan, gone: gone, matches: matches,
            parts: try parts(
                of: candidates, among: new, besides: matches + heirs.ofGone + heirs.ofUnavailable,
                outside: emptied
            ),
            heirs: heirs.ofGone, copies: heirs.ofUnavailable)
        reconciliation.away = Set(candidates.filter(\.isDisplacedByOtherDisk).map(\.fileID))
        let counts = try reconciliation.write(to: catalog)
        try followClosedRoots(among: roots, matches)
        return counts
    }

    /// A file with the number that its file system has now, and out of reach if one of another disk is in its place.
    private func located(_ file: FileTrace) -> FileTrace {
        var file = file
        if let device = file.displacingDevice, !devices.isSame(file.stamp.device, device) {
            (file.isDisplacedByOtherDisk, file.isOutOfReach) = (true, true)
        }
        file.stamp.device = devices.current(file.stamp.device)
        return file
    }

    /// Moves roots that are closed to users to where all their files are now, so that they stay closed.
    private func followClosedRoots(
        among roots: [LibraryRoot], _ matches: [FileMatch]
    ) throws {
        let closed = try catalog.roots.allClosed()
        for root in roots where closed.contains(root.id) {
            guard FileStamp.isAbsent(at: root.path), try !catalog.scans.hasFiles(root.id)
            else { continue }
            let moved = matches.filter { $0.gone.path.isInside(root.path) }
            let folders = Set(
                moved.map { $0.new.path.folder(of: $0.gone.path.relative(to: root.path)) })
            guard folders.count == 1, case let folder?? = folders.first else { continue }
            _ = try catalog.roots.move(root.path, to: folder)
        }
    }

    /// The files that are tracks of images that went: files that came, else files that the user had made of the image
    /// before it went.
    private func parts(
        of candidates: [FileTrace], among new: [FileTrace], besides matches: [FileMatch],
        outside emptied: [LibraryRoot: Int]
    ) throws -> [PartMatch] {
        let found = Set(matches.flatMap { [$0.gone.fileID, $0.new.fileID] })
        let images = candidates.filter {
            !$0.sheetTitles.isEmpty && !$0.isOutOfReach && !found.contains($0.fileID)
        }
        if images.isEmpty { return [] }
        let tracks = try catalog.files.sheetTracks(of: images)
        let parts = MoveMatching.parts(of: tracks, among: new.filter { !found.contains($0.fileID) })
        let taken = Set(parts.map(\.track))
        let present = try presentFiles(
            like: images, besides: found.union(new.map(\.fileID)), outside: emptied)
        return parts
            + MoveMatching.earlierParts(
                of: tracks.filter { !taken.contains($0.item) }, in: images, among: present)
    }

    /// The files that take the place of some that went and did not come back, and of some that are in roots that are empty or
    /// on disks that are not mounted: copies, and other encodings.
    private func heirs(
        of candidates: [FileTrace], _ keptFiles: [FileTrace], in emptied: [LibraryRoot: Int],
        besides matches: [FileMatch]
    ) throws -> (ofGone: [FileMatch], ofUnavailable: [FileMatch]) {
        let found = Set(matches.flatMap { [$0.gone.fileID, $0.new.fileID] })
        let away = keptFiles + candidates.filter(\.isDisplacedByOtherDisk)
        let unavailable =
            try copiedFiles(in: emptied)
            + away.filter { $0.hasUserValues && !found.contains($0.fileID) }
        let orphaned =
            candidates.filter { !found.contains($0.fileID) && !$0.isOutOfReach } + unavailable
        // A file that was moved is what it was before.
        let moved = matches.map { match in
            var file = match.new
            (file.itemID, file.hasUserValues) = (match.gone.itemID, match.gone.hasUserValues)
            file.isSettled = true
            return file
        }
        let present =
            try presentFiles(like: orphaned, besides: found, outside: emptied) + moved
        let heirs = MoveMatching.heirs(of: unique(orphaned), among: present)
        let kept = Set(unavailable.map(\.fileID))
        return (
            heirs.filter { !kept.contains($0.gone.fileID) },
            heirs.filter { kept.contains($0.gone.fileID) }
        )
    }

    /// The files that are where the library has them and may take the place of others.
    private func presentFiles(
        like files: [FileTrace], besides found: Set<Int64>, outside emptied: [LibraryRoot: Int]
    ) throws -> [FileTrace] {
        let noted = Set((gone + kept).map(\.fileID))
        return try catalog.files.possibleHeirs(of: files).filter { file in
            !found.contains(file.fileID) && !noted.contains(file.fileID)
                && !emptied.keys.contains { file.path.isInside($0.path) }
        }
    }

    /// The roots that are empty or deleted, and the number of the disk that they are or were on.
    private func emptied(_ roots: [LibraryRoot]) -> [LibraryRoot: Int] {
        var emptied: [LibraryRoot: Int] = [:]
        for root in roots where !root.isAvailable || !scanned.contains(root.id) {
            emptied[root] = UnmountedDisks(in: root.path, of: catalog, reading, on: fileSystems)
                .deviceOfEmptyRoot(isKnownEmpty: !root.isAvailable)
        }
        return emptied
    }

    /// The files of such roots with values of the user's, as far as they were on that disk and there are others that
    /// may be copies. All others stay as they are: unavailable, not gone.
    private func copiedFiles(in emptied: [LibraryRoot: Int]) throws -> [FileTrace] {
        try emptied.flatMap { root, device in
            try catalog.files.copiedFiles(in: [root.id]).filter { file in
                // On another disk than then nothing is known of them.
                guard file.stamp.device == device,
                    case .failure(let error) = FileStamp.lookForFile(at: file.path)
                else { return false }
                return error.isAbsence
            }
        }
    }

    /// Files that look like new ones, are taken to be there, and are not.
    private func vanishedLookalikes() throws -> [FileTrace] {
        var unseen: [(file: FileTrace, error: LookError)] = []
        var behindLinks: [FileTrace] = []
        try catalog.files.forEachLikeness(ofNewFilesIn: scan) { file in
            switch FileStamp.lookForFile(at: file.path) {
            case .failure(let error): unseen.append((file, error))
            case .success where file.path.resolved != file.path: behindLinks.append(file)
            case .success: break
            }
        }
        let roots = try catalog.roots.all()
        var known: [MediaPath: UnmountedDisks] = [:]
        // A file that is where it was, and is now known by its own path, is no longer known by the link.
        let walked = try behindLinks.filter(isNowWalked)
        return try walked
            + unseen.compactMap { file, error in
                guard let root = roots.nearest(to: file.path, by: \.path) else {
                    return error.isAbsence ? file : nil
                }
                guard root.isHere else { return nil }
                var disks =
                    known[root.path]
                    ?? UnmountedDisks(in: root.path, of: catalog, reading, on: fileSystems)
                defer { known[root.path] = disks }
                let isAway = try disks.mayHaveRoot()
                if !isAway, !error.isAbsence { return nil }
                var stray = file
                stray.isOutOfReach =
                    try isAway
                    || file.path.relative(to: root.path).map {
                        try disks.doubt(
                            about: $0, on: file.stamp.device, linkedFrom: file.stamp.linkDevice)
                            != nil
                    } ?? false
                return stray
            }
    }

    /// Files with whether the user did anything with them, which is not asked of all that may turn out to be vanishedLookalikes.
    private func valued(_ vanishedLookalikes: [FileTrace]) throws -> [FileTrace] {
        let outOfReach = Set(vanishedLookalikes.filter(\.isOutOfReach).map(\.fileID))
        let noted = vanishedLookalikes.map { FileStore.Gone(fileID: $0.fileID, folderID: 0) }
        return try catalog.files.files(noted).map { file in
            var file = file
            file.isOutOfReach = outOfReach.contains(file.fileID)
            return file
        }
    }

    /// Without files that are where they were, hidden by rules. Files that look like them are copies. On file systems to
    /// which all spellings of a name are one, a renamed file is where it was, too.
    private func withoutThoseThere(_ gone: [FileTrace], _ new: [FileTrace]) throws -> [FileTrace] {
        let come = Set(new.map { [$0.stamp.device, $0.stamp.inode] })
        var names = ListedNames()
        return try gone.filter { file in
            guard !file.isOfRemovedRoot, let stamp = FileStamp.now(at: file.path) else {
                return true
            }
            // The file there is another one, even if it was written into the same inode.
            if file.displacingDevice != nil { return true }
            if try isNowWalked(file) { return true }
            let now = fileSystems.known(stamp, at: file.path)
            let isThere =
                now.isSameFile(as: file.stamp)
                || (now.size, now.modified) == (file.stamp.size, file.stamp.modified)
            // Some file systems give each spelling of a name a number of its own.
            return !isThere || come.contains([now.device, now.inode]) || !names.have(file.path)
        }
    }

    /// Whether a file that was known by a link is in the library by its own path.
    private func isNowWalked(_ file: FileTrace) throws -> Bool {
        guard let real = file.path.resolved, real != file.path else { return false }
        return try catalog.files.isPresent(at: real)
    }

    private func unique(_ files: [FileTrace]) -> [FileTrace] {
        var seen: Set<Int64> = []
        return files.filter { seen.insert($0.fileID).inserted }
    }
}

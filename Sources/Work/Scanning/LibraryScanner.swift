import PhonolithFiles
package import PhonolithMediaModel
import PhonolithQueries
package import PhonolithScans
package import PhonolithStore
package import PhonolithTagReading
import PhonolithUsers

/// Brings a library up to date with folders on disk.
///
/// Walk, plan, read, write, hide what is gone, make albums and artists again: the steps of each root are
/// in ``RootScan``.
///
/// The command `phonolith scan` adds protection that a scanner in your own process does not have:
/// - **Crashes and hangs.** The command reads in a second process, so a file that crashes a reader or never
///   answers costs that file. Here a crash in TagLib or FFmpeg ends your program, and a disk that does not
///   answer blocks a thread of the scan. Run scans of untrusted files in a process of their own.
/// - **Two scans at once.** The scanner takes no lock but that it is given. Hold a ``ScanLock`` on the library for as
///   long as a scan lasts, as the command does; two scans of one root at once may settle each other's files wrongly.
/// - **Memory.** The command limits that of its process.
///
/// It does have this: a file that cannot be read is one of the ``ScanReport/problems``, each batch is one
/// transaction, and a library is sound wherever the program ends.
package struct LibraryScanner: Sendable {
    let catalog: Catalog
    private let tagReader: TagReader

    package init(catalog: Catalog, tagReader: TagReader = TagReader()) {
        self.catalog = catalog
        self.tagReader = tagReader
    }

    /// Scans folders, which become roots of the library, or all roots it has.
    ///
    /// Cancelling the task ends the scan at the next file: files read by then are written, and the next
    /// scan continues from there.
    ///
    /// - Parameters:
    ///   - paths: Folders; one inside a root is a part of it. Empty for all roots.
    ///   - lock: The lock that keeps other scans from the roots.
    ///   - progress: Called from the scanning thread, a few hundred times a second at most.
    /// - Throws: ``ScanTargetError`` for a path that is not a folder, ``ScanLockError`` for a root that another process
    ///   is scanning, ``CatalogError`` for the library. Files and folders
    ///   that cannot be read are no errors but ``ScanReport/problems``.
    package func scan(
        _ paths: [MediaPath] = [], options: ScanOptions = ScanOptions(), lock: ScanLock? = nil,
        progress: (@Sendable (ScanProgress) -> Void)? = nil
    ) async throws -> ScanReport {
        try await scan(options, progress) { try targets(paths, options, lock) }
    }

    /// Scans some roots, or parts of them.
    package func scan(
        _ targets: [ScanTarget], options: ScanOptions = ScanOptions(), lock: ScanLock? = nil
    ) async throws -> ScanReport {
        try await scan(options, nil) {
            try lock?.choosingRoots { take in try take(targets.map(\.root)) }
            return targets
        }
    }

    private func scan(
        _ options: ScanOptions, _ progress: (@Sendable (ScanProgress) -> Void)?,
        of targets: () throws -> [ScanTarget]
    ) async throws -> ScanReport {
        let threads = ScanThreads(readers: options.threads)
        defer { threads.end() }
        return try await withTaskExecutorPreference(threads.coordinator) {
            let clock = ContinuousClock()
            let start = clock.now
            let targets = try targets()
            var options = options
            options.fileSystems = options.fileSystems.renewed
            var (report, changes) = (ScanReport(), ScanWriter.Changes())
            let scanID = ScanID()
            var moves = MoveSearch(
                catalog: catalog, scan: scanID, fileSystems: options.fileSystems,
                reading: options.reading)
            for target in targets {
                if Task.isCancelled { break }
                let scan = RootScan(
                    catalog: catalog, id: scanID, target: target, options: options,
                    reading: FileReading(
                        tagReader: tagReader, sortKeys: catalog.sortKeys, root: target.root.path,
                        kind: target.root.kind, reading: options.reading),
                    threads: threads, progress: progress, before: report)
                let result = try await scan.run()
                report.add(result.report)
                changes.add(result.changes)
                moves.gone += result.gone
                moves.kept += result.kept
                moves.devices.merge(result.devices)
            }
            if !Task.isCancelled {
                moves.scanned = Set(targets.filter(\.isWhole).map(\.root.id))
                // Files that could not be read before may have copies.
                moves.hasChanges =
                    report.changed + report.returned + report.solvedProblems.count > 0
                report.add(try moves.settle())
            }
            try catalog.scans.finish(changes)
            // Files that were absent when a playlist was read may be there now.
            if report.added + report.changed + report.moved > 0 {
                try catalog.playlistFiles.resolvePlaylistEntries()
            }
            try catalog.playlistEntries.settle(
                lookingForCopies: report.added + report.changed + report.moved + report.missing > 0)
            let mayHaveRatings =
                targets.allSatisfy(\.isWhole) || report.added + report.changed + report.moved > 0
            if options.takesRatings, mayHaveRatings {
                report.ratings = try catalog.values.takeRatingsFromTags()
            }
            report.isInterrupted = Task.isCancelled
            report.duration = start.duration(to: clock.now)
            return report
        }
    }

    /// Ensures that paths can be scanned, before anything is made for them.
    ///
    /// - Throws: ``ScanTargetError`` for the first that is not a folder or cannot be read.
    package static func validate(_ paths: [MediaPath], _ reading: ReadingGuard) throws {
        for path in paths { _ = try ScanTarget.folder(at: path, reading) }
    }

    /// The roots to be scanned, and where in them. Makes roots of folders that are in none.
    private func targets(
        _ paths: [MediaPath], _ options: ScanOptions, _ lock: ScanLock?
    ) throws -> [ScanTarget] {
        let roots = try catalog.roots.all().map(\.path)
        let folders = try paths.map { path in
            // A root that has become a link to where its folder is now is the same root.
            if roots.contains(path.absolute) {
                _ = try ScanTarget.folder(at: path, options.reading)
                return path.absolute
            }
            let folder = try ScanTarget.folder(at: path, options.reading)
            // A folder that is mounted twice is known by the path that the library has.
            let other = MountTable.current.otherPath(of: folder, amid: roots)
            return other?.status?.identity == folder.status?.identity ? other ?? folder : folder
        }
        let choose = { (take: ([LibraryRoot]) throws -> Void) in
            try addRoots(folders, options, take)
            let targets = ScanTarget.targets(scanning: folders, in: try catalog.roots.all())
            try take(targets.map(\.root))
            return targets
        }
        let targets = try lock?.choosingRoots(choose) ?? choose { _ in }
        let now = options.startedAt ?? WallClock.nanoseconds
        return targets.map { target in
            var target = target
            // Files of a root that is something else now are read again, changed or not.
            target.readsAllReadBefore = options.readsAll ? now : target.root.kindGivenAt
            return target
        }
    }

    /// Makes roots of folders that are in none.
    ///
    /// - Parameter take: Keeps other scans from roots that have folders which become those of another.
    private func addRoots(
        _ folders: [MediaPath], _ options: ScanOptions, _ take: ([LibraryRoot]) throws -> Void
    ) throws {
        for folder in folders {
            let known = try catalog.roots.all()
            let isInRoot = known.contains { folder.isInside($0.path) }
            if let host = known.nearest(to: folder, by: \.path)?.otherHost {
                throw ScanTargetError(
                    path: folder, reason: "it belongs to \(host)",
                    remedy:
                        "scan it there, or with PHONOLITH_HOST=\(host) if this machine takes its place"
                )
            }
            guard catalog.canHold(folder: folder) else {
                throw ScanTargetError(
                    path: folder, reason: "its path is too long for the library's database",
                    remedy: "scan it where it has a shorter one")
            }
            if !isInRoot || options.kind != nil {
                try take(
                    known.filter { folder.isInside($0.path) || $0.path.isInside(folder) })
                try catalog.roots.add(folder, kind: options.kind)
            }
        }
    }
}

/// A root, or a part of one, that is to be scanned.
package struct ScanTarget: Hashable, Sendable {
    package var root: LibraryRoot
    /// Where to begin, below the root; empty for all of it.
    package var start: MediaPath
    /// Other roots inside this one, below it.
    package var nested: Set<MediaPath>
    /// The roots other than this one, absolute.
    var others: [MediaPath] = []
    /// In nanoseconds since 1970; files last read before it are read again, changed or not.
    var readsAllReadBefore = 0

    /// Whether only the folder at ``start`` is to be scanned, without those in it.
    package var isShallow = false

    /// Whether all of the root is to be scanned.
    var isWhole: Bool { start.bytes.isEmpty && !isShallow }

    /// Whether there is something to be scanned; a root that is not there is to be marked so.
    var isThere: Bool {
        start.bytes.isEmpty || !FileStamp.isAbsent(at: root.path.appending(start))
    }

    /// A part of the nearest root above a folder; `nil` for a folder in none.
    static func part(
        of roots: [LibraryRoot], at folder: MediaPath, isShallow: Bool
    ) -> ScanTarget? {
        let target = targets(scanning: [folder], in: roots).first { folder.isInside($0.root.path) }
        guard var target else { return nil }
        target.isShallow = isShallow
        target.readsAllReadBefore = target.root.kindGivenAt
        return target
    }

    /// The targets of a scan of folders: the nearest root above each, and this machine's roots inside it.
    ///
    /// - Parameter folders: Absolute; empty for all roots of this machine.
    package static func targets(scanning folders: [MediaPath], in roots: [LibraryRoot])
        -> [ScanTarget]
    {
        var targets: [ScanTarget] = []
        func add(_ root: LibraryRoot, _ start: MediaPath) {
            guard !targets.contains(where: { $0.root.id == root.id && start.isInside($0.start) })
            else { return }
            targets.removeAll { $0.root.id == root.id && $0.start.isInside(start) }
            let nested = roots.compactMap {
                $0.id == root.id ? nil : $0.path.relative(to: root.path)
            }
            targets.append(
                ScanTarget(
                    root: root, start: start, nested: Set(nested),
                    others: roots.filter { $0.id != root.id }.map(\.path)))
        }
        if folders.isEmpty { for root in roots where root.isHere { add(root, "") } }
        for folder in folders {
            if let nearest = roots.nearest(to: folder, by: \.path),
                let start = folder.relative(to: nearest.path)
            {
                add(nearest, start)
            }
            for root in roots where root.isHere && root.path.isInside(folder) { add(root, "") }
        }
        return targets
    }

    /// The folder's absolute path without symbolic links.
    static func folder(
        at path: MediaPath, _ reading: ReadingGuard
    ) throws(ScanTargetError) -> MediaPath {
        if let refusal = reading.refusals[path] {
            throw ScanTargetError(path: path, reason: refusal.reason)
        }
        return try reading.watched(path) { () throws(ScanTargetError) in try path.rootFolder() }
    }
}

extension ScanReport {
    /// Adds the counts and problems of another part of the scan.
    package mutating func add(_ other: ScanReport) {
        hasUnmountedFolders = hasUnmountedFolders || other.hasUnmountedFolders
        added += other.added
        changed += other.changed
        moved += other.moved
        missing += other.missing
        unchanged += other.unchanged
        returned += other.returned
        unreadable += other.unreadable
        problems += other.problems
        solvedProblems += other.solvedProblems
        knownProblems += other.knownProblems
        unavailable += other.unavailable
    }

    /// Adds what of a folder is as it was.
    mutating func add(_ plan: FolderPlan) {
        unchanged += plan.unchanged
        returned += plan.returnedCount
    }

    fileprivate mutating func add(_ settled: FileReconciliation.Counts) {
        added -= settled.notNew
        moved += settled.moved
        changed += settled.changed
        missing += settled.missing
    }
}

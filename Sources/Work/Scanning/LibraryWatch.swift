import PhonolithFiles
package import PhonolithMediaModel
import PhonolithQueries
package import PhonolithScans
package import PhonolithStore

/// Keeps a library up to date: scans, and then scans the folders in which something happens.
///
/// Where the kernel watches no more folders, and for roots that are away, everything is looked at now and then.
package struct LibraryWatch: Sendable {
    private let scanner: LibraryScanner
    private let catalog: Catalog
    private let scanOptions: ScanOptions
    private let options: Options
    private let report: @Sendable (ScanReport) -> Void
    private let remark: @Sendable (String) -> Void

    package struct Options: Sendable {
        /// The quiet time after a change before it is scanned.
        package var quiet = Duration.milliseconds(300)
        /// The longest time for which changes put a scan off.
        package var patience = Duration.seconds(1)
        /// The time between scans of everything where a folder cannot be watched.
        package var interval = Duration.seconds(60)
        /// How often the library is asked for roots that another program has added.
        package var rootsInterval = Duration.seconds(5)
        /// No more folders are watched, whatever the kernel allows.
        package var folderLimit = Int.max
        /// Takes the right to scan, or throws ``ScanLockError``; it is given back after each scan.
        package var lock: @Sendable () throws -> ScanLock? = { nil }

        /// Called after each scan of changes with what was scanned, and with the files that may still be being
        /// written; returns what is to be reported with the scan.
        package var afterScan: (@Sendable ([ScanTarget], Set<MediaPath>) throws -> ScanReport)?

        /// Called once, when all folders are watched that can be and what changed before is scanned.
        package var whenWatching: (@Sendable () -> Void)?

        /// Waits where nothing can be watched; a cancelled task is woken from it soon enough. Blocks its thread.
        package var pause: @Sendable (Duration) -> Void = { time in
            let end = ContinuousClock.now + time
            while !Task.isCancelled, ContinuousClock.now < end {
                BlockingThread.pause(min(1, (end - .now) / .seconds(1)))
            }
        }

        /// Whether the kernel is asked for watches at all.
        package var watchesFolders = true

        package init() {}
    }

    /// Prepares to watch.
    ///
    /// - Parameters:
    ///   - report: Called after the first scan, and of each later one that found something.
    ///   - remark: Called with a message for the user about folders that cannot be watched.
    package init(
        scanner: LibraryScanner, catalog: Catalog, scanOptions: ScanOptions = ScanOptions(),
        options: Options = Options(), report: @escaping @Sendable (ScanReport) -> Void,
        remark: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.scanner = scanner
        self.catalog = catalog
        self.scanOptions = scanOptions
        self.options = options
        self.report = report
        self.remark = remark
    }

    /// Scans, and watches until the task is cancelled.
    ///
    /// - Parameter paths: As ``LibraryScanner/scan(_:options:progress:)`` takes them.
    package func run(
        _ paths: [MediaPath], progress: (@Sendable (ScanProgress) -> Void)? = nil
    ) async throws {
        let thread = BlockingThreads(name: "watch", count: 1)
        defer { thread.end() }
        do {
            try await withTaskExecutorPreference(thread) {
                try await scanAndFollow(paths, progress)
            }
        } catch is CancellationError {
            // It waited for the scan of another program.
        }
    }

    private func scanAndFollow(
        _ paths: [MediaPath], _ progress: (@Sendable (ScanProgress) -> Void)?
    ) async throws {
        let first = try await exclusively { lock in
            try await scanner.scan(paths, options: scanOptions, lock: lock, progress: progress)
        }
        report(first)
        if Task.isCancelled { return }
        let watch = makeWatch()
        try await withTaskCancellationHandler {
            try await follow(watch)
        } onCancel: {
            watch?.wake()
        }
    }

    private func makeWatch() -> FolderWatch? {
        do throws(FolderWatch.Limit) {
            guard options.watchesFolders else { throw .instances }
            return try FolderWatch(limit: options.folderLimit)
        } catch {
            remark(sentence(for: error, watched: 0))
            return nil
        }
    }
}

// MARK: - Following

extension LibraryWatch {
    private func follow(_ watch: FolderWatch?) async throws {
        let server = ServerReturn(
            library: catalog.path, interval: options.rootsInterval, remark: remark)
        // Changes of a file that has been moved away, or that another one has replaced, are lost.
        let library = MediaPath(catalog.path)
        let file = library.status?.identity
        var isComplete = true
        var isFirst = true
        var isAway = false
        var pending = PendingChanges()
        // To watch all folders, and to see what happened before they were.
        pending.addEverything()
        var known = try folders()
        var lastLook = ContinuousClock.now
        while !Task.isCancelled {
            if let file, library.status?.identity != file {
                throw CatalogError(.replaced, path: catalog.path)
            }
            let now = try await server.retrying { try folders() }
            // One that is new, or another folder than before: it was away, and was mounted or put there.
            for (root, folder) in now where folder != nil && known[root] != folder {
                pending.add(tree: root)
            }
            known = now
            if !pending.isEmpty {
                let now = pending
                pending.clear()
                do {
                    isComplete = try await scan(now, watch, isAway: &isAway) && isComplete
                } catch let error where server.mayPass(error) {
                    try await server.pause(after: error)
                    pending.addEverything()
                    continue
                }
                if now.isEverything { lastLook = .now }
            }
            if isFirst { options.whenWatching?() }
            isFirst = false
            let isEachThere = try await server.retrying {
                try roots().allSatisfy(\.isAvailable)
            }
            let isPolling = !isComplete || isAway || !isEachThere
            gather(&pending, watch, nextLook: isPolling ? lastLook + options.interval : nil)
        }
    }

    /// The folders that the roots of this machine are now; `nil` for one that is not there. What is watched is a folder, and
    /// not its path.
    private func folders() throws -> [MediaPath: FileIdentity?] {
        Dictionary(
            try roots().map { ($0.path, $0.path.status?.identity) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The roots of this machine.
    private func roots() throws -> [LibraryRoot] { try catalog.roots.all().filter(\.isHere) }

    /// Scans what has changed, and watches what has come.
    ///
    /// - Parameter isAway: Whether a disk below a root is known not to be mounted.
    /// - Returns: Whether all that has come is watched.
    private func scan(
        _ changes: PendingChanges, _ watch: FolderWatch?, isAway: inout Bool
    ) async throws -> Bool {
        let targets = changes.targets(in: try catalog.roots.all()).filter(\.isThere)
        if targets.isEmpty { return true }
        // First watched, then scanned: changes in between are seen twice, and not missed.
        let isComplete = watchTrees(targets.filter { !$0.isShallow }, watch)
        var scanOptions = scanOptions
        (scanOptions.readsAll, scanOptions.kind) = (false, nil)
        scanOptions.unfinished = changes.unfinished
        var result = try await exclusively { [scanOptions] lock in
            try await scanner.scan(targets, options: scanOptions, lock: lock)
        }
        let isAll = try Set(targets.filter(\.isWhole).map(\.root.id)).count == roots().count
        isAway = result.hasUnmountedFolders || isAway && !isAll
        if let afterScan = options.afterScan {
            result.add(try afterScan(targets, changes.unfinished))
        }
        if result.hasNews { report(result) }
        return isComplete
    }

    /// Waits until something has happened, and then until it is quiet; no longer than until the roots are to be read
    /// again.
    ///
    /// - Parameter nextLook: When everything is looked at, whatever happens until then; `nil` where all is watched.
    private func gather(
        _ pending: inout PendingChanges, _ watch: FolderWatch?,
        nextLook: ContinuousClock.Instant?
    ) {
        guard let watch else {
            options.pause(options.interval)
            return pending.addEverything()
        }
        let nextRoots = ContinuousClock.now + options.rootsInterval
        var firstChange: ContinuousClock.Instant?
        while !Task.isCancelled {
            let now = ContinuousClock.now
            if let nextLook, nextLook <= now { return pending.addEverything() }
            if pending.isEmpty, nextRoots <= now { return }
            let pause = pending.isEmpty ? nextRoots - now : options.quiet
            let events = watch.events(within: min(pause, nextLook.map { $0 - now } ?? pause))
            if Task.isCancelled { return }
            if events.isEmpty, !pending.isEmpty { return }
            for event in events { take(event, &pending, watch) }
            if pending.isEmpty { continue }
            let first = firstChange ?? .now
            firstChange = first
            if first.duration(to: .now) >= options.patience { return }
        }
    }

    private func take(
        _ event: FolderWatch.Event, _ pending: inout PendingChanges, _ watch: FolderWatch
    ) {
        switch event {
        case .changed(let folder): pending.change(in: folder)
        case .treeChanged(let folder):
            pending.add(tree: folder)
            // At once: files that come into it while we wait are not missed.
            try? watch.add(folder)
        case .beganWriting(let file): pending.beginWriting(file)
        case .endedWriting(let file): pending.endWriting(file)
        case .lostCount: pending.addEverything()
        }
    }

    /// Watches all folders of some parts of roots.
    ///
    /// - Returns: Whether the kernel allows that; if not, a message is shown.
    private func watchTrees(_ targets: [ScanTarget], _ watch: FolderWatch?) -> Bool {
        guard let watch else { return false }
        let adding = AddingFolders(watch: watch, next: scanOptions.reading.observer)
        var scanOptions = scanOptions
        scanOptions.reading.observer = adding
        for target in targets {
            var walk = FolderWalk(target, scanOptions, for: catalog)
            while walk.next() != nil, !Task.isCancelled, adding.limit == nil {}
        }
        guard let limit = adding.limit else { return true }
        remark(sentence(for: limit, watched: watch.count))
        return false
    }

    private func sentence(for limit: FolderWatch.Limit, watched: Int) -> String {
        let seconds = (options.interval / .seconds(1)).text(decimals: 0)
        return switch limit {
        case .watches:
            "only \(watched) folders can be watched; raise the kernel's limit, for example:"
                + " sudo sysctl fs.inotify.max_user_watches=\(max(watched, 131_072) * 4);"
                + " until then all folders are scanned every \(seconds) s"
        case .instances:
            "no folders can be watched; raise the kernel's limit, for example:"
                + " sudo sysctl fs.inotify.max_user_instances=1024;"
                + " until then all folders are scanned every \(seconds) s"
        }
    }

    /// Waits for the right to scan, and scans.
    private func exclusively(
        _ scan: @Sendable (ScanLock?) async throws -> ScanReport
    ) async throws -> ScanReport {
        while true {
            do {
                let lock = try options.lock()
                defer { withExtendedLifetime(lock) {} }
                return try await scan(lock)
            } catch let error as ScanLockError where error.isHeld {
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}

extension ScanReport {
    /// Whether there is anything to report.
    fileprivate var hasNews: Bool {
        added + changed + moved + missing + returned > 0 || !problems.isEmpty
            || !solvedProblems.isEmpty
    }
}

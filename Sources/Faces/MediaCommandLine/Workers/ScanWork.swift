import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithTagReading
import PhonolithWorker

/// The worker of a ``ScanSupervisor``: scans as its order says.
struct ScanWork: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ScanOrder.commandName, abstract: "Scan for another process.",
        shouldDisplay: false)

    func run() throws {
        let worker = try ScanWorker()
        do {
            try worker.scan()
        } catch {
            worker.tell(.refusal(ScanRefusal(error)))
            throw ExitCode.cannot
        }
    }
}

extension ScanWorker {
    private var request: ScanRequest { order.request }

    /// Scans, and follows playlist files where they are requested. Blocks its thread.
    fileprivate func scan() throws {
        let reading = readingGuard
        let folders = request.folders
        try LibraryScanner.validate(folders, reading)
        let catalog = try Catalog.open(
            at: request.library, as: request.user, for: folders.isEmpty ? .writing : .creating,
            durability: .repeatable)
        // If closing fails, the changes are still in the write-ahead log.
        defer { try? catalog.close() }
        if folders.isEmpty { try requireRoots(of: catalog) }
        var options = ScanOptions(order)
        options.reading = reading
        let scanner = LibraryScanner(
            catalog: catalog, tagReader: TagReader(options: try Configuration.read().tagReading))
        if request.watches { return try follow(catalog, scanner, options) }
        var report = try locked { [options] lock in
            try await scanner.scan(folders, options: options, lock: lock, progress: self.tell)
        }
        // The files read are reported, even if the playlists fail.
        defer { tell(.event(.report(report))) }
        if request.importsPlaylists, !report.isInterrupted {
            report.add(
                try scanner.followPlaylists(
                    in: folders, options: options, of: catalog, remark: tell))
        }
    }

    private func requireRoots(of catalog: Catalog) throws {
        let roots = try catalog.roots.all()
        guard roots.contains(where: \.isHere) else {
            throw NoRoots(hosts: Set(roots.compactMap(\.otherHost)).sorted())
        }
    }

    private func locked(
        _ work: @escaping @Sendable (ScanLock) async throws -> ScanReport
    ) throws -> ScanReport {
        let lock = try ScanLock(library: request.library)
        defer { withExtendedLifetime(lock) {} }
        return try MainThread.waiting { try await interruptible { try await work(lock) } }
    }

    /// Scans what changes, until it is interrupted.
    private func follow(
        _ catalog: Catalog, _ scanner: LibraryScanner, _ scanOptions: ScanOptions
    ) throws {
        var options = LibraryWatch.Options()
        options.lock = { [path = catalog.path] in try ScanLock(library: path) }
        if request.importsPlaylists {
            options.afterScan = { targets, unfinished in
                try scanner.followPlaylists(
                    of: targets, except: unfinished, options: scanOptions, of: catalog,
                    remark: self.tell)
            }
        }
        let watch = LibraryWatch(
            scanner: scanner, catalog: catalog, scanOptions: scanOptions, options: options,
            report: { self.tell(.event(.report($0))) }, remark: tell)
        try MainThread.waiting {
            try await interruptible {
                try await watch.run(self.request.folders, progress: self.tell)
            }
        }
    }
}

/// Nothing was named, and nothing is known but what belongs to other machines.
private struct NoRoots: Error {
    var hosts: [String]

    var reason: String {
        guard let host = hosts.first else {
            return "no folder has been scanned yet; name a folder: phonolith scan FOLDER"
        }
        return
            "all folders belong to \(hosts.joined(separator: ", ")); scan there, or with PHONOLITH_HOST=\(host) if this machine takes its place"
    }
}

extension ScanOptions {
    fileprivate init(_ order: ScanOrder) {
        self.init()
        readsAll = order.request.readsAll
        threads = order.isCareful ? 1 : order.request.threads
        followsSymbolicLinks = order.request.followsSymbolicLinks
        kind = order.request.kind
        takesRatings = order.request.takesRatings
        countsAhead = order.request.countsAhead
        startedAt = order.startedAt
    }
}

extension ScanRefusal {
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as ScanLockError where error.isHeld:
            self.init(.isLocked(by: error.holder), "\(error)")
        case let error as ScanTargetError:
            self.init(.unusablePath(error.path), "\(error)")
        case let error as CatalogError where error.code == .noLibrary:
            self.init(.noLibrary, "\(error)")
        case let error as NoRoots: self.init(.noRoots, error.reason)
        case let failure as Failure:
            self.init(.other, failure.message, details: failure.details)
        default: self.init(.other, "\(error)")
        }
    }
}

/// Works until it is done, or until SIGINT or SIGTERM.
private func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task { try await work() }
    let interruption = Interruption(endsAtSecond: false) { task.cancel() }
    defer { withExtendedLifetime(interruption) {} }
    // One that came before it was waited for.
    if WorkerSide.interruptions > 0 { task.cancel() }
    return try await task.value
}

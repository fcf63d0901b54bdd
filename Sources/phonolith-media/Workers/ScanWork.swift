import ArgumentParser
import Catalog
import CommandLineInterface
import Foundation
import MediaModel
import Scanning
import TagReading
import Worker

/// What ``ScanSupervisor`` starts: the scan itself, with the arguments of the command.
struct ScanWork: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Scan.workerName, abstract: "Scan for another process.", shouldDisplay: false)

    @OptionGroup var scan: Scan

    func run() throws {
        try scan.scan(try ScanWorker(memoryLimit: UInt64(3 << 30 + scan.threads << 24)))
    }
}

extension Scan {
    /// Scans, and follows playlist files where they are requested. Blocks its thread.
    fileprivate func scan(_ worker: ScanWorker) throws {
        let folders = paths.map(\.path)
        let reading = worker.readingGuard
        try LibraryScanner.validate(folders, reading)
        let catalog = try library.open(
            for: paths.isEmpty ? .writing : .creating, durability: .repeatable)
        // What was written is in the write-ahead log, too, if closing it fails.
        defer { try? catalog.close() }
        guard try !paths.isEmpty || !catalog.roots().isEmpty else {
            throw Failure("no folder has been scanned yet; name a folder: phonolith scan FOLDER")
        }
        var options = options
        options.startedAt = worker.order.startedAt
        options.countsAhead = worker.order.countsAhead
        options.reading = reading
        if worker.order.isCareful { options.threads = 1 }
        let scanner = try scanner(catalog)
        if watch {
            try follow(folders, catalog, scanner, options, worker)
            throw ExitCode.interrupted
        }
        var report = try locked(catalog.path) { [options] in
            try await scanner.scan(folders, options: options, progress: worker.tell)
        }
        // What was read is reported, whatever comes of the playlists.
        defer { worker.tell(.report(ScanMessage.Report(report))) }
        if playlists, !report.isInterrupted {
            report.problems += try scanner.followPlaylists(
                in: folders, options: options, of: catalog,
                remark: { worker.tell(.remark($0)) })
        }
    }

    private func locked(
        _ library: String, _ work: @escaping @Sendable () async throws -> ScanReport
    ) throws -> ScanReport {
        let lock = try ScanLock(library: library)
        defer { withExtendedLifetime(lock) {} }
        return try Program.waiting { try await interruptible(work) }
    }

    private func follow(
        _ folders: [MediaPath], _ catalog: Catalog, _ scanner: LibraryScanner,
        _ scanOptions: ScanOptions, _ worker: ScanWorker
    ) throws {
        var options = LibraryWatch.Options()
        options.lock = { [path = catalog.path] in try ScanLock(library: path) }
        if playlists {
            options.afterScan =
                PlaylistWatch(
                    scanner: scanner, catalog: catalog, options: scanOptions,
                    remark: { worker.tell(.remark($0)) }
                ).follow
        }
        let watch = LibraryWatch(
            scanner: scanner, catalog: catalog, scanOptions: scanOptions, options: options,
            report: { worker.tell(.report(ScanMessage.Report($0))) },
            remark: { worker.tell(.remark($0)) })
        try Program.waiting {
            try await interruptible { try await watch.run(folders, progress: worker.tell) }
        }
    }

    private func scanner(_ catalog: Catalog) throws -> LibraryScanner {
        let configuration = try Configuration.read()
        return LibraryScanner(
            catalog: catalog, tagReader: TagReader(options: configuration.tagReading))
    }

    private var options: ScanOptions {
        var options = ScanOptions()
        options.readsAll = full
        options.threads = threads
        options.followsSymbolicLinks = followSymlinks
        options.kind = kind?.value
        options.takesRatings = ratingsFromTags
        return options
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

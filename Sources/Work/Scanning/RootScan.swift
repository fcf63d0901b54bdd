import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import Synchronization

/// The scan of one root: its folders are walked, planned, read and written (``RootReading``), and what is gone is settled
/// (``RootSettlement``). Between roots nothing is shared but the library.
struct RootScan: Sendable {
    let catalog: Catalog
    /// Of all roots together: it marks the files that are new.
    let id: ScanID
    let target: ScanTarget
    let options: ScanOptions
    let reading: FileReading
    let threads: ScanThreads
    let progress: (@Sendable (ScanProgress) -> Void)?
    /// The report on the roots before this one.
    let before: ScanReport

    /// The outcome of the scan of a root, for the steps that are about all roots.
    struct Result {
        var report: ScanReport
        /// The changes that were written.
        var changes = ScanWriter.Changes()
        /// Files that are gone, and were not found elsewhere yet.
        var gone: [FileStore.Gone] = []
        /// Files that were not found but are kept, because their disk is not mounted.
        var kept: [FileStore.Gone] = []
        /// The devices of the files that it met where the library has them.
        var devices = DeviceNumbers()
    }

    /// Takes all steps.
    ///
    /// - Throws: ``CatalogError``; earlier batches stay.
    func run() async throws -> Result {
        if let settlement = try RootSettlement.ofUnmounted(self) { return settlement.result() }
        var reading = try RootReading(self)
        try await reading.run()
        var settlement = RootSettlement(
            self, reading.walked, reading.findings, isCancelled: Task.isCancelled)
        try settlement.run()
        return settlement.result(reading.changes)
    }
}

/// The counts, problems and progress that a scan reports of a root.
struct ScanFindings {
    private let root: MediaPath
    private let progress: (@Sendable (ScanProgress) -> Void)?
    private let before: ScanReport
    let total = FileCount()

    var report = ScanReport()
    /// Problems of files and folders, by paths below the root.
    var problems: [MediaPath: String] = [:]
    var (filesSeen, filesDone) = (0, 0)

    init(_ scan: RootScan) {
        (root, progress, before) = (scan.target.root.path, scan.progress, scan.before)
    }

    mutating func noteUnavailable(_ folder: MediaPath, _ reason: String) {
        report.unavailable.append(ScanProblem(path: root.appending(folder), reason: reason))
    }

    mutating func noteUnreadable(_ path: MediaPath, _ reason: String) {
        report.unreadable += 1
        problems[path] = reason
    }

    mutating func note(_ pictures: [FolderPicture], in folder: MediaPath) {
        for picture in pictures {
            if let problem = picture.problem { problems[picture.path(in: folder)] = problem }
        }
    }

    mutating func note(_ batch: ScanBatch, _ counts: ScanWriter.Counts) {
        report.added += counts.added
        report.changed += counts.changed
        report.unreadable += counts.refused.count
        problems.merge(counts.refused) { _, reason in reason }
        for folder in batch.folderPictures { note(folder.pictures, in: folder.path) }
        for file in batch.files {
            let path = file.folder.appending(file.name)
            if case .unreadable(let reason) = file.outcome {
                noteUnreadable(path, reason)
            } else if let damage = file.damage {
                problems[path] = damage
            }
        }
    }

    func tellProgress(_ folder: MediaPath) {
        guard let progress else { return }
        var state = ScanProgress(
            done: filesDone, total: total.value, folder: root.appending(folder))
        state.added = before.added + report.added
        state.changed = before.changed + report.changed
        progress(state)
    }
}

/// The folders and files of a root that were found, and those that are missing, handed from the reading to the settlement.
struct WalkedRoot {
    /// The rows of the folders that were met and known.
    var visited: Set<Int64> = []
    /// Folders that could not be listed, with the reason.
    var unlistable: [MediaPath: String] = [:]
    /// In a scan of a single folder, the folders in it.
    var subfolders: Set<MediaPath>?
    /// Folders with higher numbers were found by this scan.
    var lastKnownFolder: Int64 = 0
    /// Files that are not where they were.
    var gone: [FileStore.Gone] = []
    /// The devices of the files that are where the library has them.
    var devices = DeviceNumbers()
    /// The files at whose paths others are now, on other devices.
    var displaced: [(device: Int, path: MediaPath)] = []
}

/// How many files a scan will meet, counted by another thread than the one that scans.
final class FileCount: Sendable {
    private let state = Mutex<(count: Int?, isAbandoned: Bool)>((nil, false))

    /// `nil` until all are counted.
    var value: Int? { state.withLock { $0.count } }

    func abandon() { state.withLock { $0.isAbandoned = true } }

    /// Counts the files ahead of the reading, so that the remaining time can be shown.
    func begin(_ target: ScanTarget, _ options: ScanOptions, of catalog: Catalog) {
        var options = options
        // Not watched: if this walk hangs, only the total is missing.
        options.reading = ReadingGuard()
        BlockingThread.start(named: "scan-count") { [options] in
            var walk = FolderWalk(target, options, for: catalog)
            var count = 0
            while let folder = walk.next(), !self.state.withLock({ $0.isAbandoned }) {
                count += folder.media.count
            }
            self.state.withLock { $0.count = count }
        }
    }
}

import PhonolithFiles
import PhonolithMediaModel
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import PhonolithWorker
import Synchronization

/// A scan by workers, as that of the command.
struct SupervisedScan: Sendable {
    private let request: ScanRequest
    private let program: WorkerProgram

    /// - Returns: `nil` where no program is installed that could do it, and for a library that no other process can open.
    init?(
        of library: MediaLibrary, _ folders: [MediaPath], _ options: ScanOptions
    ) async throws {
        guard library.catalog.path != ":memory:", options.isForWorkers else { return nil }
        let found = try await library.perform { catalog in
            let user =
                catalog.user == .owner
                ? nil : try catalog.users.all().first { $0.id == catalog.user }?.name
            return (path: InstalledProgram.media.installedPath(), user: user)
        }
        guard let path = found.path else { return nil }
        program = WorkerProgram(path)
        var request = ScanRequest(library: library.catalog.path, folders: folders)
        request.user = found.user
        request.kind = options.kind
        request.readsAll = options.readsAll
        request.threads = options.threads
        request.followsSymbolicLinks = options.followsSymbolicLinks
        request.takesRatings = options.takesRatings
        request.countsAhead = options.countsAhead
        self.request = request
    }

    /// Runs the scan to its end; cancelling the task ends it at the next file.
    ///
    /// - Returns: `nil` where the program is of another version, and nothing was done.
    func run(progress: (@Sendable (ScanProgress) -> Void)?) async throws -> ScanReport? {
        let threads = BlockingThreads(name: "scan-workers", count: 1)
        defer { threads.end() }
        let isCancelled = Atomic<Bool>(false)
        let report = Mutex<ScanReport?>(nil)
        // They come before the report, too.
        let remarks = Mutex<[ScanRemark]>([])
        do {
            try await withTaskCancellationHandler {
                try await threads.perform { [request, program] in
                    var supervisor = try ScanSupervisor(request, program: program)
                    try supervisor.run(
                        interruptions: { isCancelled.load(ordering: .relaxed) ? 1 : 0 }
                    ) { event in
                        switch event {
                        case .progress(let now): progress?(now)
                        case .report(let last): report.withLock { $0 = last }
                        case .remark(let line):
                            remarks.withLock { $0.append(ScanRemark(.message, line)) }
                        }
                    }
                }
            } onCancel: {
                isCancelled.store(true, ordering: .relaxed)
            }
        } catch ScanFailure.ended(_, let errors) where ProgramVersion.isRefusal(errors) {
            return nil
        } catch let failure as ScanFailure {
            throw error(of: failure)
        }
        var last = report.withLock { $0 }
        last?.remarks = remarks.withLock { $0 }
        return last
    }

    private func error(of failure: ScanFailure) -> any Error {
        switch failure {
        case .interrupted: return CancellationError()
        case .ended, .failed: break
        case .refused(let refusal):
            switch refusal.cause {
            case .isLocked(let holder):
                return ScanLockError(
                    library: request.library,
                    reason: "another scan is under way; wait until it has ended", isHeld: true,
                    holder: holder)
            case .unusablePath(let path):
                return ScanTargetError(path: path, reason: refusal.message)
            case .noLibrary: return CatalogError(.noLibrary, path: request.library)
            case .noRoots, .other: break
            }
        }
        return MediaLibraryError(.scanFailed, request.library, failure.description)
    }
}

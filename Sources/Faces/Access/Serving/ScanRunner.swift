package import FoundationEssentials
package import Logging
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithScans
package import PhonolithWorker
import Synchronization

/// The scans of the service: ordered ones, one after the other, and one that watches.
package final class ScanRunner: Sendable {
    /// The state of scans that this server started.
    package struct Status: Hashable, Sendable {
        package var isScanning = false
        /// How far the running scan is; `nil` until it reports something.
        package var progress: ScanProgress?
        package var dateBegun: Date?
        package var dateEnded: Date?
        /// The report of the last scan.
        package var report: ScanReport?
        /// Why the last scan could not be made.
        package var failure: String?
        /// The scan of another process that the scan waits for, in words; `nil` while it runs.
        package var waitsFor: String?
    }

    private enum Kind: Hashable, CaseIterable {
        case ordered
        /// By the worker that watches.
        case watched
        case folder
    }

    private struct State {
        /// The scans that run, or wait for that of another process.
        var running: [Kind: Status] = [:]
        /// The scan that ended last.
        var last = Status()
        /// Keep the library up to date.
        var keeping: [Task<Void, Never>] = []
        /// The last scan of all roots that was ordered.
        var ordered: Task<Void, Never>?
        /// When the service began to end, by its uptime.
        var end: Duration?

        var tasks: [Task<Void, Never>] { keeping + [ordered].compactMap(\.self) }

        /// Of several scans that which has something to report, the ordered one first.
        var status: Status {
            let scans = Kind.allCases.compactMap { running[$0] }
            return scans.first { $0.progress != nil } ?? scans.first ?? last
        }

        mutating func begin(_ kind: Kind) {
            running[kind] = Status(
                isScanning: true, dateBegun: .now, dateEnded: last.dateEnded)
        }

        mutating func end(_ kind: Kind, failure: String? = nil) {
            guard var status = running.removeValue(forKey: kind) else { return }
            status.end()
            status.failure = failure
            last = status
        }
    }

    private let program: OpenedMediaProgram
    private let library: String
    private let logger: Logger
    private let uptime: @Sendable () -> Duration
    private let state = Mutex(State())
    private let turns = JobSlots(1)
    /// One waits for the scan whose turn it is, one for that which watches, and one asks whether another process scans.
    private let threads = BlockingThreads(name: "scans", count: 3)

    /// Opens the program. Blocks its thread.
    ///
    /// - Parameters:
    ///   - program: `phonolith-media`; `nil` for that of this installation.
    ///   - library: The library's path.
    ///   - uptime: Time by a clock that does not go back.
    package init(
        program: MediaPath?, library: String, logger: Logger,
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.program = OpenedMediaProgram(program)
        self.library = library
        self.logger = logger
        self.uptime = uptime
    }

    deinit { threads.end() }

    package var status: Status { state.withLock(\.status) }

    /// Starts a scan of all roots, after the one of the worker that watches; does nothing while there is one that was
    /// ordered.
    ///
    /// - Parameter isFull: Whether unchanged files are read again.
    /// - Throws: ``WorkerError`` if no scan can be started.
    package func start(isFull: Bool = false) throws(WorkerError) {
        _ = try program.opened()
        state.withLock { state in
            guard state.running[.ordered] == nil, state.end == nil else { return }
            state.begin(.ordered)
            state.ordered = Task { await scanAll(isFull) }
        }
    }

    private func scanAll(_ isFull: Bool) async {
        var request = ScanRequest(library: library)
        request.readsAll = isFull
        request.countsAhead = true
        var failure: String?
        do {
            try await inTurn(request, .ordered)
        } catch {
            failure = "\(error)"
        }
        state.withLock { [failure] in $0.end(.ordered, failure: failure) }
        logger.info("scan ended", metadata: failure.map { ["reason": "\($0)"] })
    }

    /// Scans one folder, and returns when that is done. Waits while another process scans.
    package func scan(_ folder: MediaPath) async {
        let request = ScanRequest(library: library, folders: [folder])
        var failure: String?
        defer { state.withLock { [failure] in $0.end(.folder, failure: failure) } }
        do {
            try await inTurn(request, .folder)
        } catch is CancellationError {
            // The service ends, or the request was cancelled.
        } catch {
            failure = "\(error)"
            logger.warning(
                "cannot scan folder", metadata: ["folder": "\(folder)", "reason": "\(error)"])
        }
    }

    /// Keeps the library up to date until ``end()``.
    ///
    /// - Parameters:
    ///   - watches: Whether folders are scanned when something in them changes.
    ///   - interval: How often all roots are scanned; `nil` for never.
    package func begin(watching watches: Bool, every interval: Duration?) {
        state.withLock { state in
            guard state.end == nil else { return }
            if watches { state.keeping.append(Task { await repeated(after: .seconds(30), watch) }) }
            if let interval {
                state.keeping.append(Task { await repeated(after: interval, startOrLog) })
            }
        }
    }

    private func repeated(after pause: Duration, _ body: () async -> Void) async {
        do {
            while true {
                await body()
                try await Task.sleep(for: pause)
            }
        } catch {
            // Cancellation ends it.
        }
    }

    private func startOrLog() {
        do throws(WorkerError) {
            try start()
        } catch {
            logger.warning("cannot scan", metadata: ["reason": "\(error)"])
        }
    }

    /// Scans what changes, until the worker ends.
    private func watch() async {
        var request = ScanRequest(library: library)
        request.watches = true
        request.countsAhead = true
        var reason = ""
        do {
            try await run(request) { [self] in note($0, of: .watched) }
        } catch {
            reason = "\(error)"
        }
        let isEnding = state.withLock { state in
            state.end(.watched)
            return state.end != nil
        }
        if !isEnding {
            logger.warning("watching failed; trying again", metadata: ["reason": "\(reason)"])
        }
    }

    /// Takes what a scan reports. An ordered scan is over when its worker has ended.
    private func note(_ event: ScanEvent, of kind: Kind) {
        if case .remark(let line) = event {
            return logger.info("scan", metadata: ["remark": "\(line)"])
        }
        state.withLock { state in
            if kind == .watched, state.running[kind] == nil { state.begin(kind) }
            state.running[kind]?.waitsFor = nil
            switch event {
            case .progress(let progress): state.running[kind]?.progress = progress
            case .report(let report):
                state.running[kind]?.report = report
                if kind == .watched { state.end(kind) }
            case .remark: break
            }
        }
    }

    // MARK: - Ending

    /// Asks scans to end. They keep what they have read, and the next continues from there.
    package func end() {
        let tasks = state.withLock { state in
            if state.end == nil { state.end = uptime() }
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }

    /// Waits until scans have ended, which ``end()`` limits.
    package func ended() async {
        for task in state.withLock(\.tasks) { await task.value }
    }

    /// A scan needs less to finish with the files it has read; a file that hangs takes longer.
    package static let endingTime = Duration.seconds(7)

    private var interruptions: Int {
        guard let end = state.withLock(\.end) else { return 0 }
        return uptime() - end < Self.endingTime ? 1 : 2
    }

    // MARK: - Running

    /// Scans when it is its turn, and no other process does.
    private func inTurn(_ request: ScanRequest, _ kind: Kind) async throws {
        try await turns.take(for: "")
        defer { turns.giveBack(by: "") }
        state.withLock { if $0.running[kind] == nil { $0.begin(kind) } }
        var pause = Self.pauseAtFirst
        while true {
            do {
                return try await run(request) { [self] in note($0, of: kind) }
            } catch ScanFailure.refused(let refusal) where refusal.isPassing {
                state.withLock { $0.running[kind]?.waitsFor = refusal.message }
                try await Task.sleep(for: pause)
                pause = min(pause * 2, Self.longestPause)
                try await otherScanEnded()
            }
        }
    }

    /// Pauses before a worker is started again that another process kept from scanning.
    private static let (pauseAtFirst, longestPause) = (
        Duration.milliseconds(500), Duration.seconds(20)
    )

    /// Waits until no other process scans into a library that is a file: its lock is asked, which costs next to nothing.
    private func otherScanEnded() async throws {
        while try await threads.perform({ [library] in ScanLock.isHeld(nextTo: library) }) {
            try await Task.sleep(for: Self.pauseAtFirst)
        }
    }

    private func run(
        _ request: ScanRequest, _ take: @escaping @Sendable (ScanEvent) -> Void
    ) async throws {
        if interruptions > 0 { throw CancellationError() }
        let program = try program.opened()
        try await threads.perform { [self] in
            var supervisor = try ScanSupervisor(request, program: program)
            try supervisor.run(interruptions: { interruptions }, take)
        }
    }
}

extension ScanRunner.Status {
    fileprivate mutating func end() {
        isScanning = false
        progress = nil
        waitsFor = nil
        dateEnded = .now
    }
}

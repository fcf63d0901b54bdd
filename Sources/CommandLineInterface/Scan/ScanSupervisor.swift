import ArgumentParser
import Blocking
import Catalog
import Foundation
import MediaModel
import Worker

/// Runs a scan in `phonolith-media` and watches it: what that dies of, or hangs at, is left out, and another process
/// continues. The one that watches loads none of the libraries that read media.
struct ScanSupervisor {
    /// How long one file may take.
    var fileTimeout: Duration
    /// Called with the progress of the scan.
    var progress: ((ScanProgress) -> Void)? {
        didSet { order.countsAhead = progress != nil }
    }
    /// Gets lines for the user.
    var remark: (String) -> Void = { Terminal.tell($0) }
    /// Called after each scan with its report.
    var report: (ScanReport) throws -> Void
    private let program: WorkerProgram
    /// What starts a worker of this scan.
    private let arguments: [[UInt8]]
    private let board: WorkerBoard
    private var order: ScanOrder
    private var refusals: Set<MediaPath> = []
    private var deathsWithoutCause = 0
    private var hasDied = false
    private var hasReported = false
    /// Whether the worker knows that the user has interrupted the scan.
    private var isAskedToEnd = false
    /// What the worker that died last wrote on its standard error, in one line.
    private var lastWords = ""
    /// What is in the library by workers that died.
    private var before = ScanReport()
    private var latest = ScanProgress(done: 0, total: nil, folder: "")
    private var start = ContinuousClock.now

    /// - Parameter arguments: Those of the scan, for a worker.
    init(
        arguments: [[UInt8]], fileTimeout: Duration,
        report: @escaping (ScanReport) throws -> Void
    ) throws {
        self.arguments = arguments
        self.fileTimeout = fileTimeout
        self.report = report
        program = WorkerProgram(try InstalledProgram.media.path())
        board = try WorkerBoard()
        order = ScanOrder(startedAt: WallClock.nanoseconds)
    }

    /// Runs the scan to its end. Blocks its thread.
    ///
    /// - Throws: ``Failure``, or `ExitCode` where the worker has said already what is wrong.
    mutating func run() throws {
        let interruptions = InterruptionCount()
        while true {
            board.clear()
            isAskedToEnd = false
            let worker = try WorkerProcess.start(arguments, program: program, board: board)
            _ = worker.send(Array(try JSONEncoder().encode(order)))
            switch try watch(worker, interruptions) {
            case .exited(0):
                guard hasReported else {
                    throw Failure("the scan process ended unexpectedly")
                }
                return
            case .exited(let code): throw ExitCode(code)
            case .died(let signal): try learn(from: signal)
            }
            hasDied = true
            before.added += latest.added
            before.changed += latest.changed
            latest = ScanProgress(done: 0, total: nil, folder: latest.folder)
        }
    }
}

// MARK: - Watching

extension ScanSupervisor {
    private enum End {
        case exited(Int32)
        case died(signal: Int32)
    }

    private mutating func watch(
        _ worker: WorkerProcess, _ interruptions: InterruptionCount
    ) throws -> End {
        let running = RunningTime()
        while true {
            switch worker.next(ScanMessage.self, within: .milliseconds(100)) {
            case .silence: break
            case .message(let message): try take(message)
            case .garbage(let beginning):
                throw Failure(
                    "the scan process sent an invalid message: '\(beginning)'; the files read so far are"
                        + " saved, and the next scan continues from there")
            case .ended(.exited(let code)):
                let text = worker.errorText()
                _ = write(STDERR_FILENO, text, text.count)
                return .exited(code)
            case .ended(.signalled(let signal)):
                lastWords = worker.firstErrorLine.map { ": \($0)" } ?? ""
                return .died(signal: signal)
            case .ended(.unknown):
                throw Failure(
                    "the scan process \(WorkerProcess.Ending.unknown); the files read so far are saved"
                )
            }
            if forward(interruptions.value, to: worker) { throw ExitCode.interrupted }
            // A file is not late because the whole job was stopped.
            let sincePause = running.sincePause()
            if let late = board.notes.first(where: { min($0.age, sincePause) > fileTimeout }) {
                guard worker.isKilled(within: .seconds(10)) else {
                    throw Failure(
                        "\(late.path): does not respond, and the read cannot be cancelled")
                }
                let reason = "did not respond within \(fileTimeout.text)"
                try refuse(late.path, "\(reason); allow more with --file-timeout", isLasting: false)
                return .died(signal: 0)
            }
        }
    }

    /// Hands an interruption on, so that the scan finishes; ends the worker at the second one.
    ///
    /// - Returns: Whether the worker was ended.
    private mutating func forward(_ count: Int, to worker: WorkerProcess) -> Bool {
        if count > 1 {
            _ = worker.isKilled(within: .seconds(10))
            return true
        }
        if count == 1, !isAskedToEnd {
            worker.terminate(by: SIGINT)
            isAskedToEnd = true
        }
        return false
    }

    private mutating func take(_ message: ScanMessage) throws {
        switch message {
        case .progress(let progress):
            latest = progress.value
            self.progress?(latest)
        case .remark(let line):
            remark(line)
        case .report(let told):
            hasReported = true
            var whole = told.value
            whole.added += before.added
            whole.changed += before.changed
            // What processes wrote before they died is unchanged to the one that came to the end.
            whole.unchanged = max(0, whole.unchanged - before.added - before.changed)
            if hasDied { whole.duration = start.duration(to: .now) }
            hasDied = false
            (before, latest) = (ScanReport(), ScanProgress(done: 0, total: nil, folder: ""))
            deathsWithoutCause = 0
            start = .now
            try report(whole)
        }
    }

    /// Leaves a path out from now on.
    ///
    /// - Throws: ``Failure`` for one that was to be left out already: every process would die of it.
    private mutating func refuse(_ path: MediaPath, _ reason: String, isLasting: Bool) throws {
        order.refusals.append(
            ScanOrder.Refusal(path: Data(path.bytes), reason: reason, isLasting: isLasting))
        guard refusals.insert(path).inserted else {
            throw Failure(
                "\(path): \(reason) again and cannot be skipped; the files read so far are saved."
                    + " Exclude it with .phonolithignore, or scan other folders")
        }
    }

    /// Finds out what a process died of; 0 where that is known.
    private mutating func learn(from signal: Int32) throws {
        if signal == 0 { return }
        let notes = board.notes
        let name = String(cString: strsignal(signal))
        let culprits = notes.filter { $0.signal != nil }
        if !culprits.isEmpty {
            for note in culprits {
                try refuse(note.path, "crashes the reader (\(name))", isLasting: true)
            }
            return
        }
        // It was killed from outside, by a person or by a system that is short of memory: one file may need too much.
        deathsWithoutCause += 1
        if order.isCareful, !notes.isEmpty {
            for note in notes {
                try refuse(
                    note.path, "the reader was killed while it read this (\(name))",
                    isLasting: false)
            }
        }
        guard deathsWithoutCause < 6 else {
            throw Failure(
                "the scan was killed repeatedly (\(name)\(lastWords)); the files read so far are saved"
            )
        }
        order.isCareful = true
    }
}

extension Duration {
    /// In seconds, as the user gave it.
    fileprivate var text: String {
        (self / .seconds(1)).formatted(.number.precision(.fractionLength(0...3)).grouping(.never))
            + " s"
    }
}

internal import FoundationEssentials
import Glibc
internal import PhonolithFiles
internal import PhonolithMediaModel

/// Runs a scan in a worker and watches it: a file that it dies of, or hangs at, is left out, and another worker continues.
package struct ScanSupervisor {
    private let request: ScanRequest
    private let program: WorkerProgram
    private let board: WorkerBoard
    private var order: ScanOrder
    private var refusals: Set<MediaPath> = []
    private var deathsWithoutCause = 0
    private var hasDied = false
    private var hasReported = false
    /// Why the worker could not do the scan.
    private var refusal: ScanRefusal?
    /// Whether the worker knows that the scan is to end.
    private var isAskedToEnd = false
    /// The standard error of the worker that died last, in one line.
    private var lastWords = ""
    /// The changes that workers that died made to the library.
    private var before = ScanReport()
    private var latest = ScanProgress(done: 0, total: nil, folder: "")
    private var start = ContinuousClock.now

    /// - Parameter program: `phonolith-media`.
    /// - Throws: ``WorkerError`` if there is no memory.
    package init(_ request: ScanRequest, program: WorkerProgram) throws(WorkerError) {
        self.request = request
        self.program = program
        board = try WorkerBoard()
        order = ScanOrder(request: request, startedAt: WallClock.nanoseconds)
    }

    /// Runs the scan to its end. Blocks its thread.
    ///
    /// - Parameters:
    ///   - interruptions: How often the scan was asked to end; called often. At the first it finishes with what it has
    ///     read, at the second its worker is killed.
    ///   - take: Gets what happens.
    /// - Throws: ``ScanFailure``, ``WorkerError``, and what `take` throws.
    package mutating func run(
        interruptions: () -> Int, _ take: (ScanEvent) throws -> Void
    ) throws {
        while true {
            board.clear()
            isAskedToEnd = false
            let worker = try WorkerProcess.start(
                [Array(ScanOrder.commandName.utf8)], program: program, board: board)
            _ = worker.send(Array(try JSONEncoder().encode(order)))
            switch try watch(worker, interruptions, take) {
            case .exited(let code, let errors):
                if let refusal { throw ScanFailure.refused(refusal) }
                guard code == 0 else { throw ScanFailure.ended(code: code, errors: errors) }
                guard hasReported || request.watches else {
                    throw ScanFailure.failed("the scan process ended unexpectedly")
                }
                return
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
        case exited(Int32, errors: [UInt8])
        case died(signal: Int32)
    }

    private mutating func watch(
        _ worker: WorkerProcess, _ interruptions: () -> Int, _ take: (ScanEvent) throws -> Void
    ) throws -> End {
        let running = RunningTime()
        while true {
            switch worker.next(ScanMessage.self, within: .milliseconds(100)) {
            case .silence: break
            case .message(let message): try receive(message, take)
            case .garbage(let beginning):
                throw ScanFailure.failed(
                    "the scan process sent an invalid message: '\(beginning)'; the files read so far are"
                        + " saved, and the next scan continues from there")
            case .ended(.exited(let code)):
                return .exited(code, errors: worker.errorText())
            case .ended(.signalled(let signal)):
                lastWords = worker.firstErrorLine.map { ": \($0)" } ?? ""
                return .died(signal: signal)
            case .ended(.unknown):
                throw ScanFailure.failed(
                    "the scan process \(WorkerProcess.Ending.unknown); the files read so far are saved"
                )
            }
            if forward(interruptions(), to: worker) { throw ScanFailure.interrupted }
            // A file is not late because the whole job was stopped.
            let sincePause = running.sincePause()
            if let late = board.notes.first(where: { min($0.age, sincePause) > request.fileTimeout }
            ) {
                guard worker.isKilled(within: .seconds(10)) else {
                    throw ScanFailure.failed(
                        "\(late.path): does not respond, and the read cannot be cancelled")
                }
                let reason = "did not respond within \(request.fileTimeout.text)"
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

    private mutating func receive(
        _ message: ScanMessage, _ take: (ScanEvent) throws -> Void
    ) throws {
        switch message {
        case .event(.report(let report)): try take(.report(whole(report)))
        case .event(let event):
            if case .progress(let progress) = event { latest = progress }
            try take(event)
        case .refusal(let refusal): self.refusal = refusal
        }
    }

    /// The report of a scan, with what workers did that died.
    private mutating func whole(_ report: ScanReport) -> ScanReport {
        var whole = report
        whole.added += before.added
        whole.changed += before.changed
        // Files written by processes that died are unchanged to the one that came to the end.
        whole.unchanged = max(0, whole.unchanged - before.added - before.changed)
        if hasDied { whole.duration = start.duration(to: .now) }
        (hasReported, hasDied, deathsWithoutCause) = (true, false, 0)
        (before, latest) = (ScanReport(), ScanProgress(done: 0, total: nil, folder: ""))
        start = .now
        return whole
    }

    /// Leaves a path out from now on.
    ///
    /// - Throws: ``ScanFailure`` for one that was to be left out already: every process would die of it.
    private mutating func refuse(_ path: MediaPath, _ reason: String, isLasting: Bool) throws {
        order.refusals.append(
            ScanOrder.Refusal(path: path, reason: reason, isLasting: isLasting))
        guard refusals.insert(path).inserted else {
            throw ScanFailure.failed(
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
            throw ScanFailure.failed(
                "the scan was killed repeatedly (\(name)\(lastWords)); the files read so far are saved"
            )
        }
        order.isCareful = true
    }
}

extension Duration {
    /// In seconds, as the user gave it.
    fileprivate var text: String {
        (self / .seconds(1)).text(upToDecimals: 3) + " s"
    }
}

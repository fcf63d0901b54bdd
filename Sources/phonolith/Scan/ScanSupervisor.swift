import ArgumentParser
import CSupervision
import Foundation
import MediaModel
import Scanning

/// Runs a scan in a process of its own and watches it: what that dies of, or hangs at, is left out, and
/// another process goes on.
///
/// The process is made by `fork`, while there is one thread; so it costs next to nothing, and what was learnt
/// of the ones before it is in its memory.
struct ScanSupervisor {
    /// How long one file may take.
    var fileTimeout: Duration
    /// How many files are read at once.
    var threads: Int
    /// Is told how far the scan is.
    var progress: (ScanProgress) -> Void = { _ in }
    /// Is told of each scan that has ended; the last is what ``run()`` gives.
    var report: (ScanReport) throws -> Void
    private let board: ScanBoard
    private var refusals: [MediaPath: ReadingGuard.Refusal] = [:]
    private var isCareful = false
    private var deathsWithoutCause = 0
    private var hasDied = false
    /// What is in the library by processes that died.
    private var before = ScanReport()
    private var latest = ScanProgress(done: 0, total: nil, folder: "")
    private var start = ContinuousClock.now

    init(
        fileTimeout: Duration, threads: Int, report: @escaping (ScanReport) throws -> Void
    ) throws {
        self.fileTimeout = fileTimeout
        self.threads = threads
        self.report = report
        board = try ScanBoard()
    }

    /// Comes back in the new process, with what it needs; and in this one when the scan is done.
    ///
    /// - Returns: The worker in the new process, `nil` in this one.
    /// - Throws: ``Failure``, or `ExitCode` where the other process has said already what is wrong.
    mutating func run() throws -> ScanWorker? {
        cs_count_interrupts()
        while true {
            board.clear()
            let child: ScanProcess
            switch try ScanProcess.fork() {
            case .child(let channel, let lifeline):
                return ScanWorker(
                    board: board, channel: channel, lifeline: lifeline, refusals: refusals,
                    isCareful: isCareful)
            case .parent(let process): child = process
            }
            switch try watch(child) {
            case .exited(0): return nil
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

    private mutating func watch(_ child: ScanProcess) throws -> End {
        var child = child
        defer { child.close() }
        var forwarded = 0
        while child.isTalking {
            for message in child.messages(within: .milliseconds(100)) { try take(message) }
            let interrupts = Int(cs_interrupt_count())
            if interrupts > forwarded {
                child.send(forwarded == 0 ? SIGINT : SIGKILL)
                forwarded = interrupts
            }
            if let late = board.notes.first(where: { $0.age > fileTimeout }) {
                let reason = "did not answer within \(fileTimeout.text)"
                child.send(SIGKILL)
                guard child.ends(within: .seconds(10)) else {
                    throw Failure("\(late.path): does not answer, and the system cannot end that")
                }
                board.clear()
                try refuse(late.path, "\(reason); --file-timeout gives it more", isLasting: false)
                return .died(signal: 0)
            }
        }
        let status = child.wait()
        let code = cs_signal_or_code(status)
        guard cs_was_signalled(status) else {
            child.relayErrors()
            return .exited(code)
        }
        if forwarded > 1 { throw ExitCode.interrupted }
        return .died(signal: code)
    }

    private mutating func take(_ message: ScanMessage) throws {
        switch message {
        case .progress(let progress):
            latest = progress.value
            self.progress(latest)
        case .remark(let line):
            Terminal.tell(line)
        case .report(let told):
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
        let refusal = ReadingGuard.Refusal(reason, isLasting: isLasting)
        guard refusals.updateValue(refusal, forKey: path) == nil else {
            throw Failure(
                "\(path): \(reason), again, and cannot be left out; what was read is kept."
                    + " Exclude it by .phonolithignore, or scan other folders")
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
                try refuse(note.path, "makes the reader crash (\(name))", isLasting: true)
            }
            return
        }
        // Somebody ended it from outside: for want of memory, or by hand. Maybe one file needs too much.
        deathsWithoutCause += 1
        if isCareful, !notes.isEmpty {
            for note in notes {
                try refuse(
                    note.path, "the reader was ended while it read this (\(name))",
                    isLasting: false)
            }
        }
        guard deathsWithoutCause < 6 else {
            throw Failure("the scan was ended again and again (\(name)); what was read is kept")
        }
        isCareful = true
    }
}

extension Duration {
    /// In seconds, as the user gave it.
    fileprivate var text: String {
        (self / .seconds(1)).formatted(.number.precision(.fractionLength(0...3)).grouping(.never))
            + " s"
    }
}

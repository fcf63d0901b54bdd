import Blocking
import Catalog
import Foundation
import Logging
import MediaModel
import Synchronization

/// Runs scans as a program of their own: what opens media is not linked into the server, and a file that crashes a
/// decoder does not end it.
final class ScanRunner: Sendable {
    /// What is known of scans that this server started.
    struct Status: Hashable, Sendable {
        var isScanning = false
        var dateBegun: Date?
        var dateEnded: Date?
        /// What the last scan reported, as the JSON object of `phonolith scan --json`.
        var summary: String?
        /// Why the last scan could not be made.
        var failure: String?
    }

    private struct State {
        var status = Status()
        var processes: Set<pid_t> = []
        var isEnding = false
    }

    /// What a program that has ended printed.
    private struct Outcome: Sendable {
        var code: Int32
        var output: String
        var errors: String
    }

    /// The command `phonolith`; `nil` if the server does not know where it is.
    private let program: String?
    private let library: String
    private let logger: Logger
    private let state = Mutex(State())
    /// For a scan and for one that watches: each waits for its end, and reads two pipes.
    private let threads = BlockingThreads(name: "scans", count: 6)

    init(program: String?, library: String, logger: Logger) {
        self.program = program
        self.library = library
        self.logger = logger
    }

    var status: Status { state.withLock(\.status) }

    /// Whether scans can be started.
    var isUsable: Bool { program != nil }

    /// Starts a scan of all roots; does nothing while there is one.
    ///
    /// - Parameter isFull: Whether unchanged files are read again.
    func start(isFull: Bool = false) {
        guard let program else { return }
        let begins = state.withLock { state in
            guard !state.status.isScanning, !state.isEnding else { return false }
            state.status = Status(isScanning: true, dateBegun: .now)
            return true
        }
        guard begins else { return }
        Task { [self] in
            var words = ["scan", "--json", "--quiet", "--library", library]
            if isFull { words.append("--full") }
            let outcome = await run(program, words)
            let summary = outcome.output.split(separator: "\n").last { $0.hasPrefix("{") }
            let failure = outcome.errors.split(separator: "\n").last.map(String.init)
            state.withLock { state in
                state.status.isScanning = false
                state.status.dateEnded = .now
                state.status.summary = summary.map(String.init)
                state.status.failure =
                    outcome.code == 0 || outcome.code == 1
                    ? nil : failure ?? "the scan ended with code \(outcome.code)"
            }
            logger.info("scan ended", metadata: ["code": "\(outcome.code)"])
        }
    }

    /// Scans again and again until the task is cancelled.
    func scan(every interval: Duration) async throws {
        while true {
            start()
            try await Task.sleep(for: interval)
        }
    }

    /// Scans one folder, and returns when that is done. Waits while the library is being scanned.
    func scan(_ folder: MediaPath) async {
        guard let program else { return }
        let words = ["scan", "--quiet", "--library", library, folder.description]
        while !Task.isCancelled, !state.withLock(\.isEnding) {
            let outcome = await run(program, words)
            let reason = outcome.errors.split(separator: "\n").last ?? ""
            guard outcome.code == 2, reason.contains(ScanLockError.heldMark) else {
                if outcome.code > 1 {
                    logger.warning(
                        "cannot scan folder",
                        metadata: ["folder": "\(folder)", "reason": "\(reason)"])
                }
                return
            }
            // Cancellation ends the loop.
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Keeps a program running that scans what changes, until the task is cancelled.
    func watch() async throws {
        guard let program else { return }
        while !Task.isCancelled {
            let outcome = await run(program, ["scan", "--watch", "--quiet", "--library", library])
            let reason = outcome.errors.split(separator: "\n").last ?? ""
            logger.warning(
                "watching ended", metadata: ["code": "\(outcome.code)", "reason": "\(reason)"])
            try await Task.sleep(for: .seconds(30))
        }
    }

    /// Ends what runs. A scan keeps what it has written, and the next continues from there.
    func end() {
        let processes = state.withLock { state in
            state.isEnding = true
            return state.processes
        }
        for process in processes { kill(process, SIGTERM) }
    }

    // MARK: - Processes

    private func run(_ program: String, _ words: [String]) async -> Outcome {
        let (output, errors) = (Pipe(), Pipe())
        let launch: @Sendable () throws -> Int32 = { [self] in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = words
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            let id = process.processIdentifier
            let isEnding = state.withLock { state in
                state.processes.insert(id)
                return state.isEnding
            }
            if isEnding { kill(id, SIGTERM) }
            process.waitUntilExit()
            _ = state.withLock { $0.processes.remove(id) }
            return process.terminationReason == .exit
                ? process.terminationStatus : 128 + process.terminationStatus
        }
        async let printed = text(from: output)
        async let complaints = text(from: errors)
        do {
            let code = try await threads.perform(launch)
            return Outcome(code: code, output: await printed, errors: await complaints)
        } catch {
            // No process holds the other ends: closing them ends the reading. A failure to close has no remedy.
            try? output.fileHandleForWriting.close()
            try? errors.fileHandleForWriting.close()
            _ = await (printed, complaints)
            return Outcome(code: 127, output: "", errors: "\(program): cannot be run: \(error)")
        }
    }

    /// The end of what a pipe brings.
    private func text(from pipe: Pipe) async -> String {
        let handle = pipe.fileHandleForReading
        let most = 4 << 20
        // What a pipe brings is only for the report: if it cannot be read, the exit code still counts.
        let bytes = try? await threads.perform {
            var bytes = Data()
            while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty {
                bytes = (bytes + piece).suffix(most)
            }
            return bytes
        }
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
}

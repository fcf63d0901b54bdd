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
        /// How far the running scan is; `nil` until it reports something.
        var progress: Progress?
        var dateBegun: Date?
        var dateEnded: Date?
        /// What the last scan reported, as the JSON object of `phonolith scan --json`.
        var summary: String?
        /// Why the last scan could not be made.
        var failure: String?
    }

    /// How far a scan is.
    struct Progress: Hashable, Sendable, Decodable {
        /// Files that are done.
        var done: Int
        /// The total number of files; `nil` until they are counted.
        var total: Int?
        /// Items added and read again so far.
        var added: Int
        var changed: Int

        /// 0...1; `nil` until the files are counted.
        var fraction: Double? {
            total.map { $0 > 0 ? min(1, (Double(done) / Double($0) * 1000).rounded() / 1000) : 1 }
        }
    }

    private struct State {
        var status = Status()
        /// Whether the running scan is one of the program that watches.
        var isWatched = false
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
            state.isWatched = false
            return true
        }
        guard begins else { return }
        Task { [self] in
            var words = ["scan", "--json", "--progress", "--quiet", "--library", library]
            if isFull { words.append("--full") }
            let outcome = await run(program, words) { [self] in note($0, isWatched: false) }
            let summary = outcome.output.split(separator: "\n").last { $0.isReport }
            let failure = outcome.errors.split(separator: "\n").last.map(String.init)
            state.withLock { state in
                state.status.isScanning = false
                state.status.progress = nil
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
            let words = [
                "scan", "--watch", "--json", "--progress", "--quiet", "--library", library,
            ]
            let outcome = await run(program, words) { [self] in note($0, isWatched: true) }
            state.withLock { state in
                guard state.isWatched, state.status.isScanning else { return }
                state.status.isScanning = false
                state.status.progress = nil
                state.status.dateEnded = .now
            }
            let reason = outcome.errors.split(separator: "\n").last ?? ""
            logger.warning(
                "watching ended", metadata: ["code": "\(outcome.code)", "reason": "\(reason)"])
            try await Task.sleep(for: .seconds(30))
        }
    }

    /// Takes a line that a scan prints: its progress, or the report of a scan of the program that watches, which goes
    /// on. A scan that was ordered is over when its program ends.
    private func note(_ line: Substring, isWatched: Bool) {
        // Anything else than these two is not for the status.
        let progress = try? JSONDecoder().decode(ProgressLine.self, from: Data(line.utf8)).progress
        guard progress != nil || isWatched && line.isReport else { return }
        state.withLock { state in
            if isWatched, !state.status.isScanning {
                state.status = Status(isScanning: true, dateBegun: .now)
                state.isWatched = true
            }
            // What is shown is the scan that was ordered, while both run.
            guard state.isWatched == isWatched, state.status.isScanning else { return }
            state.status.progress = progress
            guard progress == nil else { return }
            state.status.isScanning = false
            state.status.dateEnded = .now
            state.status.summary = String(line)
        }
    }

    private struct ProgressLine: Decodable { var progress: Progress }

    /// Ends what runs. A scan keeps what it has written, and the next continues from there.
    func end() {
        let processes = state.withLock { state in
            state.isEnding = true
            return state.processes
        }
        for process in processes { kill(process, SIGTERM) }
    }

    // MARK: - Processes

    /// - Parameter onLine: Called with each line of the output as it comes.
    private func run(
        _ program: String, _ words: [String],
        onLine: @escaping @Sendable (Substring) -> Void = { _ in }
    ) async -> Outcome {
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
        async let printed = text(from: output, onLine)
        async let complaints = text(from: errors) { _ in }
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
    private func text(
        from pipe: Pipe, _ onLine: @escaping @Sendable (Substring) -> Void
    ) async -> String {
        let handle = pipe.fileHandleForReading
        // What a pipe brings is only for the report: if it cannot be read, the exit code still counts.
        return (try? await threads.perform { Self.text(from: handle, onLine) }) ?? ""
    }

    private static func text(from handle: FileHandle, _ onLine: (Substring) -> Void) -> String {
        let (most, newline) = (4 << 20, UInt8(ascii: "\n"))
        var bytes = Data()
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            // `FileHandle.read(upToCount:)` waits until all of that has come.
            let count = read(handle.fileDescriptor, &buffer, 1 << 16)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes = (bytes + buffer[..<count]).suffix(most)
            for byte in buffer[..<count] {
                if byte == newline {
                    onLine(String(decoding: line, as: UTF8.self)[...])
                    line.removeAll(keepingCapacity: true)
                } else if line.count < most {
                    line.append(byte)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Substring {
    /// Whether it is the report of a scan, not a line about its progress.
    fileprivate var isReport: Bool { hasPrefix("{") && !hasPrefix("{\"progress\":") }
}

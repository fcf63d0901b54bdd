internal import CPhonolithPrograms
public import Foundation
internal import Synchronization

/// A program that runs beside the tests, in a process group of its own.
///
/// It has nothing of what is open in this process, and nothing that is opened for it is inherited by what starts in the
/// same moment. Foundation's `Process` sees the end of a program by a socket, and its pipes, are in every worker that
/// another test starts just then: a test that waits for them waits for that worker as well, and where that one is waited for
/// by the threads that wait, for ever.
public final class Program: Sendable {
    /// The kind of one of its standard streams.
    public enum Stream: Sendable {
        /// `/dev/null`.
        case nothing
        /// The test's own.
        case inherited
        /// Its other end is ``input``, ``output`` or ``errors``.
        case pipe
        /// A file, which is made, or emptied.
        case file(URL)
        /// An open file of this process.
        case descriptor(Int32)
    }

    /// How a program ended.
    public enum TerminationReason: Sendable {
        case exit, uncaughtSignal
    }

    private struct Ending {
        var reason: TerminationReason
        var status: Int32
    }

    /// Stays that of the program until its end was seen here.
    public let processIdentifier: Int32
    private let ends: [FileHandle?]
    private let ending = Mutex<Ending?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The program, which is looked for in `PATH` if it is a name, and its arguments.
    ///   - environment: Changes to the environment of the tests; `nil` removes a variable.
    ///   - directory: Where it begins; the tests' own by default.
    /// - Throws: The system's error, such as that there is no such program.
    public init(
        _ arguments: [String], environment: [String: String?] = [:], directory: URL? = nil,
        input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing
    ) throws {
        var opened: [Opened] = []
        defer { for stream in opened { stream.close() } }
        for (number, stream) in [input, output, errors].enumerated() {
            opened.append(try Opened(stream, as: Int32(number)))
        }
        ends = opened.map(\.otherEnd)
        let variables = ProcessInfo.processInfo.environment
            .merging(environment.compactMapValues(\.self)) { $1 }
            .filter { variable in environment[variable.key].map { $0 != nil } ?? true }
        var process: pid_t = 0
        let code = withCStrings(arguments) { arguments in
            withCStrings(variables.map { "\($0)=\($1)" }) { variables in
                cp_start(
                    &process, arguments, variables, directory?.path, opened.map(\.descriptor))
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        processIdentifier = process
    }

    /// Reaps a program that has ended without being waited for.
    deinit { _ = isRunning }

    /// Writes to its standard input; closed with the value, or before.
    public var input: FileHandle { end(0) }
    /// Reads its standard output.
    public var output: FileHandle { end(1) }
    /// Reads its standard error.
    public var errors: FileHandle { end(2) }

    private func end(_ number: Int) -> FileHandle {
        guard let end = ends[number] else { preconditionFailure("stream \(number) is no pipe") }
        return end
    }

    // MARK: - Its end

    /// Whether it has not ended.
    public var isRunning: Bool {
        ending.withLock { ending in
            if ending == nil { ending = Self.ending(of: processIdentifier, WNOHANG) }
            return ending == nil
        }
    }

    /// Waits for its end. Blocks its thread.
    public func waitUntilExit() {
        while isRunning {
            // It is not reaped here: another thread may be sending it a signal.
            var information = siginfo_t()
            _ = waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT)
        }
    }

    private static func ending(of process: pid_t, _ options: Int32) -> Ending? {
        var status: Int32 = 0
        let result = waitpid(process, &status, options)
        // Nobody else should, but somebody may have seen its end.
        if result < 0, errno == ECHILD { return Ending(reason: .exit, status: -1) }
        guard result == process else { return nil }
        let signal = status & 0x7F
        return signal == 0
            ? Ending(reason: .exit, status: status >> 8 & 0xFF)
            : Ending(reason: .uncaughtSignal, status: signal)
    }

    private var seenEnding: Ending {
        guard let ending = ending.withLock(\.self) else {
            preconditionFailure("process \(processIdentifier) has not been waited for")
        }
        return ending
    }

    /// Its exit code, or the signal that ended it.
    public var terminationStatus: Int32 { seenEnding.status }
    /// Whether it was ended by a signal.
    public var terminationReason: TerminationReason { seenEnding.reason }

    /// Sends SIGTERM.
    public func terminate() { send(SIGTERM) }
    /// Sends SIGINT.
    public func interrupt() { send(SIGINT) }

    /// Sends a signal; nothing where it has ended.
    public func send(_ signal: Int32) {
        ending.withLock { if $0 == nil { kill(processIdentifier, signal) } }
    }
}

/// A stream as the program is to have it, and what this process keeps of it.
private struct Opened {
    let descriptor: Int32
    var otherEnd: FileHandle?
    private var isOwn = true

    init(_ stream: Program.Stream, as number: Int32) throws {
        switch stream {
        case .nothing: descriptor = try Self.open("/dev/null", O_RDWR)
        case .inherited: (descriptor, isOwn) = (number, false)
        case .descriptor(let open): (descriptor, isOwn) = (open, false)
        case .file(let url): descriptor = try Self.open(url.path, O_WRONLY | O_CREAT | O_TRUNC)
        case .pipe:
            var ends: [Int32] = [0, 0]
            let code = cp_pipe(&ends)
            guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
            let isInput = number == 0
            descriptor = isInput ? ends[0] : ends[1]
            otherEnd = FileHandle(
                fileDescriptor: isInput ? ends[1] : ends[0], closeOnDealloc: true)
        }
    }

    func close() { if isOwn { _ = Foundation.close(descriptor) } }

    private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
        return descriptor
    }
}

private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}

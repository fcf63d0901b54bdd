import Foundation
import Synchronization

/// This same program, run again as a child that does what may crash, hang or swallow memory.
///
/// It gets lines on its standard input and answers with lines on its standard output; what it says on
/// standard error is nobody's to hear. When this process ends, however it does, the child's input ends, and
/// so does the child. All but ``terminate()`` is for one thread at a time.
final class SupervisedChild: Sendable {
    /// What came instead of a line, or a line.
    enum Event: Hashable, Sendable {
        case line([UInt8])
        /// Nothing came for as long as was to be waited.
        case silence
        case ended(Ending)
    }

    /// How a process ended.
    enum Ending: Hashable, Sendable {
        /// By itself, with an exit code.
        case exited(Int32)
        /// By a signal, such as that of a crash.
        case signalled(Int32)
    }

    private let input: Int32
    private let output: Int32
    private let state: Mutex<State>

    /// What is known of the process; its number is good until it has been waited for.
    private struct State {
        var process: pid_t?
        var ending: Ending?
        var received: [UInt8] = []
        /// Up to where no line's end was found.
        var searched = 0
    }

    private init(process: pid_t, input: Int32, output: Int32) {
        self.input = input
        self.output = output
        state = Mutex(State(process: process))
    }

    deinit {
        close(input)
        close(output)
        _ = kill()
    }

    /// Starts the program.
    ///
    /// - Parameter arguments: Those of a hidden subcommand that calls ``ChildProcess/begin(memoryLimit:)``.
    /// - Throws: ``Failure`` where the system has no room for another process.
    static func start(_ arguments: [String]) throws -> SupervisedChild {
        let (input, output) = (try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var process: pid_t = 0
        let code = withCStrings([executable] + arguments) { arguments in
            withCStrings(environment) { environment in
                posix_spawn(&process, executable, &actions, nil, arguments, environment)
            }
        }
        close(input.reading)
        close(output.writing)
        guard code == 0 else {
            close(input.writing)
            close(output.reading)
            throw Failure("cannot start another process: \(String(cString: strerror(code)))")
        }
        return SupervisedChild(
            process: process, input: input.writing, output: output.reading)
    }

    // MARK: Talking

    /// Sends a line. Blocks its thread while the child takes it.
    ///
    /// - Parameter line: Without line ends.
    /// - Returns: Whether it went out; `false` where the child has ended.
    func send(_ line: [UInt8]) -> Bool {
        var rest = (line + [0x0A])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for what the child says next. Blocks its thread.
    func next(within time: Duration) -> Event {
        let deadline = ContinuousClock.now + time
        while true {
            if let line = takeLine() { return .line(line) }
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard left > 0 else { return .silence }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, Int32(min(left.rounded(.up), 1e9)))
            if count < 0, errno == EINTR { continue }
            if count == 0 { return .silence }
            if count < 0 || !receive() { return .ended(kill()) }
        }
    }

    private func takeLine() -> [UInt8]? {
        state.withLock { state in
            guard let end = state.received[state.searched...].firstIndex(of: 0x0A) else {
                state.searched = state.received.count
                return nil
            }
            let line = Array(state.received[..<end])
            state.received.removeFirst(end + 1)
            state.searched = 0
            return line
        }
    }

    /// - Returns: `false` at the end.
    private func receive() -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, read(output, buffer.baseAddress, buffer.count))
        }
        state.withLock { $0.received += bytes }
        return !bytes.isEmpty
    }

    // MARK: Ending

    /// Asks the child to end what it does and to say so, or ends it by SIGKILL; may be called from any thread.
    func terminate(by signal: Int32 = SIGTERM) {
        state.withLock { state in
            if let process = state.process { _ = Foundation.kill(process, signal) }
        }
    }

    /// Ends the child, if it has not ended yet, and waits for it.
    func kill() -> Ending {
        state.withLock { state in
            guard let process = state.process else { return state.ending ?? .exited(0) }
            _ = Foundation.kill(process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            let ending: Ending =
                signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
            state.process = nil
            state.ending = ending
            return ending
        }
    }

    // MARK: Starting

    private struct Pipe {
        let reading: Int32
        let writing: Int32

        /// Closed in the child, but for the ends that are put in the place of its input and output.
        init() throws {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else {
                throw Failure("cannot open a pipe: \(String(cString: strerror(errno)))")
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }
    }

    private static let executable: String = {
        return "/proc/self/exe"
    }()

    /// Who crashes shall not spend seconds on telling how.
    private static let environment: [String] = ProcessInfo.processInfo.environment
        .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.map { "\($0)=\($1)" }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return body(copies)
    }
}

extension SupervisedChild.Ending: CustomStringConvertible {
    /// Words that follow "the decoder" or the like.
    var description: String {
        switch self {
        case .exited(let code): "ended with code \(code)"
        case .signalled(SIGKILL): "was killed, as by a system without memory"
        case .signalled(let signal): "crashed (\(String(cString: strsignal(signal))))"
        }
    }
}

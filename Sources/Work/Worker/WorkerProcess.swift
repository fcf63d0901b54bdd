internal import CPhonolithSupervision
import Glibc
internal import PhonolithFiles
internal import PhonolithMediaModel
internal import Synchronization

/// A program that does what may crash, hang or swallow memory, watched by this one.
///
/// It gets lines on its standard input and answers with lines on its standard output. When this process ends, however
/// it does, the worker's input ends, and so does the worker (``WorkerSide``). All but ``terminate(by:)`` is for one
/// thread at a time.
package final class WorkerProcess: Sendable {
    package enum Event: Hashable, Sendable {
        case line([UInt8])
        /// The bytes that a line has announced.
        case bytes([UInt8])
        /// Nothing came for as long as was to be waited.
        case silence
        case ended(Ending)
    }

    package enum Ending: Hashable, Sendable {
        /// By itself, with an exit code.
        case exited(Int32)
        /// By a signal, such as that of a crash.
        case signalled(Int32)
        /// Unknown: the system cannot end it, or another thread has waited for it.
        case unknown
    }

    private let input: Int32
    private let output: LineReader
    private let errors: LineReader
    private let state: Mutex<State>

    /// The process's number is good until it has been waited for.
    fileprivate struct State {
        var process: pid_t?
        var ending = Ending.exited(0)
    }

    /// Its number in the system; `nil` when it has ended and been waited for.
    package var processIdentifier: Int32? { state.withLock(\.process) }

    private init(_ start: WorkerStart) {
        input = start.input
        output = LineReader(start.output, limit: Self.lineLimit)
        errors = LineReader(start.errors, limit: 1 << 20)
        state = Mutex(State(process: start.process))
    }

    deinit {
        close(input)
        // A process that the system cannot end is left to it.
        _ = isKilled(within: .seconds(1))
        state.withLock { state in
            if let process = state.process { cs_forget_worker(process) }
        }
    }

    /// In bytes. A longer line comes in pieces, none of which is a message.
    private static let lineLimit = 256 << 20

    /// Starts a worker.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of a subcommand that calls ``WorkerSide/begin(memoryLimit:)``.
    ///   - program: The program to run.
    ///   - board: Where the worker is to note what it touches; `nil` for one that notes nothing.
    /// - Throws: ``WorkerError`` if the program cannot be run, or the system has no room for another process.
    package static func start(
        _ arguments: [[UInt8]], program: WorkerProgram = .this, board: WorkerBoard? = nil
    ) throws(WorkerError) -> WorkerProcess {
        let start = try WorkerStart(arguments, program: program, board: board)
        // Ctrl-Z before the next line does not stop the worker, which then waits for its first line.
        cs_remember_worker(start.process)
        return WorkerProcess(start)
    }

    // MARK: Talking

    /// Sends a line. Blocks its thread while the worker takes it.
    ///
    /// - Parameters:
    ///   - line: Without line ends.
    ///   - time: A worker that takes nothing for longer is one that hangs.
    /// - Returns: Whether it went out; `false` where the worker has ended, or hangs.
    package func send(_ line: [UInt8], within time: Duration = .seconds(30)) -> Bool {
        var rest = (line + [0x0A])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { cs_send(input, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                var room = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
                guard count < 0, errno == EAGAIN else { return false }
                let answer = poll(&room, 1, Self.milliseconds(time))
                guard answer > 0 || answer < 0 && errno == EINTR else { return false }
            }
        }
        return true
    }

    private static func milliseconds(_ time: Duration) -> Int32 {
        Int32(max(0, min((time / .milliseconds(1)).rounded(.up), 1e9)))
    }

    /// Waits for what the worker says next. Blocks its thread.
    package func next(within time: Duration) -> Event {
        next(within: time) { $0.takeLine().map(Event.line) }
    }

    /// Waits for bytes that the line before has announced. Blocks its thread.
    package func bytes(_ count: Int, within time: Duration) -> Event {
        next(within: time) { $0.takeBytes(count).map(Event.bytes) }
    }

    private func next(within time: Duration, _ take: (LineReader) -> Event?) -> Event {
        let running = RunningTime()
        while true {
            if let event = take(output) { return event }
            if output.isAtEnd { return end() }
            let left = max(.zero, time - running.elapsed())
            var waiting = [output, errors].map {
                pollfd(fd: $0.isAtEnd ? -1 : $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            // In short steps, which show a pause of this process.
            if poll(&waiting, 2, Self.milliseconds(min(left, .seconds(1)))) > 0 {
                if waiting[1].revents != 0 { errors.receive() }
                if waiting[0].revents != 0 { output.receive() }
            }
            // Even where more and more comes on its standard error.
            if left == .zero, !output.isAtEnd { return take(output) ?? .silence }
        }
    }

    /// Of a worker whose output has ended. One that dies may leave half a line; one that ends by itself may not.
    private func end() -> Event {
        let ending = ended()
        guard case .exited = ending else { return .ended(ending) }
        let rest = output.takeAll()
        return rest.isEmpty ? .ended(ending) : .line(rest)
    }

    /// Its standard error until it ended; of much, the beginning.
    package func errorText() -> [UInt8] {
        while !errors.isAtEnd { errors.receive() }
        return errors.takeAll()
    }

    // MARK: Ending

    /// Sends a signal; may be called from any thread.
    package func terminate(by signal: Int32) {
        state.withLock { state in
            if let process = state.process { _ = Glibc.kill(process, signal) }
        }
    }

    /// Ends the worker, if it has not ended yet, and waits for it.
    package func kill() -> Ending {
        terminate(by: SIGKILL)
        return ended()
    }

    /// Ends the worker, and waits no longer than said: a process that hangs in the kernel cannot be ended.
    ///
    /// - Returns: Whether it has ended.
    package func isKilled(within time: Duration) -> Bool {
        terminate(by: SIGKILL)
        return hasEnded(within: time)
    }

    /// Waits for a worker that ends. One that has closed its output and does not end is killed; one that hangs in the
    /// kernel is not waited for.
    private func ended() -> Ending {
        let hasEnded = hasEnded(within: Self.endingTime) || isKilled(within: Self.endingTime)
        return hasEnded ? state.withLock(\.ending) : .unknown
    }

    /// How long a worker may take to end when nothing more comes from it.
    private static let endingTime = Duration.seconds(10)

    private func hasEnded(within time: Duration) -> Bool {
        let running = RunningTime()
        var pause: UInt32 = 100
        while !state.withLock({ $0.hasEnded() }) {
            guard running.elapsed() < time else { return false }
            usleep(pause)
            pause = min(pause * 2, 5000)
        }
        return true
    }
}

extension WorkerProcess.State {
    /// Looks whether the process has ended, and if so, learns how.
    fileprivate mutating func hasEnded() -> Bool {
        guard let process else { return true }
        // It keeps its number until `waitpid`, so that signals for workers cannot reach another process in between.
        guard cs_may_be_waited_for(process) else { return false }
        cs_forget_worker(process)
        self.process = nil
        var status: Int32 = 0
        var answer: pid_t
        repeat { answer = waitpid(process, &status, 0) } while answer < 0 && errno == EINTR
        let code = cs_signal_or_code(status)
        ending =
            answer < 0 ? .unknown : cs_was_signalled(status) ? .signalled(code) : .exited(code)
        return true
    }
}

extension WorkerProcess.Ending: CustomStringConvertible {
    /// Words that follow "the decoder" or the like.
    package var description: String {
        switch self {
        case .exited(let code): "ended with code \(code)"
        case .signalled(SIGKILL): "was killed, possibly because the system ran out of memory"
        case .signalled(let signal): "crashed (\(String(cString: strsignal(signal))))"
        case .unknown: "ended or stopped responding for an unknown reason"
        }
    }
}

/// Why there is no worker.

package struct WorkerError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    init(_ what: String, _ code: Int32) {
        self.init("\(what): \(String(cString: strerror(code)))")
    }
}

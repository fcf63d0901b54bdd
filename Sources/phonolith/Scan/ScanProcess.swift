import CSupervision
import Foundation

/// A process that was forked from this one, and the pipes to it.
struct ScanProcess {
    private let id: pid_t
    /// Messages, a line each; then what it says on its standard error.
    private var pipes: [Int32]
    private var received: [[UInt8]] = [[], []]
    /// While it is open the other process lives.
    private let lifeline: Int32
    private var status: Int32?

    /// Which of the two processes goes on.
    enum Side {
        case parent(ScanProcess)
        case child(channel: Int32, lifeline: Int32)
    }

    /// Makes another process that goes on from here, too.
    static func fork() throws -> Side {
        precondition(cs_thread_count() <= 1, "a process of several threads must not be forked")
        let (messages, errors, lifeline) = (try pipe(), try pipe(), try pipe())
        let id = cs_fork()
        switch id {
        case ..<0:
            throw Failure("cannot start the scan: \(String(cString: strerror(errno)))")
        case 0:
            for descriptor in [messages.read, errors.read, lifeline.write] {
                Foundation.close(descriptor)
            }
            // Signals of the terminal go to the watching process alone, which passes them on.
            setpgid(0, 0)
            dup2(errors.write, STDERR_FILENO)
            Foundation.close(errors.write)
            return .child(channel: messages.write, lifeline: lifeline.read)
        default:
            for descriptor in [messages.write, errors.write, lifeline.read] {
                Foundation.close(descriptor)
            }
            return .parent(
                ScanProcess(id: id, pipes: [messages.read, errors.read], lifeline: lifeline.write))
        }
    }

    private init(id: pid_t, pipes: [Int32], lifeline: Int32) {
        self.id = id
        self.pipes = pipes
        self.lifeline = lifeline
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard Foundation.pipe(&ends) == 0 else {
            throw Failure("cannot start the scan: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Whether more may come.
    var isTalking: Bool { pipes[0] >= 0 }

    /// Waits for messages, no longer than said; a signal ends the waiting, too.
    mutating func messages(within time: Duration) -> [ScanMessage] {
        var polls = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polls, nfds_t(polls.count), Int32(time / .milliseconds(1))) > 0 else {
            return []
        }
        for index in pipes.indices where polls[index].revents != 0 { receive(index) }
        var lines = received[0].split(separator: 0x0A, omittingEmptySubsequences: false)
        received[0] = Array(lines.popLast() ?? [])
        return lines.compactMap { try? JSONDecoder().decode(ScanMessage.self, from: Data($0)) }
    }

    private mutating func receive(_ index: Int) {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(pipes[index], &bytes, bytes.count)
        if count < 0, errno == EINTR { return }
        guard count > 0 else {
            Foundation.close(pipes[index])
            pipes[index] = -1
            return
        }
        // Of what it says on its standard error the beginning is enough.
        if index == 0 || received[index].count < 1 << 20 { received[index] += bytes.prefix(count) }
    }

    /// Sends a signal.
    func send(_ signal: Int32) { kill(id, signal) }

    /// Waits for the end.
    ///
    /// - Returns: The status as `waitpid` gives it.
    mutating func wait() -> Int32 {
        if let status { return status }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        self.status = status
        return status
    }

    /// Whether it ends in this time.
    mutating func ends(within time: Duration) -> Bool {
        let start = ContinuousClock.now
        while start.duration(to: .now) < time {
            var status: Int32 = 0
            if waitpid(id, &status, WNOHANG) == id {
                self.status = status
                return true
            }
            usleep(5000)
        }
        return false
    }

    /// Says on our standard error what it said on its own.
    mutating func relayErrors() {
        while pipes[1] >= 0 { receive(1) }
        _ = Foundation.write(STDERR_FILENO, received[1], received[1].count)
    }

    /// Closes the pipes, by which it ends where it has not yet.
    mutating func close() {
        for pipe in pipes where pipe >= 0 { Foundation.close(pipe) }
        Foundation.close(lifeline)
        pipes = [-1, -1]
    }
}

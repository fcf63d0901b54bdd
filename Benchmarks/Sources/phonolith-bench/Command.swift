import Foundation

/// A program's run, from its start to its end.
struct Run {
    var seconds: Double
    /// Time of all its threads in its own code and in the kernel, together; hardly affected by other work
    /// of the machine.
    var processorSeconds: Double
    /// The most memory that the program, or a child of it, had at any time, in bytes.
    ///
    /// The kernel counts the most that this process ever had, when it starts the program, as the program's own (`execve`
    /// keeps `ru_maxrss`), so ``Command/start()`` has that forgotten first.
    var peakMemory: Int
}

/// A program that is run and waited for.
struct Command {
    var program: String
    var arguments: [String]
    var environment: [String: String] = [:]
    /// A file to read from, and one to write to.
    var input = "/dev/null"
    var output = "/dev/null"
    /// A file for its complaints; without one they go where ours go.
    var complaints: String?

    init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }

    func reading(_ path: String) -> Command {
        var command = self
        command.input = path
        return command
    }

    /// Runs the program to its end; any exit code but 0 is a failure.
    func run() throws -> Run {
        let clock = ContinuousClock()
        let start = clock.now
        let process = try self.start()
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        return try ended(status, usage, after: start.duration(to: clock.now))
    }

    /// Runs the program, and calls back as often as can be while it runs; any exit code but 0 is a failure.
    @discardableResult
    func run(meanwhile body: (pid_t) throws -> Void) throws -> Run {
        let clock = ContinuousClock()
        let start = clock.now
        let process = try self.start()
        var status: Int32 = 0
        var usage = rusage()
        do {
            while wait4(process, &status, WNOHANG, &usage) == 0 { try body(process) }
        } catch {
            kill(process, SIGTERM)
            waitpid(process, &status, 0)
            throw error
        }
        return try ended(status, usage, after: start.duration(to: clock.now))
    }

    private func ended(_ status: Int32, _ usage: rusage, after duration: Duration) throws -> Run {
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        guard code == 0 else {
            throw BenchmarkError(
                "\(program) \(arguments.joined(separator: " ")): ended with \(code)")
        }
        let unit = 1024
        return Run(
            seconds: duration / .seconds(1),
            processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
            peakMemory: usage.ru_maxrss * unit)
    }

    /// The program's output; `nil` where it cannot be run.
    func text() -> String? {
        let path = NSTemporaryDirectory() + "/phonolith-bench-\(getpid())-output"
        defer { unlink(path) }
        var command = self
        command.output = path
        guard (try? command.run()) != nil else { return nil }
        return try? String(contentsOfFile: path, encoding: .utf8)
    }

    /// Starts the program, to be waited for by whoever asks.
    func start() throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, Self.writing, 0o644)
        if let complaints {
            posix_spawn_file_actions_addopen(&actions, 2, complaints, Self.writing, 0o644)
        }
        let inherited = ProcessInfo.processInfo.environment
        let variables = inherited.merging(environment) { $1 }.map { "\($0)=\($1)" }
        Self.forgetPeakMemory()
        var process: pid_t = 0
        let code = Self.withCStrings([program] + arguments) { arguments in
            Self.withCStrings(variables) { variables in
                posix_spawnp(&process, program, &actions, nil, arguments, variables)
            }
        }
        guard code == 0 else {
            throw BenchmarkError("\(program) cannot be started: \(String(cString: strerror(code)))")
        }
        return process
    }

    /// Sets the most memory that this process had to what it has now (proc(5), `clear_refs`).
    private static func forgetPeakMemory() {
        // Where the kernel refuses, figures of memory hold this process's own as well, which shows in the table.
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    private static let writing = O_WRONLY | O_CREAT | O_TRUNC

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return body(copies)
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

/// Why the benchmarks cannot go on, in words.
struct BenchmarkError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

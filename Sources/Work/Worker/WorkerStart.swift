internal import CPhonolithSupervision
import Glibc
internal import PhonolithFiles
internal import PhonolithMediaModel

/// A worker that was just started, and this process's ends of its pipes.
struct WorkerStart {
    let process: pid_t
    /// Writing to it never waits.
    let input: Int32
    let output: Int32
    let errors: Int32

    /// Starts a program.
    ///
    /// - Throws: ``WorkerError`` if it cannot be run, or the system has no room for another process.
    init(
        _ arguments: [[UInt8]], program: WorkerProgram, board: WorkerBoard?
    ) throws(WorkerError) {
        let pipes = try Self.pipes()
        let descriptors = [pipes[0].reading, pipes[1].writing, pipes[2].writing]
        var process: pid_t = 0
        let code = Self.withCStrings([program.name] + arguments) { arguments in
            Self.withCStrings(Self.environment) { environment in
                program.place.withCString {
                    cs_spawn(
                        &process, $0, arguments, environment, descriptors,
                        board?.descriptor ?? -1)
                }
            }
        }
        for end in descriptors { close(end) }
        self.process = process
        (input, output, errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
        guard code == 0 else {
            for end in [input, output, errors] { close(end) }
            throw WorkerError(
                "\(MediaPath(bytes: program.name)): cannot start another process", code)
        }
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
    }

    private struct Pipe {
        let reading: Int32
        let writing: Int32

        init() throws(WorkerError) {
            var ends: [Int32] = [0, 0]
            guard cs_pipe(&ends) == 0 else {
                throw WorkerError("cannot open a pipe", errno)
            }
            (reading, writing) = (ends[0], ends[1])
        }
    }

    /// For its standard input, output and error.
    private static func pipes() throws(WorkerError) -> [Pipe] {
        var pipes: [Pipe] = []
        do {
            for _ in 0..<3 { pipes.append(try Pipe()) }
        } catch {
            for pipe in pipes { _ = (close(pipe.reading), close(pipe.writing)) }
            throw error
        }
        return pipes
    }

    /// This process's, byte for byte, with the version of this program, and without the report of a crash, which would
    /// take seconds. glibc keeps up to 500 freed blocks of each small size for their thread instead of 7: TagLib's and
    /// FFmpeg's many small ones made a quarter of a scan's work (glibc's manual, "Memory Allocation Tunables").
    private static let environment: [[UInt8]] = {
        var variables: [[UInt8]] = []
        var next = cs_environment()
        while let variable = next?.pointee {
            variables.append(
                Array(
                    UnsafeBufferPointer(start: variable, count: strlen(variable)).map(
                        UInt8.init(bitPattern:))))
            next = next?.advanced(by: 1)
        }
        let settings = [
            ("SWIFT_BACKTRACE=", "enable=no"),
            (ProgramVersion.variable + "=", ProgramVersion.current),
        ]
        for (name, value) in settings {
            variables.removeAll { $0.starts(with: Array(name.utf8)) }
            variables.append(Array((name + value).utf8))
        }
        if !variables.contains(where: { $0.starts(with: Array("GLIBC_TUNABLES=".utf8)) }) {
            variables.append(Array("GLIBC_TUNABLES=glibc.malloc.tcache_count=500".utf8))
        }
        return variables
    }()

    private static func withCStrings<Result>(
        _ texts: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = texts.map { text in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
            for (index, byte) in text.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[text.count] = 0
            return copy
        }
        defer { for copy in copies { copy?.deallocate() } }
        return body(copies + [nil])
    }
}

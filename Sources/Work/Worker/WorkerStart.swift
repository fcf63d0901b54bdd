internal import CPhonolithSupervision
internal import FoundationEssentials
import Glibc
internal import PhonolithFiles
package import PhonolithMediaModel
internal import SystemPackage

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

/// Output of a worker whose lines are messages in JSON.
package enum WorkerMessage<Message> {
    case message(Message)
    /// A line that is no such message; its beginning, harmless to show.
    case garbage(String)
    /// Nothing came for as long as was to be waited.
    case silence
    case ended(WorkerProcess.Ending)
}

extension WorkerProcess {
    /// Waits for the next message. Blocks its thread.
    package func next<Message: Decodable>(
        _ type: Message.Type, within time: Duration
    ) -> WorkerMessage<Message> {
        switch next(within: time) {
        case .silence: return .silence
        case .ended(let ending): return .ended(ending)
        case .line(let line), .bytes(let line):
            // The line is not a message, whatever the decoder's reason.
            guard let message = try? JSONDecoder().decode(type, from: Data(line)) else {
                return .garbage(Self.shown(line))
            }
            return .message(message)
        }
    }

    /// The first line of what it wrote to its standard error; `nil` if that is nothing. For a worker that has ended.
    package var firstErrorLine: String? {
        let line = Self.shown(Array(errorText().prefix { $0 != 0x0A }))
        return line.isEmpty ? nil : line
    }

    static func shown(_ line: [UInt8]) -> String {
        let text = String(decoding: line.prefix(200), as: UTF8.self)
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

/// A program that workers are started from: the same file each time, though an upgrade may put another one in its place
/// meanwhile.
package final class WorkerProgram: Sendable {
    /// For messages, and what a worker is called.
    let name: [UInt8]
    let place: MediaPath
    private let descriptor: Int32

    package static let this = WorkerProgram(
        name: Array((CommandLine.arguments.first ?? "").utf8), place: "/proc/self/exe",
        descriptor: -1)

    /// Holds the file open. Blocks its thread.
    ///
    /// A script is run by its path, because its interpreter opens it again; so is what cannot be opened, and starting it
    /// reports why.
    package convenience init(_ path: MediaPath) {
        let descriptor = Self.isBinary(path) ? Self.opened(path) : -1
        self.init(
            name: path.bytes,
            place: descriptor < 0 ? path : MediaPath("/proc/self/fd/\(descriptor)"),
            descriptor: descriptor)
    }

    private static func isBinary(_ path: MediaPath) -> Bool {
        path.firstBytes(4) == [0x7F, 0x45, 0x4C, 0x46]
    }

    /// - Returns: -1 where it cannot be opened.
    private static func opened(_ path: MediaPath) -> Int32 {
        guard let file = try? path.opened(.readOnly) else { return -1 }
        defer { file.closeAfterReading() }
        // Above those that a worker has: its streams and its board take the place of any other.
        return fcntl(file.rawValue, F_DUPFD_CLOEXEC, 10)
    }

    private init(name: [UInt8], place: MediaPath, descriptor: Int32) {
        (self.name, self.place, self.descriptor) = (name, place, descriptor)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

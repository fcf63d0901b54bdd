import Foundation
import PhonolithMediaModel
import PhonolithWorker

/// A worker that goes wrong as it is told to: the first argument, or the line that it gets, says how.
@main enum FakeWorker {
    /// In bytes of addresses.
    private static let memoryLimit: UInt64 = 2 << 30

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "parent" { return try startAnother() }
        WorkerSide.begin(memoryLimit: memoryLimit)
        if arguments.first == "board" { try crashBesideOthers() }
        while true { try answer(String(decoding: WorkerSide.nextLine(), as: UTF8.self)) }
    }

    /// Answers a job: a JSON string.
    private static func answer(_ line: String) throws {
        switch try JSONDecoder().decode(String.self, from: Data(line.utf8)) {
        case "crash": raise(SIGSEGV)
        case "abort": abort()
        case "kill": kill(getpid(), SIGKILL)
        case "memory": fillMemory()
        case "hang": while true { sleep(1) }
        case "deaf":
            signal(SIGTERM, SIG_IGN)
            send("\"deaf\"")
            while true {}
        case "spin":
            signal(SIGTERM, SIG_IGN)
            while true {}
        case "noise":
            while true { FileHandle.standardError.write(Data(repeating: 0x21, count: 1 << 16)) }
        case "stop": kill(getpid(), SIGSTOP)
        case "garbage": send("no JSON \u{1B}[2J")
        case "number": send("17")
        case "binary": WorkerSide.send([0xFF, 0x00, 0xFE])
        case "half": halfLine()
        case "closed":
            close(STDOUT_FILENO)
            while true { sleep(1) }
        case "exit":
            FileHandle.standardError.write(Data("no room\nmore of it\n".utf8))
            exit(7)
        case let text:
            send("\"\(text)\"")
            send("\"done\"")
        }
    }

    private static func send(_ text: String) { WorkerSide.send(Array(text.utf8)) }

    /// Until the limit is met.
    private static func fillMemory() {
        var blocks: [UnsafeMutableRawPointer] = []
        while let block = malloc(64 << 20) { blocks.append(block) }
        abort()
    }

    private static func halfLine() {
        let text = Array("\"half".utf8)
        _ = write(STDOUT_FILENO, text, text.count)
        exit(0)
    }

    /// Two threads touch something, and one of them dies.
    private static func crashBesideOthers() throws {
        let board = try WorkerBoard(ofWorker: ())
        let harmless = Thread {
            board.begin("harmless")
            while true { sleep(1) }
        }
        harmless.start()
        let fatal = Thread {
            while !board.notes.contains(where: { $0.path == "harmless" }) { usleep(1000) }
            board.begin("fatal")
            raise(SIGBUS)
        }
        fatal.start()
        while true { sleep(1) }
    }

    /// Starts a worker that hangs, prints its number, and waits.
    private static func startAnother() throws {
        let worker = try WorkerProcess.start([Array("worker".utf8)])
        _ = worker.send(Array("\"spin\"".utf8))
        FileHandle.standardOutput.write(Data("\(worker.processIdentifier ?? 0)\n".utf8))
        while true { sleep(1) }
    }
}

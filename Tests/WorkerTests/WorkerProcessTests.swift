import Foundation
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithWorker
import Testing

/// Faults of a worker, and how the process that watches sees them.
@Suite(.timeLimit(.minutes(20)), .thorough) struct WorkerProcessTests {
    private func start(_ argument: String = "", board: WorkerBoard? = nil) throws -> WorkerProcess {
        try WorkerProcess.start(
            [Array(argument.utf8)], program: WorkerProgram(FakeWorker.path), board: board)
    }

    /// The first event of a worker after a command.
    private func event(_ word: String) throws -> WorkerProcess.Event {
        let worker = try start()
        #expect(worker.send(Array("\"\(word)\"".utf8)))
        return worker.next(within: .seconds(60))
    }

    @Test("lines come back whole and in order, long ones too")
    func lines() throws {
        let worker = try start()
        let long = String(repeating: "long", count: 500_000)
        for text in ["first", long, "last"] {
            #expect(worker.send(Array("\"\(text)\"".utf8)))
            #expect(worker.next(within: .seconds(60)) == .line(Array("\"\(text)\"".utf8)))
            #expect(worker.next(within: .seconds(60)) == .line(Array("\"done\"".utf8)))
        }
        #expect(worker.kill() == .signalled(SIGKILL))
    }

    @Test(
        "a worker that dies is seen to, with the signal",
        arguments: [("crash", SIGSEGV), ("abort", SIGABRT), ("kill", SIGKILL), ("memory", SIGABRT)])
    func death(word: String, signal: Int32) throws {
        #expect(try event(word) == .ended(.signalled(signal)))
    }

    @Test("a worker that ends by itself leaves its exit code and what it wrote on standard error")
    func exit() throws {
        let worker = try start()
        #expect(worker.send(Array("\"exit\"".utf8)))
        #expect(worker.next(within: .seconds(60)) == .ended(.exited(7)))
        #expect(worker.errorText() == Array("no room\nmore of it\n".utf8))
    }

    @Test(
        "a worker that hangs is silent, and can be ended whatever it ignores",
        arguments: ["hang", "spin", "stop", "noise"])
    func hang(word: String) throws {
        let worker = try start()
        #expect(worker.send(Array("\"\(word)\"".utf8)))
        #expect(worker.next(within: .milliseconds(200)) == .silence)
        #expect(worker.isKilled(within: .seconds(60)))
        #expect(worker.next(within: .seconds(60)) == .ended(.signalled(SIGKILL)))
    }

    @Test("a worker that takes nothing any more does not hold up the one that sends")
    func full() throws {
        let worker = try start()
        #expect(worker.send(Array("\"stop\"".utf8)))
        let line = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect((0..<100).contains { _ in !worker.send(line, within: .milliseconds(200)) })
        #expect(worker.kill() == .signalled(SIGKILL))
        #expect(!worker.send(line))
    }

    @Test("half a line at the end is not dropped")
    func half() throws {
        #expect(try event("half") == .line(Array("\"half".utf8)))
    }

    @Test("a worker that closes its output and goes on is ended")
    func closed() throws {
        #expect(try event("closed") == .ended(.signalled(SIGKILL)))
    }

    @Test("a line that is no message is told apart, and can be shown")
    func garbage() throws {
        for (word, shown) in [
            ("garbage", "no JSON  [2J"), ("number", "17"), ("binary", "\u{FFFD} \u{FFFD}"),
            ("half", "\"half"),
        ] {
            let worker = try start()
            #expect(worker.send(Array("\"\(word)\"".utf8)))
            guard case .garbage(shown) = worker.next(String.self, within: .seconds(60)) else {
                Issue.record("\(word) was understood")
                continue
            }
        }
    }

    @Test("the board shows what each thread was at, and which one died")
    func board() throws {
        let board = try WorkerBoard()
        let worker = try start("board", board: board)
        #expect(worker.next(within: .seconds(60)) == .ended(.signalled(SIGBUS)))
        let signals = Dictionary(uniqueKeysWithValues: board.notes.map { ($0.path, $0.signal) })
        #expect(signals == ["harmless": nil, "fatal": SIGBUS])
        board.clear()
        #expect(board.notes.isEmpty)
    }

    @Test("a thread has one note at a time, the innermost")
    func nestedNotes() throws {
        let board = try WorkerBoard()
        let thread = Thread {
            board.begin("outer")
            board.begin("inner")
            board.begin("innermost")
        }
        thread.start()
        try eventually("the thread has begun") { board.notes.map(\.path) == ["innermost"] }
        board.begin("outer")
        board.begin("inner")
        #expect(Set(board.notes.map(\.path)) == ["innermost", "inner"])
        board.end()
        #expect(Set(board.notes.map(\.path)) == ["innermost", "outer"])
        board.end()
        #expect(board.notes.map(\.path) == ["innermost"])
        board.end()
        #expect(board.notes.map(\.path) == ["innermost"])
    }

    @Test(
        "a worker ends when the process that watches it is killed, even one that computes for ever")
    func orphan() throws {
        let parent = try Program([FakeWorker.path.description, "parent"], output: .pipe)
        let line = String(decoding: parent.output.availableData, as: UTF8.self)
        let worker = try #require(pid_t(line.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(worker, 0) == 0)
        parent.send(SIGKILL)
        parent.waitUntilExit()
        // Where nothing adopts it, it stays as a zombie.
        try eventually("the worker ends") {
            kill(worker, 0) != 0 || FakeWorker.isZombie(worker)
        }
    }

    @Test("the system shows a worker by the name of its program")
    func name() throws {
        let worker = try start()
        #expect(worker.send(Array("\"text\"".utf8)))
        #expect(worker.next(within: .seconds(60)) == .line(Array("\"text\"".utf8)))
        let process = try #require(worker.processIdentifier)
        let name = try String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        #expect(name == "phonolith-fake-\n")
    }

    @Test("a worker that the system cannot end does not hold up the one that ends it")
    func held() throws {
        let worker = try start()
        #expect(worker.send(Array("\"hang\"".utf8)))
        let process = try #require(worker.processIdentifier)
        let holder = try ProcessHolder(process)
        #expect(!worker.isKilled(within: .milliseconds(500)))
        #expect(worker.processIdentifier == process)
        withExtendedLifetime(holder) {}
    }

    @Test("a worker is the same program after another one has taken its place")
    func upgrade() throws {
        let copy = try FakeWorker.Copy()
        let program = WorkerProgram(copy.path)
        try copy.replace()
        let worker = try WorkerProcess.start([Array("worker".utf8)], program: program)
        #expect(worker.send(Array("\"text\"".utf8)))
        #expect(worker.next(within: .seconds(60)) == .line(Array("\"text\"".utf8)))
    }

    @Test("a program that is not there is an error that names it")
    func absent() {
        let error = #expect(throws: WorkerError.self) {
            try WorkerProcess.start([], program: WorkerProgram("/nowhere/worker"))
        }
        #expect(
            error?.description
                == "/nowhere/worker: cannot start another process: No such file or directory")
    }
}

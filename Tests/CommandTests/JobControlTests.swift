import Foundation
import PhonolithTestSupport
import Testing

/// Ctrl-Z, Ctrl-C and processes that the system cannot end, of a scan with its worker.
@Suite(.timeLimit(.minutes(20)), .thorough) struct JobControlTests {
    private let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        for number in 1...9 { try tool.add("full/full.flac", as: "A/\(number).flac") }
    }

    /// A scan whose worker is at the fifth file, and stays there until it is let go.
    private func startAndWait(
        _ arguments: String..., faults: String = "await:5.flac"
    ) throws -> (process: Program, worker: pid_t) {
        let process = try tool.start(
            ["scan", tool.music.path] + arguments,
            environment: try Faults.environment(faults))
        let here = tool.music.appendingPathComponent("A/5.flac.here").path
        try eventually("the worker is at the file") {
            !process.isRunning || FileManager.default.fileExists(atPath: here)
        }
        return (process, try #require(CommandLineTool.child(of: process.processIdentifier)))
    }

    private func letGo() throws {
        try Data().write(to: tool.music.appendingPathComponent("A/5.flac.go"))
    }

    private func isStopped(_ process: pid_t) -> Bool { state(of: process) == "T" }
    private func isZombie(_ process: pid_t) -> Bool { state(of: process) == "Z" }

    /// The letter of `/proc/PROCESS/stat`; `Z` for a process that is gone.
    private func state(of process: pid_t) -> Character {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.dropFirst().first ?? "Z"
    }

    @Test("Ctrl-Z stops the worker, too, and no limit of time strikes when the scan goes on")
    func pause() throws {
        let limit = 6.0
        let (process, worker) = try startAndWait("--file-timeout", "\(limit)")
        kill(process.processIdentifier, SIGTSTP)
        try eventually("both processes are stopped") {
            !process.isRunning || isStopped(process.processIdentifier) && isStopped(worker)
        }
        // More time than a file has passes while nothing runs.
        Thread.sleep(forTimeInterval: limit + 2)
        try letGo()
        kill(process.processIdentifier, SIGCONT)
        let result = try tool.finish(process)
        #expect(result.code == 0, "\(result.problems)")
        #expect(result.text.hasPrefix("9 added"), "\(result.text)")
    }

    @Test("the first Ctrl-C lets the worker finish, the second ends it")
    func secondInterruption() throws {
        let (process, worker) = try startAndWait()
        // The worker is held at its file, so the scan cannot end by the first.
        #expect(try tool.interrupt(process))
        #expect(kill(worker, 0) != 0)
        try letGo()
        #expect(try tool.run("scan", tool.music.path).code == 0)
        #expect(try tool.run("items").lines.count == 9)
    }

    @Test("an interruption is answered when the worker's file is done, and what was read is kept")
    func firstInterruption() throws {
        let count = 1000
        // In a folder that is read after that of the file at which the worker waits, and slow: the interruption comes
        // while there is something left to read.
        try tool.add("full/full.mp3", as: "B/0.mp3")
        let folder = tool.music.appendingPathComponent("B")
        for number in 1..<count {
            try FileManager.default.linkItem(
                at: folder.appendingPathComponent("0.mp3"),
                to: folder.appendingPathComponent("\(number).mp3"))
        }
        let (process, _) = try startAndWait("--threads", "1", faults: "await:5.flac,slow:*")
        process.interrupt()
        try letGo()
        let result = try tool.finish(process)
        #expect(result.code == 130)
        #expect(result.problems.contains("interrupted"))
        #expect(try tool.run("items").lines.count < count + 9)
    }

    @Test("a worker that the system cannot end is reported, and the command ends")
    func heldWorker() throws {
        let (process, worker) = try startAndWait("--file-timeout", "2")
        let holder = try ProcessHolder(worker)
        // Foundation waits for the worker, too, which has all that the command was started with.
        try eventually("the command ends") { isZombie(process.processIdentifier) }
        #expect(kill(worker, 0) == 0 && !isZombie(worker))
        holder.release()
        let result = try tool.finish(process)
        #expect(result.code == 2)
        #expect(result.problems.split(separator: "\n").count == 1)
        #expect(result.problems.contains("\(tool.music.path)/A/5.flac: "))
    }
}

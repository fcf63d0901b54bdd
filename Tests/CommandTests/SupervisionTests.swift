import Foundation
import PhonolithDatabase
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// A scan goes on whatever happens to the process that reads.
@Suite(.thorough) struct SupervisionTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        for number in 1...9 {
            try tool.add(
                number % 2 == 0 ? "full/full.flac" : "full/full.mp3", as: "A/\(number).mp3")
        }
    }

    private func scan(_ faults: String, _ arguments: String...) throws -> CommandLineTool.Result {
        try tool.run(
            ["scan", tool.music.path] + arguments, environment: try Faults.environment(faults))
    }

    private func titles(_ arguments: String...) throws -> Int {
        try tool.run(["items"] + arguments).lines.count
    }

    @Test(
        "a file that makes the reader crash is left out and reported, the others are read",
        arguments: [
            ("crash", "Segmentation fault"), ("abort", "Aborted"),
            ("overflow", "Segmentation fault"),
        ])
    func crash(fault: String, words: String) throws {
        let result = try scan("\(fault):5.mp3")
        #expect(result.code == 1)
        #expect(result.text.hasPrefix("8 added, 1 unreadable"), "\(result.text)")
        let path = tool.music.path + "/A/5.mp3"
        #expect(result.problems.hasPrefix("\(path): "))
        #expect(result.problems.hasSuffix("(\(words))\n"))
        // It is not read again before it changes, so nothing crashes now.
        let again = try scan("\(fault):5.mp3")
        #expect(again.text.hasPrefix("8 unchanged, 1 unreadable"), "\(again.text)")
        #expect(again.problems.contains("phonolith problems"))
        #expect(again.code == 0)
        let mended = try tool.run("scan", "--full")
        #expect(mended.code == 0)
        #expect(mended.problems.hasPrefix("\(path): "))
        #expect(try titles() == 9)
    }

    @Test(
        "a file that hangs is left out when its time is up, and tried by the next scan",
        arguments: ["hang", "spin"])
    func hang(fault: String) throws {
        let result = try scan("\(fault):5.mp3", "--file-timeout", "3")
        #expect(result.code == 1)
        #expect(result.text.hasPrefix("8 added, 1 unreadable"), "\(result.text)")
        #expect(result.problems.contains("/A/5.mp3: ") && result.problems.contains("3 s"))
        #expect(try tool.run("scan").text.hasPrefix("1 added, 8 unchanged"))
    }

    @Test("a file that wants all memory is left out")
    func memory() throws {
        let result = try scan("memory:5.mp3", "--file-timeout", "60")
        #expect(result.code == 1)
        #expect(result.text.hasPrefix("8 added, 1 unreadable"), "\(result.text)")
        #expect(result.problems.contains("/A/5.mp3: "))
    }

    @Test("a file that gets the reader killed is found by reading the files one by one")
    func kill() throws {
        let result = try scan("kill:5.mp3")
        #expect(result.code == 1)
        #expect(result.text.hasPrefix("8 added, 1 unreadable"), "\(result.text)")
        #expect(result.problems.contains("/A/5.mp3: ") && result.problems.contains("(Killed)"))
    }

    @Test("several bad files are each left out, in a scan of everything, too")
    func several() throws {
        #expect(try scan("").code == 0)
        let result = try scan("crash:2.mp3,abort:5.mp3,hang:7.mp3", "--full", "--file-timeout", "3")
        #expect(result.text.hasPrefix("6 changed, 3 unreadable"), "\(result.text)")
        #expect(result.problems.split(separator: "\n").count == 3)
        // Files not looked at are not gone; files that crash the reader cannot be read.
        #expect(try titles() == 7)
        #expect(try titles("--missing") == 2)
    }

    @Test("a folder that hangs when it is listed makes nothing missing")
    func folder() throws {
        try tool.add("full/full.ogg", as: "B/1.ogg")
        #expect(try scan("").code == 0)
        let result = try scan("hang:A", "--file-timeout", "3")
        #expect(result.code == 1)
        #expect(result.text.hasPrefix("1 unchanged"), "\(result.text)")
        #expect(result.problems.contains("/music/A: "))
        #expect(try titles() == 10)
        let root = try tool.run(
            ["scan", "--file-timeout", "3"], environment: try Faults.environment("hang:music"))
        #expect(root.code == 1)
        #expect(try titles() == 10)
        #expect(try tool.run("roots").text.contains("\"isAvailable\":false"))
    }

    @Test(
        "a scan of a part ends where a folder above it makes the reader die",
        .timeLimit(.minutes(20)),
        arguments: ["crash", "hang"])
    func folderAbove(fault: String) throws {
        try tool.add("full/full.ogg", as: "B/1.ogg")
        #expect(try scan("").code == 0)
        let result = try tool.run(
            ["scan", tool.music.appendingPathComponent("A").path, "--file-timeout", "3"],
            environment: try Faults.environment("\(fault):music"))
        #expect(result.code == 2)
        #expect(result.problems.contains("/music/A: "), "\(result.problems)")
        #expect(try titles() == 10)
    }

    @Test(
        "a reader that dies of whatever it touches ends the scan with a reason",
        .timeLimit(.minutes(20)))
    func alwaysDies() throws {
        for fault in ["crash", "kill"] {
            let result = try scan("\(fault):*")
            #expect(result.code == 2, "\(result.text)")
            #expect(result.problems.split(separator: "\n").count == 1, "\(result.problems)")
        }
    }

    @Test("a path that is refused and touched again ends the scan", .timeLimit(.minutes(20)))
    func refusedTwice() throws {
        let result = try scan("again:5.mp3")
        #expect(result.code == 2, "\(result.text)")
        #expect(result.problems.contains("/A/5.mp3: "))
    }

    @Test("a line that is no message is reported and ends the scan; what was read stays")
    func garbage() throws {
        let result = try scan("garbage:5.mp3")
        #expect(result.code == 2, "\(result.text)")
        #expect(result.problems.contains("'nonsense'"))
        #expect(result.problems.split(separator: "\n").count == 1, "\(result.problems)")
        #expect(try tool.run("scan", tool.music.path).code == 0)
        #expect(try titles() == 9)
    }

    @Test("a scan is interrupted where signals were blocked at the start")
    func interruptionWhereBlocked() throws {
        let process = try tool.start(
            ["--block-signal=INT", CommandLineTool.executable.path, "scan", tool.music.path],
            environment: try Faults.environment("hang:5.mp3"),
            executable: URL(fileURLWithPath: "/usr/bin/env"))
        try eventually("the scan begins") {
            !process.isRunning || FileManager.default.fileExists(atPath: tool.library.path)
        }
        // The first asks the worker, which hangs; the second ends it.
        #expect(try tool.interrupt(process))
    }

    @Test("what the scan cannot do is said on one line, by whichever process")
    func failure() throws {
        let result = try tool.run("scan", "/nowhere")
        #expect(result.code == 2)
        #expect(result.problems.split(separator: "\n").count == 1)
        #expect(result.problems.contains("/nowhere: "))
        #expect(try tool.run("scan", tool.music.path, "--file-timeout", "0").code == 64)
    }

    @Test("scan --watch tells what it does and ends with Ctrl-C; others may scan meanwhile")
    func watch() throws {
        let file = tool.folder.appendingPathComponent("printed")
        try Data().write(to: file)
        let process = try tool.start(["scan", "--watch", tool.music.path], output: file)
        func waitForLine(_ beginning: String) throws {
            try eventually("'\(beginning)' is printed") {
                try String(contentsOf: file, encoding: .utf8)
                    .split(separator: "\n").contains { $0.hasPrefix(beginning) }
            }
        }
        try waitForLine("9 added")
        try tool.add("full/full.ogg", as: "B/new.ogg")
        try waitForLine("1 added")
        #expect(try tool.run("items").lines.count == 10)
        // The watch's scan for a late event of the new file is over soon.
        try eventually("another scan can be made") { try tool.run("scan").code == 0 }
        process.interrupt()
        let result = try tool.finish(process)
        #expect(result.code == 130)
        #expect(result.problems == "")
    }
}

/// `kill -9` after each of the first writes of a scan. `PHONOLITH_KILLS` says how often; 10 times without it.
@Suite(.thorough) struct KillTests {
    private let tool: CommandLineTool
    private static let count = 600

    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "first.mp3")
        try tool.link("first.mp3", count: Self.count)
    }

    @Test(
        "after each kill, of whichever process, the library is sound, and the next scan completes it"
    )
    func kills() throws {
        let times = Int(ProcessInfo.processInfo.environment["PHONOLITH_KILLS"] ?? "") ?? 10
        for time in 0..<times {
            let process = try tool.start(
                ["scan", tool.music.path, "--threads", "2"] + (time % 3 == 0 ? ["--full"] : []))
            try waitForWrites(time % 7, of: process)
            let child = CommandLineTool.child(of: process.processIdentifier)
            if time % 2 == 0, let child {
                // The one that scans; the one that watches starts another, which goes on.
                kill(child, SIGKILL)
                let result = try tool.finish(process)
                #expect(result.code == 0 || result.code == 1, "\(result.problems)")
            } else {
                kill(process.processIdentifier, SIGKILL)
                _ = try tool.finish(process)
                if let child { try Self.waitForEnd(of: child) }
            }
            try expectSound()
            if time % 5 == 4 { try removeSome() }
        }
        let last = try tool.run("scan", tool.music.path)
        #expect(last.code == 0, "\(last.problems)")
        #expect(try tool.run("items").lines.count == files())
        try expectSound()
    }

    /// Waits until so many writes to the library's write-ahead log were seen, or the scan has ended.
    private func waitForWrites(_ count: Int, of process: Program) throws {
        let log = tool.library.path + "-wal"
        var (seen, last) = (0, LogState(log))
        try eventually("\(count) writes are seen") {
            let state = LogState(log)
            if state != last { seen += 1 }
            last = state
            return seen >= count || !process.isRunning
        }
    }

    /// Properties of the log that a write changes; none where there is no log.
    private struct LogState: Equatable {
        private var size: Int?
        private var time: Date?

        init(_ path: String) {
            // A log that is not there has no attributes.
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            size = attributes?[.size] as? Int
            time = attributes?[.modificationDate] as? Date
        }
    }

    private func files() -> Int {
        let paths = FileManager.default.enumerator(atPath: tool.music.path)
        return paths?.compactMap { $0 as? String }.count { $0.hasSuffix(".mp3") } ?? 0
    }

    /// So that there is something to hide, to move and to find.
    private func removeSome() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: tool.music.path)
            .filter { !$0.contains(".") }.sorted()
        let (first, last) = (folders[0], folders[folders.count - 1])
        let url = tool.music.appendingPathComponent(first)
        try FileManager.default.moveItem(
            at: url, to: tool.music.appendingPathComponent(last + "x"))
    }

    private func expectSound() throws {
        guard FileManager.default.fileExists(atPath: tool.library.path) else { return }
        let database = try SQLiteDatabase(path: tool.library.path)
        defer { try? database.close() }
        try database.read { database in
            let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let references = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
            #expect(integrity == ["ok"])
            #expect(references == 0)
        }
    }

    private static func waitForEnd(of process: pid_t) throws {
        try eventually("the scan's process ends") { kill(process, 0) != 0 }
    }
}

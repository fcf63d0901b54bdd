import Foundation
import PhonolithDatabase
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTestSupport
import Testing

@Suite struct BadInputTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    private func scan() throws {
        try tool.add("full/full.mp3", as: "1.mp3")
        #expect(try tool.run("scan", tool.music.path).code == 0)
    }

    /// One line, naming the thing.
    private func expectFailure(
        _ result: CommandLineTool.Result, code: Int32 = 2, _ words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(result.code == code, sourceLocation: sourceLocation)
        #expect(result.text == "", sourceLocation: sourceLocation)
        #expect(
            result.problems.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
        for word in words {
            #expect(result.problems.contains(word), sourceLocation: sourceLocation)
        }
    }

    @Test("a damaged file is in the library, is reported, and ends the scan with 1, once")
    func damagedFile() throws {
        try tool.add("rough/half.flac", as: "half.flac")
        let scan = try tool.run("scan", tool.music.path, "--json")
        #expect(scan.code == 1)
        let report = try #require(try scan.objects().first)
        #expect(report["added"] as? Int == 1)
        #expect(report["unreadable"] as? Int == 0)
        let problems = try #require(report["problems"] as? [[String: Any]])
        #expect(problems.map { $0["reason"] as? String } == ["is cut off: its end is missing"])
        #expect(try tool.run("songs").objects().count == 1)
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let known = try tool.run("problems").objects()
        #expect(known.map { $0["reason"] as? String } == ["is cut off: its end is missing"])
    }

    @Test(
        "wrong usage ends with 64 and lists what is right",
        arguments: [
            (["songs", "--format", "xml"], "jsonl"), (["--library", "x", "frob"], "frob"),
            (["songs", "--where", "mediaType = foo"], "audioBook"),
            (["songs", "--where", "mediaType in (music, muzic)"], "did you mean music?"),
        ])
    func usage(arguments: [String], word: String) throws {
        let result = try tool.run(arguments)
        #expect(result.code == 64)
        #expect(result.text == "")
        #expect(result.problems.contains(word))
    }

    @Test("without a library, every question says how to make one")
    func noLibrary() throws {
        for command in [["songs"], ["albums"], ["show", "1"], ["stats"], ["check"], ["scan"]] {
            expectFailure(try tool.run(command), tool.library.path, "phonolith scan")
        }
        #expect(!FileManager.default.fileExists(atPath: tool.library.path))
    }

    @Test(
        "a path that cannot be scanned is refused before a library is made",
        arguments: ["nowhere", "file"])
    func noFolder(name: String) throws {
        let path = tool.folder.appendingPathComponent(name).path
        if name == "file" { try Data("x".utf8).write(to: URL(fileURLWithPath: path)) }
        expectFailure(try tool.run("scan", path), path)
        #expect(!FileManager.default.fileExists(atPath: tool.library.path))
    }

    @Test("a file that is no library is refused and left as it is")
    func noDatabase() throws {
        try Data("my diary".utf8).write(to: tool.library)
        for command in [["songs"], ["scan", tool.music.path]] {
            expectFailure(try tool.run(command), tool.library.path, "not a library")
        }
        #expect(try Data(contentsOf: tool.library) == Data("my diary".utf8))
    }

    @Test("another program's database is refused and left as it is")
    func foreignDatabase() throws {
        let other = try SQLiteDatabase(path: tool.library.path)
        try other.write { try $0.execute(sql: "CREATE TABLE diary (entry TEXT)") }
        try other.close()
        let before = try Data(contentsOf: tool.library)
        for command in [["songs"], ["scan", tool.music.path]] {
            expectFailure(
                try tool.run(command), tool.library.path, "another program")
        }
        #expect(try Data(contentsOf: tool.library) == before)
    }

    @Test("a library of a newer version is refused")
    func newer() throws {
        try scan()
        let library = try SQLiteDatabase(path: tool.library.path)
        try library.write {
            try $0.execute(sql: "INSERT INTO migrations VALUES ('v999-from-the-future')")
        }
        try library.close()
        for command in [["songs"], ["scan"]] {
            expectFailure(try tool.run(command), tool.library.path, "newer version")
        }
    }

    @Test("a library of another schema is refused, and the way to keep one's own values is named")
    func otherSchema() throws {
        try scan()
        let library = try SQLiteDatabase(path: tool.library.path)
        try library.write { try $0.execute(sql: "UPDATE library SET schema_sha256 = 'ab'") }
        try library.close()
        for command in [["songs"], ["scan"], ["export-user-data", "user.json"]] {
            expectFailure(
                try tool.run(command), tool.library.path, "another version",
                "export-user-data")
        }
    }

    @Test("a damaged library is told from a sound one")
    func damaged() throws {
        try scan()
        let handle = try FileHandle(forUpdating: tool.library)
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0x5A, count: 200_000))
        try handle.close()
        expectFailure(try tool.run("songs"), tool.library.path, "damaged")
    }

    @Test("an item that is not there is named")
    func noItem() throws {
        try scan()
        expectFailure(try tool.run("show", "999999"), "999999")
        expectFailure(try tool.run("show", "/nowhere.mp3"), "/nowhere.mp3")
        expectFailure(try tool.run("artwork", "1", "--type", "fish"), "1: ", "fish")
        expectFailure(try tool.run("roots", "remove", "/nowhere"), "/nowhere", "root")
    }

    @Test("an error is one line, whatever a name holds")
    func oneLine() throws {
        try scan()
        let result = try tool.run("show", "a\nb\u{1B}[31m")
        expectFailure(result)
        #expect(!result.problems.contains("\u{1B}"))
    }

    @Test(
        "a configuration that is none is refused",
        arguments: ["[1]", "\"x\"", "junk", ""])
    func configuration(text: String) throws {
        try Data(text.utf8).write(to: tool.folder.appendingPathComponent("config.json"))
        try tool.add("full/full.mp3", as: "1.mp3")
        expectFailure(
            try tool.run("scan", tool.music.path), "config.json: ", "JSON")
    }

    @Test("a library may be called as SQLite calls other things; without a name it is refused")
    func libraryNames() throws {
        try tool.add("full/full.mp3", as: "1.mp3")
        for name in [":memory:", "file:x?mode=memory"] {
            let environment = ["PHONOLITH_LIBRARY": tool.folder.path + "/" + name]
            #expect(
                try tool.run(["scan", tool.music.path], environment: environment).code == 0)
            #expect(try tool.run(["songs"], environment: environment).lines.count == 1)
        }
        let result = try tool.run("--library", "", "songs")
        #expect(result.code == 64)
        #expect(result.problems.contains("--library"))
    }

    @Test(
        "what cannot be written to standard output is an error", arguments: ["--json", "--quiet"])
    func fullOutput(option: String) throws {
        try tool.add("full/full.mp3", as: "1.mp3")
        let process = try tool.start(
            ["scan", tool.music.path, option], output: URL(fileURLWithPath: "/dev/full"))
        let result = try tool.finish(process)
        #expect(result.code == 2)
        #expect(result.problems.contains("standard output: "))
    }

    @Test("a file that went away cannot be explained, and that is said")
    func explainGone() throws {
        try scan()
        try FileManager.default.removeItem(at: tool.music.appendingPathComponent("1.mp3"))
        expectFailure(try tool.run("show", "1", "--explain"), "1.mp3")
    }

    @Test("a file at which the tag reader dies cannot be explained, and that is said")
    func explainCrash() throws {
        try scan()
        let environment = try Faults.environment("crash:1.mp3")
        expectFailure(
            try tool.run(["show", "1", "--explain"], environment: environment),
            "1.mp3: ", "Segmentation fault")
    }

    @Test(
        "files of nothing, of noise and cut short are reported, and the scan goes on",
        arguments: [UInt64.random(in: 0 ... .max)])
    func noise(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let whole = try Fixtures.bytes(of: "full/full.flac")
        let extensions = ["mp3", "flac", "ogg", "m4a", "wav", "wma", "mkv", "mpc", "ape", "dsf"]
        for number in 0..<100 {
            let pathExtension = extensions[number % extensions.count]
            let content: Data =
                switch number / extensions.count % 3 {
                case 0: Data()
                case 1: Data((0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) })
                default: Data(whole.prefix(number))
                }
            try content.write(
                to: tool.music.appendingPathComponent("\(number).\(pathExtension)"))
        }
        try tool.add("full/full.mp3", as: "good.mp3")
        let scan = try tool.run("scan", tool.music.path, "--json")
        #expect(scan.code == 1)
        let report = try scan.objects()[0]
        let added = try #require(report["added"] as? Int)
        let unreadable = try #require(report["unreadable"] as? Int)
        #expect(added + unreadable == 101)
        #expect(unreadable >= 67)
        #expect(try tool.run("show", tool.music.appendingPathComponent("good.mp3").path).code == 0)
    }

    @Test("a second scan of a library says who is scanning")
    func twoScans() throws {
        try scan()
        let descriptor = open(tool.library.path + ".scan", O_RDWR | O_CREAT | O_TRUNC, 0o644)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        // The note of a process that runs: one of a process that has ended is none.
        let note = "\(getpid())\n"
        #expect(write(descriptor, note, note.utf8.count) == note.utf8.count)
        expectFailure(try tool.run("scan"), tool.library.path, "\(getpid())")
    }

    @Test("Ctrl-C ends a scan with what was read kept, and the next goes on")
    func interrupt() throws {
        try tool.add("full/full.mp3", as: "0.mp3")
        let count = 5000
        try tool.link("0.mp3", count: count)
        let process = try tool.start(["scan", tool.music.path])
        // Until the first batch is written: before that there is nothing that could be kept.
        try eventually("the first batch is written") {
            try !process.isRunning
                || tool.run("stats").objects().first?["items"] as? Int ?? 0 > 0
        }
        process.interrupt()
        let result = try tool.finish(process)
        // A fast machine may have been done already.
        #expect(result.code == 130 || result.text.hasPrefix("\(count) added"))
        if result.code == 130 { #expect(result.problems.contains("interrupted")) }
        #expect(try tool.run("scan").code == 0)
        #expect(try tool.run("stats").objects()[0]["items"] as? Int == count)
        #expect(try tool.run("check").code == 0)
    }
}

/// Errors of file permissions. They do not apply to root, so the command runs as the user `nobody`.
@Suite(.enabled(if: CommandLineTool.canBeNobody))
struct RightsTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.setRights(0o777, of: ".")
        try tool.add("full/full.mp3", as: "1.mp3")
        try tool.add("full/full.flac", as: "folder/2.flac")
    }

    @Test("a file that may not be read is read as soon as it may")
    func givenRights() throws {
        try tool.setRights(0, of: "music/1.mp3")
        let refused = try tool.runAsNobody("scan", tool.music.path)
        #expect(refused.code == 1)
        #expect(refused.problems.contains("1.mp3: "))
        try tool.setRights(0o644, of: "music/1.mp3")
        #expect(try tool.runAsNobody("scan").code == 0)
        #expect(try tool.runAsNobody("items").lines.count == 2)
    }

    @Test("a picture in a folder that may not be read is its cover as soon as it may")
    func givenRightsOfPicture() throws {
        try tool.add("pictures/front.jpg", as: "folder/cover.jpg")
        try tool.setRights(0, of: "music/folder/cover.jpg")
        #expect(try tool.runAsNobody("scan", tool.music.path).problems.contains("cover.jpg: "))
        try tool.setRights(0o644, of: "music/folder/cover.jpg")
        #expect(try tool.runAsNobody("scan").code == 0)
        #expect(try tool.runAsNobody("problems", "--format", "jsonl").lines == [])
    }

    @Test("a library that others may only read is read, and a scan into it is refused")
    func readOnlyLibrary() throws {
        let library = tool.folder.appendingPathComponent("kept/library.sqlite").path
        try FileManager.default.createDirectory(
            at: tool.folder.appendingPathComponent("kept"), withIntermediateDirectories: true)
        try tool.run("scan", tool.music.path, "--library", library)
        try tool.setRights(0o444, of: "kept/library.sqlite")
        try tool.setRights(0o555, of: "kept")
        defer { try? tool.setRights(0o755, of: "kept") }
        let songs = try tool.runAsNobody("songs", "--library", library)
        #expect(songs.lines.count == 2)
        #expect(songs.problems == "")
        let scan = try tool.runAsNobody("scan", "--library", library)
        #expect(scan.code == 2)
        #expect(scan.problems.contains("\(library): "))
    }

    @Test("a library that may only be read is not scanned into while another program has it open")
    func readOnlyLibraryInUse() throws {
        let library = tool.folder.appendingPathComponent("library.sqlite").path
        try tool.run("scan", tool.music.path, "--library", library)
        let other = try SQLiteDatabase(path: library)
        try other.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
        try tool.setRights(0o444, of: "library.sqlite")
        let scan = try tool.runAsNobody("scan", "--library", library)
        #expect(scan.code == 2)
        #expect(scan.problems.contains("\(library): "))
        try other.close()
    }

    @Test(
        "files that may not be looked at are not gone, nor is their disk away",
        arguments: ["music/folder", "music"])
    func unsearchableFolder(folder: String) throws {
        try tool.runAsNobody("scan", tool.music.path)
        try tool.setRights(0o644, of: folder)
        defer { try? tool.setRights(0o755, of: folder) }
        let scan = try tool.runAsNobody("scan", "--json")
        #expect(scan.code == 1)
        let report = try #require(try scan.objects().first)
        #expect(report["missing"] as? Int == 0)
        let problems = try #require(report["problems"] as? [[String: Any]])
        #expect(
            problems.allSatisfy {
                ($0["reason"] as? String)?.contains("Permission denied") ?? false
            })
        #expect(!problems.isEmpty)
        #expect(try tool.runAsNobody("items").lines.count == 2)
        try tool.setRights(0o755, of: folder)
        #expect(try tool.runAsNobody("scan").code == 0)
    }

    @Test("a folder that may not be listed loses nothing, and check does not call it gone")
    func unlistableFolder() throws {
        try tool.runAsNobody("scan", tool.music.path)
        try tool.setRights(0, of: "music/folder")
        defer { try? tool.setRights(0o755, of: "music/folder") }
        let scan = try tool.runAsNobody("scan")
        #expect(scan.code == 1)
        #expect(scan.problems.contains("folder: "))
        #expect(try tool.runAsNobody("items").lines.count == 2)
        let check = try tool.runAsNobody("check")
        #expect(check.code == 1)
        #expect(try check.objects().map { $0["problem"] as? String } == ["unreachable"])
    }
}

/// Refusals by a disk. A small file system is mounted in a name space of the test's own, which not
/// every machine allows.
@Suite(.enabled(if: canMount))
struct DiskTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// Runs a shell script with `$phonolith`, `$music` and `$library` set, `/mnt` being its own.
    private func run(_ script: String) throws -> CommandLineTool.Result {
        let process = try Program(
            ["unshare", "-rm", "sh", "-c", script],
            environment: tool.environment.merging([
                "phonolith": CommandLineTool.executable.path, "music": tool.music.path,
                "library": tool.library.path,
            ]) { $1 }, output: .pipe, errors: .pipe)
        let text = process.output.readDataToEndOfFile()
        let told = process.errors.readDataToEndOfFile()
        process.waitUntilExit()
        return .init(
            code: process.terminationStatus, output: text,
            problems: String(decoding: told, as: UTF8.self))
    }

    @Test("a library on a read-only disk is read, and a scan into it is refused")
    func readOnly() throws {
        try tool.add("full/full.mp3", as: "1.mp3")
        try tool.run("scan", tool.music.path)
        let mount =
            "mount -t tmpfs none /mnt && cp $library /mnt/l && mount -o remount,ro /mnt && "
        let songs = try run(mount + "$phonolith songs --library /mnt/l")
        #expect(songs.code == 0)
        #expect(songs.lines.count == 1)
        let scan = try run(mount + "$phonolith scan --library /mnt/l")
        #expect(scan.code == 2)
        #expect(scan.problems.contains("/mnt/l: "))
    }

    @Test("on a full disk what was written before is kept, and the next scan goes on")
    func full() throws {
        let count = 2500
        try tool.add("full/full.mp3", as: "0.mp3")
        try tool.link("0.mp3", count: count)
        let result = try run(
            """
            mount -t tmpfs -o size=4m none /mnt
            $phonolith scan $music --library /mnt/l; echo $?
            $phonolith check --library /mnt/l > /dev/null; echo $?
            mount -o remount,size=50m /mnt
            $phonolith scan --library /mnt/l > /dev/null; echo $?
            $phonolith stats --library /mnt/l
            """)
        #expect(Array(result.lines.prefix(3)) == ["2", "0", "0"])
        #expect(result.problems.contains("/mnt/l: "))
        #expect(result.text.contains("\"items\":\(count),"))
    }
}

private let canMount: Bool = {
    let words = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs none /mnt"]
    guard let process = try? Program(words) else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}()

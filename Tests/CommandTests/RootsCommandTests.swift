import Foundation
import Testing

/// A collection that goes to another folder, as people move it, by the commands.
@Suite struct RootsCommandTests {
    let tool: CommandLineTool
    private var old: String { tool.folder.appendingPathComponent("music/old").path }
    private var new: String { tool.folder.appendingPathComponent("music/new").path }

    init() async throws {
        tool = try CommandLineTool()
        for (fixture, name) in [
            ("full/full.flac", "1.flac"), ("full/full.mp3", "2.mp3"), ("empty/empty.mp3", "3.mp3"),
        ] {
            try tool.add(fixture, as: "old/Album/\(name)")
        }
        try await tool.scan(old)
        for id in ["1", "2", "3"] { try tool.run("rate", id, "5") }
        try tool.run("playlist", "create", "Mine")
        try tool.run("playlist", "add", "Mine", "2", "1")
    }

    private func copyAll() throws {
        try FileManager.default.copyItem(atPath: old, toPath: new)
    }

    private func run(_ arguments: String...) throws -> CommandLineTool.Result {
        let result = try tool.run(arguments)
        #expect(result.code == 0, "\(arguments) \(result.problems)")
        return result
    }

    /// Whether the three items are in the new folder, rated, and all that there is.
    private func expectMoved(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let items = try run("items", "--format", "jsonl").objects()
        let ids = items.compactMap { $0["persistentID"] as? String }.sorted()
        #expect(ids == ["1", "2", "3"], sourceLocation: sourceLocation)
        #expect(
            items.allSatisfy { ($0["path"] as? String ?? "").hasPrefix(new + "/") },
            sourceLocation: sourceLocation)
        #expect(items.allSatisfy { $0["rating"] as? Int == 5 }, sourceLocation: sourceLocation)
        #expect(
            try run("playlist", "show", "Mine", "--format", "jsonl").objects()
                .compactMap { $0["path"] as? String }
                == [new + "/Album/2.mp3", new + "/Album/1.flac"], sourceLocation: sourceLocation)
    }

    @Test(
        "roots move takes all along, whether the old folder is there, was removed, or the new one was scanned",
        arguments: [
            [], ["scan new"], ["delete old"], ["scan new", "delete old"], ["remove old"],
            ["delete old", "remove old"], ["remove old", "scan new"],
            ["scan new", "delete old", "scan all"],
        ])
    func move(before: [String]) throws {
        try copyAll()
        for step in before {
            switch step {
            case "scan new": _ = try run("scan", new)
            case "scan all": _ = try tool.run("scan")
            case "delete old": try FileManager.default.removeItem(atPath: old)
            default: _ = try run("roots", "remove", old)
            }
        }
        let result = try run("roots", "move", old, new, "--json")
        let counts = try #require(try result.objects().first)
        #expect(counts["path"] as? String == new)
        #expect((counts["moved"] as? Int ?? 0) + (counts["joined"] as? Int ?? 0) <= 3)
        _ = try run("scan")
        try expectMoved()
        #expect(
            try run("roots", "--format", "jsonl").objects().map { $0["path"] as? String } == [new])
    }

    @Test(
        "roots move joins what was scanned in both folders, by place and by audio, and reports what it cannot"
    )
    func join() throws {
        try copyAll()
        let album = URL(fileURLWithPath: new).appendingPathComponent("Album")
        let files = FileManager.default
        try files.moveItem(
            at: album.appendingPathComponent("2.mp3"), to: album.appendingPathComponent("two.mp3"))
        try files.removeItem(at: album.appendingPathComponent("3.mp3"))
        try tool.add("full/full.ogg", as: "new/Album/3.mp3")
        _ = try run("scan", new)
        let result = try tool.run("roots", "move", old, new)
        #expect(result.code == 1)
        #expect(result.text == "0 moved, 2 joined\n")
        #expect(
            result.problems.contains("\(old)/Album/3.mp3: another file is at \(new)/Album/3.mp3"))
        let items = try run("items", "--sort", "path", "--format", "jsonl").objects()
        #expect(items.compactMap { $0["rating"] as? Int } == [5, 5])
        #expect(items.count == 3)
        let gone = try run("items", "--missing", "--format", "jsonl").objects()
        #expect(gone.map { $0["persistentID"] as? String } == ["3"])
    }

    @Test("roots move says what is no root, no folder or the same")
    func refused() throws {
        try copyAll()
        for (paths, words) in [
            ([new, old], "is not a root of the library"), ([old, old + "x"], "cannot be scanned"),
            ([old, old], "are the same folder"),
        ] {
            let result = try tool.run(["roots", "move"] + paths)
            #expect(result.code == 2)
            #expect(result.problems.contains(words), "\(result.problems)")
            #expect(result.problems.split(separator: "\n").count == 1)
        }
    }

    @Test("roots move refuses a folder that has none of the files, unless it is forced")
    func wrongFolder() throws {
        try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
        let refused = try tool.run("roots", "move", old, new)
        #expect(refused.code == 2)
        #expect(refused.problems.contains("\(new) has none of the files of \(old)"))
        #expect(refused.problems.split(separator: "\n").count == 1)
        #expect(
            try run("roots", "--format", "jsonl").objects().map { $0["path"] as? String } == [old])
        #expect(try run("roots", "move", old, new, "--force").text == "3 moved, 0 joined\n")
        _ = try run("roots", "move", new, old, "--force")
        try FileManager.default.removeItem(atPath: new)
        try FileManager.default.moveItem(atPath: old, toPath: new)
        _ = try run("roots", "move", old, new)
        try expectMoved()
    }

    @Test("roots move refuses a folder inside the root or around it", arguments: ["/Album", "/.."])
    func insideOut(place: String) throws {
        let result = try tool.run("roots", "move", old, old + place)
        #expect(result.code == 2)
        #expect(result.problems.contains("inside"), "\(result.problems)")
        #expect(result.problems.split(separator: "\n").count == 1)
        #expect(
            try run("roots", "--format", "jsonl").objects().map { $0["path"] as? String } == [old])
    }

    @Test("files of a removed root inside another have the kind of that at once")
    func kindOfOuterRoot() throws {
        _ = try run("scan", tool.music.path)
        _ = try run("scan", "--as", "podcast", old)
        func kinds() throws -> Set<String> {
            Set(
                try run("items", "--format", "jsonl").objects()
                    .flatMap { $0["mediaType"] as? [String] ?? [] })
        }
        #expect(try kinds() == ["podcast"])
        _ = try run("roots", "remove", old)
        #expect(try kinds() == ["music"])
        #expect(try run("items", "--format", "jsonl").objects().count == 3)
    }

    @Test("a root that was removed and is scanned again has no kind but that of the scan")
    func kindForgotten() throws {
        func kinds() throws -> Set<String> {
            Set(
                try run("items", "--format", "jsonl").objects()
                    .flatMap { $0["mediaType"] as? [String] ?? [] })
        }
        _ = try run("scan", "--as", "audiobook", old)
        #expect(try kinds() == ["audioBook"])
        _ = try run("roots", "remove", old)
        _ = try run("scan", old)
        #expect(try kinds() == ["music"])
        #expect(
            try run("roots", "--format", "jsonl").objects().map { $0["kind"] as? String } == [nil])
        _ = try run("roots", "remove", old)
        _ = try run("scan", "--as", "podcast", old)
        #expect(try kinds() == ["podcast"])
    }

    @Test("the command that roots remove shows can be run as it is")
    func hint() throws {
        let library = tool.folder.appendingPathComponent("my library.sqlite")
        try FileManager.default.copyItem(at: tool.library, to: library)
        let result = try tool.run(
            ["roots", "remove", "old", "--library", library.path], in: tool.music)
        #expect(
            result.problems.contains(
                "phonolith roots move \(old) NEW --library '\(library.path)'"),
            "\(result.problems)")
    }

    @Test("roots remove says how many items with values it hides, and roots move brings them back")
    func remove() throws {
        let result = try run("roots", "remove", old)
        #expect(result.problems.contains("3 hidden items"))
        #expect(result.problems.contains("phonolith roots move \(old) NEW"))
        try copyAll()
        _ = try run("scan", new)
        try expectMoved()
    }

    @Test(
        "a scan that runs keeps roots from being removed or moved, by whatever name the library has"
    )
    func locked() throws {
        try copyAll()
        let link = tool.folder.appendingPathComponent("link.sqlite").path
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: tool.library.path)
        // As a scan has it.
        let descriptor = open(tool.library.path + ".scan", O_RDWR | O_CREAT, 0o644)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        for library in [tool.library.path, link] {
            for command in [
                ["roots", "remove", old], ["roots", "move", old, new], ["scan", old],
            ] {
                let result = try tool.run(command + ["--library", library])
                #expect(result.code == 2)
                #expect(result.problems.contains("is scanning into it"), "\(result.problems)")
            }
        }
    }

    @Test(
        "user data come back to items that are present, though an export has each of them twice",
        arguments: [true, false])
    func imported(isNewLibrary: Bool) throws {
        try copyAll()
        // Before the copies are known, so that they are items of their own, each with a value.
        _ = try run("scan", new)
        let file = tool.folder.appendingPathComponent("mine.json").path
        _ = try run("export-user-data", file)
        var library: [String] = []
        if isNewLibrary {
            library = ["--library", tool.folder.appendingPathComponent("other.sqlite").path]
            #expect(try tool.run(["scan", new] + library).code == 0)
        } else {
            _ = try run("roots", "remove", old)
            for item in try run("items", "--format", "jsonl").objects() {
                _ = try run("rate", item["persistentID"] as? String ?? "", "none")
            }
        }
        let result = try tool.run(["import-user-data", file] + library)
        #expect(result.text.hasPrefix("6 items found, 0 not found"), "\(result.text)")
        let items = try tool.run(["items", "--format", "jsonl"] + library).objects()
        #expect(items.compactMap { $0["rating"] as? Int } == [5, 5, 5])
    }
}

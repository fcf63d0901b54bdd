import Foundation
import PhonolithTestSupport
import Testing

@Suite struct UserValueCommandTests {
    let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
        try tool.add("full/full.mp3", as: "2.mp3")
        try tool.add("empty/empty.mp3", as: "3.mp3")
        try await tool.scan(tool.music.path)
    }

    private func ids(_ arguments: String...) throws -> [String] {
        let result = try tool.run(arguments)
        #expect(result.code == 0, "\(result.problems)")
        return try result.objects().compactMap { $0["persistentID"] as? String }
    }

    private func show(_ id: String) throws -> [String: Any] {
        try #require(try tool.run("show", id, "--format", "jsonl").objects().first)
    }

    @Test("stars are given by id and by path, taken back, and listed the most first")
    func rate() throws {
        #expect(try tool.run("rate", "1", "3").code == 0)
        #expect(try tool.run("rate", tool.music.path + "/2.mp3", "5").code == 0)
        #expect(try show("2")["rating"] as? Int == 5)
        #expect(try ids("top-rated") == ["2", "1"])
        #expect(try ids("songs", "--where", "rating > 3") == ["2"])
        #expect(try tool.run("rate", "2", "none").code == 0)
        #expect(try show("2")["rating"] == nil)
        #expect(try ids("top-rated") == ["1"])
    }

    @Test("several items are rated and marked at once, or none of them")
    func several() throws {
        #expect(try tool.run("rate", "1", tool.music.path + "/2.mp3", "4").code == 0)
        #expect(try ids("songs", "--where", "rating = 4") == ["1", "2"])
        let wrong = try tool.run("rate", "1", "99", "2")
        #expect(wrong.code == 2 && wrong.problems.contains("99: no item has this id"))
        #expect(try tool.run("rate", "1", "2", "nine").code == 64)
        #expect(try tool.run("rate", "1").code == 64)
        #expect(try ids("songs", "--where", "rating = 4") == ["1", "2"])
        #expect(try tool.run("mark", "1", "3", "--played").code == 0)
        #expect(try tool.run("mark", "2", "99", "--played").code == 2)
        #expect(try ids("songs", "--where", "playCount = 1") == ["1", "3"])
    }

    @Test("plays, skips and bookmarks are noted, and listed")
    func mark() throws {
        #expect(try ids("recently-played") == [])
        #expect(
            try tool.run("mark", "1", "--play-count", "7", "--last-played", "2026-01-02").code == 0)
        #expect(try tool.run("mark", "2", "--played").code == 0)
        #expect(try tool.run("mark", "2", "--skipped").code == 0)
        #expect(try tool.run("mark", "3", "--bookmark", "0:00:00.25").code == 0)
        #expect(try ids("most-played") == ["1", "2"])
        #expect(try ids("recently-played") == ["2", "1"])
        #expect(try show("1")["lastPlayedDate"] as? String == "2026-01-02T00:00:00Z")
        #expect(try show("2")["skipCount"] as? Int == 1)
        #expect(try show("3")["bookmarkTime"] as? Double == 0.25)
        #expect(try tool.run("mark", "3", "--bookmark", "none").code == 0)
        #expect(try show("3")["bookmarkTime"] == nil)
        #expect(try tool.run("scan", "--full").code == 0)
        #expect(try ids("most-played") == ["1", "2"])
    }

    @Test("each play is listed with its time, the latest first, and skips among them")
    func history() throws {
        #expect(try tool.run("history").text == "")
        #expect(try tool.run("mark", "2", "--played").code == 0)
        #expect(try tool.run("mark", "1", "--skipped").code == 0)
        #expect(try tool.run("mark", "2", "--played").code == 0)
        let plays = try tool.run("history").objects()
        #expect(plays.compactMap { $0["persistentID"] as? String } == ["2", "1", "2"])
        #expect(plays.compactMap { $0["finished"] as? Bool } == [true, false, true])
        #expect(plays.allSatisfy { ($0["date"] as? String)?.hasSuffix("Z") == true })
        let title = try show("2")["title"] as? String
        #expect(plays.first?["title"] as? String == title)
        #expect(try ids("history", "--limit", "1") == ["2"])
        #expect(try tool.run("history", "--limit", "-1").code == 64)
    }

    @Test("what is the user's goes to another library by a file, playlists too, once however often")
    func carried() throws {
        try tool.run("rate", "1", "4")
        #expect(try tool.run("playlist", "create", "Mine").code == 0)
        #expect(try tool.run("playlist", "add", "Mine", "2", "1", "2").code == 0)
        #expect(
            try tool.run("playlist", "smart", "Best", "--where", "rating >= 4").code == 0)
        let file = tool.folder.appendingPathComponent("mine.json").path
        #expect(try tool.run("export-user-data", file).code == 0)
        let other = ["--library", tool.folder.appendingPathComponent("other.sqlite").path]
        #expect(try tool.run(["scan"] + other + [tool.music.path]).code == 0)
        for _ in 0..<2 {
            let result = try tool.run(["import-user-data"] + other + [file])
            #expect(result.code == 0, "\(result.problems)")
            for name in ["Mine", "Best"] {
                let here = try tool.run("playlist", "show", name, "--format", "jsonl").objects()
                let there = try tool.run(
                    ["playlist", "show"] + other + [name, "--format", "jsonl"]
                ).objects()
                #expect(!here.isEmpty)
                #expect(
                    there.map { $0["path"] as? String } == here.map { $0["path"] as? String })
            }
        }
    }

    @Test("of user data, URLs count as found, and a play and a skip of one second are two")
    func carriedWhole() throws {
        for option in ["--played", "--skipped"] {
            #expect(try tool.run("mark", "2", option).code == 0)
        }
        #expect(try tool.run("playlist", "create", "Radio").code == 0)
        #expect(try tool.run("playlist", "add", "Radio", "http://r.example/s.mp3", "2").code == 0)
        let file = tool.folder.appendingPathComponent("mine.json")
        #expect(try tool.run("export-user-data", file.path).code == 0)
        let exported = try String(contentsOf: file, encoding: .utf8)
        try exported.replacing(/"date" ?: ?"[^"]*"/, with: #""date":"2026-01-02T03:04:05Z""#)
            .write(to: file, atomically: true, encoding: .utf8)
        let other = ["--library", tool.folder.appendingPathComponent("other.sqlite").path]
        #expect(try tool.run(["scan"] + other + [tool.music.path]).code == 0)
        let result = try tool.run(["import-user-data"] + other + [file.path])
        #expect(result.code == 0)
        #expect(result.lines == ["3 items found, 0 not found", "1 playlist, 0 entries not found"])
        func plays(_ library: [String]) throws -> [Bool] {
            try tool.run(["history"] + library + ["--format", "jsonl"]).objects()
                .compactMap { $0["finished"] as? Bool }
        }
        #expect(try plays(other).sorted { $0 && !$1 } == [true, false])
        // No day has such a time.
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing(/T\d\d:\d\d:/, with: "T99:99:").write(
            to: file, atomically: true, encoding: .utf8)
        let wrong = try tool.run(["import-user-data"] + other + [file.path])
        #expect(wrong.code == 2)
        #expect(wrong.problems.contains("mine.json: has a wrong date, '"), "\(wrong.problems)")
    }

    @Test("chance draws the same for the same seed")
    func random() throws {
        #expect(try ids("random").sorted() == ["1", "2", "3"])
        #expect(
            try ids("random", "--limit", "9223372036854775807").sorted() == ["1", "2", "3"])
        #expect(
            try ids("random", "--limit", "2", "--seed", "4")
                == ids("random", "--limit", "2", "--seed", "4"))
    }

    @Test(
        "what cannot be noted is refused in one line that says why",
        arguments: [
            (["rate", "1", "6"], 64, "6"), (["rate", "1", "much"], 64, "much"),
            (["rate", "99", "3"], 2, "99: no item has this id"),
            (["mark", "1"], 64, "--played"),
            (["mark", "1", "--play-count", "-1"], 64, "--play-count takes 0"),
            (["mark", "1", "--bookmark", "1:75"], 64, "1:75"),
            (["mark", "1", "--bookmark", "99:00"], 2, "1: ends at 0:0"),
            (["mark", "1", "--last-played", "yesterday"], 64, "yesterday"),
            (["mark", "1", "--last-played", "9999-01-01"], 64, "'9999-01-01' is in the future"),
            (["mark", "1", "--played", "--play-count", "3"], 64, "--played excludes"),
            (["mark", "1", "--played", "--skipped"], 64, "--played excludes --skipped"),
            (["random", "--limit", "-3"], 64, "-3"), (["songs", "--offset", "-3"], 64, "-3"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], code: Int32, words: String) throws {
        let result = try tool.run(arguments)
        #expect(result.code == code)
        #expect(result.problems.contains(words), "\(result.problems)")
    }
}

@Suite struct AskingWhileScanningTests {
    @Test("while a scan writes, every question is answered", .timeLimit(.minutes(20)))
    func answered() throws {
        let tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "first.mp3")
        try tool.run("scan", tool.music.path)
        try tool.link("first.mp3", count: 800)
        let scan = try tool.start(["scan"])
        var counts: [Int] = []
        repeat {
            let result = try tool.run("songs", "--sort", "title", "--format", "jsonl")
            #expect(result.code == 0, "\(result.problems)")
            #expect(result.problems == "")
            counts.append(result.lines.count)
        } while scan.isRunning
        #expect(try tool.finish(scan).code == 0)
        #expect(counts == counts.sorted())
        #expect(try tool.run("songs").lines.count == 800)
    }
}

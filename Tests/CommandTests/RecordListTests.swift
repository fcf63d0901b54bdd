import Foundation
import Testing

/// Lists of what are no items take the same options as lists of items.
@Suite struct RecordListTests {
    let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "a.mp3")
        try await tool.scan(tool.music.path)
        try tool.run("mark", "1", "--played")
        try tool.run("playlist", "create", "Road")
        try tool.run("playlist", "add", "Road", "1")
    }

    @Test(
        "fields, a template and the number can be chosen",
        arguments: [
            (["history"], "title"), (["playlist", "list"], "name"),
            (["playlist", "show", "Road"], "title"),
            (["roots"], "path"), (["user", "list"], "name"), (["properties"], "name"),
        ])
    func fields(command: [String], key: String) throws {
        let rows = try tool.run(command + ["--columns", key]).objects()
        #expect(!rows.isEmpty)
        #expect(rows.allSatisfy { Array($0.keys) == [key] })
        #expect(try tool.run(command + ["--count"]).text == "\(rows.count)\n")
        #expect(
            try tool.run(command + ["--template", "<{\(key)}>"]).lines
                == rows.map { "<\($0[key] as? String ?? "")>" })
        #expect(try tool.run(command + ["--format", "m3u8"]).code == 64)
        #expect(try tool.run(command + ["--columns", "nonsense"]).code == 64)
    }

    @Test(
        "a part can be chosen",
        arguments: [
            ["history"], ["playlist", "list"], ["playlist", "show", "Road"],
            ["playlist", "show", "All"],
            ["roots"], ["user", "list"], ["properties"], ["problems"], ["credits"],
        ])
    func part(command: [String]) throws {
        try tool.run("playlist", "smart", "All", "--where", "true")
        try tool.add("full/full.flac", as: "b.flac")
        try tool.run("scan")
        try tool.run("mark", "1", "--played")
        try tool.run("playlist", "add", "Road", "1", "1")
        let all = try tool.run(command + ["--format", "tsv"]).lines
        func part(_ options: String...) throws -> [String] {
            try tool.run(command + ["--format", "tsv"] + options).lines
        }
        #expect(try part("--limit", "1") == Array(all.prefix(2)))
        #expect(
            try part("--offset", "1", "--limit", "1")
                == Array(all.prefix(1) + all.dropFirst(2).prefix(1)))
        #expect(try part("--offset", "1") == Array(all.prefix(1) + all.dropFirst(2)))
        #expect(try tool.run(command + ["--limit", "-1"]).code == 64)
    }

    @Test("a part of the duplicates is of whole groups")
    func partOfDuplicates() throws {
        for name in ["b.flac", "c.flac"] { try tool.add("full/full.flac", as: name) }
        try tool.run("scan")
        func rows(_ options: String...) throws -> [String] {
            try tool.run(["duplicates", "--format", "tsv"] + options).lines
        }
        let all = try rows()
        try #require(all.count > 2)
        #expect(try rows("--limit", "1") == all)
        #expect(try rows("--offset", "1") == Array(all.prefix(1)))
        let none = try tool.run("duplicates", "--offset", "1", "--format", "table")
        #expect(none.problems.hasPrefix("No results in this part of the list.\n"))
    }

    @Test(
        "an option of other lists is named as such, with the options that apply",
        arguments: [
            (
                ["playlist", "list", "--sort", "title"],
                "--sort does not apply to phonolith playlist list"
            ),
            (["history", "--where", "true"], "--where does not apply to phonolith history"),
            (["search", "a", "--genre", "Jazz"], "--genre does not apply to phonolith search"),
            (["books", "--after", "x"], "--after does not apply to phonolith books"),
        ])
    func optionOfOtherLists(arguments: [String], words: String) throws {
        let refused = try tool.run(arguments)
        #expect(refused.code == 64)
        #expect(refused.problems.hasPrefix("Error: \(words)\nUsage: phonolith"))
    }

    @Test("a number that is no playlist's name deletes none by its id, but id:NUMBER does")
    func deleteByID() throws {
        let id = try #require(
            try tool.run("playlist", "list").objects()[0]["persistentID"] as? String)
        let refused = try tool.run("playlist", "delete", id)
        #expect(refused.code == 2)
        #expect(refused.problems.contains("phonolith playlist delete id:\(id)"))
        #expect(try tool.run("playlist", "create", id).code == 0)
        #expect(try tool.run("playlist", "delete", id).code == 0)
        #expect(
            try tool.run("playlist", "list").objects().map { $0["name"] as? String } == ["Road"])
        #expect(try tool.run("playlist", "delete", "id:\(id)").code == 0)
        #expect(try tool.run("playlist", "list").objects().isEmpty)
    }
}

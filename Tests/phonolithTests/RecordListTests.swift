import Foundation
import Testing

/// Lists of what are no items take the same options as lists of items.
@Suite struct RecordListTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "a.mp3")
        try tool.run("scan", tool.music.path)
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

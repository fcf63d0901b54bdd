import Foundation
import Testing

/// The format of lists where no option names one.
@Suite struct DefaultFormatTests {
    let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "a.mp3")
        try await tool.scan(tool.music.path)
    }

    @Test("in a pipe a list is the table that a person reads")
    func table() throws {
        let result = try tool.run("songs", environment: ["PHONOLITH_FORMAT": ""])
        #expect(result.code == 0)
        #expect(result.lines.count == 2)
        #expect(result.lines.first?.contains("Title") == true)
        #expect(!result.text.contains("\u{1B}"))
        #expect(result.text == (try tool.run("songs", "--format", "table").text))
    }

    @Test("the variable names another, and an option comes before it")
    func variable() throws {
        let environment = ["PHONOLITH_FORMAT": "csv"]
        #expect(
            try tool.run("songs", environment: environment).text
                == tool.run("songs", "--format", "csv").text)
        #expect(
            try tool.run("songs", "--format", "json", environment: environment).text
                == tool.run("songs", "--format", "json").text)
    }

    @Test("a format for lists of items leaves other lists as they are")
    func playlist() throws {
        let environment = ["PHONOLITH_FORMAT": "m3u8"]
        #expect(try tool.run("songs", environment: environment).lines.first == "#EXTM3U")
        for list in [
            ["albums"], ["history"], ["stats"], ["stats", "--by", "genre"], ["show", "1"],
            ["search", "t"], ["songs", "--columns", "title"],
        ] {
            let result = try tool.run(list, environment: environment)
            #expect(result.code == 0, "\(list)")
            #expect(result.text == (try tool.run(list + ["--format", "table"]).text), "\(list)")
        }
    }

    @Test("a format that there is not is wrong usage, and named")
    func unknown() throws {
        let result = try tool.run("songs", environment: ["PHONOLITH_FORMAT": "xml"])
        #expect(result.code == 64)
        #expect(
            result.problems.contains("PHONOLITH_FORMAT: unknown format 'xml'; use one of table,"))
    }
}

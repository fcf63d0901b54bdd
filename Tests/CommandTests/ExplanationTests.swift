import Foundation
import Testing

/// `--explain-query` of the real command.
@Suite struct ExplanationTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "Album/1.flac")
        try tool.run("scan", tool.music.path)
        try tool.run("playlist", "smart", "All", "--where", "duration > 0", "--sort", "title")
    }

    @Test(
        "plan, SQL, steps and time are on standard error, and the answer is what it is without them",
        arguments: [
            (["items", "--sort", "title"], "scan items_title_key"),
            (["songs", "--sort", "bitRate"], "sort all items"),
            (["songs", "--title", "x"], "sort the candidates of a filter"),
            (["audiobooks"], "sort the candidates of a filter"),
            (["albums"], "scan albums_album_artist_key"),
            (["artists", "--year", "1"], "sort the candidates of a filter"),
            (["genres"], "scan genres_name_key"),
            (["playlist", "show", "All"], "sort the candidates of a filter"),
            (["search", "a"], nil),
            (["random", "--seed", "1"], nil),
        ] as [([String], String?)])
    func explained(arguments: [String], plan: String?) throws {
        let plain = try tool.run(arguments)
        let explained = try tool.run(arguments + ["--explain-query"])
        #expect(explained.code == 0)
        #expect(explained.text == plain.text)
        let lines = explained.problems.split(separator: "\n")
        if let plan { #expect(lines.contains("plan: \(plan)"), "\(lines)") }
        #expect(lines.contains { $0.hasPrefix("sql: SELECT ") || $0.hasPrefix("sql: WITH ") })
        #expect(lines.contains { $0.hasPrefix("  SEARCH ") || $0.hasPrefix("  SCAN ") })
        #expect(lines.contains { $0.wholeMatch(of: /time: \d+\.\d\d ms(, \d+ times)?/) != nil })
        #expect(!plain.problems.contains("sql:"))
    }

    @Test("the help of each list command names the option")
    func help() throws {
        for command in ["items", "albums", "search", "random"] {
            #expect(try tool.run(command, "--help").text.contains("--explain-query"))
        }
        #expect(try tool.run("playlist", "show", "--help").text.contains("--explain-query"))
    }
}

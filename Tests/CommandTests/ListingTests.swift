import Foundation
import PhonolithFixtures
import Testing

@Suite struct ListingTests {
    let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "Album/1.flac")
        try tool.add("full/full.mp3", as: "Album/2.mp3")
        try tool.add("empty/empty.mp3", as: "loose.mp3")
        try tool.add("full/full.m4b", as: "book.m4b")
        try await tool.scan(tool.music.path)
    }

    @Test(
        "who looks at a table is told that nothing matches, and a program gets nothing",
        arguments: [
            (["songs"], "No songs match."), (["items"], "No items match."),
            (["audiobooks"], "No audiobooks match."), (["albums"], "No albums match."),
            (["album-artists"], "No album artists match."), (["top-rated"], "No items match."),
            (["random"], "No items match."),
        ])
    func nothing(command: [String], words: String) throws {
        let filter = ["--title", "Nobody has this"]
        let table = try tool.run(command + filter + ["--format", "table"])
        #expect((table.code, table.text, table.problems) == (0, "", words + "\n"))
        let lines = try tool.run(command + filter + ["--format", "jsonl"])
        #expect((lines.code, lines.text, lines.problems) == (0, "", ""))
    }

    @Test("a search without results says so")
    func nothingFound() throws {
        let search = try tool.run("search", "nobodyhasthis", "--format", "table")
        #expect((search.code, search.text, search.problems) == (0, "", "Nothing matches.\n"))
    }

    @Test("the plain form has a line for each value, and an empty line between records")
    func plain() throws {
        let genres = try tool.run("genres", "--format", "jsonl").objects()
        #expect(genres.count > 1)
        let expected = genres.map { genre in
            [
                ("ID", "persistentID"), ("Genre", "title"), ("Albums", "albumCount"),
                ("Tracks", "count"),
            ]
            .map { "\($0): \(genre[$1] ?? "")\n" }.joined()
        }
        let text = try tool.run("genres", "--format", "plain").text
        #expect(text.replacing(/Time: [\d:]+\n/, with: "") == expected.joined(separator: "\n"))
        let songs = try tool.run("songs", "--format", "plain").text
        #expect(songs.contains(/(?m)^Number: \d/))
    }

    @Test("the plain form has a name and its value on one line")
    func plainPairs() throws {
        #expect(try tool.run("stats", "--format", "plain").text.hasPrefix("items: 4\n"))
        let title = try #require(try tool.run("songs").objects()[0]["title"] as? String)
        let shown = try tool.run("show", tool.music.path + "/Album/1.flac", "--format", "plain")
        #expect(shown.text.split(separator: "\n").contains("title: \(title)"))
        let nothing = try tool.run("songs", "--title", "Nobody has this", "--format", "plain")
        #expect((nothing.code, nothing.text, nothing.problems) == (0, "", "No songs match.\n"))
    }

    @Test("chapters and pictures are shown a line each")
    func chapters() throws {
        let book = try #require(try tool.run("audiobooks").objects().first)
        let id = try #require(book["persistentID"] as? String)
        let chapters = try #require(book["chapters"] as? [[String: Any]])
        let lines = try tool.run("show", id, "--format", "table").lines
        let first = try #require(lines.firstIndex { $0.hasPrefix("chapters") })
        let titles = chapters.compactMap { $0["title"] as? String }
        #expect(titles.count > 1)
        for (line, title) in zip(lines[first...], titles) {
            #expect(line.hasSuffix(title))
            #expect(line.contains(":"))
        }
        #expect(!lines.joined().contains("startTime"))
    }
}

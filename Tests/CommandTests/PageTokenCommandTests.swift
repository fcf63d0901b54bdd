import Foundation
import PhonolithFixtures
import Testing

@Suite("pages of lists on the command line") struct PageTokenCommandTests {
    let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "Album/1.flac")
        try tool.add("full/full.mp3", as: "Album/2.mp3")
        try tool.add("empty/empty.mp3", as: "loose.mp3")
        try tool.add("full/full.m4b", as: "book.m4b")
        try await tool.scan(tool.music.path)
    }

    private func id(_ object: [String: Any]) -> String? { object["persistentID"] as? String }

    /// The objects of a list as JSON, in one array or in lines.
    private func objects(_ arguments: [String]) throws -> [[String: Any]] {
        let result = try tool.run(arguments)
        guard result.text.hasPrefix("[") else { return try result.objects() }
        let array = try JSONSerialization.jsonObject(with: Data(result.text.utf8))
        return array as? [[String: Any]] ?? []
    }

    /// The ids of all pages.
    private func pages(_ arguments: [String]) throws -> [String] {
        var (ids, after): ([String], [String]) = ([], [])
        while true {
            let page = try objects(arguments + ["--limit", "1"] + after)
            ids += page.compactMap(id)
            guard let token = page.last?["pageToken"] as? String else { return ids }
            after = ["--after", token]
        }
    }

    @Test(
        "the last result of a page has the token of the next in JSON",
        arguments: [
            ["items", "--sort", "path"], ["items", "--sort", "year:desc"], ["artists"],
            ["albums", "--sort", "count"], ["albums", "--incomplete"], ["songs"],
        ])
    func tokens(arguments: [String]) throws {
        for format in ["jsonl", "json"] {
            let all = arguments + ["--format", format]
            let whole = try objects(all)
            #expect(whole.allSatisfy { $0["pageToken"] == nil })
            #expect(try pages(all) == whole.compactMap(id))
        }
    }

    @Test("a random order has each item once")
    func random() throws {
        let ids = try pages(["items", "--sort", "random"])
        #expect(ids.count == 4 && Set(ids).count == 4)
    }

    @Test("--page-token prints the token on standard error in any format")
    func option() throws {
        let whole = try tool.run("items").objects().compactMap(id)
        for format in ["table", "csv", "plain", "m3u8", "jsonl"] {
            let page = try tool.run(
                "items", "--limit", "2", "--page-token", "--format", format)
            let token = try #require(page.problems.split(separator: "\n").first)
            #expect(page.problems == token + "\n")
            let rest = try tool.run("items", "--after", String(token), "--page-token")
            #expect(try rest.objects().compactMap(id) == Array(whole[2...]))
            #expect(rest.problems == "")
        }
    }

    @Test("a token that is none, or of another list or order, is wrong usage")
    func refused() throws {
        let token = try tool.run("items", "--limit", "1", "--page-token").problems
            .trimmingCharacters(in: .newlines)
        for (arguments, words) in [
            (["items", "--after", "3"], "'3' is not a page token"),
            (["albums", "--after", "x"], "'x' is not a page token"),
            (["items", "--sort", "title", "--after", token], "of another list or order"),
            (["albums", "--after", token], "of another list or order"),
        ] {
            let result = try tool.run(arguments)
            #expect(result.code == 64, "\(arguments)")
            #expect(result.problems.contains(words), "\(result.problems)")
            #expect(result.text.isEmpty)
        }
    }
}

import Foundation
import PhonolithMediaModel
import Testing

@Suite struct SearchCommandTests {
    let tool: CommandLineTool
    /// From the fixture's tags.
    let title: String
    let artist: String

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "Album/1.flac")
        try tool.add("empty/empty.mp3", as: "loose.mp3")
        try await tool.scan(tool.music.path)
        let item = try #require(
            try tool.run("items").objects().first { $0["title"] != nil })
        title = try #require(item["title"] as? String)
        artist = try #require((item["artists"] as? [String])?.first)
    }

    @Test("the three groups are one list, in which each record says what it is")
    func list() throws {
        let found = try tool.run("search", artist).objects()
        let kinds = try found.map { try #require($0["kind"] as? String) }
        #expect(Set(kinds) == ["item", "album", "artist"])
        #expect(kinds == kinds.sorted { order($0) < order($1) })
        #expect(try tool.run("search", artist).lines.allSatisfy { $0.hasPrefix("{\"kind\":") })
        let item = try #require(found.first)
        #expect(item["title"] as? String == title)
        let tabs = try tool.run("search", artist, "--format", "tsv").lines
        #expect(tabs[0].hasPrefix("kind\tpersistentID\tmediaType\ttitle\t"))
        #expect(tabs[0].hasSuffix("\tcount\tartworkSha256\talbumCount"))
        #expect(tabs.count == found.count + 1)
    }

    @Test("chosen fields, lines and the number of results are those of all kinds")
    func chosen() throws {
        let found = try tool.run("search", artist).objects()
        #expect(try tool.run("search", artist, "--count").text == "\(found.count)\n")
        let lines = try tool.run("search", artist, "--columns", "kind,title", "--format", "csv")
            .lines
        #expect(lines == ["kind,title"] + found.map { "\($0["kind"] ?? ""),\($0["title"] ?? "")" })
    }

    @Test("a table of groups says what each number is of, in every format")
    func groups() throws {
        let lines = try tool.run("stats", "--by", "artist", "--format", "csv").lines
        #expect(lines[0] == "value,count,playbackDuration,fileSize,playCount")
        #expect(lines.dropFirst().contains { $0.hasPrefix("\(artist),1,") })
        let chosen = try tool.run(
            "stats", "--by", "artist", "--columns", "value", "--format", "csv")
        #expect(Set(chosen.lines) == ["value", artist, "Bo Lindström"])
    }

    private func order(_ kind: String) -> Int {
        ["item", "album", "artist"].firstIndex(of: kind) ?? 3
    }

    @Test("words may be typed apart, in any case, and begin only")
    func words() throws {
        let beginnings = [title, artist].map { String($0.prefix(3)).uppercased() }
        let found = try tool.run(["search"] + beginnings + ["--kind", "items"]).objects()
        #expect(found.map { $0["title"] as? String } == [title])
        #expect(try tool.run("search", "loose").objects().count == 1)
        #expect(try tool.run("search", "nosuchword").lines == [])
        #expect(try tool.run("search", "nosuchword", "--format", "json").text == "[]\n")
    }

    @Test("a table has a part for each kind that is found", arguments: ["albums", "artists"])
    func table(kind: String) throws {
        let all = try tool.run("search", artist, "--format", "table").text
        #expect(all.components(separatedBy: "\n\n").count == 3)
        #expect(all.components(separatedBy: "ID  ").count == 4)
        let one = try tool.run("search", artist, "--kind", kind, "--format", "table").lines
        #expect(one.filter { $0.contains("ID  ") }.count == 1)
        #expect(try tool.run("search", "nosuchword", "--format", "table").text == "")
    }

    @Test("the limit is for each kind")
    func limit() throws {
        #expect(try tool.run("search", artist, "--limit", "1").lines.count == 3)
        #expect(try tool.run("search", artist, "--limit", "0").lines == [])
    }

    @Test(
        "what cannot be looked for is wrong usage, and said so",
        arguments: [
            ["search"], ["search", ""], ["search", " \t"], ["search", "a", "--limit", "-1"],
            ["search", "a", "--kind", "songs"],
        ])
    func wrong(arguments: [String]) throws {
        let result = try tool.run(arguments)
        #expect(result.code == 64)
        #expect(result.problems.contains("Usage:"))
    }
}

import Foundation
import Testing

@Suite struct VideoListTests {
    let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("films/closed-gop.mp4", as: "Film.mp4")
        try tool.add("empty/empty.mkv", as: "Autumn/Season 1/02 - Leaves.mkv")
        try tool.add("empty/empty.mkv", as: "Autumn/Season 1/10 - Rain.mkv")
        try tool.add("odd/episode.mp4", as: "The.Bridge.2x11.mp4")
        try tool.add("full/full.mp3", as: "song.mp3")
        try await tool.scan(tool.music.path)
    }

    @Test("videos are told by kind, show, episode and size, episodes first")
    func table() throws {
        let lines = try tool.run("videos", "--format", "table").lines
        let cells = lines.map { line in
            line.split(separator: /\s\s+/).dropFirst().map(String.init)
        }
        #expect(
            cells == [
                ["Kind", "Title", "Show", "Episode", "Size", "Time"],
                ["tvShow", "02 - Leaves.mkv", "Autumn", "S01E02", "64×48", "0:01"],
                ["tvShow", "10 - Rain.mkv", "Autumn", "S01E10", "64×48", "0:01"],
                ["tvShow", "The Letter", "The Bridge", "S02E11", "64×48", "0:01"],
                ["movie", "Film.mp4", "64×48", "0:03"],
            ])
    }

    @Test(
        "episodes are found by what is known of them",
        arguments: [
            (#"tvShow = "the bridge" and seasonNumber = 2"#, ["The.Bridge.2x11.mp4"]),
            (
                "show = Autumn and episode < 11",
                ["Autumn/Season 1/02 - Leaves.mkv", "Autumn/Season 1/10 - Rain.mkv"]
            ),
            ("episodeID = 211", ["The.Bridge.2x11.mp4"]),
            ("videoCodec = H264 and show is missing", ["Film.mp4"]),
            ("mediaType = tvShow and not season = 1", ["The.Bridge.2x11.mp4"]),
        ])
    func filters(expression: String, names: [String]) throws {
        let found = try tool.run("items", "--where", expression, "--sort", "path").objects()
        #expect(found.compactMap { $0["relativePath"] as? String } == names)
    }

    @Test("show tells them, and --explain where they are from")
    func show() throws {
        let path = tool.music.appendingPathComponent("The.Bridge.2x11.mp4").path
        let item = try #require(try tool.run("show", path, "--format", "jsonl").objects().first)
        #expect(item["tvShow"] as? String == "The Bridge")
        #expect(item["seasonNumber"] as? Int == 2)
        #expect(item["episodeNumber"] as? Int == 11)
        #expect(item["videoCodec"] as? String == "h264")
        let explained = try tool.run("show", path, "--explain", "--format", "json").text
        #expect(explained.contains("tvsh") && explained.contains("file name"))
    }

    @Test("episodes are sorted by show, season and episode, either way")
    func order() throws {
        let found = try tool.run("videos", "--sort", "show:desc,season,episode:desc").objects()
        #expect(found.map { $0["episodeNumber"] as? Int } == [11, 10, 2, nil])
    }
}

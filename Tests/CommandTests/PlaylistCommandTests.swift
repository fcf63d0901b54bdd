import Foundation
import PhonolithMediaModel
import Testing

/// Playlists as a user makes them.
@Suite final class PlaylistCommandTests: PlaylistCommandWorld {
    @Test("a list is made, changed and deleted")
    func editing() throws {
        #expect(try tool.run("playlist", "create", "My List", "--description", "words").code == 0)
        let file = tool.music.appendingPathComponent("B/03.ogg").path
        try tool.run("playlist", "add", "my list", file, "https://example.org/radio")
        try tool.run("playlist", "insert", "my list", "1", file)
        #expect(try paths("MY LIST") == ["B/03.ogg", "B/03.ogg", "https://example.org/radio"])
        try tool.run("playlist", "move", "my list", "3", "1")
        #expect(try paths("my list") == ["https://example.org/radio", "B/03.ogg", "B/03.ogg"])
        #expect(try tool.run("playlist", "dedupe", "my list").text == "1 removed\n")
        try tool.run("playlist", "duplicate", "my list", "Other")
        try tool.run("playlist", "remove", "other", "1")
        #expect(try paths("other") == ["B/03.ogg"])
        try tool.run("playlist", "rename", "other", "Third")
        try tool.run("playlist", "describe", "third", "")
        try tool.run("playlist", "delete", "my list")
        let lists = try tool.run("playlist", "list").objects()
        #expect(lists.map { $0["name"] as? String } == ["Third"])
        #expect(lists.map { $0["count"] as? Int } == [1])
        #expect(lists[0]["description"] == nil)
    }

    @Test("a UUID makes a list once")
    func upsert() throws {
        let uuid = "11111111-2222-4333-8444-555555555555"
        let first = try tool.run("playlist", "create", "One", "--uuid", uuid)
        let second = try tool.run("playlist", "create", "Two", "--uuid", uuid)
        #expect(first.text == second.text)
        #expect(try tool.run("playlist", "list").lines.count == 1)
    }

    @Test(
        "what cannot be done is refused in one line",
        arguments: [
            (["show", "none"], 2, "none: no playlist has this name"),
            (["remove", "L", "2"], 2, "2: no such position; the playlist has positions 1 to 1"),
            (["move", "L", "1", "0"], 2, "0: no such position"),
            (["add", "L", "999"], 2, "999: no item has this id"),
            (["create", "l"], 2, "a playlist with this name already exists"),
            (["create", "x", "--uuid", "y"], 64, "is not a UUID"),
            (["import", "none.m3u"], 2, "cannot be read"),
            (["export", "L", "--output", "x.mp3"], 64, "has no known extension"),
            (["export", "L", "--path-prefix", "x"], 64, "takes OLD=NEW"),
            (["smart", "S"], 64, "--where is missing"),
            (["smart", "S", "--where", "yeer = 1"], 64, "did you mean year?"),
            (["smart", "L", "--where", "true"], 2, "is an ordinary playlist"),
            (
                ["smart", "S", "--where", "true", "--limit", "1", "--minutes", "1"], 64,
                "choose one of"
            ),
        ])
    func refusals(arguments: [String], code: Int32, words: String) throws {
        try tool.run("playlist", "create", "L", "--title", "Señal de Lluvia")
        try tool.run("playlist", "remove", "L", "2", "3")
        let result = try tool.run(["playlist"] + arguments)
        #expect(result.code == code)
        #expect(result.problems.contains(words), "\(result.problems)")
    }

    @Test("lists of items are written as playlists", arguments: ["songs", "items", "random"])
    func listings(command: String) throws {
        let result = try tool.run(command, "--format", "m3u8", "--paths", "absolute")
        #expect(result.code == 0)
        let paths = result.lines.filter { !$0.hasPrefix("#") }
        #expect(
            paths.sorted()
                == ["A/01.mp3", "A/02.flac", "B/03.ogg"].map {
                    tool.music.appendingPathComponent($0).path
                })
        #expect(try tool.run("albums", "--format", "m3u8").code == 64)
    }

    @Test("lists of rules are not asked for by wrong names, nor deleted")
    func askedFor() throws {
        try tool.run("playlist", "create", "Road Trip", "--sort", "path")
        #expect(try paths("Road Trip") == ["A/01.mp3", "A/02.flac", "B/03.ogg"])
        for command in [
            ["songs"], ["albums"], ["random"], ["playlist", "create", "X"],
            ["playlist", "smart", "X"],
            ["songs", "--format", "json"],
        ] {
            let result = try tool.run(command + ["--where", "inPlaylist = 'Road Trp'"])
            #expect(result.code == 64, "\(command)")
            #expect(result.problems.contains("did you mean \"Road Trip\"?"), "\(result.problems)")
            #expect(result.problems.contains("^"))
            #expect(result.output.isEmpty)
        }
        let smart = ["playlist", "smart", "S", "--where", "inPlaylist = 'road trip'"]
        #expect(try tool.run(smart + ["--limit", "9223372036854775807"]).code == 0)
        #expect(try paths("S").count == 3)
        #expect(try tool.run(smart + ["--bytes", "9223372036854775807"]).code == 0)
        #expect(try paths("S").count == 3)
        let refused = try tool.run("playlist", "delete", "Road Trip")
        #expect(refused.code == 2)
        #expect(refused.problems.contains("is used by the smart playlist S;"))
        try tool.run("playlist", "delete", "S")
        #expect(try tool.run("playlist", "delete", "Road Trip").code == 0)
    }

    @Test("a range of positions is removed at once, and one that is not there is refused")
    func ranges() throws {
        try tool.run("playlist", "create", "L", "--sort", "path")
        try tool.run("playlist", "add", "L", "1", "2", "3")
        for range in ["1..7", "0..2", "3..9223372036854775807", "7"] {
            #expect(try tool.run("playlist", "remove", "L", range).code == 2, "\(range)")
        }
        #expect(try tool.run("playlist", "remove", "L", "3..2").code == 64)
        #expect(try tool.run("playlist", "remove", "L", "2..4", "6", "3").code == 0)
        #expect(try paths("L").count == 2)
    }

    @Test("a folder is added with all in it, in the order of paths")
    func folders() throws {
        try tool.run("playlist", "create", "L")
        try tool.run("playlist", "add", "L", tool.music.appendingPathComponent("A").path)
        #expect(try paths("L") == ["A/01.mp3", "A/02.flac"])
        try tool.run("playlist", "insert", "L", "1", tool.music.path)
        #expect(
            try paths("L") == ["A/01.mp3", "A/02.flac", "B/03.ogg", "A/01.mp3", "A/02.flac"])
        let other = tool.folder.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        #expect(try tool.run("playlist", "add", "L", other.path).code == 2)
    }

    @Test("files are copied together with their list")
    func copying() throws {
        try tool.run("playlist", "create", "L", "--where", "true", "--sort", "path")
        let stick = tool.folder.appendingPathComponent("stick")
        #expect(try tool.run("playlist", "export", "L", "--copy-to", stick.path).code == 0)
        let text = try String(
            contentsOf: stick.appendingPathComponent("L.m3u8"), encoding: .utf8)
        let paths = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(paths == ["A/01.mp3", "A/02.flac", "B/03.ogg"])
        #expect(
            FileManager.default.contentsEqual(
                atPath: stick.appendingPathComponent("A/01.mp3").path,
                andPath: tool.music.appendingPathComponent("A/01.mp3").path))
    }

    @Test(
        "a disk that fills up ends the copying, in one line and without a list",
        .enabled(if: SmallDisk.canMount))
    func copyingToFullDisk() throws {
        try tool.run("playlist", "create", "L", "--where", "true", "--sort", "path")
        let stick = tool.folder.appendingPathComponent("stick")
        let result = try tool.run(
            withSpace: 0, in: stick, ["playlist", "export", "L", "--copy-to", stick.path],
            then: "ls \"$0\"")
        #expect(result.code == 2)
        #expect(!result.lines.contains { $0.hasSuffix(".m3u8") })
        #expect(
            result.problems.hasSuffix(
                ": No space left on device; free space or choose another folder\n"))
        #expect(result.problems.split(separator: "\n").count == 1)
    }

    @Test(
        "a smart playlist whose rule takes too long is listed with its problem, and the others as ever"
    )
    func slowRule() async throws {
        try tool.add("empty/empty.mp3", as: String(repeating: "a", count: 60) + "!.mp3")
        try await tool.scan(tool.music.path)
        try tool.run("playlist", "smart", "Slow", "--where", "path matches '(a+)+$'")
        try tool.run("playlist", "smart", "Quick", "--where", "true")
        let result = try tool.run("playlist", "list")
        #expect(result.code == 1)
        #expect(
            result.problems.hasPrefix("phonolith: Slow: ") || result.problems.hasPrefix("Slow: "))
        #expect(result.problems.split(separator: "\n").count == 1)
        let lists = try result.objects()
        #expect(lists.map { $0["name"] as? String } == ["Quick", "Slow"])
        #expect(lists.map { $0["count"] as? Int } == [4, nil])
        #expect((lists[1]["problem"] as? String)?.contains("takes too long") == true)
        try tool.run("playlist", "delete", "Slow")
        #expect(try tool.run("playlist", "list").code == 0)
    }

    @Test("a smart playlist is what meets its rule now")
    func smart() throws {
        try tool.run("playlist", "smart", "Best", "--where", "rating >= 4", "--sort", "path")
        #expect(try paths("Best") == [])
        for id in ["1", "2", "3"] { try tool.run("rate", id, "5") }
        #expect(try paths("Best") == ["A/01.mp3", "A/02.flac", "B/03.ogg"])
        try tool.run(
            "playlist", "smart", "best", "--where", "rating >= 4", "--sort", "path:desc", "--limit",
            "1")
        #expect(try paths("Best") == ["B/03.ogg"])
        let list = try #require(try tool.run("playlist", "list").objects().first)
        #expect(list["where"] as? String == "rating >= 4")
        #expect(list["limit"] as? Int == 1)
        let songs = try tool.run("songs", "--where", "inPlaylist != best")
        #expect(songs.lines.count == 2)
    }
}

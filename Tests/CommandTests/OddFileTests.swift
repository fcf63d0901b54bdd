import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// Files with times that few programs expect, and files that are none.
@Suite(.thorough) struct OddFileTests {
    private let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        for name in ["a/1", "b/1", "b/2"] { try tool.add("full/full.flac", as: "\(name).flac") }
        try tool.add("pictures/front.jpg", as: "b/cover.jpg")
        try tool.add("films/closed-gop.mp4", as: "b/film.mp4")
        try Data("1.flac\n".utf8).write(to: tool.music.appendingPathComponent("b/list.m3u"))
    }

    private func path(_ name: String) -> String { tool.music.appendingPathComponent(name).path }

    /// Sets when a file was changed, in seconds since 1970.
    private func setTime(_ seconds: Int, _ name: String) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path(name), [time, time], 0) == 0)
    }

    /// 1601, which NTFS and SMB show for a time that was never set; 1677 and 2262, the ends of 64 bits of
    /// nanoseconds; 2300 and 2446, the end of ext4.
    @Test(
        "any time of a file is as good as another",
        arguments: [
            -11_644_473_600, -9_223_372_037, 9_223_372_037, 10_413_792_000, 15_032_385_535,
            Int.max, Int.min,
        ])
    func times(seconds: Int) throws {
        for name in ["b/1.flac", "b/cover.jpg", "b/film.mp4", "b/list.m3u"] {
            setTime(seconds, name)
        }
        let first = try tool.run("scan", tool.music.path, "--playlists")
        #expect(first.code == 0, "\(first.problems)")
        #expect(first.text.hasPrefix("4 added"), "\(first.text)")
        let again = try tool.run("scan", "--playlists")
        #expect(again.text.hasPrefix("4 unchanged"), "\(again.text)")
        #expect(again.problems == "")
        for command in [
            ["check"], ["show", path("b/1.flac"), "--explain"], ["artwork", path("b/1.flac")],
            ["thumbnails", path("b"), "--at", "1", "--output", path("pictures")],
            ["thumbnails", path("b/film.mp4"), "--at", "1", "--cached"],
            ["playlist", "import", path("b/list.m3u"), "--replace"],
            ["play", path("b/1.flac"), "--output", "null:1000", "--no-mpris"],
            ["songs", "--format", "m3u8", "--copy-to", path("../stick")],
        ] {
            let result = try tool.run(command)
            #expect(result.code == 0, "\(command): \(result.problems)")
        }
    }

    @Test(
        "a pipe is refused at once, wherever media are named",
        .timeLimit(.minutes(20)),
        arguments: [
            ["play", "@", "--output", "null:1000", "--no-mpris"],
            ["thumbnails", "@", "--at", "1", "--output", "pictures"], ["queue", "add", "@"],
        ])
    func pipe(command: [String]) throws {
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let pipe = path("pipe.mp4")
        #expect(mkfifo(pipe, 0o600) == 0)
        let result = try tool.run(command.map { $0 == "@" ? pipe : $0 })
        #expect(result.code == 2)
        #expect(result.problems.hasPrefix("phonolith: \(pipe): "))
    }

    @Test("a pipe in a playlist is passed over at once", .timeLimit(.minutes(20)))
    func pipeInPlaylist() throws {
        #expect(mkfifo(path("pipe.flac"), 0o600) == 0)
        try Data("pipe.flac\na/1.flac\n".utf8).write(
            to: tool.music.appendingPathComponent("list.m3u"))
        let result = try tool.run(
            "play", path("list.m3u"), "--output", "null:1000", "--no-mpris", "--events")
        #expect(result.code == 1)
        #expect(result.text.contains("a/1.flac"))
    }

    @Test("play FOLDER plays what a scan would find, in the order that people expect")
    func folder() throws {
        for name in ["10", "9", "01"] { try tool.add("full/full.flac", as: "c/\(name).flac") }
        for name in ["c/.hidden.flac", "c/.folder/1.flac", "c/no/1.flac", "c/out/1.flac"] {
            try tool.add("full/full.flac", as: name)
        }
        try Data().write(to: tool.music.appendingPathComponent("c/no/.nomedia"))
        try Data("out/\n".utf8).write(
            to: tool.music.appendingPathComponent("c/.phonolithignore"))
        #expect(try tool.shell(#"cp music/c/9.flac "$(printf 'music/c/11\351.flac')""#).code == 0)
        #expect(try tool.run("scan", path("a")).code == 0)
        #expect(try tool.run("queue", "add", path("c")).code == 0)
        let queue = try tool.run("queue", "show", "--format", "jsonl").objects()
        let names = queue.map { ($0["path"] as? String)?.split(separator: "/").last ?? "" }
        #expect(names == ["01.flac", "9.flac", "10.flac", "11\u{FFFD}.flac"])
        let played = try tool.run("play", path("c"), "--output", "null:1000", "--no-mpris")
        #expect(played.code == 0, "\(played.problems)")
    }

    @Test("a name that is nowhere is said to be nowhere; one outside the library, to be outside")
    func messages() throws {
        #expect(try tool.run("scan", path("a")).code == 0)
        for command in [["show"], ["play", "--output", "null"], ["queue", "add"]] {
            let result = try tool.run(command + ["/nope.flac"])
            #expect(result.code == 2)
            #expect(result.problems.contains("/nope.flac: no such file"))
        }
        let outside = try tool.run("rate", path("b/1.flac"), "3")
        #expect(outside.problems.contains("is not in the library; scan the folder it is in"))
    }
}

/// Where the user's files are.
@Suite struct HomeTests {
    private let tool: CommandLineTool
    private let home: URL

    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
        home = tool.folder.appendingPathComponent("home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    /// Without the library and the configuration of the tests.
    private func run(
        _ arguments: String..., environment: [String: String]
    ) throws -> CommandLineTool.Result {
        let plain = [
            "PHONOLITH_LIBRARY": "", "PHONOLITH_CONFIG": "", "XDG_DATA_HOME": "",
            "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "",
        ]
        return try tool.run(arguments, environment: plain.merging(environment) { $1 })
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: home.appendingPathComponent(name).path)
    }

    @Test("HOME says where the library, the configuration and the cache are")
    func setHome() throws {
        let environment = ["HOME": home.path]
        #expect(try run("scan", tool.music.path, environment: environment).code == 0)
        #expect(exists(".local/share/phonolith/library.sqlite"))
        #expect(
            try run(
                "artwork", "1", "--size", "8", "--output", tool.folder.path + "/a.png",
                environment: environment
            ).code == 0)
        #expect(exists(".cache/phonolith/artwork"))
        let configuration = home.appendingPathComponent(".config/phonolith")
        try FileManager.default.createDirectory(
            at: configuration, withIntermediateDirectories: true)
        try Data("{\"nothing\":1}".utf8).write(
            to: configuration.appendingPathComponent("config.json"))
        let refused = try run("stats", environment: environment)
        #expect(refused.problems.contains("\(home.path)/.config/phonolith/config.json: 'nothing'"))
    }

    @Test("XDG_DATA_HOME comes first; a relative one is ignored, as the specification says")
    func specification() throws {
        let environment = ["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"]
        #expect(try run("scan", tool.music.path, environment: environment).code == 0)
        #expect(exists("data/phonolith/library.sqlite"))
        let relative = try run("stats", environment: ["HOME": home.path, "XDG_DATA_HOME": "data"])
        #expect(relative.problems.contains(home.path + "/.local/share/phonolith/library.sqlite"))
    }

    @Test("a user without a home gets one clear line, and needs none with --library")
    func none() throws {
        let environment = ["HOME": "/nonexistent"]
        for arguments in [["stats"], ["scan", tool.music.path]] {
            let result = try tool.run(
                arguments,
                environment: environment.merging([
                    "PHONOLITH_LIBRARY": "", "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "",
                ]) { $1 })
            #expect(result.code == 2)
            #expect(
                result.problems.contains("/nonexistent") && result.problems.contains("--library"))
        }
        let named = try run(
            "scan", tool.music.path, "--library", tool.library.path, environment: environment)
        #expect(named.code == 0, "\(named.problems)")
    }
}

import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// Every path of every command is what the system makes of it: from a folder below by `../…`, and through a
/// symbolic link, where `link/../x` is beside what the link points to.
@Suite struct PathArgumentTests {
    @Test("paths are resolved by the system", arguments: Way.allCases, PathCase.all)
    func resolution(way: Way, path: PathCase) async throws {
        try await check(way, path)
    }

    @Test(
        "so are paths of commands that need a sound server", .needsInstallation,
        arguments: Way.allCases,
        PathCase.withSound)
    func soundResolution(way: Way, path: PathCase) async throws {
        let server = try await PulseServer()
        let music = MusicServer(Array(try Fixtures.bytes(of: "full/full.flac")), .good)
        defer { music.stop() }
        var path = path
        path.arguments = path.arguments.map { $0 == "URL" ? music.address("song.flac") : $0 }
        try await check(way, path, ["PULSE_SERVER": server.address])
    }

    private func check(_ way: Way, _ path: PathCase, _ sound: [String: String] = [:]) async throws {
        let world = try await World(way)
        let result = try path.run(world, sound)
        #expect(result.code == 0, "\(path) \(way): \(result.problems)")
        try path.check(world, result)
        #expect(try world.decoys() == World.decoys, "\(path) \(way)")
    }

    @Test("every path that a command takes is in the table; another argument is named as none")
    func table() throws {
        let help = try CommandLineTool().run("--experimental-dump-help")
        let object = try JSONSerialization.jsonObject(with: help.output) as? [String: Any]
        let root = try #require(object?["command"] as? [String: Any])
        let known = Set((PathCase.all + PathCase.withSound).map(\.argument))
        var unknown: [String] = []
        for (command, argument) in Self.arguments(of: root, "") {
            let names = ["\(command) \(argument)", "* \(argument)"]
            if !Self.others.contains(argument), known.isDisjoint(with: names) {
                unknown.append(names[0])
            }
        }
        #expect(
            unknown.sorted() == [],
            "Is it a path? Then it needs a row in PathCase.all; else a place in `others`.")
    }

    /// Arguments and options, not flags, of a command and those below it.
    private static func arguments(
        of command: [String: Any], _ above: String
    ) -> [(command: String, argument: String)] {
        // Hidden commands are run by our own programs alone.
        guard command["shouldDisplay"] as? Bool != false else { return [] }
        let name = command["commandName"] as? String ?? ""
        let path =
            name == "phonolith" ? "" : (above + " " + name).trimmingCharacters(in: .whitespaces)
        if name == "help" { return [] }
        let own = (command["arguments"] as? [[String: Any]] ?? []).compactMap {
            argument -> (command: String, argument: String)? in
            guard argument["kind"] as? String != "flag" else { return nil }
            let preferred = argument["preferredName"] as? [String: Any]
            let option = (preferred?["name"] as? String).map { "--" + $0 }
            return (path, option ?? "<\(argument["valueName"] as? String ?? "")>")
        }
        let below = command["subcommands"] as? [[String: Any]] ?? []
        return own + below.flatMap { arguments(of: $0, path) }
    }

    /// Arguments that are no paths. `--path-prefix` is about texts in playlists, which are never opened.
    private static let others: Set<String> = [
        "--after", "--album", "--album-artist", "--artist", "--as", "--at",
        "--audio-device", "--audio-language", "--balance",
        "--bookmark",
        "--bit-rate", "--bits", "--by", "--bytes",
        "--cache-limit", "--category", "--channels", "--columns", "--composer", "--count",
        "--crossfade",
        "--description",
        "--device", "--duration", "--every",
        "--file-timeout", "--from-user",
        "--format", "--genre", "--image-format", "--kind", "--last-played", "--limit",
        "--max-size", "--minutes", "--name", "--offset", "--path-prefix", "--paths", "--playlist",
        "--preset",
        "--play-count", "--preamp", "--quality", "--rate", "--repeat", "--replay-gain",
        "--replay-gain-preamp", "--role",
        "--seed",
        "--sheet",
        "--subtitle-language",
        "--shuffle", "--size", "--skip-count", "--sort", "--start", "--start-on-sound",
        "--stop-on-silence",
        "--template", "--threads",
        "--title",
        "--tolerance-after", "--tolerance-before", "--type", "--untagged-gain",
        "--user", "--uuid", "--volume",
        "--where",
        "--year", "<from>", "<name>", "<name|id>", "<new-name>", "<percent>", "<position>",
        "<positions>",
        "<program>",
        "<role>",
        "<bash|zsh|fish>",
        "<text>", "<time>", "<to>",
    ]
}

extension PathArgumentTests {
    /// How a path leads to the folder that is meant, where its text alone would lead to another.
    enum Way: CaseIterable {
        case fromBelow, throughLink
    }

    /// A folder that is meant, and one that the text of the path would lead to, with files of the same names.
    final class World {
        let tool: CommandLineTool
        /// The folder that is meant.
        let meant: URL
        private let wrong: URL
        private let current: URL
        private let prefix: String

        static let decoys = ["lib.sqlite", "list.m3u", "music", "out.wav", "user.json"]

        init(_ way: Way) async throws {
            tool = try CommandLineTool()
            let top = tool.folder.appendingPathComponent("world")
            switch way {
            case .fromBelow:
                (meant, wrong) = (top, top.appendingPathComponent("below"))
                (current, prefix) = (wrong, "../")
            case .throughLink:
                (meant, wrong) = (top.appendingPathComponent("far"), top)
                (current, prefix) = (top, "link/../")
            }
            let manager = FileManager.default
            for folder in [meant.appendingPathComponent("inner"), wrong] {
                try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            try manager.createSymbolicLink(
                atPath: current.appendingPathComponent("link").path,
                withDestinationPath: meant.appendingPathComponent("inner").path)
            try add("full/full.flac", as: "music/1.flac")
            try add("films/closed-gop.mp4", as: "film.mp4")
            try await tool.scan(meant.appendingPathComponent("music").path)
            #expect(try tool.run("playlist", "create", "List", "--title", "none").code == 0)
            try Data("Preamp: -6 dB\n".utf8).write(to: file("equalizer.txt"))
            for name in Self.decoys {
                try Data("decoy".utf8).write(to: wrong.appendingPathComponent(name))
            }
        }

        func add(_ fixture: String, as name: String) throws {
            let url = file(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: url)
        }

        func file(_ name: String) -> URL { meant.appendingPathComponent(name) }
        func exists(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: file(name).path)
        }

        /// Runs a command in which `@` stands for the way to the folder that is meant.
        func run(
            _ arguments: [String], _ environment: [String: String] = [:]
        ) throws -> CommandLineTool.Result {
            func path(_ text: String) -> String { text.replacingOccurrences(of: "@", with: prefix) }
            return try tool.run(
                arguments.map(path), environment: environment.mapValues(path), in: current)
        }

        /// The files in the wrong folder that are as they were; all other names in it but what belongs there.
        func decoys() throws -> [String] {
            let ours: Set<String> = ["below", "far", "film.mp4", "inner", "link"]
            return try FileManager.default.contentsOfDirectory(atPath: wrong.path)
                .filter { !ours.contains($0) }.sorted().map { name in
                    let data = try? Data(contentsOf: wrong.appendingPathComponent(name))
                    return data == Data("decoy".utf8) ? name : "\(name), which was changed"
                }
        }
    }

    /// A command with a path, and what shows that it was the right one; `*` for options of many commands.
    struct PathCase: CustomTestStringConvertible, Sendable {
        let argument: String
        var arguments: [String]
        var environment: [String: String] = [:]
        /// Made beforehand, by these arguments.
        var before: [[String]] = []
        /// A file that is there afterwards, in the folder that is meant.
        var makes: String?
        /// A part of the output.
        var prints: String?

        var testDescription: String { argument }

        func run(
            _ world: World, _ sound: [String: String]
        ) throws -> CommandLineTool.Result {
            for command in before { #expect(try world.run(command).code < 2) }
            return try world.run(arguments, environment.merging(sound) { $1 })
        }

        func check(_ world: World, _ result: CommandLineTool.Result) throws {
            if let makes { #expect(world.exists(makes), "\(argument)") }
            if let prints {
                #expect(result.text.contains(prints), "\(argument): \(result.text)")
            }
        }

        static let withSound: [PathCase] = [
            PathCase(
                argument: "record <file>",
                arguments: [
                    "record", "@out.wav", "--device", "one.monitor", "--duration", "0.1",
                ], makes: "out.wav"),
            PathCase(
                argument: "capture photo <file>",
                arguments: ["capture", "photo", "@out.png", "--device", "lavfi:testsrc2=s=64x64"],
                makes: "out.png"),
            PathCase(
                argument: "capture video <file>",
                arguments: [
                    "capture", "video", "@out.mp4", "--device", "lavfi:testsrc2=s=64x64:r=25",
                    "--audio-device", "none", "--duration", "0.2",
                ], makes: "out.mp4"),
            PathCase(argument: "sound <file>", arguments: ["sound", "@music/1.flac"]),
            PathCase(
                argument: "play --save",
                arguments: ["play", "URL", "--save", "@out.flac", "--output", "null"],
                makes: "out.flac"),
            PathCase(
                argument: "play --save-folder",
                arguments: ["play", "URL", "--save-folder", "@saved", "--output", "null"],
                makes: "saved/song.flac"),
        ]

        static let all: [PathCase] = [
            PathCase(
                argument: "* --library", arguments: ["scan", "--library", "@lib.sqlite", "@music"],
                makes: "lib.sqlite", prints: "1 added"),
            PathCase(
                argument: "PHONOLITH_LIBRARY", arguments: ["scan", "@music"],
                environment: ["PHONOLITH_LIBRARY": "@lib.sqlite"], makes: "lib.sqlite",
                prints: "1 added"),
            PathCase(
                argument: "PHONOLITH_CONFIG", arguments: ["stats"],
                environment: ["PHONOLITH_CONFIG": "@none.json"]),
            PathCase(
                argument: "scan <paths>", arguments: ["scan", "@music"], prints: "1 unchanged"),
            PathCase(
                argument: "problems ignore <paths>",
                arguments: ["problems", "ignore", "@music/2.mp3"],
                before: [
                    ["playlist", "export", "List", "--format", "m3u", "--output", "@music/2.mp3"],
                    ["scan", "@music"],
                ]),
            PathCase(
                argument: "problems unignore <paths>",
                arguments: ["problems", "unignore", "@music/2.mp3"],
                before: [
                    ["playlist", "export", "List", "--format", "m3u", "--output", "@music/2.mp3"],
                    ["scan", "@music"],
                ]),
            PathCase(
                argument: "prune --root", arguments: ["prune", "--root", "@music", "--dry-run"]),
            PathCase(argument: "roots remove <path>", arguments: ["roots", "remove", "@music"]),
            PathCase(
                argument: "roots move <old>",
                arguments: ["roots", "move", "--force", "@music", "@inner"],
                prints: "1 moved"),
            PathCase(
                argument: "roots move <new>",
                arguments: ["roots", "move", "--force", "@music", "@inner"],
                prints: "1 moved"),
            PathCase(
                argument: "show <item>", arguments: ["show", "@music/1.flac"], prints: "1.flac"),
            PathCase(
                argument: "artwork <item>", arguments: ["artwork", "@music/1.flac"]),
            PathCase(
                argument: "artwork --output", arguments: ["artwork", "1", "--output", "@out.wav"],
                makes: "out.wav"),
            PathCase(argument: "rate <item>", arguments: ["rate", "@music/1.flac", "3"]),
            PathCase(argument: "star <items>", arguments: ["star", "@music/1.flac"]),
            PathCase(argument: "unstar <items>", arguments: ["unstar", "@music/1.flac"]),
            PathCase(
                argument: "user roots --close",
                arguments: ["user", "roots", "owner", "--close", "@music"]),
            PathCase(
                argument: "user roots --open",
                arguments: ["user", "roots", "owner", "--open", "@music"]),
            PathCase(argument: "mark <items>", arguments: ["mark", "@music/1.flac", "--played"]),
            PathCase(
                argument: "thumbnails <videos>",
                arguments: ["thumbnails", "@film.mp4", "--at", "1", "--output", "@pictures"],
                makes: "pictures/film-0-00-01.000.jpg"),
            PathCase(
                argument: "thumbnails --output",
                arguments: ["thumbnails", "@film.mp4", "--at", "1", "--output", "@."],
                makes: "film-0-00-01.000.jpg"),
            PathCase(
                argument: "playlist add <items>",
                arguments: ["playlist", "add", "List", "@music/1.flac"]),
            PathCase(
                argument: "playlist insert <items>",
                arguments: ["playlist", "insert", "List", "1", "@music/1.flac"]),
            PathCase(
                argument: "playlist import <files>",
                arguments: ["playlist", "import", "@list.m3u"],
                before: [["playlist", "export", "List", "--output", "@list.m3u"]],
                prints: "0 entries"),
            PathCase(
                argument: "playlist export --output",
                arguments: ["playlist", "export", "List", "--output", "@list.m3u"],
                makes: "list.m3u"),
            PathCase(
                argument: "* --copy-to",
                arguments: ["songs", "--format", "m3u8", "--copy-to", "@stick"],
                makes: "stick/1.flac"),
            PathCase(
                argument: "play <id|path|url>",
                arguments: ["play", "@music", "--output", "null:1000", "--no-mpris", "--events"],
                prints: "music/1.flac"),
            PathCase(
                argument: "play --output",
                arguments: ["play", "@music/1.flac", "--output", "wav:@out.wav"], makes: "out.wav"),
            PathCase(
                argument: "play --equalizer",
                arguments: [
                    "play", "@music/1.flac", "--equalizer", "@equalizer.txt", "--output",
                    "wav:@out.wav",
                ], makes: "out.wav"),
            PathCase(
                argument: "queue add <id|path|url>", arguments: ["queue", "add", "@music/1.flac"]),
            PathCase(
                argument: "queue insert <id|path|url>",
                arguments: ["queue", "insert", "1", "@music/1.flac"]),
            PathCase(
                argument: "queue next <id|path|url>", arguments: ["queue", "next", "@music/1.flac"]),
            PathCase(
                argument: "backup <file>", arguments: ["backup", "@lib.sqlite"], makes: "lib.sqlite"
            ),
            PathCase(
                argument: "restore <file>", arguments: ["restore", "@lib.sqlite"],
                before: [["backup", "@lib.sqlite"]]),
            PathCase(
                argument: "export-user-data <file>", arguments: ["export-user-data", "@user.json"],
                makes: "user.json"),
            PathCase(
                argument: "import-user-data <file>", arguments: ["import-user-data", "@user.json"],
                before: [["export-user-data", "@user.json"]], prints: " found, 0 not found"),
            PathCase(
                argument: "import-from <paths>", arguments: ["import-from", "mpd", "@list.m3u"],
                before: [["playlist", "export", "List", "--output", "@list.m3u"]],
                prints: "1 playlist"),
        ]
    }
}

/// Names need not be UTF-8.
@Suite struct ByteArgumentTests {
    private let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
        try tool.add("films/closed-gop.mp4", as: "film.mp4")
        let made = try tool.shell(
            #"cd music; mv 1.flac "$(printf 'a\351.flac')"; mv film.mp4 "$(printf 'f\351\315.mp4')""#
        )
        #expect(made.code == 0)
        try await tool.scan(tool.music.path)
        #expect(try tool.run("playlist", "create", "List").code == 0)
    }

    @Test(
        "bytes of an argument that are not UTF-8 name the file that has them",
        arguments: [
            #"show "$(printf 'music/a\351.flac')""#, #"rate "$(printf 'music/a\351.flac')" 4"#,
            #"playlist add List "$(printf 'music/a\351.flac')""#,
            #"play "$(printf 'music/a\351.flac')" --output null:1000 --no-mpris"#,
            #"thumbnails "$(printf 'music/f\351\315.mp4')" --at 1 --output pictures"#,
        ])
    func input(arguments: String) throws {
        let result = try tool.shell("$phonolith " + arguments)
        #expect(result.code == 0, "\(result.problems)")
    }

    @Test(
        "a file is written under the very bytes of the argument",
        arguments: [
            #"playlist export List --output "$(printf 'o\351.m3u')""#,
            #"export-user-data "$(printf 'o\351.m3u')""#,
            #"artwork 1 --output "$(printf 'o\351.m3u')""#,
            #"play music/*.flac --output "$(printf 'wav:o\351.m3u')""#,
            #"songs --format m3u --copy-to "$(printf 'o\351.m3u')""#,
            #"thumbnails music/*.mp4 --at 1 --output "$(printf 'o\351.m3u')""#,
        ])
    func output(arguments: String) throws {
        let result = try tool.shell(
            "$phonolith \(arguments) && ls \"$(printf 'o\\351.m3u')\" >/dev/null && ls | wc -l")
        #expect(result.code == 0, "\(result.problems)")
    }

    @Test("a path that nothing has is shown harmlessly, and a library's must be UTF-8")
    func refusals() throws {
        let missing = try tool.shell(#"$phonolith show "$(printf 'n\351.flac')""#)
        #expect(missing.code == 2)
        #expect(missing.problems.contains("n\u{FFFD}.flac: "))
        for arguments in [
            #"stats --library "$(printf 'l\351.sqlite')""#, #"backup "$(printf 'l\351.sqlite')""#,
        ] {
            let result = try tool.shell("$phonolith " + arguments)
            #expect(result.code == 2)
            #expect(result.problems.contains("l\u{FFFD}.sqlite: "))
        }
    }

    @Test("from a folder whose name is not UTF-8 relative paths work, that of a library too")
    func folder() throws {
        let result = try tool.shell(
            """
            mkdir "$(printf 'd\\351')" && cd "$(printf 'd\\351')" &&
            $phonolith backup copy.sqlite && ls copy.sqlite &&
            $phonolith stats --library copy.sqlite --format json &&
            $phonolith playlist export List --output list.m3u && ls list.m3u
            """)
        #expect(result.code == 0, "\(result.problems)")
    }
}

/// Places in playlists are resolved by the system, too.
@Suite struct PlaylistPlaceTests {
    @Test("an entry behind a link and .. is beside what the link points to")
    func entry() throws {
        let tool = try CommandLineTool()
        for name in ["1.flac", "far/1.flac", "far/inner/2.flac", "lists/3.flac"] {
            try tool.add("full/full.flac", as: name)
        }
        try FileManager.default.createSymbolicLink(
            atPath: tool.music.appendingPathComponent("link").path,
            withDestinationPath: "far/inner")
        try Data("link/../1.flac\nlists/../1.flac\n../music/link/2.flac\n".utf8)
            .write(to: tool.music.appendingPathComponent("list.m3u"))
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let imported = try tool.run(["playlist", "import", "list.m3u"], in: tool.music)
        #expect(imported.code == 0, "\(imported.problems)")
        let places = try tool.run("playlist", "show", "list").objects()
        #expect(
            places.map { $0["relativePath"] as? String }
                == ["far/1.flac", "1.flac", "far/inner/2.flac"])
    }
}

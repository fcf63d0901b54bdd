import Foundation
import PhonolithCommandLineInterface
import PhonolithFixtures
import PhonolithMediaModel
import Testing

/// Arguments that are nearly right, and tables on narrow terminals.
@Suite struct SmallFaultTests {
    private let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "folder/with/a/long/path/to/the/file/1.flac")
        try tool.add("empty/empty.flac", as: "folder/untagged.flac")
        try await tool.scan(tool.music.path)
    }

    @Test(
        "what is nearly right gets a line that helps",
        arguments: [
            (["artist"], 64, "did you mean artists?"), (["album"], 64, "did you mean albums?"),
            (["help", "sogns"], 64, "Unknown command 'sogns' (did you mean songs?)"),
            (["--library", "songs"], 64, "a command is missing"),
            (
                ["rate", "1", "-1"], 64,
                "'-1' is invalid for '<stars>': rate takes 0 to 5, or none\nUsage: phonolith rate <item> ... <stars>"
            ),
            (
                ["--user", "owner", "rate", "1", "-1"], 64,
                "'-1' is invalid for '<stars>': rate takes 0 to 5, or none"
            ),
            (["items", "--title", "rate", "--limit", "-1"], 64, "--limit takes 0 or more, not -1"),
            (["mark", "1", "--bookmark", "-5"], 64, "'-5' is invalid for '--bookmark <time>'"),
            (["songs", "--year", "-5"], 64, "'-5' is not a year"),
            (["scan", "--file-timeout", "-1"], 64, "--file-timeout takes 0.1"),
            (["random", "--seed", "-1"], 64, "'-1' is invalid for '--seed <seed>'"),
            (["show", "-dash.mp3"], 64, "for a file write ./-dash.mp3"),
            (["songs", "--sort", "titel"], 64, "did you mean title?"),
            (["scan", "--library", "/nonexistent/x.sqlite", "."], 2, "its folder does not exist"),
            (["stats", "--library", "/nonexistent/x.sqlite"], 2, "/nonexistent/x.sqlite"),
            (["songs", "--paths", "uri"], 64, "--paths is for playlists; add --format m3u8"),
            (
                ["random", "--format", "csv", "--path-prefix", "a=b"], 64,
                "--path-prefix is for playlists; add --format m3u8"
            ),
            (["playlist", "smart", "X", "--limit", "-1"], 64, "--limit takes 0 or more, not -1"),
            (
                ["thumbnails", "x.mkv", "--count", "1", "--tolerance-before", "-1"], 64,
                "a tolerance is 0 seconds or more, or inf"
            ),
            (["backup", "-"], 2, "a backup needs a name of its own, so choose another one"),
            (["queue", "insert", "1"], 64, "nothing to insert; name items, files or URLs"),
        ])
    func help(arguments: [String], code: Int, words: String) throws {
        let result = try tool.run(arguments, in: tool.music)
        #expect(result.code == code, "\(result.text)")
        #expect(result.problems.contains(words), "\(result.problems)")
        #expect(!FileManager.default.fileExists(atPath: "/nonexistent"))
    }

    @Test(
        "what a command finds wrong while it runs is shown with its usage",
        arguments: [["--columns", "nope"], ["--template", "{"], ["--count", "--format", "json"]])
    func usage(options: [String]) throws {
        let result = try tool.run(["songs"] + options)
        #expect(result.code == 64)
        #expect(
            result.problems.hasSuffix(
                "\nUsage: phonolith songs <options>\n  See 'phonolith songs --help' for more information.\n"
            ), "\(result.problems)")
    }

    @Test(
        "a part of a list that has nothing is not called a list without matches",
        arguments: [
            ["songs", "--limit", "5", "--offset", "100"], ["songs", "--limit", "0"],
            ["artists", "--offset", "100"], ["random", "--limit", "0"],
        ])
    func emptyPart(arguments: [String]) throws {
        let result = try tool.run(arguments + ["--format", "table"])
        #expect(result.code == 0)
        #expect(result.problems == "No results in this part of the list.\n")
    }

    @Test("without app passwords their list says so")
    func noAppPasswords() throws {
        let result = try tool.run("app-password", "list", "--format", "table")
        #expect(result.code == 0)
        #expect(result.problems == "There are no app passwords.\n")
    }

    @Test("copy-library names its libraries itself, and makes no folder")
    func copyLibrary() throws {
        let (old, new) = (tool.library.path, tool.folder.path + "/none/new.sqlite")
        let result = try tool.run("--library", old, "copy-library", old, new)
        #expect(result.code == 64)
        #expect(
            result.problems.hasPrefix(
                "Error: --library does not apply to phonolith copy-library\nUsage: phonolith copy-library"
            ), "\(result.problems)")
        let missing = try tool.run("copy-library", old, new)
        #expect(missing.code == 2)
        #expect(
            missing.problems
                == "phonolith: \(new): its folder does not exist; check the path, or create the folder\n"
        )
        #expect(!FileManager.default.fileExists(atPath: tool.folder.path + "/none"))
    }

    @Test("a file whose name begins with a dash is a file where it is there")
    func dash() throws {
        try tool.add("full/full.flac", as: "-dash.flac")
        #expect(try tool.run("scan").code == 0)
        let result = try tool.run(["show", "-dash.flac"], in: tool.music)
        #expect(result.code == 0, "\(result.problems)")
        #expect(result.text.contains("-dash.flac"))
    }

    @Test("--sort finds its keys in any case")
    func sort() throws {
        #expect(try tool.run("songs", "--sort", "TITLE:desc,albumartist").code == 0)
        #expect(try tool.run("albums", "--sort", "TITLE").code == 0)
    }

    /// On a terminal of so many columns.
    private func terminal(_ command: String, columns: Int) throws -> [String] {
        let result = try tool.shell(
            #"script -qec 'stty cols \#(columns); "$phonolith" \#(command)' /dev/null"#,
            environment: ["TERM": "dumb", "PHONOLITH_FORMAT": ""])
        return result.text.split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test("columns are dropped where they do not fit, and no line wraps", arguments: [24, 40, 60])
    func narrow(columns: Int) throws {
        let lines = try terminal("songs", columns: columns)
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.allSatisfy { $0.columnCount <= columns }, "\(lines)")
        #expect(lines[0].contains("Title"))
    }

    @Test("show cuts nothing on a terminal, so that a path can be copied")
    func show() throws {
        let lines = try terminal("show 1", columns: 40)
        #expect(lines.contains { $0.hasSuffix("/1.flac") || $0.hasSuffix("/untagged.flac") })
        #expect(!lines.contains { $0.contains("…") })
    }

    @Test("an item without a title is shown by its file's name")
    func untagged() throws {
        let lines = try tool.run("songs", "--format", "table").lines
        #expect(lines.contains { $0.contains("  untagged.flac  ") }, "\(lines)")
    }

    @Test("an item whose disk is away is marked in the table")
    func unavailable() throws {
        let manager = FileManager.default
        try manager.moveItem(atPath: tool.music.path, toPath: tool.folder.path + "/away")
        try manager.createDirectory(at: tool.music, withIntermediateDirectories: true)
        _ = try tool.run("scan")
        let lines = try tool.run("songs", "--format", "table").lines
        #expect(lines.dropFirst().allSatisfy { $0.hasSuffix("  unavailable") }, "\(lines)")
    }

    @Test("the nearest name is the one with the fewest other letters")
    func nearest() {
        let names = ["album-artists", "albums", "artists", "albumTitle", "title"]
        #expect("artist".nearest(among: names) == "artists")
        #expect("album".nearest(among: names) == "albums")
        #expect("TITLE".nearest(among: names) == "title")
        #expect("nothing".nearest(among: names) == nil)
    }

    @Test("completions know paths, kinds, keys and types")
    func completion() throws {
        let script = try tool.run("--generate-completion-script", "bash").text
        for words in ["audiobook", "albumArtist", "front"] { #expect(script.contains(words)) }
        let scan = try #require(script.range(of: "_phonolith_scan() {"))
        #expect(script[scan.upperBound...].prefix(3000).contains("-f"))
    }
}

import Foundation
import Testing

/// `--user`, `user`, `star` and `unstar`.
@Suite struct UserCommandTests {
    let tool: CommandLineTool
    private var open: String { tool.music.appendingPathComponent("Open").path }
    private var closed: String { tool.music.appendingPathComponent("Closed").path }

    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "Open/1.flac")
        try tool.add("empty/empty.mp3", as: "Open/2.mp3")
        try tool.add("full/full.mp3", as: "Closed/3.mp3")
        try await tool.scan(open)
        try await tool.scan(closed)
        try tool.run("user", "add", "Anna")
    }

    private func ids(_ arguments: String...) throws -> [String] {
        let result = try tool.run(arguments)
        #expect(result.code == 0, "\(result.problems)")
        return try result.objects().compactMap { $0["persistentID"] as? String }
    }

    @Test("a password needs eight characters", arguments: [("seven77", 2), ("eight888", 0)])
    func shortPassword(password: String, code: Int32) throws {
        let result = try tool.shell(
            "printf '%s\\n' \(password) | \"$phonolith\" user password Anna --password-stdin")
        #expect(result.code == code)
        #expect(result.problems.contains("needs 8 characters or more") == (code != 0))
    }

    @Test(
        "Ctrl-Z at the prompt for a password shows again what is typed, and fg asks anew and hides it",
        arguments: ["bash --norc --noprofile --noediting -i", "dash -i"])
    func stoppedPrompt(shell: String) throws {
        // What is shown on the terminal of `script`, by which the shell is controlled.
        let result = try tool.shell(
            #"""
            shown() {
                for i in $(seq 300); do
                    [ "$(grep -a -o "$1" shown 2>/dev/null | wc -l)" -ge "${2:-1}" ] && return
                    sleep 0.1
                done
                echo "not shown: $1" >> missed
            }
            {
                echo '"$phonolith" user password Anna'; shown 'Password for Anna: '
                printf '\032'; shown Stopped
                echo 'stty -a | grep -c -e " -echo "; echo in-$((40+2))'; shown in-42
                echo 'fg'; shown 'Password for Anna: ' 2
                printf 'secret%s\n' 123; shown 'Again: '
                printf '\032'; shown Stopped 2
                echo 'fg'; shown 'Again: ' 2
                printf 'secret%s\n' 123; sleep 1
                echo 'echo "code $?"'; shown 'code 0'
                echo 'stty -a | grep -c -e " -echo "; echo end-$((1+1)); exit'; shown end-2
            } | TERM=dumb script -qfec '\#(shell)' shown > terminal
            cat missed 2>/dev/null
            grep -a -c secret123 shown
            grep -a -o -E 'code [0-9]+|^[0-9]+.?$' shown | tr -d '\r'
            """#)
        #expect(result.lines == ["0", "0", "code 0", "0"], "\(result.problems)")
    }

    @Test(
        "a user is added with a password, or not at all where that is too short",
        arguments: [("seven77", 2), ("eight888", 0)])
    func addWithPassword(password: String, code: Int32) throws {
        let result = try tool.shell(
            "printf '%s\\n' \(password) | \"$phonolith\" user add Bert --admin --password-stdin")
        #expect(result.code == code, "\(result.problems)")
        let users = try tool.run("user", "list").objects()
        #expect(users.contains { $0["name"] as? String == "Bert" } == (code == 0))
    }

    @Test(
        "a name that is none is refused in one line",
        arguments: [
            "..", ".", "a/b", "a\u{202E}b", "a\nb", String(repeating: "a", count: 5000),
            String(repeating: "ﷺ", count: 86), " ",
        ])
    func unusableName(name: String) throws {
        let result = try tool.run("user", "add", name)
        #expect(result.code == 2)
        #expect(result.problems.contains("cannot be the name of a user"), "\(result.problems)")
        #expect(
            result.problems.split(separator: "\n").count == 1 && result.problems.utf8.count < 300)
        #expect(try tool.run("user", "list").objects().count == 2)
    }

    @Test("a user is added to a library that there is, and makes none")
    func noLibrary() throws {
        let path = tool.folder.path + "/other.sqlite"
        let result = try tool.run("--library", path, "user", "add", "Bert")
        #expect(result.code == 2)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "every command takes the global options, before and after it",
        arguments: [
            ["help", "songs"], ["help"], ["properties"], ["completions", "bash"],
            ["help", "serve"],
        ])
    func globalOptions(command: [String]) throws {
        let options = ["--library", tool.folder.path + "/none.sqlite", "--user", "owner"]
        let plain = try tool.run(command)
        #expect(plain.code == 0)
        #expect(try tool.run(options + command).text == plain.text)
        #expect(try tool.run(command + options).text == plain.text)
    }

    @Test("users are added, listed, given roles and removed")
    func users() throws {
        #expect(try tool.run("user", "add", "Bert", "--admin").code == 0)
        let users = try tool.run("user", "list").objects()
        #expect(users.map { $0["name"] as? String } == ["owner", "Anna", "Bert"])
        #expect(users.map { $0["role"] as? String } == ["admin", "user", "admin"])
        #expect(try tool.run("user", "role", "bert", "user").code == 0)
        #expect(try tool.run("user").objects().last?["role"] as? String == "user")
        #expect(try tool.run("user", "role", "Bert", "king").code == 64)
        #expect(try tool.run("user", "remove", "Bert").code == 0)
        #expect(try ids("user", "list") == ["1", "2"])
        for (arguments, words) in [
            (["user", "add", "ANNA"], "another user has this name"),
            (["user", "remove", "owner", "--delete-data"], "is the owner"),
            (["user", "role", "owner", "user"], "is the owner"),
            (["user", "remove", "Bert"], "phonolith user list"),
            (["--user", "Bert", "songs"], "phonolith user list"),
            (["play", "1", "--output", "null", "--user", "Bert"], "phonolith user list"),
            (["user", "roots", "Anna", "--close", "/nowhere"], "is not a root"),
        ] {
            let result = try tool.run(arguments)
            #expect(result.code == 2, "\(arguments)")
            #expect(result.problems.contains(words), "\(arguments): \(result.problems)")
            #expect(result.problems.split(separator: "\n").count == 1)
        }
    }

    @Test("--user before and after the command, and PHONOLITH_USER, choose whose values are meant")
    func choosing() throws {
        #expect(try tool.run("--user", "Anna", "rate", "1", "4").code == 0)
        #expect(try tool.run("rate", "1", "2", "--user", "owner").code == 0)
        #expect(try tool.run("star", "2", environment: ["PHONOLITH_USER": "anna"]).code == 0)
        #expect(
            try tool.run("--user=Anna", "--library", tool.library.path, "mark", "2", "--played")
                .code == 0)
        #expect(try ids("songs", "--where", "rating = 4", "--user", "Anna") == ["1"])
        #expect(try ids("songs", "--where", "rating = 2") == ["1"])
        #expect(try ids("--user", "Anna", "most-played") == ["2"])
        #expect(try ids("most-played") == [])
        #expect(try ids("songs", "--where", "isFavorite = true") == [])
    }

    @Test("stars are given and removed, shown, filtered and sorted by")
    func stars() throws {
        #expect(try tool.run("star", "2", "1").code == 0)
        #expect(try tool.run("star", closed + "/3.mp3").code == 0)
        let items = try tool.run("songs", "--sort", "favoriteDate:desc,persistentID").objects()
        #expect(items.map { $0["isFavorite"] as? Bool } == [true, true, true])
        #expect(items.allSatisfy { ($0["favoriteDate"] as? String)?.hasSuffix("Z") == true })
        #expect(try tool.run("unstar", "1", "2").code == 0)
        #expect(try ids("songs", "--where", "isFavorite = true") == ["3"])
        #expect(
            try ids("songs", "--where", "favoriteDate is missing", "--sort", "persistentID") == [
                "1", "2",
            ])
        #expect(try ids("songs", "--sort", "isFavorite:desc", "--limit", "1") == ["3"])
        #expect(try tool.run("star", "99").code == 2)
    }

    @Test("a user with data is removed only with --delete-data, and the count of it is shown")
    func removal() throws {
        try tool.run("--user", "Anna", "star", "1", "2")
        try tool.run("--user", "Anna", "mark", "1", "--played")
        try tool.run("--user", "Anna", "playlist", "create", "Mine")
        let refusal = try tool.run("user", "remove", "Anna")
        #expect(refusal.code == 2)
        #expect(refusal.problems.contains("values of 2 items, 1 play, 1 playlist"))
        #expect(refusal.problems.contains("--delete-data"))
        #expect(try tool.run("user", "remove", "Anna", "--delete-data").code == 0)
        #expect(try ids("user") == ["1"])
        #expect(try tool.run("check").objects().isEmpty)
    }

    /// Commands whose answers must show nothing of a root that is closed to the user.
    static let commands: [[String]] = [
        ["items"], ["songs"], ["albums"], ["artists"], ["album-artists"], ["composers"], ["genres"],
        ["compilations"], ["podcasts"], ["audiobooks"], ["videos"], ["most-played"],
        ["recently-added"], ["recently-played"], ["top-rated"], ["random"], ["search", "lluvia"],
        ["playlist", "list"], ["playlist", "show", "All"], ["playlist", "show", "Best"], ["queue"],
        ["roots"], ["check"], ["prune", "--dry-run"], ["items", "--format", "m3u8"],
        ["items", "--sort", "path"], ["items", "--where", "playCount = 0"],
        ["items", "--where", "path contains Closed"],
    ]

    @Test("what is in a closed root is in no answer")
    func closedRoots() throws {
        // The only file with tags is the one that will be closed.
        try FileManager.default.removeItem(atPath: open + "/1.flac")
        try tool.add("empty/empty.flac", as: "Open/1.flac")
        try tool.run("scan")
        let anna = ["--user", "Anna"]
        for arguments in [
            ["rate", "3", "5"], ["star", "3"], ["mark", "3", "--played"],
            ["playlist", "create", "All"], ["playlist", "add", "All", "1", "3"],
            ["playlist", "smart", "Best", "--where", "rating >= 4"], ["queue", "add", "1", "3"],
        ] {
            #expect(try tool.run(anna + arguments).code == 0, "\(arguments)")
        }
        #expect(try tool.run("user", "roots", "Anna", "--close", closed).code == 0)
        for command in Self.commands {
            let result = try tool.run(anna + command)
            #expect(result.code == 0, "\(command): \(result.problems)")
            for word in ["3.mp3", "Lluvia", "Ada Quill", "Cartas", "Closed", "\"3\""] {
                #expect(!result.text.contains(word), "\(command): \(word)")
                #expect(!result.problems.contains(word), "\(command): \(word)")
            }
        }
        #expect(try tool.run(anna + ["stats"]).objects().first?["items"] as? Int == 2)
        let refused = [
            ["show", "3"], ["show", closed + "/3.mp3"], ["artwork", "3"], ["rate", "3", "1"],
            ["star", "3"],
            ["play", "3", "--output", "null"], ["play", closed + "/3.mp3", "--output", "null"],
            ["playlist", "add", "All", "3"],
            ["thumbnails", "3", "--count", "1"], ["thumbnails", closed + "/3.mp3", "--count", "1"],
        ]
        for arguments in refused {
            #expect(try tool.run(anna + arguments).code == 2, "\(arguments)")
        }
        #expect(try tool.run("user", "roots", "Anna", "--open", closed).code == 0)
        #expect(try ids("--user", "Anna", "top-rated") == ["3"])
    }
}

import Foundation
import PhonolithTestSupport
import Testing

/// Messages for typical mistakes, word for word, in this one place. Tests of commands compare exit codes, paths and ids.
@Suite struct MessageTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    @Test(
        "no suggestion leads from a harmless word to one that deletes, or to an option of another meaning",
        arguments: [
            // Words of other players.
            ("pause", " (did you mean player pause?)."), ("stop", " (did you mean player stop?)."),
            ("next", " (did you mean player next?)."),
            ("status", " (did you mean player status?)."),
            ("resume", " (did you mean player play?)."), ("seek", " (did you mean player seek?)."),
            ("prev", " (did you mean player previous?)."),
            ("vol", " (did you mean player volume?)."),
            ("shuffle", " (did you mean queue mode --shuffle songs?)."),
            ("remote", " (did you mean player?)."),
            // Harmless words that are written like others.
            ("purge", "."), ("move", "."), ("store", "."), ("remote-control", "."), ("rest", "."),
            // Slips of the finger: a letter too few, too many, another, two swapped.
            ("prun", " (did you mean prune?)."), ("prunee", " (did you mean prune?)."),
            ("prume", " (did you mean prune?)."), ("pruen", " (did you mean prune?)."),
            ("song", " (did you mean songs?)."), ("sogns", " (did you mean songs?)."),
            ("playr", " (did you mean play?)."), ("ouptuts", " (did you mean outputs?)."),
            // Words of shells, of other players and of the web.
            ("ls", " (did you mean songs?)."), ("version", " (did you mean --version?)."),
            ("fav", " (did you mean star?)."), ("favourite", " (did you mean star?)."),
            ("favourites", " (did you mean songs --where 'isFavorite = true'?)."),
            ("Favorites", " (did you mean songs --where 'isFavorite = true'?)."),
            ("top", " (did you mean top-rated?)."), ("recent", " (did you mean recently-added?)."),
            ("tv", " (did you mean videos --where 'mediaType = tvShow'?)."),
            ("rm", "."), ("delete", "."), ("remove", "."),
            // Below a command.
            ("roots rm", " (did you mean roots remove?)."),
            ("roots mv", " (did you mean roots move?)."),
            ("user rm", " (did you mean user remove?)."),
            ("playlist rm", " (did you mean playlist delete?)."),
            ("queue rm", " (did you mean queue remove?)."),
            ("queue list", " (did you mean queue show?)."),
            ("queue shuffle", " (did you mean queue mode --shuffle songs?)."),
            ("queue goto 2", " (did you mean player goto?)."),
            ("queue remote", " (did you mean player?)."),
            (
                "queue foo",
                "; the commands are queue show, add, insert, next, remove, move, clear, mode, device."
            ),
            ("capture list", " (did you mean capture devices?)."),
            (
                "player foo",
                "; the commands are player status, play, pause, toggle, next, previous, seek, goto, volume, stop."
            ),
            ("player resume", " (did you mean player play?)."),
            ("roots mve", " (did you mean roots move?)."),
            ("user remote", "."),
        ])
    func unknownWords(words: String, answer: String) throws {
        let result = try tool.run(words.split(separator: " ").map(String.init))
        let command = words.split(separator: " ").prefix { Int($0) == nil }.joined(separator: " ")
        #expect(result.code == 64)
        let first = result.problems.split(separator: "\n").first.map(String.init) ?? ""
        if words == "user remote" {
            #expect(first.hasPrefix("Error: Unknown command 'user remote'"))
            #expect(!first.contains("remove?"))
        } else {
            #expect(first == "Error: Unknown command '\(command)'\(answer)")
        }
    }

    @Test(
        "an option of other programs leads to that of its meaning, or to none",
        arguments: [
            ("serve --port 80", "listen"), ("serve --bind :80", "listen"),
            ("play --loop x", "repeat"),
            ("play --random x", "shuffle"), ("play --sink x", "device"), ("play --speed 2", "rate"),
            ("play --volme 1", "volume"), ("play --devcie x", "device"), ("songs --hlp", "help"),
            ("record a.wav --force", nil), ("record a.wav --overwrit", "overwrite"),
            ("play --cast x", nil), ("scan --fill", "full"),
        ] as [(String, String?)])
    func unknownOptions(words: String, option: String?) throws {
        let words = words.split(separator: " ").map(String.init)
        let result = try tool.run(words)
        #expect(result.code == 64)
        let name = try #require(words.first { $0.hasPrefix("--") })
        let first = result.problems.split(separator: "\n").first.map(String.init) ?? ""
        #expect(
            first
                == "Error: Unknown option '\(name)'\(option.map { ". Did you mean '--\($0)'?" } ?? "")"
        )
    }

    @Test(
        "an option with one hyphen leads to that with two, or to the name of a file",
        arguments: [
            ("songs -artist X", "artist"), ("songs -artists X", "artist"),
            ("songs -Artist=X", "artist"), ("--library x songs -format json", "format"),
            ("playlist list -format json", "format"), ("scan -full", "full"),
            ("serve -port 80", "listen"), ("-version", "version"), ("-help", "help"),
            ("songs -quux", nil), ("play -dash.mp3", nil),
        ] as [(String, String?)])
    func oneHyphen(words: String, option: String?) throws {
        let words = words.split(separator: " ").map(String.init)
        let result = try tool.run(words)
        #expect(result.code == 64)
        let name = try #require(words.first { $0.hasPrefix("-") && !$0.hasPrefix("--") })
        let first = result.problems.split(separator: "\n").first.map(String.init) ?? ""
        let hint = option.map { " (did you mean --\($0)?)" } ?? ""
        #expect(first == "Error: unknown option '\(name)'\(hint); for a file write ./\(name)")
    }

    @Test(
        "a negative number is a wrong value, and no option",
        arguments: [
            ("show -5", 2, "-5: no item has this id"), ("star -5", 2, "-5: no item has this id"),
            ("songs -5", 64, "Error: Unexpected argument '-5'"),
            ("rate 1 -1", 64, "Error: The value '-1'"), ("show -5 -6", 64, "Error: "),
        ])
    func negative(words: String, code: Int32, line: String) throws {
        try tool.add("full/full.flac", as: "1.flac")
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let result = try tool.run(words.split(separator: " ").map(String.init))
        #expect(result.code == code)
        #expect(result.problems.contains(line), "\(result.problems)")
        #expect(!result.problems.contains("nknown option"))
    }

    @Test(
        "wrong usage ends with 64 and says what is right",
        arguments: [
            (["sogns"], "Error: Unknown command 'sogns' (did you mean songs?)."),
            (["queue", "shwo"], "Error: Unknown command 'queue shwo' (did you mean queue show?)."),
            (
                ["help", "queue", "remvoe"],
                "Error: Unknown command 'queue remvoe' (did you mean queue remove?)."
            ),
            (
                ["playlist", "lst"],
                "Error: Unknown command 'playlist lst' (did you mean playlist list?)."
            ),
            (
                ["--user", "owner", "queue", "shwo"],
                "Error: Unknown command 'queue shwo' (did you mean queue show?)."
            ),
            (["playlist", "show", "P", "extra"], "Error: Unexpected argument 'extra'"),
            (["songs", "--hlp"], "Error: Unknown option '--hlp'. Did you mean '--help'?"),
            (["--library"], "Error: --library has no value; write phonolith --library NAME songs"),
            (["--library", "", "songs"], "Error: --library needs the name of a file"),
            (
                ["songs", "--year", "19x5"],
                "Error: '19x5' is not a year; write a year like 1997 or a range like 1990..1999"
            ),
            (
                ["songs", "--year", "1999..1990"],
                "Error: '1999..1990' ends before it begins; write the earlier year first"
            ),
            (
                ["songs", "--sort", "titel"],
                "Error: 'titel' is not a key to sort by (did you mean title?); phonolith properties lists the keys"
            ),
            (
                ["songs", "--sort", "nope"],
                "Error: 'nope' is not a key to sort by; phonolith properties lists the keys"
            ),
            (
                ["albums", "--sort", "bitRate"],
                "Error: 'bitRate' is not a key to sort by, except in lists of items; the keys here are added, album, albumArtist, albumTitle, count, dateAdded, duration, lastPlayed, lastPlayedDate, playCount, playbackDuration, random, rating, title, year"
            ),
            (
                ["songs", "--sort", "year:up"],
                "Error: 'year:up' has an unknown direction; write year or year:desc"
            ),
            (["songs", "--limit=-1"], "Error: --limit takes 0 or more, not -1"),
            (
                ["songs", "--where", ""],
                "phonolith: --where: expected a condition such as year >= 1995, found nothing"
            ),
            (
                ["songs", "--after", "nonsense"],
                "Error: 'nonsense' is not a page token; --page-token prints the token of a page"
            ),
            (
                ["scan", "--as", "noise", "/"],
                "Error: The value 'noise' is invalid for '--as <kind>'. Please provide one of 'music', 'podcast', 'audiobook' or 'video'."
            ),
            (["scan", "--threads", "0"], "Error: --threads takes 1 to 256, not 0"),
            (["scan", "--file-timeout", "0"], "Error: --file-timeout takes 0.1 to 86400 seconds"),
            (
                ["artwork", "1", "--type", "side"],
                "Error: The value 'side' is invalid for '--type <type>': 'side' is not a picture type"
            ),
            (["artwork", "1", "--size", "0"], "Error: --size takes 1 to 16384 pixels, not 0"),
            (["show"], "Error: Missing expected argument '<item>'"),
            (
                ["play", "FOLDER/music/1.mp3", "--volume", "2"],
                "Error: --volume takes 0 to 1, not 2.0"
            ),
            (
                ["play", "FOLDER/music/1.mp3", "--output", "speaker"],
                "Error: The value 'speaker' is invalid for '--output <pulse|null|wav:file>': write pulse, null, null:10 or wav:FILE"
            ),
            (
                ["songs", "--limit", "x"],
                "Error: The value 'x' is invalid for '--limit <count>': write a number such as 20"
            ),
            (
                ["rate", "1", "6"],
                "Error: The value '6' is invalid for '<stars>': rate takes 0 to 5, or none"
            ),
            (
                ["mark", "1", "--bookmark", "1:99"],
                "Error: The value '1:99' is invalid for '--bookmark <time>': write 90, 1:30, 1:02:03 or none"
            ),
            (
                ["playlist", "remove", "X", "2..1"],
                "Error: The value '2..1' is invalid for '<positions>': the range runs backwards; write 1..2"
            ),
            (
                ["playlist", "remove", "X", "1", "two"],
                "Error: The value 'two' is invalid for '<positions>': write a position such as 3, or a range such as 10..20"
            ),
            (
                ["thumbnails", "FOLDER/music/1.mp3"],
                "Error: no times given: use --at TIMES, --count N or --every SECONDS"
            ),
            (
                ["thumbnails", "FOLDER/music/1.mp3", "--at", "1", "--image-format", "gif"],
                "Error: The value 'gif' is invalid for '--image-format <format>': write 'jpeg', 'png' or 'webp'"
            ),
            (["search"], "Error: Missing expected argument '<text> ...'"),
            (["stats", "extra"], "Error: Unexpected argument 'extra'"),
        ])
    func usage(arguments: [String], line: String) throws {
        let result = try tool.run(arguments)
        #expect(result.code == 64)
        #expect(result.text == "")
        #expect(result.problems.split(separator: "\n").first.map(String.init) == line)
    }

    @Test(
        "a wrong expression is shown with a caret under the mistake, and no library is needed",
        arguments: [
            (
                "artist = \"Björk\" and yeer >= 1995",
                """
                phonolith: --where: expected a property, found 'yeer'; did you mean year?
                  artist = "Björk" and yeer >= 1995
                                       ^

                """
            ),
            (
                "title = 雨宮 or year =\n\"19\u{1B}[2J\"",
                """
                phonolith: --where: expected a number for year, found "19 [2J"
                  title = 雨宮 or year = "19 [2J"
                                         ^

                """
            ),
            (
                "",
                """
                phonolith: --where: expected a condition such as year >= 1995, found nothing

                """
            ),
        ])
    func expression(expression: String, problems: String) throws {
        for command in ["items", "songs", "albums", "artists", "genres", "compilations"] {
            let result = try tool.run(command, "--where", "year = 1", "--where", expression)
            #expect(result.code == 64)
            #expect(result.text == "")
            #expect(result.problems == problems)
        }
    }

    /// Commands of files that are given an address, and what they say before "it is an address".
    private static let addresses: [(arguments: [String], reason: String)] = [
        (["scan"], "cannot be scanned: No such file or directory"),
        (["show"], "no such file, and no item with this path"),
        (["rate"], "no such file, and no item with this path"),
        (["playlist", "import"], "cannot be read: No such file or directory"),
        (["import-user-data"], "cannot be read: No such file or directory"),
        (["import-from", "itunes"], "no such file"),
    ]

    @Test(
        "a command of files that is given an address says that it reads files", arguments: addresses
    )
    func address(arguments: [String], reason: String) async throws {
        for address in ["https://example.org/a.m3u8", "FTP://example.org/a%20b"] {
            let tool = try CommandLineTool()
            try tool.add("empty/empty.mp3", as: "1.mp3")
            try await tool.scan(tool.music.path)
            let result = try tool.run(arguments + [address] + (arguments == ["rate"] ? ["3"] : []))
            #expect(result.code == 2)
            #expect(
                result.problems
                    == "phonolith: \(address): \(reason); it is an address, not a file; download it first\n"
            )
        }
    }

    /// `FOLDER/` is the folder of the library.
    private static let failures: [(arguments: [String], line: String)] = [
        (
            ["scan", "/nowhere"],
            "phonolith: /nowhere: cannot be scanned: No such file or directory; check the path"
        ),
        (["artwork", "1", "--type", "fish"], "phonolith: 1: has no fish picture"),
        (
            ["show", "999999"],
            "phonolith: 999999: no item has this id; phonolith items lists them with their ids"
        ),
        (
            ["show", "/nowhere.mp3"],
            "phonolith: /nowhere.mp3: no such file, and no item with this path; check the path"
        ),
        (
            ["show", "FOLDER/music"],
            "phonolith: FOLDER/music: is a folder, not an item; phonolith items lists all items"
        ),
        (
            ["roots", "remove", "/nowhere"],
            "phonolith: /nowhere: is not a root of the library; phonolith roots lists the roots"
        ),
        (
            ["roots", "move", "/nowhere", "/elsewhere"],
            "phonolith: /elsewhere: cannot be scanned: No such file or directory; check the path"
        ),
        (
            ["songs", "--library", "FOLDER/none.sqlite"],
            "phonolith: FOLDER/none.sqlite: no library found; create one with: phonolith scan FOLDER"
        ),
        (
            ["songs", "--library", "FOLDER/broken.sqlite"],
            "phonolith: FOLDER/broken.sqlite: is not a library; choose another file with --library"
        ),
        (
            ["copy-library", "FOLDER/none.sqlite", "FOLDER/new.sqlite"],
            "phonolith: FOLDER/none.sqlite: no library found; check the path"
        ),
        (
            ["copy-library", "FOLDER/broken.sqlite", "FOLDER/new.sqlite"],
            "phonolith: FOLDER/broken.sqlite: is not a library; choose another file"
        ),
        (
            ["copy-library", "FOLDER/library.sqlite", "FOLDER/broken.sqlite"],
            "phonolith: FOLDER/broken.sqlite: is not a library; choose another file"
        ),
        (
            ["playlist", "show", "None"],
            "phonolith: None: no playlist has this name; phonolith playlist list shows all"
        ),
        (
            ["playlist", "delete", "None"],
            "phonolith: None: no playlist has this name; phonolith playlist list shows all"
        ),
        (["playlist", "create", ""], "phonolith: a playlist needs a name"),
        (["queue", "remove", "9"], "phonolith: 9: not a position in the queue; it has 0 entries"),
        (
            ["queue", "move", "1", "2"],
            "phonolith: 1: not a position in the queue; it has 0 entries"
        ),
        (
            ["play", "/nowhere.flac", "--output", "null:1000"],
            "phonolith: /nowhere.flac: no such file, and no item with this path; check the path"
        ),
        (["restore", "/nowhere.sqlite"], "phonolith: /nowhere.sqlite: there is no such backup"),
        (
            ["backup", "FOLDER/library.sqlite"],
            "phonolith: refusing to overwrite FOLDER/library.sqlite: it is the library itself; choose another file"
        ),
        (
            ["import-user-data", "/nowhere.json"],
            "phonolith: /nowhere.json: cannot be read: No such file or directory; check the path and its permissions"
        ),
        (
            ["star", "999999"],
            "phonolith: 999999: no item has this id; phonolith items lists them with their ids"
        ),
        (
            ["thumbnails", "/nowhere.mkv", "--at", "1"],
            "phonolith: /nowhere.mkv: cannot be read: No such file or directory; check the path and its permissions"
        ),
        (
            ["user", "add", "owner"],
            "phonolith: owner: another user has this name; choose another one"
        ),
        (
            ["user", "remove", "nobody"],
            "phonolith: nobody: no user has this name; phonolith user list shows all"
        ),
    ]

    @Test("what cannot be done ends with 2, and one line names the thing and the reason")
    func failures() throws {
        try tool.add("full/full.mp3", as: "1.mp3")
        #expect(try tool.run("scan", tool.music.path).code == 0)
        try Data("my diary".utf8).write(to: tool.folder.appendingPathComponent("broken.sqlite"))
        for (arguments, line) in Self.failures {
            func placed(_ text: String) -> String {
                text.replacing("FOLDER/", with: tool.folder.path + "/")
            }
            let result = try tool.run(arguments.map(placed))
            #expect(result.code == 2, "\(arguments)")
            #expect(result.text == "", "\(arguments)")
            #expect(result.problems == placed(line) + "\n", "\(arguments)")
        }
    }
}

import Foundation
import PhonolithCommandLineInterface
import PhonolithTestSupport
import Testing

/// `phonolith` answers by itself, and becomes `phonolith-media` for what opens media files.
@Suite(.needsInstallation) struct MediaProgramTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    @Test(
        "commands that open media files are for the other program",
        arguments: [
            "check", "check --help", "help check", "--library x.sqlite check",
            "--library=x.sqlite play a", "--user eva --library x.sqlite play a",
            "--user=eva prune", "show 1 --explain", "thumbnails film.mp4", "artwork 1",
            "queue add 1", "prune",
            "--generate-completion-script bash", "--experimental-dump-help", "", "--help", "-h",
            "help", "nothing", "--nothing", "--library x.sqlite",
        ])
    func needed(line: String) {
        #expect(MediaProgram.isNeeded(for: line.split(separator: " ").map(String.init)))
    }

    @Test(
        "questions to the library are not, nor is a scan, which phonolith watches",
        arguments: [
            "scan", "scan --help", "help scan", "--library x.sqlite scan", "--user check songs",
            "--version", "help songs", "songs --artist scan", "show 1",
            "--library x.sqlite songs", "--user scan songs", "roots move a b", "search scan",
        ])
    func notNeeded(line: String) {
        #expect(!MediaProgram.isNeeded(for: line.split(separator: " ").map(String.init)))
    }

    @Test(
        "a film that is named is played by the program with a window at once",
        arguments: [
            ("play film.mkv", true), ("--library x.sqlite play a.mp3 b.MP4", true),
            ("play a.mp3", false), ("play", false), ("play film.mkv --no-video", false),
            ("thumbnails film.mkv", false), ("help play", false),
        ])
    func films(line: String, isFilm: Bool) {
        #expect(FilmDisplay.isNamed(in: line.split(separator: " ").map(String.init)) == isFilm)
    }

    @Test(
        "what serves and what hashes passwords is for phonolith-server",
        arguments: [
            "serve", "serve --help", "help serve", "--library x.sqlite serve --quiet",
            "app-password list", "--user=eva app-password", "user password eva",
            "help app-password",
        ])
    func served(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(ServerProgram.isNeeded(for: words))
        #expect(!MediaProgram.isNeeded(for: words))
    }

    @Test(
        "other commands are not for phonolith-server",
        arguments: [
            "", "user", "user list", "user add password", "songs", "search serve", "--help",
            "--library serve songs", "--user password user list",
        ])
    func notServed(line: String) {
        #expect(!ServerProgram.isNeeded(for: line.split(separator: " ").map(String.init)))
    }

    @Test("both programs show the same list of commands")
    func help() throws {
        let whole = try tool.finish(
            tool.start(["--help"], executable: Self.mediaProgram))
        let known = try tool.run("--help")
        #expect(known.code == 0)
        #expect(known.text.contains("thumbnails"))
        #expect(known.text == whole.text)
    }

    @Test("phonolith loads no library that decodes, reads tags or plays")
    func libraries() throws {
        let names = ["libav", "libswscale", "libswresample", "libtag.", "libpulse"]
        let lines = try libraries(of: CommandLineTool.executable)
        #expect(lines.filter { line in names.contains(where: line.contains) } == [])
    }

    @Test("phonolith-media loads no library that opens windows or cameras")
    func mediaLibraries() throws {
        // FFmpeg itself loads Xlib, for decoders of graphics cards.
        let names = ["libSDL", "libavdevice", "libass."]
        let lines = try libraries(of: Self.mediaProgram)
        #expect(lines.contains { $0.contains("libavformat") })
        #expect(lines.filter { line in names.contains(where: line.contains) } == [])
    }

    private func libraries(of program: URL) throws -> [String] {
        let result = try tool.finish(
            tool.start([program.path], executable: URL(fileURLWithPath: "/usr/bin/ldd")))
        try #require(result.code == 0)
        return result.lines
    }

    @Test("an installed phonolith finds the other program in libexec, and passes everything on")
    func installation() throws {
        let phonolith = try install()
        let script = tool.folder.appendingPathComponent("libexec/phonolith/phonolith-media")
        try FileManager.default.createDirectory(
            at: script.deletingLastPathComponent(), withIntermediateDirectories: true)
        try makeProgram(at: script, running: "echo \"$$ $*\"; kill -TERM $$")
        let process = try tool.start(["check", "a b", "--full"], executable: phonolith)
        let result = try tool.finish(process)
        #expect(result.text == "\(process.processIdentifier) check a b --full\n")
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(result.code == SIGTERM)
    }

    @Test("without the other program, its commands say what is missing, and questions are answered")
    func missing() throws {
        let phonolith = try install()
        for arguments in [["scan", "music"], ["check"]] {
            let result = try tool.finish(tool.start(arguments, executable: phonolith))
            #expect(result.code == 2)
            #expect(result.problems.contains("libexec/phonolith/phonolith-media: No such file"))
            #expect(result.problems.contains("; reinstall phonolith"))
            #expect(result.problems.split(separator: "\n").count == 1)
        }
        #expect(try tool.finish(tool.start(["--version"], executable: phonolith)).code == 0)
    }

    @Test(
        "a scan does not need standard streams, nor to hear of the ends of children",
        arguments: [
            "\"$phonolith\" scan music <&-", "\"$phonolith\" scan music >&-",
            "\"$phonolith\" scan music 2>&-", "\"$phonolith\" scan music <&- >&- 2>&-",
            "env --ignore-signal=CHLD \"$phonolith\" scan music",
        ])
    func bareProcess(script: String) throws {
        try tool.add("empty/empty.flac", as: "1.flac")
        #expect(try tool.shell(script).code == 0)
        #expect(try tool.run("items").objects().count == 1)
        #expect(try tool.shell(script.replacingOccurrences(of: "music", with: "nothing")).code == 2)
    }

    @Test(
        "an output that is closed, and one that is full, is a failure",
        arguments: [
            "songs", "songs --format json", "--version", "stats", "show 1",
            "show --explain music/1.flac", "artwork 1 --output -", "artwork 1 --output /dev/stdout",
            "export-user-data /dev/stdout",
            "playlist export List --format m3u8 --output -",
            "playlist export List --format m3u8 --output /dev/stdout", "completions bash",
            "completions fish", "--help", "scan --help",
        ], [">&-", ">/dev/full"])
    func lostOutput(arguments: String, output: String) throws {
        try tool.add("full/full.flac", as: "1.flac")
        #expect(try tool.shell("\"$phonolith\" scan music").code == 0)
        _ = try tool.run("playlist", "create", "List")
        let result = try tool.shell("\"$phonolith\" \(arguments) \(output)")
        #expect(result.code == 2, "\(result.problems)")
        let names = ["standard output", "/dev/stdout"].filter { result.problems.contains($0) }
        #expect(!names.isEmpty, "\(result.problems)")
    }

    @Test(
        "help is whole in terminals of any width",
        arguments: ["0", "-3", "x", "1", "24", "39", "40", "200"])
    func help(columns: String) throws {
        let result = try tool.shell("COLUMNS=\(columns) \"$phonolith\" scan --help")
        #expect(result.code == 0)
        let words = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Scan folders and update the library."))
        #expect(words.contains("Show help information."))
    }

    @Test(
        "names that are no files are answered with what to do",
        arguments: [
            ("play smb://h/x.mp3", "smb://h/x.mp3: is an address, not a file; play takes http"),
            ("play ftp://h/x.mp3", "ftp://h/x.mp3: is an address, not a file; play takes http"),
            ("play http://", "http://: the address names no server"),
            ("play -", "-: standard input is not read"),
            ("thumbnails ftp://h/a.mp4 --count 1", "ftp://h/a.mp4: is an address, not a file"),
            ("thumbnails - --count 1", "-: standard input is not read"),
        ])
    func noFiles(arguments: String, words: String) throws {
        try tool.add("full/full.flac", as: "1.flac")
        #expect(try tool.shell("\"$phonolith\" scan music").code == 0)
        let result = try tool.shell("\"$phonolith\" \(arguments)")
        #expect(result.code == 2)
        #expect(result.problems.contains("phonolith: " + words))
        #expect(result.problems.split(separator: "\n").count == 1)
    }

    @Test(
        "what is no video is told without the words of libraries",
        arguments: [
            ("", "the file is empty"), ("junkjunkjunk", "is not a video, or is damaged"),
        ])
    func noVideos(content: String, words: String) throws {
        try Data(content.utf8).write(to: tool.folder.appendingPathComponent("a.mp4"))
        let result = try tool.shell("\"$phonolith\" thumbnails a.mp4 --count 1")
        #expect(result.code == 1)
        #expect(result.problems == "a.mp4: \(words)\n")
    }

    @Test(
        "programs of two versions, as half an upgrade leaves them, refuse to work together",
        arguments: [["scan", "music"], ["check"], ["thumbnails", "film.mp4", "--count", "1"]])
    func otherVersion(arguments: [String]) throws {
        let phonolith = try install()
        let script = tool.folder.appendingPathComponent("bin/phonolith-media")
        try makeProgram(
            at: script,
            running: "PHONOLITH_STARTED_BY_VERSION=0.0.1 exec '\(Self.mediaProgram.path)' \"$@\"")
        let result = try tool.finish(tool.start(arguments, executable: phonolith))
        #expect(result.code == 2)
        #expect(result.problems.contains("0.1.0") && result.problems.contains("0.0.1"))
        #expect(result.text == "")
    }

    @Test("an upgrade under a running scan does not change the program that goes on with it")
    func upgrade() throws {
        let phonolith = try install()
        let installed = tool.folder.appendingPathComponent("bin/phonolith-media")
        try FileManager.default.createSymbolicLink(
            at: installed, withDestinationURL: Self.mediaProgram)
        try tool.add("full/full.flac", as: "1.flac")
        let process = try tool.start(
            ["scan", tool.music.path], environment: try Faults.environment("await:1.flac"),
            executable: phonolith)
        let here = tool.music.appendingPathComponent("1.flac.here").path
        try eventually("the worker is at the file") {
            !process.isRunning || FileManager.default.fileExists(atPath: here)
        }
        try FileManager.default.removeItem(at: installed)
        try Data("another version".utf8).write(to: installed)
        try Data().write(to: tool.music.appendingPathComponent("1.flac.go"))
        let worker = try #require(CommandLineTool.child(of: process.processIdentifier))
        kill(worker, SIGKILL)
        let result = try tool.finish(process)
        #expect(result.code == 0, "\(result.problems)")
        #expect(result.text.hasPrefix("1 added"))
    }

    @Test("a scanning process that ends without a word is an error, not a success")
    func silentEnd() throws {
        let phonolith = try install()
        let script = tool.folder.appendingPathComponent("bin/phonolith-media")
        try makeProgram(at: script, running: "")
        let result = try tool.finish(tool.start(["scan", "music"], executable: phonolith))
        #expect(result.code == 2)
        #expect(result.problems.split(separator: "\n").count == 1)
    }

    private static var mediaProgram: URL {
        BuiltProgram.url(of: "phonolith-media")
    }

    /// Puts the program where `make install` puts it.
    private func install() throws -> URL {
        let folder = tool.folder.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = folder.appendingPathComponent("phonolith")
        do {
            // A copy cannot be run while a process that another test has just begun has it open for writing.
            try FileManager.default.linkItem(at: CommandLineTool.executable, to: copy)
        } catch {
            // The folder is on another disk.
            try FileManager.default.copyItem(at: CommandLineTool.executable, to: copy)
        }
        return copy
    }

    @Test(
        "no program has the data of all the world's languages, 34 MB of each",
        .enabled(if: BuiltProgram.isInstalled),
        arguments: ["phonolith", "phonolith-media", "phonolith-server", "phonolith-view"])
    func withoutLocales(name: String) throws {
        let bytes = try Data(contentsOf: BuiltProgram.url(of: name), options: .mappedIfSafe)
        // ICU's data begin with this name of their format.
        #expect(bytes.range(of: Data("CmnD".utf8)) == nil)
    }
}

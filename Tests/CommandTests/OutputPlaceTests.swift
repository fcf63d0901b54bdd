import Foundation
import PhonolithTestSupport
import Testing

/// Outputs that are no files of their own: standard streams, open files, devices and pipes.
@Suite("Places that are written to as they are", .timeLimit(.minutes(20)))
struct OutputPlaceTests {
    /// A command that writes to one place, which `$place` stands for.
    struct Command: Sendable, CustomTestStringConvertible {
        var words: String
        /// How what it writes begins; `nil` for a command that needs a file of its own.
        var start: String?
        /// Whether `-` is standard output.
        var takesHyphen = true
        var testDescription: String { words }
    }

    static let commands = [
        Command(words: "export-user-data $place", start: #"{"format":"#),
        Command(words: "playlist export List --format m3u8 --output $place", start: "#EXTM3U"),
        Command(words: "artwork 1 --output $place", start: "\u{FFFD}"),
        Command(words: "play music/1.flac --output wav:$place", start: "RIFF"),
        Command(words: "backup $place", start: nil),
        Command(words: "copy-library library.sqlite $place", start: nil),
        Command(words: "thumbnails film.mp4 --at 0 --output $place", start: nil),
        Command(words: "record $place --overwrite --duration 1", start: nil),
        Command(words: "capture photo $place --device lavfi:testsrc2 --overwrite", start: nil),
    ]

    /// A kind of place.
    enum Place: String, CaseIterable, Sendable {
        case hyphen = "-"
        case standardOutput = "/dev/stdout"
        case standardError = "/dev/stderr"
        case descriptor = "/dev/fd/3"
        case ofProcess = "/proc/self/fd/3"
        case linkToOutput = "to-output"
        case null = "/dev/null"
        case linkToNull = "to-null"
        case pipe = "pipe"

        /// The file of the test that gets what is written there; `nil` where it is lost.
        var file: String? {
            switch self {
            case .hyphen, .standardOutput, .linkToOutput: "out"
            case .standardError: "err"
            case .descriptor, .ofProcess: "three"
            case .pipe: "piped"
            case .null, .linkToNull: nil
            }
        }
    }

    private func tool() throws -> CommandLineTool {
        let tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
        try tool.add("films/closed-gop.mp4", as: "../film.mp4")
        #expect(try tool.run("scan", tool.music.path).code == 0)
        #expect(try tool.run("playlist", "create", "List").code == 0)
        #expect(try tool.run("playlist", "add", "List", "1").code == 0)
        return tool
    }

    private func content(_ name: String, _ tool: CommandLineTool) throws -> String {
        let file = tool.folder.appendingPathComponent(name)
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    private static let streams = ["out", "err", "three", "piped"]

    /// Runs a command with a line before and behind it in each of its streams, as scripts and logs have them.
    private func run(
        _ command: Command, _ place: Place, _ opened: String, _ tool: CommandLineTool
    ) throws -> Int32 {
        let script = """
            rm -f to-output to-null pipe out err three piped
            ln -s /dev/stdout to-output; ln -s /dev/null to-null; mkfifo pipe
            # The reader has the pipe open before anybody writes, and until all have closed it.
            exec 9<>pipe 8<pipe; cat <&8 > piped 9>&- & reader=$!; exec 8<&-
            place=\(place.rawValue)
            {
                echo before; echo before >&2; echo before >&3
                "$phonolith" \(command.words); code=$?
                echo after; echo after >&2; echo after >&3
            } \(opened)out 2\(opened)err 3\(opened)three </dev/null 9>&-
            exec 9>&-; wait $reader
            ls -A > names; exit $code
            """
        return try tool.shell(script).code
    }

    @Test(
        "what a command writes goes there as it is, between what others write, or it refuses in one line",
        arguments: commands, Place.allCases)
    func places(command: Command, place: Place) throws {
        // A file that is opened to be written anew, and one that is appended to.
        let tool = try tool()
        for opened in [">", ">>"] {
            let code = try run(command, place, opened, tool)
            var texts = try Dictionary(
                uniqueKeysWithValues: Self.streams.map { ($0, try content($0, tool)) })
            let comment = "\(opened): \(code), \(texts)"
            let name = place.file
            if let start = command.start, code == 0 {
                if let name {
                    let before = name == "piped" ? "" : "before\n"
                    #expect(texts[name]?.hasPrefix(before + start) == true, "\(comment)")
                    #expect(
                        name == "piped" || texts[name]?.hasSuffix("after\n") == true, "\(comment)")
                    texts[name] = nil
                }
            } else {
                #expect(command.start == nil, "\(comment)")
                #expect(code == 2, "\(comment)")
                let said = texts.removeValue(forKey: "err")?.split(separator: "\n") ?? []
                #expect(said.count == 3 && said[1].hasPrefix("phonolith: "), "\(comment)")
            }
            for (name, text) in texts {
                #expect(text == (name == "piped" ? "" : "before\nafter\n"), "\(name) \(comment)")
            }
            // Beside what the tool itself keeps of what it runs.
            let names = Set(
                try content("names", tool).split(separator: "\n").map(String.init).filter {
                    UUID(uuidString: String($0.prefix { $0 != "." })) == nil
                })
            #expect(
                names.subtracting(tool.ownNames).isEmpty,
                "nothing is left beside it: \(names.subtracting(tool.ownNames))")
            let manager = FileManager.default
            #expect(try manager.kind("/dev/null") == .typeCharacterSpecial)
            #expect(
                try manager.kind(tool.folder.appendingPathComponent("pipe").path) == .typeUnknown)
            for link in ["to-null", "to-output"] {
                let path = tool.folder.appendingPathComponent(link).path
                #expect(try manager.kind(path) == .typeSymbolicLink)
            }
        }
    }

    @Test(
        "a playlist on standard output names files from the working directory",
        arguments: ["-", "/dev/stdout"])
    func workingDirectory(place: String) throws {
        let tool = try tool()
        let list = try tool.shell(
            "\"$phonolith\" playlist export List --format m3u8 --output \(place)")
        #expect(list.text.split(separator: "\n").last == "music/1.flac")
    }
}

extension CommandLineTool {
    /// What is in the folder of a test whatever it does.
    fileprivate var ownNames: Set<String> {
        [
            "music", "film.mp4", "library.sqlite", "library.sqlite-wal", "library.sqlite-shm",
            "library.sqlite.scan", "library.sqlite.player", "library.sqlite.queue", "to-output",
            "to-null", "pipe", "piped", "out", "err", "three", "names",
        ]
    }
}

extension FileManager {
    fileprivate func kind(_ path: String) throws -> FileAttributeType? {
        try attributesOfItem(atPath: path)[.type] as? FileAttributeType
    }
}

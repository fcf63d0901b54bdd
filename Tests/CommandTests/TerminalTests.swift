import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Synchronization
import Testing

/// Commands that take the terminal, or could, leave it as it was, however they end.
@Suite(.timeLimit(.minutes(20))) struct TerminalTests {
    private let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        try Data("no sound".utf8).write(to: tool.folder.appendingPathComponent("broken.flac"))
        try tool.add("full/full.flac", as: "1.flac")
        try await tool.scan(tool.music.path)
    }

    /// A command, and how it ends.
    struct Row: CustomTestStringConvertible, Sendable {
        var words: String
        /// Shown when it runs; typed or sent then.
        var shows = ""
        var ending = Ending.itself
        var code: Int32 = 0

        enum Ending: Sendable {
            case itself
            case keys(String)
            case signal(Int32)
        }

        var testDescription: String {
            switch ending {
            case .itself: words
            case .keys(let keys): "\(words), ended by \(keys.debugDescription)"
            case .signal(let number): "\(words), ended by signal \(number)"
            }
        }
    }

    /// Playing so slowly that it does not end by itself.
    private static let slow = "play LONG --output null:0.05 --no-mpris"
    private static let record = "record OUT.flac"
    private static let capture =
        "capture video OUT.mp4 --no-preview --device lavfi:testsrc=size=64x48:rate=25 --audio-device lavfi:sine"
    private static let interrupt = "\u{3}"

    static let rows: [Row] = [
        Row(words: "play SHORT --output null:20 --no-mpris"),
        Row(words: "play SHORT --output wav:OUT.wav --no-mpris"),
        Row(words: "play broken.flac --output null:20 --no-mpris", code: 2),
        Row(words: "play nowhere.flac --output null:20 --no-mpris", code: 2),
        Row(words: slow, shows: "▶", ending: .keys("q")),
        Row(words: slow, shows: "▶", ending: .keys("n")),
        Row(words: slow, shows: "▶", ending: .keys(" ?q")),
        Row(words: slow, shows: "▶", ending: .keys(interrupt), code: 130),
        Row(words: slow, shows: "▶", ending: .signal(SIGINT), code: 130),
        Row(words: slow, shows: "▶", ending: .signal(SIGTERM), code: 130),
        Row(words: slow, shows: "▶", ending: .signal(SIGHUP), code: 130),
        Row(words: "\(record) --duration 0.3"),
        Row(words: record, shows: "0:00", ending: .keys("q")),
        Row(words: record, shows: "0:00", ending: .keys(interrupt)),
        Row(words: record, shows: "0:00", ending: .signal(SIGTERM)),
        Row(words: "record OUT.xyz", code: 2),
        Row(words: "\(capture) --duration 0.3"),
        Row(words: capture, shows: "0:01", ending: .keys("q")),
        Row(words: capture, shows: "0:01", ending: .keys(interrupt)),
        Row(words: capture, shows: "0:01", ending: .signal(SIGTERM)),
        Row(words: "capture photo OUT.jpg --device lavfi:testsrc"),
        Row(words: "scan music"),
        Row(words: "thumbnails LONG --count 1 --output OUT", code: 1),
        Row(words: "user add Anna", shows: "assword", ending: .keys(interrupt), code: 130),
        Row(words: "user password owner", shows: "assword", ending: .keys(interrupt), code: 130),
        Row(words: "user password owner", shows: "assword", ending: .signal(SIGTERM), code: 143),
        Row(words: "songs"),
        Row(words: "songs --nonsense", code: 64),
    ]

    @Test("a command leaves the terminal as it was", arguments: rows)
    func settings(row: Row) async throws {
        let server = try await PulseServer()
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let program = try terminal.start(
            [CommandLineTool.executable.path] + arguments(row.words),
            environment: tool.environment.merging(server.environment) { $1 })
        if !row.shows.isEmpty {
            try await eventually("'\(row.shows)' is shown") {
                !program.isRunning || terminal.shown.contains(row.shows)
            }
        }
        switch row.ending {
        case .itself: break
        case .keys(let keys): terminal.type(keys)
        case .signal(let number):
            kill(try #require(CommandLineTool.child(of: program.processIdentifier)), number)
        }
        try await eventually("the program ends") { !program.isRunning }
        #expect(program.terminationStatus == row.code, "\(terminal.shown)")
        #expect(terminal.settings == before, "\(terminal.shown)")
    }

    @Test(
        "keys come one by one and unseen while something plays, and are the shell's again afterwards"
    )
    func takes() async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let program = try terminal.start(
            [CommandLineTool.executable.path] + arguments(Self.slow), environment: tool.environment)
        try await eventually("something plays") { terminal.shown.contains("▶") }
        #expect(terminal.settings != before)
        terminal.type("q")
        try await eventually("the program ends") { !program.isRunning }
        #expect(!terminal.shown.contains("q\r\n"))
        #expect(terminal.settings == before)
    }

    private func arguments(_ words: String) -> [String] {
        words.split(separator: " ").map { word in
            String(word)
                .replacing("OUT", with: tool.folder.appendingPathComponent("out").path)
                .replacing("LONG", with: Fixtures.url(of: "sweep/long.mp3").path)
                .replacing("SHORT", with: Fixtures.url(of: "full/full.flac").path)
                .replacing(
                    "broken.flac", with: tool.folder.appendingPathComponent("broken.flac").path
                )
                .replacing("music", with: tool.music.path)
        }
    }
}

/// A fault of the optimizer that `PlayTerminal` avoids.
@Suite struct StaticLockTests {
    private struct Words {
        var words:
            (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) =
                (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
    }
    private static let lock = Mutex(Words())

    @Test(
        "a static lock of a large value begins with zeros in optimized builds, until the compiler does better"
    )
    func firstValue() {
        withKnownIssue("Swift 6.3.1 drops the value") {
            #expect(Self.lock.withLock(\.words.15) == 16)
        } when: {
            !_isDebugAssertConfiguration()
        }
    }
}

import Foundation
import PhonolithCommandLineInterface
import PhonolithFixtures
import PhonolithMediaCommandLine
import Testing

extension ByTheClock {
    @Suite("phonolith play on a terminal", .timeLimit(.minutes(20)))
    struct PlayTerminalTests {
        private static func path(_ name: String) -> String {
            Fixtures.url(of: "sweep/\(name)").path
        }

        /// Waits until a terminal's copy, the file `shown`, has a text; one that never comes is a line of `missed`.
        private static let shown = """
            shown() {
                for i in $(seq 300); do grep -a -q "$1" shown 2>/dev/null && return; sleep 0.1; done
                echo "not shown: $1" >> missed
            }
            """

        @Test("tells keys apart that are pressed at once, and passes over what is none")
        func keys() {
            let bytes = Array("n\u{1B}[C \u{1B}OAx\u{1B}[1;5p\u{1B}[3~é+\u{1B}nq".utf8)
            let keys: [PlayKey] = [
                .next, .seek(5), .playPause, .seek(60), .volume(0.05), .next, .quit,
            ]
            // However the terminal cuts them, also through the middle of a sequence.
            for size in 1...bytes.count {
                var reader = PlayKeyReader()
                let found = stride(from: 0, to: bytes.count, by: size).flatMap {
                    reader.keys(in: bytes[$0..<min($0 + size, bytes.count)])
                }
                #expect(found == keys, "in parts of \(size)")
            }
            var endless = PlayKeyReader()
            #expect(endless.keys(in: ("\u{1B}[" + String(repeating: "1", count: 99)).utf8) == [])
            #expect(endless.keys(in: "n".utf8) == [.next])
        }

        @Test("takes keys on a terminal, and leaves it as it was")
        func terminal() throws {
            let tool = try CommandLineTool()
            // The second item plays when `n` was obeyed; `q` ends before it is over. `script` is the terminal.
            let script = """
                cd '\(tool.folder.path)'
                cat > run <<END
                stty -a > before
                '\(CommandLineTool.executable.path)' play '\(Self.path("long.mp3"))' '\(Self.path("long.ogg"))' --output null:0.05
                echo "code \\$?"; stty -a > after; cmp before after && echo same
                END
                \(Self.shown)
                { shown long.mp3; printf n; shown long.ogg; printf '?'; shown 'n  next'; printf q; } |
                    script -qfec 'sh run' shown > terminal
                cat missed 2>/dev/null
                grep -a -o -E 'code [0-9]+|^same' terminal | tr -d '\\r'
                """
            let process = try tool.start(
                ["-c", script], executable: URL(fileURLWithPath: "/bin/bash"))
            let result = try tool.finish(process)
            #expect(result.text == "code 0\nsame\n")
        }

        @Test(
            "shares the terminal with a shell, and takes keys again when it comes back to the front"
        )
        func jobs() throws {
            let tool = try CommandLineTool()
            // An interactive shell on a terminal of `script`, which types what comes through the pipe.
            let script = #"""
                cd '\#(tool.folder.path)'
                \#(Self.shown)
                cat > run <<END
                exec '\#(CommandLineTool.executable.path)' play '\#(Self.path("long.mp3"))' '\#(Self.path("long.ogg"))' --output null:0.05 --no-mpris
                END
                {
                    echo 'sh run'; shown 1/2
                    printf '\032'; shown Stopped
                    # In the background what is typed is the shell's.
                    echo 'bg; sleep 1; echo in-$((40+2))'; shown in-42
                    echo 'fg; echo "first $?"'; sleep 2; printf n; shown 2/2
                    printf q; shown 'first 0'
                    echo 'sh run & sleep 2; echo back-$((1+1))'; shown back-2
                    echo 'fg; echo "second $?"'; sleep 2; printf nq; shown 'second 0'
                    # Stopped and back at once, without a moment in the background.
                    echo 'sh run; echo stopped-$((3+4))'; sleep 2; printf '\032'; shown stopped-7
                    echo 'fg; echo "third $?"'; sleep 2; printf nq; shown 'third 0'
                    echo 'stty -a | grep -c -e "-echo " -e "-icanon"; echo end-$((1+1)); exit'; shown end-2
                } | TERM=dumb script -qfec 'bash --norc --noprofile --noediting -i' shown > terminal
                cat missed 2>/dev/null
                grep -a -o -E '(first|second|third) [0-9]+|^[0-9]+.?$' shown | tr -d '\r'
                """#
            let process = try tool.start(
                ["-c", script], executable: URL(fileURLWithPath: "/bin/bash"))
            let result = try tool.finish(process)
            #expect(result.text == "first 0\nsecond 0\nthird 0\n0\n", "\(result.problems)")
        }

        @Test("prints events on lines of their own, also where they and the line share a terminal")
        func eventsOnTerminal() throws {
            let tool = try CommandLineTool()
            let run =
                "'\(CommandLineTool.executable.path)' play '\(Self.path("long.mp3"))' --output null:2 --events --no-mpris"
            try Data(run.utf8).write(to: tool.folder.appendingPathComponent("run"))
            // The terminal's input stays open until the queue has ended.
            let script = """
                cd '\(tool.folder.path)'
                for i in $(seq 500); do grep -a -q queueDidEnd shown 2>/dev/null && break; sleep 0.1; done |
                    script -qfec 'sh run' shown > terminal
                """
            let process = try tool.start(
                ["-c", "timeout 60 bash -c \"$0\"", script],
                executable: URL(fileURLWithPath: "/bin/bash"))
            _ = try tool.finish(process)
            let shown = try String(
                contentsOf: tool.folder.appendingPathComponent("shown"), encoding: .utf8)
            let events = shown.split(separator: "{\"event\"", omittingEmptySubsequences: false)
            #expect(events.count > 3)
            #expect(shown.contains("▶"))
            for before in events.dropLast() {
                // At the beginning of a line, or of one that was just taken away.
                // A terminal's lines end with CR and LF, which are one character.
                let isAtBeginning = before.utf8.last == 0x0A || before.hasSuffix("\u{1B}[K")
                #expect(isAtBeginning, "\(before.suffix(60))")
            }
        }
    }
}

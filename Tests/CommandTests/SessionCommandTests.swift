import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// Commands beside another player, under a session bus and with a sound server of the test's own.
    @Suite("Commands that care for other players", .serialized, .timeLimit(.minutes(20)))
    struct SessionCommandTests {
        private let tool: CommandLineTool
        private let server: PulseServer

        init() async throws {
            tool = try CommandLineTool()
            server = try await PulseServer()
        }

        private static let song = Fixtures.url(of: "sweep/long.ogg").path

        /// Runs a script while another player plays; `other` prints its status, `is` waits for one.
        private func run(_ script: String) throws -> String {
            let frame = """
                cd '\(tool.folder.path)'
                phonolith() { '\(CommandLineTool.executable.path)' "$@"; }
                song='\(Self.song)'; short='\(Fixtures.url(of: "sweep/1.flac").path)'
                name=org.mpris.MediaPlayer2.phonolith
                other() { dbus-send --print-reply --dest=$name /org/mpris/MediaPlayer2 org.freedesktop.DBus.Properties.Get string:org.mpris.MediaPlayer2.Player string:PlaybackStatus | grep -oE 'Playing|Paused|Stopped'; }
                is() { for i in $(seq 300); do [ "$(other)" = $1 ] && return; sleep 0.1; done; echo "$2: $(other), not $1"; }
                '\(CommandLineTool.executable.path)' play "$song" --output null:0.01 --repeat all 2> words &
                player=$!
                until other > /dev/null 2>&1; do sleep 0.1; done
                is Playing begin
                dbus-monitor "type='method_call',path='/org/mpris/MediaPlayer2',interface='org.mpris.MediaPlayer2.Player'" > told &
                monitor=$!
                until grep -q NameAcquired told; do sleep 0.1; done
                \(script)
                is Playing end
                grep -oE 'member=(Play|Pause)$' told
                kill -TERM $player $monitor; wait $player
                """
            let process = try tool.start(
                ["--", "bash", "-c", frame],
                environment: [
                    "XDG_RUNTIME_DIR": tool.folder.path, "PULSE_SERVER": server.address,
                ], executable: URL(fileURLWithPath: "/usr/bin/dbus-run-session"))
            let result = try tool.finish(process)
            // The bus has words of its own.
            let said = result.problems.split(separator: "\n").filter { $0.hasPrefix("phonolith:") }
            return result.text + said.map { $0 + "\n" }.joined()
        }

        private static let paused = "member=Pause\nmember=Play\n"

        @Test(
            "pause it meanwhile, where they are asked to",
            arguments: [
                "play \"$short\" --category playback", "play \"$short\" --category SoloAmbient",
                "sound \"$short\" --category playback",
                "record a.wav --duration 0.5 --category record",
            ])
        func pausing(command: String) throws {
            let text = try run("phonolith \(command); echo \"code $?\"")
            #expect(text == "code 0\n" + Self.paused)
        }

        @Test(
            "leave it alone otherwise",
            arguments: [
                "play \"$short\"", "play \"$short\" --category playback --mix",
                "play \"$short\" --mix", "play \"$short\" --category ambient",
                "play \"$short\" --category playback --no-mpris", "sound \"$short\"",
                "record a.wav --duration 0.5",
            ])
        func mixing(command: String) throws {
            let text = try run("phonolith \(command); echo \"code $?\"")
            #expect(text == "code 0\n")
        }

        @Test(
            "let it play on after Ctrl-C, too",
            arguments: [
                ("play \"$song\" --category playback", 130),
                ("sound \"$song\" --category playback", 130),
                ("record a.wav --category record", 0),
            ])
        func interrupted(command: String, code: Int) throws {
            let script = """
                '\(CommandLineTool.executable.path)' \(command) &
                pid=$!
                is Paused meanwhile
                sleep 0.5
                kill -INT $pid; wait $pid; echo "code $?"
                """
            let text = try run(script)
            #expect(text == "code \(code)\n" + Self.paused)
        }

        @Test("leave it as the user put it meanwhile")
        func touched() throws {
            let script = """
                '\(CommandLineTool.executable.path)' play "$song" --category playback &
                pid=$!
                is Paused meanwhile
                dbus-send --print-reply --dest=$name /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player.PlayPause > reply
                is Playing touched
                dbus-send --print-reply --dest=$name /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player.PlayPause > reply
                is Paused touched
                kill -INT $pid; wait $pid; echo "code $?"
                other
                dbus-send --print-reply --dest=$name /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player.PlayPause > reply
                """
            let text = try run(script)
            #expect(text == "code 130\nPaused\nmember=Pause\n")
        }

        @Test("lower other sound, if the server can, else say what it needs")
        func ducking() async throws {
            let song = Fixtures.url(of: "sweep/1.flac").path
            let environment = ["PULSE_SERVER": server.address]
            let result = try tool.run("sound", song, "--duck", environment: environment)
            #expect(result.code == 0)
            #expect(
                result.problems
                    == "phonolith: the sound server does not lower other sound; load its module-role-ducking with trigger_roles=a11y\n"
            )
            try server.control("load-module", "module-role-ducking", "trigger_roles=a11y")
            let player = try tool.start(
                ["play", Self.song, "--duck", "--no-mpris"], environment: environment)
            try await eventually("it has the role that others are lowered for") {
                try server.control("list", "sink-inputs").contains("media.role = \"a11y\"")
            }
            player.interrupt()
            #expect(try tool.finish(player).code == 130)
        }

        @Test(
            "refuse what is no category, or not for it",
            arguments: [
                (
                    ["play", "SONG", "--category", "music"],
                    "--category takes ambient, soloAmbient, playback, playAndRecord, multiRoute, not 'music'"
                ),
                (
                    ["record", "a.wav", "--category", "playback"],
                    "--category takes record, playAndRecord, multiRoute, not 'playback'"
                ),
                (
                    ["record", "a.wav", "--mix"],
                    "--mix is not for the category record; it is for playback, playAndRecord, multiRoute"
                ),
                (
                    ["sound", "SONG", "--category", "x"],
                    "--category takes ambient, soloAmbient, playback, playAndRecord, multiRoute, not 'x'"
                ),
            ])
        func refusals(arguments: [String], reason: String) throws {
            let words = arguments.map { $0 == "SONG" ? Self.song : $0 }
            let result = try tool.run(
                words, environment: ["PULSE_SERVER": server.address], in: tool.folder)
            #expect(result.code == 64)
            #expect(result.problems.hasPrefix("Error: \(reason)\n"), "\(result.problems)")
            #expect(
                !FileManager.default.fileExists(
                    atPath: tool.folder.appendingPathComponent("a.wav").path))
        }

        @Test("the jukebox pauses it while it plays, if it is to", arguments: [true, false])
        func jukebox(interrupts: Bool) throws {
            try tool.add("sweep/long.mp3", as: "one.mp3")
            try tool.run("scan", tool.music.path)
            let program = BuiltProgram.url(of: "phonolith-media").path
            let status = interrupts ? "Paused" : "Playing"
            let script = """
                mkfifo orders
                '\(program)' jukebox-work \(interrupts ? "--interrupts" : "") --output null:0.01 < orders > answers &
                exec 3> orders
                told() { for i in $(seq 300); do [ $(wc -l < answers) = $1 ] && return; sleep 0.1; done; echo "no answer $1"; }
                echo '{"append":{"_0":[1]}}' >&3; told 1
                for turn in 1 2; do
                    echo '{"play":{}}' >&3; told $((2 * turn)); is \(status) "turn $turn"
                    echo '{"pause":{}}' >&3; told $((2 * turn + 1)); is Playing "after turn $turn"
                done
                exec 3>&-
                """
            let text = try run(script)
            #expect(text == (interrupts ? Self.paused + Self.paused : ""))
        }

        @Test("share-output pauses it, plays, and lets it play on")
        func example() throws {
            let program = BuiltProgram.besideTests("phonolith-share-output").path
            let text = try run("'\(program)' \"$short\" | tail -n 1")
            #expect(text == "played\n" + Self.paused)
        }
    }
}

import Foundation
import PhonolithFixtures
import Testing

extension ByTheClock {
    /// Under a session bus of the test's own.
    @Suite("phonolith play on D-Bus", .timeLimit(.minutes(20)))
    struct BusTests {
        /// Runs a script while a player plays slowly; `phonolith` and `music` name the command and the folder.
        private func run(
            _ script: String, playing names: [String],
            options: String = "--output null:0.05 --repeat all", in tool: CommandLineTool
        ) throws -> CommandLineTool.Result {
            let frame = """
                cd '\(tool.folder.path)'
                phonolith() { '\(CommandLineTool.executable.path)' "$@"; }
                sweep='\(Fixtures.path(of: "sweep"))'
                is() { for i in $(seq 100); do [ "$(playerctl $1 | tr -d \\')" = "$2" ] && return; sleep 0.1; done; echo "$1: $(playerctl $1), not $2"; }
                told() { for i in $(seq 100); do grep -q "$1" told && return; sleep 0.1; done; echo "not told: $1"; }
                call() { dbus-send --print-reply --dest=org.mpris.MediaPlayer2.phonolith /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.$@; }
                phonolith play \(names.map { "\"$sweep/\($0)\"" }.joined(separator: " ")) \(options) &
                pid=$!
                until playerctl status >/dev/null 2>&1; do sleep 0.1; done
                dbus-monitor "type='signal',path='/org/mpris/MediaPlayer2'" > told &
                monitor=$!
                until grep -q NameAcquired told; do sleep 0.1; done
                \(script)
                dbus-send --print-reply --dest=org.mpris.MediaPlayer2.phonolith /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Quit > reply
                wait $pid; echo "code $?"
                kill $monitor
                """
            let process = try tool.start(
                ["--", "bash", "-c", frame], environment: ["XDG_RUNTIME_DIR": tool.folder.path],
                executable: URL(fileURLWithPath: "/usr/bin/dbus-run-session"))
            return try tool.finish(process)
        }

        @Test("is controlled by playerctl")
        func player() throws {
            let script = """
                is status Playing
                playerctl pause; is status Paused
                playerctl play; is status Playing
                is 'metadata mpris:trackid' /phonolith/track/1
                playerctl next; is 'metadata mpris:trackid' /phonolith/track/2
                playerctl previous; is 'metadata mpris:trackid' /phonolith/track/1
                is loop Playlist; playerctl loop Track; is loop Track
                playerctl shuffle On; is shuffle On
                playerctl volume 0.5; is volume 0.500000
                playerctl position 3; playerctl position | grep -q '^3' || echo position
                told member=Seeked; told PlaybackStatus
                """
            let result = try run(
                script, playing: ["long.mp3", "long.ogg", "long.m4a"], in: CommandLineTool())
            #expect(result.text == "code 0\n")
        }

        @Test("is controlled by phonolith player where it plays without a library")
        func withoutLibrary() throws {
            let script = """
                export HOME=$PWD; unset PHONOLITH_LIBRARY XDG_DATA_HOME
                phonolith player pause; is status Paused
                phonolith player toggle; is status Playing
                phonolith player next; is 'metadata mpris:trackid' /phonolith/track/2
                phonolith player volume 40; is volume 0.400000
                phonolith player volume -10; is volume 0.300000
                phonolith player pause --json | grep -q '"state":"paused"' || echo json
                phonolith player goto 1 2>/dev/null; echo "goto $?"
                phonolith player stop; is status Stopped
                """
            let result = try run(script, playing: ["long.mp3", "long.ogg"], in: CommandLineTool())
            #expect(result.text == "goto 2\ncode 0\n")
        }

        @Test("is said not to answer where it plays without a library and was stopped")
        func stoppedWithoutLibrary() throws {
            let script = """
                export HOME=$PWD; unset PHONOLITH_LIBRARY XDG_DATA_HOME
                id=$(dbus-send --print-reply --dest=org.freedesktop.DBus / \
                    org.freedesktop.DBus.GetConnectionUnixProcessID \
                    string:org.mpris.MediaPlayer2.phonolith | awk '/uint32/ { print $2 }')
                kill -STOP $id
                phonolith player pause 2>&1 | sed "s/$id/PID/g"
                phonolith player status >/dev/null 2>&1; echo "status $?"
                kill -CONT $id
                is status Playing
                """
            let result = try run(script, playing: ["long.mp3"], in: CommandLineTool())
            #expect(
                result.text == """
                    phonolith: the player of this queue (process PID) does not answer, because it is stopped; \
                    continue it with kill -CONT PID
                    status 2
                    code 0

                    """)
        }

        @Test(
            "says that the time has jumped to its beginning when an item repeats",
            arguments: ["one", "all"])
        func repeated(mode: String) throws {
            let script = """
                told 'Seeked'; told '^   int64'
                grep -A 1 'Seeked' told | grep -q 'int64 0$' || grep -A 1 'Seeked' told
                """
            let result = try run(
                script, playing: ["1.flac"], options: "--repeat \(mode) --output null",
                in: CommandLineTool())
            #expect(result.text == "code 0\n")
        }

        @Test(
            "obeys all that comes after a seek while it is paused, after Stop, and opens what is asked for"
        )
        func pausedAndStopped() throws {
            let script = """
                playerctl pause; is status Paused
                playerctl position 4; playerctl position 2; playerctl play; is status Playing
                playerctl next; is 'metadata mpris:trackid' /phonolith/track/2
                playerctl stop; is status Stopped; is 'metadata mpris:trackid' /phonolith/track/2
                playerctl play; is status Playing; is 'metadata mpris:trackid' /phonolith/track/2
                playerctl pause; is status Paused
                playerctl open "file://$sweep/1.flac"; is status Playing
                is 'metadata mpris:trackid' /phonolith/track/3
                """
            let result = try run(script, playing: ["long.mp3", "long.ogg"], in: CommandLineTool())
            #expect(result.text == "code 0\n")
        }

        @Test("has the interfaces that desktops use")
        func interfaces() throws {
            let script = """
                call() { dbus-send --print-reply --dest=org.mpris.MediaPlayer2.phonolith /org/mpris/MediaPlayer2 "$@"; }
                call org.freedesktop.DBus.Introspectable.Introspect | grep -o 'interface name="org.mpris[^"]*"'
                call org.freedesktop.DBus.Properties.Get string:org.mpris.MediaPlayer2 string:HasTrackList | grep -o 'boolean .*'
                """
            let result = try run(script, playing: ["long.ogg"], in: CommandLineTool())
            #expect(
                result.text == """
                    interface name="org.mpris.MediaPlayer2"
                    interface name="org.mpris.MediaPlayer2.Player"
                    boolean false
                    code 0

                    """)
        }

        @Test("counts what is played while other commands change the library")
        func counts() throws {
            let tool = try CommandLineTool()
            try tool.add("sweep/long.mp3", as: "one.mp3")
            try tool.run("scan", tool.music.path)
            let script = """
                call Player.OpenUri string:"file://$PWD/music/one.mp3" > reply
                is 'metadata xesam:url' "file://$PWD/music/one.mp3"
                # Each command ends as another user of the library.
                phonolith playlist create One > reply
                phonolith playlist create Two > reply
                playerctl position $(playerctl metadata mpris:length | awk '{ printf "%.2f", $1 / 1e6 - 0.1 }')
                counted() { for i in $(seq 200); do phonolith items --format jsonl | grep -Eq '"playCount": ?[1-9]' && return; sleep 0.1; done; echo "not counted"; }
                counted
                """
            let result = try run(script, playing: ["long.ogg"], in: tool)
            #expect(result.text == "code 0\n")
        }
    }
}

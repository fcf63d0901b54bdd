import Foundation
import PhonolithFixtures
import Testing

extension ByTheClock {
    /// Requests of panels and `playerctl`: every one, in every state, with good values and bad ones.
    @Suite("A player on the bus", .timeLimit(.minutes(20)))
    struct BusHabitTests {
        private let tool: CommandLineTool

        /// A library of two items, and things that cannot be played.
        init() throws {
            tool = try CommandLineTool()
            try tool.add("sweep/long.mp3", as: "one.mp3")
            try tool.add("sweep/long.ogg", as: "two.ogg")
            try tool.run("scan", tool.music.path)
            let bad = tool.folder.appendingPathComponent("bad")
            try FileManager.default.createDirectory(
                at: bad.appendingPathComponent("empty"), withIntermediateDirectories: true)
            try Data().write(to: bad.appendingPathComponent("nothing.mp3"))
            try Data("words".utf8).write(to: bad.appendingPathComponent("words.flac"))
            try Data("#EXTM3U\nnowhere.mp3\n".utf8).write(
                to: bad.appendingPathComponent("list.m3u"))
            mkfifo(bad.appendingPathComponent("pipe.mp3").path, 0o600)
            let list = "../music/two.ogg\n../music/one.mp3\n"
            try Data(list.utf8).write(to: bad.appendingPathComponent("good.m3u"))
        }

        /// Runs a script beside a player, whose words are in `said`.
        private func run(_ script: String) throws -> String {
            let frame = """
                cd '\(tool.folder.path)'
                sweep='\(Fixtures.path(of: "sweep"))'; here="file://$PWD"
                is() { for i in $(seq 50); do [ "$(playerctl $1 2>&1 | tr -d \\')" = "$2" ] && return; sleep 0.1; done; echo "$3: $1: $(playerctl $1 2>&1), not $2"; }
                call() { dbus-send --print-reply --dest=org.mpris.MediaPlayer2.phonolith /org/mpris/MediaPlayer2 "$@" > reply 2>&1; }
                asks() { call org.mpris.MediaPlayer2.$@; }
                next() { call org.freedesktop.DBus.Properties.Get string:org.mpris.MediaPlayer2.Player string:CanGoNext; grep -oE 'true|false' reply; }
                another() { for i in $(seq 50); do [ "$(next)" = $1 ] && return; sleep 0.1; done; echo "$2: another follows: $(next), not $1"; }
                said() { for i in $(seq 200); do grep -q "$1" words && return; sleep 0.1; done; echo "not said: $1"; }
                # Commands are carried out in their order: when this one is, those before it are.
                step=0
                settle() { step=$((step + 1)); volume=0.$((step % 89 + 10)); playerctl volume $volume; is volume ${volume}0000 settle; }
                begin() { old=$(playerctl metadata mpris:trackid 2>&1); asks Player.OpenUri string:"$here/music/one.mp3"
                    for i in $(seq 50); do [ "$(playerctl metadata mpris:trackid 2>&1)" != "$old" ] && break; sleep 0.1; done
                    is status Playing begin; is 'metadata xesam:url' "$here/music/one.mp3" begin
                    [ $1 = Playing ] || { playerctl pause; is status Paused begin; }; }
                '\(CommandLineTool.executable.path)' play "$sweep/long.mp3" "$sweep/long.ogg" --output null:0.02 2> words &
                pid=$!
                until playerctl status >/dev/null 2>&1; do sleep 0.1; done
                \(script)
                kill -TERM $pid; wait $pid; echo "code $?"
                """
            let process = try tool.start(
                ["--", "bash", "-c", frame], environment: ["XDG_RUNTIME_DIR": tool.folder.path],
                executable: URL(fileURLWithPath: "/usr/bin/dbus-run-session"))
            return try tool.finish(process).text
        }

        @Test(
            "goes on as before when it is to play what cannot be", arguments: ["Playing", "Paused"])
        func bad(_ state: String) throws {
            let script = """
                begin \(state)
                unchanged() { settle; is status \(state) "$1"; is 'metadata xesam:url' "$here/music/one.mp3" "$1"; another false "$1"; }
                # Addresses are looked up beside other requests: each has failed when it is reported.
                count=0
                refused() { count=$((count + 1)); for i in $(seq 200); do [ $(grep -c D-Bus: words) -ge $count ] && break; sleep 0.1; done
                    [ $(grep -c D-Bus: words) = $count ] || echo "$1: not reported"; unchanged "$1"; }
                for name in missing.mp3 missing empty nothing.mp3 words.flac list.m3u pipe.mp3; do
                    asks Player.OpenUri string:"$here/bad/$name"; refused "OpenUri $name"
                done
                for address in '' nonsense ftp://x.org/a.mp3 file: 42; do
                    asks Player.OpenUri string:"$address"; refused "OpenUri $address"
                done
                asks Player.OpenUri string:http://127.0.0.1:1/x.mp3; refused server; said 127.0.0.1:1/x.mp3
                said missing.mp3; said empty; said nothing.mp3
                """
            #expect(try run(script) == "code 130\n")
        }

        @Test("plays what the command line would, in any state", arguments: ["Playing", "Paused"])
        func good(_ state: String) throws {
            let script = """
                begin \(state); asks Player.OpenUri string:"$here/music/two.ogg"
                is status Playing file; is 'metadata xesam:url' "$here/music/two.ogg" file; another false file
                # It is the library's, and so it is counted.
                is 'metadata xesam:useCount' 0 file
                begin \(state); asks Player.OpenUri string:"$here/music"; another true folder; is status Playing folder
                begin \(state); asks Player.OpenUri string:"$here/bad/good.m3u"; another true list
                is status Playing list; is 'metadata xesam:url' "$here/music/two.ogg" list
                begin \(state); asks Player.OpenUri string:"$PWD/music/two.ogg"
                is 'metadata xesam:url' "$here/music/two.ogg" path; is status Playing path
                """
            #expect(try run(script) == "code 130\n")
        }

        @Test("takes values of its own properties only, and only numbers")
        func properties() throws {
            let script = """
                begin Playing; settle
                refuses() { call org.freedesktop.DBus.Properties.Set "$@"; grep -q Error reply || echo "taken: $*"; }
                refuses string:org.foo string:Volume variant:double:0.9
                refuses string:org.mpris.MediaPlayer2 string:Volume variant:double:0.9
                refuses string:org.mpris.MediaPlayer2.Player string:Volume variant:double:nan
                refuses string:org.mpris.MediaPlayer2.Player string:Rate variant:double:inf
                is volume ${volume}0000 Set; is status Playing Set
                """
            #expect(try run(script) == "code 130\n")
        }
    }
}

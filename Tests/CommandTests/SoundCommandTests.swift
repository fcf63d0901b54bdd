import Foundation
import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("Commands for devices and recording", .serialized, .timeLimit(.minutes(20)))
    struct SoundCommandTests {
        private let tool: CommandLineTool
        private let server: PulseServer

        init() async throws {
            tool = try CommandLineTool()
            server = try await PulseServer()
        }

        private var environment: [String: String] {
            [
                "PULSE_SERVER": server.address,
                "XDG_STATE_HOME": tool.folder.appendingPathComponent("state").path,
            ]
        }

        private func run(_ arguments: String...) throws -> CommandLineTool.Result {
            try tool.runProgram(arguments, environment: environment)
        }

        private func file(_ name: String) -> String {
            tool.folder.appendingPathComponent(name).path
        }

        private static let song = Fixtures.url(of: "sweep/long.ogg").path

        /// How long a file can be played, in seconds.
        private func duration(_ path: String) throws -> Double {
            let item = PlayerItem(.file(MediaPath(path)))
            var sound = try ItemSound.open(item, as: nil, interruption: ReadInterruption())
            var samples: [Float] = []
            while try Self.read(&sound, &samples) {}
            return sound.format.seconds(of: samples.count / sound.format.channelCount)
        }

        private static func read(_ sound: inout ItemSound, _ samples: inout [Float]) throws -> Bool
        {
            do {
                return try sound.read(appendingTo: &samples)
            } catch  where error.isEarlyEnd {
                return false
            }
        }

        @Test("devices are listed in all formats, by their keys")
        func lists() throws {
            let objects = try run("outputs").objects()
            #expect(objects.map { $0["name"] as? String } == ["one", "two"])
            #expect(objects.map { $0["isDefault"] as? Bool } == [true, false])
            #expect(objects.map { $0["sampleRate"] as? Int } == [44_100, 44_100])
            let header = try run("inputs", "--format", "csv").lines
            #expect(
                header.first?.hasPrefix("id,name,description,isDefault,isMonitor,state") == true)
            #expect(header.count == 3)
            #expect(try run("inputs", "--format", "table").text.contains("one.monitor"))
            #expect(try run("outputs", "--count").lines == ["2"])
        }

        @Test(
            "without a server, each command says in one line what to do",
            arguments: [
                ["outputs"], ["inputs"], ["record", "a.wav"], ["queue", "device", "one"],
                ["sound", "SONG"],
            ])
        func noServer(_ arguments: [String]) throws {
            let words = arguments.map { $0 == "SONG" ? Fixtures.url(of: "sweep/1.flac").path : $0 }
            let result = try tool.run(
                words, environment: ["PULSE_SERVER": "unix:/nowhere/pulse"], in: tool.folder)
            #expect(result.code == 2)
            #expect(result.problems.contains("start PulseAudio or PipeWire"))
            #expect(result.problems.split(separator: "\n").count == 1)
            #expect(!FileManager.default.fileExists(atPath: file("a.wav")))
        }

        @Test(
            "a device that does not exist is answered with the nearest names",
            arguments: [
                ["play", "SONG", "--device", "onn"], ["queue", "device", "onn"],
                ["sound", "SONG", "--device", "onn"], ["record", "a.wav", "--device", "onn"],
            ])
        func unknownDevice(_ arguments: [String]) throws {
            let words = arguments.map { $0 == "SONG" ? Self.song : $0 }
            let result = try tool.run(words, environment: environment, in: tool.folder)
            #expect(result.code == 2)
            #expect(result.problems.contains("onn: no such device; the nearest are one"))
        }

        /// The names of the sinks that are played on.
        private func sinks() throws -> [String] {
            let names = try server.control("list", "short", "sinks").split(separator: "\n")
                .map { $0.split(separator: "\t") }
                .reduce(into: [Substring: String]()) { $0[$1[0]] = String($1[1]) }
            return try server.control("list", "short", "sink-inputs").split(separator: "\n")
                .compactMap { names[$0.split(separator: "\t")[1]] }.sorted()
        }

        @Test(
            "play goes to the device that was chosen, queue device changes it, the next play remembers"
        )
        func choosing() async throws {
            let songs = Array(repeating: Self.song, count: 40)
            let player = try tool.start(
                ["play", "--no-mpris", "--device", "two"] + songs, environment: environment)
            try await eventually("it plays") { try sinks() == ["two"] }
            try tool.run("scan", tool.music.path)
            player.interrupt()
            #expect(try tool.finish(player).code == 130)
            #expect(try run("queue", "add", Self.song).code == 0)
            #expect(try run("queue", "device", "two").code == 0)
            let next = try tool.start(
                ["play", "--no-mpris", "--repeat", "all"], environment: environment)
            try await eventually("it plays on the device remembered") { try sinks() == ["two"] }
            #expect(try run("queue", "device", "one").code == 0)
            try await eventually("it plays on the other") { try sinks() == ["one"] }
            let chosen = try run("queue", "device")
            #expect((chosen.code, chosen.text) == (0, "one\n"))
            let marks = try run("outputs", "--columns", "name,isChosen", "--format", "csv").text
            #expect(marks.contains("one,true") && marks.contains("two,false"), "\(marks)")
            #expect(try run("queue", "device", "--default").code == 0)
            let unchosen = try run("queue", "device")
            #expect((unchosen.code, unchosen.text) == (0, ""))
            next.interrupt()
            _ = try tool.finish(next)
        }

        @Test(
            "a device that was chosen and is gone is reported once, and the default is played on",
            arguments: [("gone\n", "the default output"), ("gone\ntwo\n", "the others")])
        func goneDevice(_ chosen: String, place: String) async throws {
            let folder = tool.folder.appendingPathComponent("state/phonolith")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(chosen.utf8).write(to: folder.appendingPathComponent("output-devices"))
            let line =
                "phonolith: the output gone, chosen last, is not there; playing on \(place)\n"
            let short = Fixtures.url(of: "sweep/1.flac").path
            let result = try run("play", "--no-mpris", short)
            #expect(result.code == 0)
            #expect(result.problems == line)
            #expect(try run("play", "--no-mpris", short, "--output", "null").problems.isEmpty)
        }

        @Test("each user of a library has devices of their own; one that is gone is reported")
        func choiceOfUsers() async throws {
            try tool.add("sweep/long.ogg", as: "long.ogg")
            try tool.run("scan", tool.music.path)
            try tool.run("user", "add", "anna")
            let three = try server.control("load-module", "module-null-sink", "sink_name=three")
                .trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(try run("queue", "device", "three").code == 0)
            #expect(try run("queue", "device", "two", "TWO", "--user", "anna").code == 2)
            #expect(try run("queue", "device", "two", "two", "--user", "anna").code == 0)
            try server.control("unload-module", three)
            for (user, place, problems) in [
                ("anna", ["two"], ""),
                (
                    "owner", ["one"],
                    "phonolith: the output three, chosen last, is not there; playing on the default output\n"
                ),
            ] {
                let player = try tool.start(
                    ["play", "--no-mpris", "--user", user, Self.song], environment: environment)
                try await eventually("it plays for \(user)") { try sinks() == place }
                player.interrupt()
                #expect(try tool.finish(player).problems == problems)
            }
        }

        @Test("the key d plays on the next device, which the next play of the user remembers")
        func key() async throws {
            try tool.add("sweep/long.ogg", as: "long.ogg")
            try tool.run("scan", tool.music.path)
            // `script` is the terminal.
            let script = """
                cd '\(tool.folder.path)'
                until_shown() { for i in $(seq 400); do grep -q "$1" shown 2>/dev/null && return; sleep 0.05; done; }
                { until_shown long; printf d; until_shown 'output: '; printf q; } |
                    script -qfec "'\(CommandLineTool.executable.path)' play --no-mpris '\(Self.song)'" shown >terminal
                """
            let bash = URL(fileURLWithPath: "/bin/bash")
            _ = try tool.finish(
                tool.start(["-c", script], environment: environment, executable: bash))
            let player = try tool.start(
                ["play", "--no-mpris", Self.song], environment: environment)
            try await eventually("it plays on the device remembered") { try sinks() == ["two"] }
            player.interrupt()
            _ = try tool.finish(player)
        }

        @Test("record ends with Ctrl-C and code 0, and does not replace a file by itself")
        func record() async throws {
            let path = file("a.flac")
            let recorder = try tool.start(
                ["record", path, "--device", "one.monitor"], environment: environment)
            try await eventually("something is recorded") { (try? duration(path) > 0.5) ?? false }
            recorder.interrupt()
            let result = try tool.finish(recorder)
            #expect(result.code == 0)
            #expect(result.problems.isEmpty, "\(result.problems)")
            let recorded = try duration(path)
            let again = try run("record", path, "--duration", "0.1")
            #expect(again.code == 2)
            #expect(again.problems.contains("the file exists"))
            #expect(try duration(path) == recorded)
            #expect(try run("record", path, "--duration", "0.1", "--overwrite").code == 0)
            #expect(try duration(path) == 0.1)
        }

        @Test("what was recorded until a kill can be played", arguments: ["wav", "opus", "m4a"])
        func killed(_ name: String) async throws {
            let path = file("a.\(name)")
            let recorder = try tool.start(
                ["record", path, "--device", "one.monitor"], environment: environment)
            try await eventually("something is recorded") { (try? duration(path) > 0.5) ?? false }
            kill(recorder.processIdentifier, SIGKILL)
            recorder.waitUntilExit()
            #expect(try duration(path) > 0.5)
        }

        @Test("record adds the file to the library, if it is in a root")
        func into() throws {
            try tool.add("full/full.flac", as: "1.flac")
            try tool.run("scan", tool.music.path)
            let path = tool.music.appendingPathComponent("new.flac").path
            let result = try run("record", path, "--duration", "0.3", "--into")
            #expect(result.code == 0, "\(result.problems)")
            #expect(try tool.run("items").lines.count == 2)
            let elsewhere = try run("record", file("b.flac"), "--duration", "0.3", "--into")
            #expect(elsewhere.code == 2)
            #expect(elsewhere.problems.contains("is in no root of the library"))
            #expect(!FileManager.default.fileExists(atPath: file("b.flac")))
        }

        @Test(
            "a full disk ends a recording with the reason, and what fits can be played",
            .enabled(if: SmallDisk.canMount))
        func fullDisk() throws {
            let disk = tool.folder.appendingPathComponent("disk")
            let result = try tool.run(
                withSpace: 49_152, in: disk,
                ["record", disk.path + "/a.wav", "--device", "one.monitor"],
                then: "cp \"$0/a.wav\" '\(file("kept.wav"))'", environment: environment)
            #expect(result.code == 1)
            #expect(result.problems.contains("recording ended: No space left on device"))
            #expect(try duration(file("kept.wav")) > 0.05)
        }

        @Test("sound plays short sounds, and refuses long ones")
        func sound() throws {
            let short = try run("sound", Fixtures.url(of: "sweep/1.flac").path, "--device", "two")
            #expect(short.code == 0, "\(short.problems)")
            let header = WaveHeader(sampleRate: 8000, channelCount: 1)
            let silence = [UInt8](repeating: 0, count: 31 * 16_000)
            try Data(header.bytes(byteCount: silence.count) + silence)
                .write(to: URL(fileURLWithPath: file("long.wav")))
            let long = try run("sound", file("long.wav"))
            #expect(long.code == 2)
            #expect(long.problems.contains("lasts longer than 30 seconds"))
        }

        @Test("an equalizer is a preset, an own one or a file, and flat changes no sample")
        func equalizer() throws {
            let song = Fixtures.url(of: "sweep/1.flac").path
            func played(_ arguments: String...) throws -> Data {
                let output = file("out.wav")
                let result = try tool.run(
                    ["play", song, "--output", "wav:\(output)"] + arguments,
                    environment: ["XDG_CONFIG_HOME": file("config")])
                try #require(result.code == 0, "\(result.problems)")
                return try Data(contentsOf: URL(fileURLWithPath: output))
            }
            let plain = try played()
            #expect(try played("--equalizer", "flat", "--preamp", "0") == plain)
            #expect(try played("--equalizer", "rock") != plain)
            let own = tool.folder.appendingPathComponent("config/phonolith/equalizers")
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            let text = Data("Preamp: -6 dB\nFilter 1: ON PK Fc 100 Hz Gain 3 dB Q 1\n".utf8)
            try text.write(to: own.appendingPathComponent("mine.txt"))
            try text.write(to: URL(fileURLWithPath: file("eq.txt")))
            #expect(try played("--equalizer", "mine") == played("--equalizer", file("eq.txt")))
            let unknown = try tool.run("play", song, "--equalizer", "rok", "--output", "null:100")
            #expect(unknown.code == 2)
            #expect(unknown.problems.contains("did you mean rock?"))
        }

        @Test("record-and-play records and plays what it recorded")
        func example() throws {
            let process = try tool.start(
                [file("a.opus"), "0.5", "two"], environment: environment,
                executable: BuiltProgram.besideTests("phonolith-record-and-play"))
            let result = try tool.finish(process)
            #expect(result.code == 0, "\(result.text)")
            #expect(result.lines.last == "played")
        }
    }
}

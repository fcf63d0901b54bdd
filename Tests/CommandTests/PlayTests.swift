import Foundation
import PhonolithCommandLineInterface
import PhonolithFixtures
import PhonolithMediaCommandLine
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Synchronization
import Testing

extension ByTheClock {
    @Suite("phonolith play", .timeLimit(.minutes(20)))
    struct PlayTests {
        private static func path(_ name: String) -> String {
            Fixtures.url(of: "sweep/\(name)").path
        }
        /// Bytes that a thread has read.
        private final class ReadBytes: Sendable {
            let bytes = Mutex<[UInt8]>([])
            let isComplete = DispatchSemaphore(value: 0)
        }

        private static let parts = (1...3).map { path("\($0).flac") }

        @Test("plays files into a WAV file, without a library and without making one")
        func files() throws {
            let tool = try CommandLineTool()
            let wav = tool.folder.appendingPathComponent("out.wav")
            let result = try tool.run(["play"] + Self.parts + ["--output", "wav:\(wav.path)"])
            #expect(result.code == 0)
            #expect(result.text.isEmpty)
            #expect(result.problems.isEmpty)
            #expect(try Data(contentsOf: wav).count == 44 + 2 * 26_452)
            #expect(!FileManager.default.fileExists(atPath: tool.library.path))
        }

        @Test("tells what happens, an object a line")
        func events() throws {
            let tool = try CommandLineTool()
            let result = try tool.run(
                ["play"] + Self.parts + ["--output", "null:1000", "--events"])
            let objects = try result.objects()
            #expect(objects.allSatisfy { $0["event"] is String && $0["time"] is Double })
            let ended = objects.filter { $0["event"] as? String == "itemDidPlayToEnd" }
            #expect(ended.map { $0["path"] as? String } == Self.parts)
            #expect(ended.map { $0["index"] as? Int } == [0, 1, 2])
            #expect(ended.map { $0["time"] as? Double } == [0.204, 0.176, 0.219])
            #expect(objects.last?["event"] as? String == "queueDidEnd")
            #expect(objects.dropLast().last?["state"] as? String == "stopped")
        }

        @Test("goes on past what it cannot play, and says so")
        func problems() throws {
            let tool = try CommandLineTool()
            let names = ["/nowhere/x.flac", Self.parts[0]]
            let result = try tool.run(["play"] + names + ["--output", "null:1000"])
            #expect(result.code == 1)
            #expect(result.problems.contains("/nowhere/x.flac"))
            let nothing = try tool.run("play", "/nowhere/x.flac", "--output", "null:1000")
            #expect(nothing.code == 2)
        }

        @Test("counts what was played to its end, and keeps the queue")
        func library() throws {
            let tool = try CommandLineTool()
            try tool.add("sweep/long.mp3", as: "a/one.mp3")
            try tool.add("sweep/long.ogg", as: "a/two.ogg")
            try tool.run("scan", tool.music.path)
            let result = try tool.run("play", tool.music.path, "--output", "null:1000")
            #expect(result.code == 0)
            let items = try tool.run("items", "--format", "jsonl").objects()
            #expect(items.map { $0["playCount"] as? Int } == [1, 1])
            let queue = try tool.run("queue", "--format", "jsonl").objects()
            #expect(queue.map { ($0["path"] as? String)?.hasSuffix("one.mp3") } == [true, false])
        }

        @Test("plays a playlist in its order, repeats and all")
        func playlist() throws {
            let tool = try CommandLineTool()
            for number in 1...3 { try tool.add("sweep/\(number).flac", as: "\(number).flac") }
            try tool.run("scan", tool.music.path)
            let order = ["3.flac", "1.flac", "3.flac", "2.flac"]
            let paths = order.map { tool.music.appendingPathComponent($0).path }
            try tool.run("playlist", "create", "Mix")
            _ = try tool.run(["playlist", "add", "Mix"] + paths)
            let result = try tool.run(
                "play", "--playlist", "Mix", "--output", "null:1000", "--events")
            let ended = try result.objects().filter { $0["event"] as? String == "itemDidPlayToEnd" }
            #expect(ended.map { $0["path"] as? String } == paths)
            try tool.run("queue", "clear")
            #expect(try tool.run("queue", "add", "--playlist", "Mix").code == 0)
            let queue = try tool.run("queue", "--format", "jsonl").objects()
            #expect(queue.map { $0["path"] as? String } == paths)
            #expect(try tool.run("play", "--playlist", "None", "--output", "null").code == 2)
            #expect(try tool.run("play", "--playlist", "Mix", paths[0]).code == 64)
            #expect(try tool.run("queue", "add").code == 64)
        }

        @Test("leaves the modes of the kept queue, unless they are said")
        func keptModes() throws {
            let tool = try CommandLineTool()
            try tool.add("sweep/1.flac", as: "1.flac")
            try tool.run("scan", tool.music.path)
            try tool.run("queue", "add", tool.music.path)
            try tool.run("queue", "mode", "--repeat", "all")
            // With repeat it would not end.
            let result = try tool.run("play", "--repeat", "none", "--output", "null:1000")
            #expect(result.code == 0)
        }

        @Test("writes a WAV to a pipe with sizes that readers take for unknown")
        func pipe() throws {
            let tool = try CommandLineTool()
            let pipe = tool.folder.appendingPathComponent("pipe")
            try #require(mkfifo(pipe.path, 0o600) == 0)
            let read = ReadBytes()
            Thread.detachNewThread {
                let file = FileHandle(forReadingAtPath: pipe.path)
                read.bytes.withLock { $0 = [UInt8](file?.readDataToEndOfFile() ?? Data()) }
                read.isComplete.signal()
            }
            _ = try tool.run(["play"] + Self.parts + ["--output", "wav:\(pipe.path)"])
            read.isComplete.wait()
            let bytes = read.bytes.withLock(\.self)
            #expect(bytes.count == 44 + 2 * 26_452)
            #expect(bytes[4..<8].elementsEqual([0xFF, 0xFF, 0xFF, 0xFF]))
            #expect(bytes[40..<44].elementsEqual([0xFF, 0xFF, 0xFF, 0xFF]))
        }

        @Test("goes on where it was interrupted")
        func interrupted() throws {
            let tool = try CommandLineTool()
            try tool.add("sweep/long.mp3", as: "one.mp3")
            try tool.run("scan", tool.music.path)
            let events = tool.folder.appendingPathComponent("events")
            try Data().write(to: events)
            let process = try tool.start(
                ["play", "--events", "--start", "2", "--output", "null:1", tool.music.path],
                output: events)
            try eventually("the file is open") {
                try String(contentsOf: events, encoding: .utf8).contains("ready")
            }
            kill(process.processIdentifier, SIGINT)
            #expect(try tool.finish(process).code == 130)
            let again = try tool.run("play", "--events", "--output", "null:1000").objects()
            let start = again.first { $0["state"] as? String == "playing" }
            #expect((start?["time"] as? Double).map { (2...6).contains($0) } == true)
        }

        @Test("shows and changes the queue")
        func queue() throws {
            let tool = try CommandLineTool()
            try tool.add("sweep/long.mp3", as: "one.mp3")
            try tool.run("scan", tool.music.path)
            _ = try tool.run(["queue", "add"] + Self.parts)
            try tool.run("queue", "move", "3", "1")
            try tool.run("queue", "remove", "2")
            try tool.run("queue", "mode", "--repeat", "all")
            let paths = try tool.run("queue", "--format", "jsonl").objects().map {
                $0["path"] as? String
            }
            #expect(paths == [Self.parts[2], Self.parts[1]])
            #expect(try tool.run("queue", "remove", "9").code == 2)
            try tool.run("queue", "clear")
            #expect(try tool.run("queue", "--format", "jsonl").lines.isEmpty)
            #expect(try tool.run("play", "--output", "null:1000").code == 2)
        }

        @Test(
            "refuses what it does not know",
            arguments: [
                ["--output", "speaker"], ["--volume", "2"], ["--rate", "3"], ["--start", "soon"],
                ["--repeat", "often"], ["--crossfade", "-1"],
            ])
        func wrongUsage(_ arguments: [String]) throws {
            let tool = try CommandLineTool()
            #expect(try tool.run(["play", Self.parts[0]] + arguments).code == 64)
        }

        @Test("plays what playlist files name, stretches too, and says what it cannot find")
        func playlistFile() throws {
            let tool = try CommandLineTool()
            try tool.add("sweep/1.flac", as: "a/1.flac")
            try tool.add("sweep/whole.flac", as: "a/whole.flac")
            let list = tool.music.appendingPathComponent("list.m3u8")
            try "#EXTM3U\na/1.flac\nnone.flac\na/sheet.cue\n".write(
                to: list, atomically: false, encoding: .utf8)
            let sheet = """
                FILE "whole.flac" WAVE
                  TRACK 01 AUDIO
                    TITLE "First"
                    INDEX 01 00:00:00
                  TRACK 02 AUDIO
                    TITLE "Second"
                    INDEX 01 00:00:30
                """
            try sheet.write(
                to: tool.music.appendingPathComponent("a/sheet.cue"), atomically: false,
                encoding: .utf8
            )
            let result = try tool.run(
                "play", list.path, "--output", "null:1000", "--events", "--no-mpris")
            #expect(result.code == 1)
            #expect(result.problems.contains("none.flac"))
            let lengths = try result.objects().filter {
                $0["event"] as? String == "itemDidPlayToEnd"
            }
            .compactMap { $0["playbackDuration"] as? Double }
            #expect(lengths.map { ($0 * 1000).rounded() } == [204, 400, 200])
        }

        @Test("plays the station that a server's playlist leads to, and no file that it names")
        func playlistAddress() throws {
            let music = MusicServer(
                [UInt8](try Data(contentsOf: Fixtures.url(of: "sweep/1.flac"))), .good)
            let list =
                "[playlist]\nFile1=\(music.address("1.flac"))\nFile2=/etc/passwd\nFile3=file:///x.mp3\n"
            let station = MusicServer(Array(list.utf8), .good)
            let tool = try CommandLineTool()
            let file = tool.folder.appendingPathComponent("out.wav")
            let result = try tool.run(
                "play", station.address("radio.pls"), "--output", "wav:\(file.path)")
            #expect(result.code == 1)
            #expect(result.problems.contains("file:///x.mp3"))
            // The path is one of the server, which has the same for any name: a list, and no sound.
            #expect(result.problems.contains(station.address("etc/passwd")))
            #expect(try Data(contentsOf: file).count == 44 + 2 * 9001)
            music.stop()
            station.stop()
            let gone = try tool.run("play", station.address("radio.m3u"), "--output", "null:1000")
            #expect(gone.code == 2)
            #expect(gone.problems.contains("radio.m3u"))
        }

        @Test("knows a server's playlist by its media type, where its address does not say so")
        func playlistType() throws {
            let music = MusicServer(try Fixtures.bytes(of: "sweep/1.flac"), .good)
            defer { music.stop() }
            let list = MusicServer(
                Array(music.address("1.flac").utf8), .good,
                contentType: "audio/x-mpegurl; charset=utf-8")
            defer { list.stop() }
            let station = MusicServer(
                try Fixtures.bytes(of: "sweep/1.mp3"), .good, contentType: "audio/mpeg")
            defer { station.stop() }
            let tool = try CommandLineTool()
            let result = try tool.run(
                "play", list.address("listen"), station.address("stream"), "--events",
                "--output", "null:1000")
            #expect(result.code == 0, "\(result.problems)")
            let ended = try result.objects().filter { $0["event"] as? String == "itemDidPlayToEnd" }
            let addresses = [music.address("1.flac"), station.address("stream")]
            #expect(ended.map { $0["url"] as? String } == addresses)
        }

        @Test("reports where a stream cannot begin at the time that was asked for")
        func lostStart() throws {
            let tool = try CommandLineTool()
            let content = try Fixtures.bytes(of: "sweep/long.mp3")
            for (behaviour, isLost) in [
                (MusicServer.Behaviour.withoutRanges, true), (.good, false),
            ] {
                let server = MusicServer(content, behaviour)
                defer { server.stop() }
                let address = server.address("long.mp3")
                let result = try tool.run("play", address, "--start", "3", "--output", "null:1000")
                #expect(result.code == 0)
                let line = "phonolith: \(address): cannot start at that time"
                #expect(result.problems.contains(line) == isLost, "\(result.problems)")
                #expect(result.problems.split(separator: "\n").count == (isLost ? 1 : 0))
            }
        }

        @Test("says in words why a server or a file is of no use")
        func reasons() throws {
            let tool = try CommandLineTool()
            let empty = tool.folder.appendingPathComponent("empty.mp3")
            try Data().write(to: empty)
            for (name, reason) in [
                ("http://nowhere.invalid/x.mp3", "unknown host"),
                ("http://127.0.0.1:1/x.mp3", "Connection refused"), (empty.path, "file is empty"),
            ] {
                let result = try tool.run("play", name, "--output", "null:1000")
                #expect(result.code == 2)
                #expect(result.problems.contains(reason), "\(result.problems)")
                #expect(result.problems.contains(name))
            }
        }

        @Test("plays without a library that is broken, and says so once")
        func brokenLibrary() throws {
            let tool = try CommandLineTool()
            try Data("no library".utf8).write(to: tool.library)
            let result = try tool.run(["play"] + Self.parts + ["--output", "null:1000"])
            #expect(result.code == 0)
            #expect(result.problems.split(separator: "\n").count == 1)
            #expect(result.problems.contains("plays are not counted"))
        }

        @Test("is not ended by times and places that are none")
        func hostilePlaylist() throws {
            let tool = try CommandLineTool()
            try tool.add("sweep/1.flac", as: "Best.pls/1.flac")
            let folder = try tool.run(
                "play", tool.music.appendingPathComponent("Best.pls").path, "--output", "null:1000")
            #expect(folder.code == 0)
            let late = try tool.run(
                "play", Self.parts[0], "--start", "1e30", "--output", "null:1000")
            #expect(late.code == 2 || late.code == 64)
            let list = tool.music.appendingPathComponent("list.m3u8")
            try "#EXTM3U\nftp://x.org/a.mp3\n\(Self.parts[0])\n".write(
                to: list, atomically: false, encoding: .utf8)
            try tool.run("scan", tool.music.path)
            let added = try tool.run("queue", "add", list.path)
            #expect(added.code == 1)
            #expect(added.problems.contains("ftp://x.org/a.mp3"))
        }

        @Test("plays the file that a file URL names, as file managers copy it")
        func fileURL() throws {
            let tool = try CommandLineTool()
            try tool.add("sweep/1.flac", as: "a b/é%.flac")
            let url = tool.music.appendingPathComponent("a b/é%.flac").absoluteString
            #expect(try tool.run("play", url, "--output", "null:1000").code == 0)
            let missing = try tool.run("play", url + "x", "--output", "null:1000")
            #expect(missing.code == 2)
        }

        @Test("shows a station with what it plays, and that data is waited for")
        func stationLine() {
            let line = NowPlayingLine(
                item: PlayerItem(.url("http://x/radio"), title: "Radio X"),
                streamTitle: "Björk - Jóga", stationName: "Radio X", isWaiting: true,
                state: .playing, time: 83, duration: nil, index: 0, count: 1)
            #expect(line.text(width: 80) == "▶  Björk - Jóga (Radio X)  1:23  buffering…")
        }

        @Test(
            "shows the title at any width, and as much of the artist as has room",
            arguments: [(22, false), (40, true), (60, true), (80, true)])
        func title(width: Int, showsArtist: Bool) {
            var item = PlayerItem(.file("/music/x.flac"), title: "A Title")
            item.artist = "An Artist with an Unusually Long Name"
            let line = NowPlayingLine(
                item: item, state: .playing, time: 1, duration: 20, index: 1, count: 3
            ).text(width: width)
            #expect(line.contains("A Title"))
            #expect(line.columnCount < width)
            #expect(line.contains("An A") == showsArtist, "\(line)")
        }

        @Test("draws a line that fits the terminal", arguments: [1, 10, 20, 40, 80, 200])
        func line(_ width: Int) {
            var item = PlayerItem(.file("/music/x.flac"), title: "日本語のとても長い題名 and more of it")
            item.artist = "Björk"
            let line = NowPlayingLine(
                item: item, state: .playing, time: 83, duration: 296, index: 0, count: 12)
            #expect(line.text(width: width).columnCount < max(2, width))
        }
    }
}

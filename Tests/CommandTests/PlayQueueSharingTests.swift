import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// One queue, and several programs that change it.
    @Suite("The queue that phonolith play keeps", .timeLimit(.minutes(20)))
    struct PlayQueueSharingTests {
        private let tool: CommandLineTool
        private let names = ["1.mp3", "2.ogg", "3.opus", "4.m4a"]

        /// A library of four items of six seconds.
        init() throws {
            tool = try CommandLineTool()
            for name in names {
                try tool.add("sweep/long.\(name.split(separator: ".")[1])", as: name)
            }
            try tool.run("scan", tool.music.path)
        }

        private func path(_ index: Int) -> String {
            tool.music.appendingPathComponent(names[index]).path
        }

        /// The names in the queue, and which is current.
        private func queue() throws -> (names: [String], current: String?, time: Double?) {
            let entries = try tool.run("queue", "--format", "jsonl").objects()
            func name(_ entry: [String: Any]) -> String {
                (entry["path"] as? String).map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
            }
            let current = entries.first { $0["isCurrent"] as? Bool == true }
            return (entries.map(name), current.map(name), current?["bookmarkTime"] as? Double)
        }

        /// A player whose events are in a file.
        private func player(
            _ indexes: [Int], _ options: String..., events: String = "events"
        ) throws -> (process: Program, said: (String) throws -> Bool) {
            let file = tool.folder.appendingPathComponent(events)
            try Data().write(to: file)
            let process = try tool.start(
                ["play", "--events", "--no-mpris", "--output", "null:0.05"] + options
                    + indexes.map(path), output: file)
            let said = { (text: String) in
                try String(contentsOf: file, encoding: .utf8).contains(text)
            }
            try eventually("the first item is open") { try said("readyToPlay") }
            return (process, said)
        }

        private func end(_ process: Program) throws {
            kill(process.processIdentifier, SIGINT)
            #expect(try tool.finish(process).code == 130)
        }

        @Test("goes on with the files of a root that is moved while it plays")
        func movedRoot() throws {
            let (process, said) = try player([0, 1])
            let new = tool.folder.appendingPathComponent("new")
            try FileManager.default.moveItem(at: tool.music, to: new)
            #expect(try tool.run("roots", "move", tool.music.path, new.path).code == 0)
            // Any change of the player's own makes it look.
            try tool.run("queue", "mode", "--repeat", "all")
            try eventually("repeatMode is all") { try said("\"repeatMode\":\"all\"") }
            try end(process)
            let paths = try tool.run("queue", "--format", "jsonl").objects()
                .compactMap { $0["path"] as? String }
            #expect(paths == names.prefix(2).map { new.appendingPathComponent($0).path })
        }

        @Test("takes in what is added, moved and set while it plays")
        func changes() throws {
            let (process, said) = try player([0, 1])
            try tool.run("queue", "add", path(2))
            try eventually("the queue changes") { try said("queueDidChange") }
            try tool.run("queue", "move", "3", "1")
            try tool.run("queue", "mode", "--repeat", "all")
            try eventually("repeatMode is all") { try said("\"repeatMode\":\"all\"") }
            try end(process)
            let kept = try queue()
            #expect(kept.names == ["3.opus", "1.mp3", "2.ogg"])
            #expect(kept.current == "1.mp3")
        }

        @Test(
            "goes on with the same item, whatever was taken out in front of it, and however soon it ends"
        )
        func removal() throws {
            let (process, _) = try player([0, 1, 2, 3])
            try tool.run("queue", "move", "1", "4")
            try tool.run("queue", "remove", "1")
            try end(process)
            let kept = try queue()
            #expect(kept.names == ["3.opus", "4.m4a", "1.mp3"])
            #expect(kept.current == "1.mp3")
        }

        @Test("keeps its own order under a mix that was set elsewhere")
        func mixing() throws {
            let (process, said) = try player([0, 1, 2, 3])
            try tool.run("queue", "mode", "--shuffle", "songs", "--seed", "3")
            try eventually("shuffleMode is songs") { try said("\"shuffleMode\":\"songs\"") }
            try end(process)
            try tool.run("queue", "mode", "--shuffle", "off")
            #expect(try queue().names == names)
        }

        @Test(
            "refuses what a player that was stopped does not do, in one line with its process and the remedy",
            arguments: [
                ["player", "pause"], ["player", "status"], ["player", "next", "--json"],
                ["player", "volume", "+5"], ["queue", "add", "1"], ["queue", "clear"],
                ["queue", "mode", "--repeat", "all"],
            ])
        func stoppedPlayer(command: [String]) throws {
            let (process, said) = try player([0, 1])
            let id = process.processIdentifier
            var result: CommandLineTool.Result
            repeat {
                // One that was stopped while it wrote has the library's lock, which is told instead.
                kill(id, SIGCONT)
                usleep(300_000)
                kill(id, SIGSTOP)
                result = try tool.run(command)
            } while result.problems.contains("another program is writing")
            #expect(result.code == 2)
            #expect(result.text == "")
            #expect(
                result.problems
                    == "phonolith: the player of this queue (process \(id)) does not answer, because it is stopped; continue it with kill -CONT \(id)\n"
            )
            kill(id, SIGCONT)
            // It does what it is asked now, and nothing of before.
            try tool.run("queue", "add", path(2))
            try eventually("the queue changes") { try said("queueDidChange") }
            #expect(try tool.run("player", "status").text.hasPrefix("playing"))
            try end(process)
            #expect(try queue().names == ["1.mp3", "2.ogg", "3.opus"])
        }

        @Test("is that of the first player while there are two")
        func twoPlayers() throws {
            let (first, _) = try player([0, 1, 2])
            let (second, _) = try player([3], events: "others")
            try end(second)
            let kept = try queue()
            #expect(kept.names == ["1.mp3", "2.ogg", "3.opus"])
            #expect(kept.current == "1.mp3")
            try end(first)
            #expect(try queue().names == kept.names)
            // And then of the next.
            let (third, _) = try player([3])
            try end(third)
            #expect(try queue().names == ["4.m4a"])
        }

        @Test("has the place but for some seconds when the player is killed")
        func killed() throws {
            let (process, said) = try player([0], "--repeat", "one", "--output", "null:0.5")
            try eventually("the place is kept") { try !process.isRunning || queue().time ?? 0 > 1 }
            #expect(process.isRunning)
            #expect(try !said("libraryFailed"))
            kill(process.processIdentifier, SIGKILL)
            _ = try tool.finish(process)
            #expect(try queue().time ?? 0 > 1)
        }

        @Test("knows what was known of files that are not in the library")
        func foreigners() throws {
            let file = tool.folder.appendingPathComponent("other.flac")
            try FileManager.default.copyItem(at: Fixtures.url(of: "full/full.flac"), to: file)
            try tool.run("queue", "add", file.path)
            let entry = try #require(try tool.run("queue", "--format", "jsonl").objects().first)
            #expect(entry["persistentID"] == nil)
            for key in ["title", "artist", "albumTitle", "playbackDuration"] {
                #expect(entry[key] != nil, "\(key)")
            }
        }

        @Test("stays what it is, and so do counts and bookmarks, when sound is written to a file")
        func written() throws {
            try tool.add("sweep/long.m4a", as: "book.m4b")
            try tool.run("scan", tool.music.path)
            let books = try tool.run("audiobooks", "--format", "jsonl").objects()
            let book = try #require(books.first)
            let id = try #require(book["persistentID"] as? String)
            try tool.run("mark", id, "--bookmark", "0.75")
            try tool.run("queue", "add", path(0))
            let before = try tool.run("items", "--format", "jsonl").text
            let wav = tool.folder.appendingPathComponent("out.wav")
            let result = try tool.run("play", id, "--output", "wav:\(wav.path)")
            #expect(result.code == 0, "\(result.problems)")
            #expect(try tool.run("items", "--format", "jsonl").text == before)
            #expect(try queue().names == ["1.mp3"])
            let duration = try #require(book["playbackDuration"] as? Double)
            let length = try output(of: [
                "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
                wav.path,
            ])
            let written = Double(String(decoding: length, as: UTF8.self).dropLast()) ?? 0
            #expect(abs(written - duration) < 0.2)
            // The queue that is kept can be written, too.
            #expect(try tool.run("play", "--output", "wav:\(wav.path)").code == 0)
            #expect(try tool.run("items", "--format", "jsonl").text == before)
        }

        @Test(
            "counts no file as played that ends long before it ought to, and says so",
            arguments: ["flac", "wav", "m4a", "mka"])
        func endsEarly(_ kind: String) throws {
            let whole = tool.folder.appendingPathComponent("whole.\(kind)")
            _ = try output(of: [
                "ffmpeg", "-v", "error", "-i", Fixtures.url(of: "sweep/long.ogg").path,
                "-movflags", "+faststart", whole.path,
            ])
            let bytes = try Data(contentsOf: whole)
            let file = tool.music.appendingPathComponent("cut.\(kind)")
            try bytes.write(to: file)
            let folder = tool.music.path
            try tool.run("scan", folder)
            func playCount() throws -> Int? {
                try tool.run("items", "--where", "path contains \"cut\"", "--format", "jsonl")
                    .objects().first?["playCount"] as? Int
            }
            let good = try tool.run("play", file.path, "--output", "null:1000")
            #expect(good.code == 0, "\(good.problems)")
            #expect(try playCount() == 1)
            try bytes.prefix(bytes.count / 3).write(to: file)
            let cut = try tool.run("play", file.path, "--output", "null:1000")
            #expect(cut.code == 1)
            #expect(cut.problems.split(separator: "\n").count == 1)
            #expect(cut.problems.contains("cut.\(kind): ends early"), "\(cut.problems)")
            #expect(try playCount() == 1)
        }
    }
}

import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("phonolith play --save", .timeLimit(.minutes(20)))
    struct PlaySavingTests {
        private let tool: CommandLineTool
        private let content: [UInt8]

        init() throws {
            tool = try CommandLineTool()
            content = try Fixtures.bytes(of: "sweep/long.mp3")
        }

        private func file(_ name: String) -> String {
            tool.folder.appendingPathComponent(name).path
        }

        private func bytes(_ name: String) throws -> [UInt8] {
            try Array(Data(contentsOf: URL(fileURLWithPath: file(name))))
        }

        private func play(_ arguments: String...) throws -> CommandLineTool.Result {
            try tool.run(["play"] + arguments + ["--output", "null:1000", "--events"])
        }

        private func isPlayedToEnd(_ result: CommandLineTool.Result) throws -> Bool {
            try result.objects().contains { $0["event"] as? String == "itemDidPlayToEnd" }
        }

        @Test("writes what the server sends, and replaces a file only if it is to")
        func file() throws {
            let server = MusicServer(content, .good)
            defer { server.stop() }
            let address = server.address("a.mp3")
            let result = try play(address, "--save", file("a.mp3"))
            #expect(result.code == 0)
            #expect(result.problems == "phonolith: saved \(file("a.mp3"))\n")
            #expect(try bytes("a.mp3") == content)
            try Data("mine".utf8).write(to: URL(fileURLWithPath: file("a.mp3")))
            let again = try play(address, "--save", file("a.mp3"))
            #expect(again.code == 2)
            #expect(again.problems.contains("the file exists"))
            #expect(try bytes("a.mp3") == Array("mine".utf8))
            #expect(try play(address, "--save", file("a.mp3"), "--overwrite").code == 0)
            #expect(try bytes("a.mp3") == content)
        }

        @Test("adds files to the library, if they are in a root")
        func into() throws {
            let server = MusicServer(content, .good)
            defer { server.stop() }
            try tool.add("full/full.flac", as: "1.flac")
            try tool.run("scan", tool.music.path)
            let address = server.address("a.mp3")
            let result = try play(address, "--save-folder", tool.music.path, "--into")
            #expect(result.code == 0, "\(result.problems)")
            #expect(try tool.run("items").lines.count == 2)
            let elsewhere = try play(address, "--save", file("b.mp3"), "--into")
            #expect(elsewhere.code == 2)
            #expect(elsewhere.problems.contains("is in no root of the library"))
        }

        @Test("refuses in one line what cannot be saved")
        func refusals() throws {
            let server = MusicServer(content, .good)
            defer { server.stop() }
            let address = server.address("a.mp3")
            let song = Fixtures.url(of: "sweep/1.flac").path
            let target = file("x.mp3")
            let other = server.address("b.mp3")
            for (arguments, code, reason) in [
                ([address, other, "--save", target], 2, "--save writes one stream"),
                ([song, "--save", target], 2, "is a file on this computer"),
                ([address, "--save", file("none/x.mp3")], 2, "No such file or directory"),
                (
                    [address, "--save", tool.folder.path, "--overwrite"], 2,
                    "is a folder; name a file in it"
                ),
                ([address, "--save-folder", "/dev/null"], 2, "Not a directory"),
                ([address, "--save", target, "--save-folder", "f"], 64, "exclude each other"),
                ([address, "--into"], 64, "need --save or --save-folder"),
            ] as [([String], Int32, String)] {
                let result = try tool.run(["play"] + arguments + ["--output", "null:1000"])
                #expect(result.code == code, "\(arguments)")
                #expect(result.problems.contains(reason), "\(result.problems)")
                if code == 2 { #expect(result.problems.split(separator: "\n").count == 1) }
            }
            #expect(server.requestCount == 0)
            #expect(!FileManager.default.fileExists(atPath: target))
        }

        @Test("refuses an HLS stream, whose sound goes on")
        func segments() throws {
            let segment = MusicServer(content, .good)
            defer { segment.stop() }
            let list = """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:10
                #EXTINF:10,
                \(segment.address("1.mp3"))
                #EXT-X-ENDLIST

                """
            let server = MusicServer(
                Array(list.utf8), .good, contentType: "application/vnd.apple.mpegurl")
            defer { server.stop() }
            let result = try play(server.address("live.m3u8"), "--save", file("x.mp3"))
            #expect(result.code == 1)
            #expect(result.problems.contains("HLS stream of many files"))
            #expect(try isPlayedToEnd(result))
            #expect(!FileManager.default.fileExists(atPath: file("x.mp3")))
        }

        @Test("lets the sound go on where the disk is full", .enabled(if: SmallDisk.canMount))
        func fullDisk() throws {
            let server = MusicServer(content, .good)
            defer { server.stop() }
            let disk = tool.folder.appendingPathComponent("disk")
            let result = try tool.run(
                withSpace: 8192, in: disk,
                [
                    "play", server.address("a.mp3"), "--output", "null:1000", "--events",
                    "--save", disk.path + "/a.mp3",
                ])
            #expect(result.code == 1)
            #expect(result.problems.contains("No space left on device"))
            #expect(result.problems.split(separator: "\n").count == 1)
            #expect(try isPlayedToEnd(result))
        }

        @Test("leaves a part when it is interrupted, which the next call continues")
        func interrupted() async throws {
            let long = (0..<40).flatMap { _ in content }
            let stalling = MusicServer(long, .stalling(after: 600_000, seconds: 600))
            let target = file("a.mp3")
            let process = try tool.start([
                "play", stalling.address("a.mp3"), "--output", "null:100", "--save", target,
            ])
            let part = URL(fileURLWithPath: file(".a.mp3.part"))
            try await eventually("a part is written") {
                (try? Data(contentsOf: part).count >= 600_000) ?? false
            }
            process.interrupt()
            let result = try tool.finish(process)
            stalling.stop()
            #expect(result.code == 130)
            #expect(try Array(Data(contentsOf: part)) == Array(long.prefix(600_000)))
            let server = MusicServer(long, .good)
            defer { server.stop() }
            #expect(try play(server.address("a.mp3"), "--save", target).code == 0)
            #expect(try bytes("a.mp3") == long)
            #expect(!FileManager.default.fileExists(atPath: part.path))
        }
    }
}

import Foundation
import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithTestSupport
import Testing

extension ByTheClock {
    @Suite("Capture commands", .serialized, .timeLimit(.minutes(20)))
    struct CaptureCommandTests {
        private let tool: CommandLineTool
        private static let pictures = "lavfi:testsrc2=s=320x240:r=25"

        init() throws { tool = try CommandLineTool() }

        private func file(_ name: String) -> String {
            tool.folder.appendingPathComponent(name).path
        }

        private func arguments(_ path: String, _ more: String...) -> [String] {
            ["capture", "video", path, "--device", Self.pictures, "--audio-device", "lavfi:sine"]
                + more
        }

        private func capture(_ path: String, _ more: String...) throws -> CommandLineTool.Result {
            try tool.runProgram(arguments(path) + more)
        }

        /// How many pictures of a file can be played.
        private func pictureCount(_ path: String) throws -> Int {
            let demuxer = try Demuxer.open(MediaPath(path))
            guard let stream = demuxer.bestVideoStream else { return 0 }
            var count = 0
            // A file that is cut off ends where it is.
            while (try? demuxer.nextPacket(of: stream)) != nil { count += 1 }
            return count
        }

        @Test("a machine without cameras has an empty list", .enabled(if: !hasCamera))
        func noCameras() throws {
            let json = try tool.runProgram(["capture", "devices", "--format", "json"])
            #expect(json.code == 0)
            #expect(json.text == "[]\n")
            #expect(json.problems.isEmpty)
            let table = try tool.runProgram(["capture", "devices", "--format", "table"])
            #expect(table.code == 0)
            #expect(table.text.isEmpty)
            #expect(table.problems.hasPrefix("This machine has no cameras"))
            let photo = try tool.runProgram(["capture", "photo", file("a.jpg")])
            #expect(photo.code == 2)
            #expect(photo.problems.contains("there is no camera; connect one"))
        }

        private static let hasCamera =
            (try? FileManager.default.contentsOfDirectory(atPath: "/dev"))?
            .contains { $0.hasPrefix("video") } ?? false

        @Test("video lasts as long as it should, and does not replace a file by itself")
        func duration() throws {
            let path = file("a.mp4")
            let result = try capture(path, "--duration", "0.6")
            #expect(result.code == 0)
            #expect(result.problems.isEmpty, "\(result.problems)")
            #expect(try pictureCount(path) == 15)
            let again = try capture(path, "--duration", "0.2")
            #expect(again.code == 2)
            #expect(again.problems.contains("the file exists"))
            #expect(try pictureCount(path) == 15)
            #expect(try capture(path, "--duration", "0.2", "--overwrite").code == 0)
            #expect(try pictureCount(path) == 5)
        }

        @Test("video ends with Ctrl-C and code 0, and the file is whole")
        func interrupted() async throws {
            let path = file("a.mp4")
            let process = try tool.start(arguments(path))
            try await eventually("something is captured") {
                ((try? pictureCount(path)) ?? 0) > 10
            }
            process.interrupt()
            let result = try tool.finish(process)
            #expect(result.code == 0)
            #expect(result.problems.isEmpty, "\(result.problems)")
            #expect(try pictureCount(path) > 10)
        }

        @Test("what was captured until a kill can be played", arguments: [0.3, 0.7, 1.3])
        func killed(_ seconds: Double) async throws {
            let path = file("a.mp4")
            let process = try tool.start(arguments(path))
            try await eventually("so much is captured") {
                ((try? pictureCount(path)) ?? 0) > Int(seconds * 25)
            }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            #expect(try pictureCount(path) > Int(seconds * 25))
        }

        @Test("files in a folder are named by the time, and --into adds a film to the library")
        func into() throws {
            try tool.add("full/full.flac", as: "1.flac")
            try tool.run("scan", tool.music.path)
            #expect(try capture(tool.music.path, "--duration", "0.4", "--into").code == 0)
            let films = try tool.run("videos").objects()
            #expect(films.count == 1)
            let name = MediaPath(films.first?["path"] as? String ?? "").lastComponent.description
            let isTime = name.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.mp4/) != nil
            #expect(isTime, "\(name)")
            let photo = try tool.runProgram([
                "capture", "photo", tool.music.path, "--device", Self.pictures, "--into",
            ])
            #expect(photo.code == 0, "\(photo.problems)")
            let names = try FileManager.default.contentsOfDirectory(atPath: tool.music.path)
            #expect(names.filter { $0.hasSuffix(".jpg") }.count == 1)
            let elsewhere = try capture(file("b.mp4"), "--duration", "0.3", "--into")
            #expect(elsewhere.code == 2)
            #expect(elsewhere.problems.contains("is in no root of the library"))
            #expect(!FileManager.default.fileExists(atPath: file("b.mp4")))
        }

        @Test("a film that is added has its length")
        func length() throws {
            try tool.add("full/full.flac", as: "1.flac")
            try tool.run("scan", tool.music.path)
            let path = tool.music.appendingPathComponent("a.mp4").path
            #expect(try capture(path, "--duration", "2", "--into").code == 0)
            let films = try tool.run("videos").objects()
            let duration = films.first?["playbackDuration"] as? Double ?? 0
            #expect(abs(duration - 2) < 0.1, "\(duration)")
        }

        @Test(
            "a full disk ends a film with the reason, and what fits can be played",
            .enabled(if: SmallDisk.canMount))
        func fullDisk() throws {
            let disk = tool.folder.appendingPathComponent("disk")
            let result = try tool.run(
                withSpace: 61_440, in: disk, arguments(disk.path + "/a.mp4"),
                then: "cp \"$0/a.mp4\" '\(file("kept.mp4"))'")
            #expect(result.code == 1)
            #expect(result.problems.contains("No space left on device"), "\(result.problems)")
            // Beside it only that the machine has had too much to do.
            let others = result.problems.split(separator: "\n").filter {
                !$0.contains("pictures are missing")
            }
            #expect(others.count == 1, "\(others)")
            #expect(try pictureCount(file("kept.mp4")) > 3)
        }

        @Test("a film without a picture leaves the one that it was to replace as it was")
        func nothingToReplaceWith() throws {
            let old = Data("mine".utf8)
            try old.write(to: URL(fileURLWithPath: file("a.mp4")))
            let result = try tool.runProgram(
                [
                    "capture", "video", "a.mp4", "--overwrite", "--no-preview", "--device",
                    "lavfi:testsrc2=s=64x64:d=1,select=0", "--audio-device", "none",
                ], in: tool.folder)
            #expect(result.code == 2)
            #expect(result.problems.split(separator: "\n").count == 1, "\(result.problems)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: file("a.mp4"))) == old)
        }

        @Test("take-film takes a photo and a film")
        func example() throws {
            let process = try tool.start(
                [tool.folder.path, "0.4", Self.pictures, "lavfi:sine"],
                executable: BuiltProgram.besideTests("phonolith-take-film"))
            let result = try tool.finish(process)
            #expect(result.code == 0, "\(result.text)")
            #expect(result.lines == ["\(file("film.mp4")) maximumDuration"])
            #expect(try pictureCount(file("film.mp4")) == 10)
            #expect(FileManager.default.fileExists(atPath: file("photo.jpg")))
        }

        struct Fault: CustomTestStringConvertible {
            var arguments: [String]
            var reason: String
            var code: Int32 = 2

            var testDescription: String { reason }

            static let all = [
                Fault(
                    arguments: ["a.mp4", "--device", "lavfi:nosuch"],
                    reason: "No such filter: 'nosuch'; check the graph"),
                Fault(
                    arguments: ["a.mp4", "--device", "lavfi:sine"],
                    reason: "lavfi:sine: gives no pictures"),
                Fault(
                    arguments: ["a.mp4", "--device", "x11grab::987"],
                    reason: "Cannot open display :987"),
                Fault(
                    arguments: ["a.mp4", "--device", pictures, "--size", "1x1"],
                    reason: "has pictures of 320x240, not 1x1; add scale=1:1 to the graph"),
                Fault(
                    arguments: ["a.avi", "--device", pictures, "--audio-device", "none"],
                    reason: "films are written as MP4"),
                Fault(
                    arguments: ["/proc/a.mp4", "--device", pictures, "--audio-device", "none"],
                    reason: "/proc/a.mp4: cannot be written"),
                Fault(
                    arguments: ["a.mp4", "--size", "big"], reason: "'big' is not a size", code: 64),
                Fault(
                    arguments: ["a.mp4", "--max-size", "1"], reason: "--max-size takes", code: 64),
            ]
        }

        @Test("what cannot be captured is said in one line", arguments: Fault.all)
        func faults(_ fault: Fault) throws {
            let result = try tool.runProgram(
                ["capture", "video"] + fault.arguments, in: tool.folder)
            #expect(result.code == fault.code)
            #expect(result.problems.contains(fault.reason), "\(result.problems)")
            if fault.code == 2 {
                #expect(result.problems.split(separator: "\n").count == 1, "\(result.problems)")
            }
            #expect(!FileManager.default.fileExists(atPath: file("a.mp4")))
        }
    }
}

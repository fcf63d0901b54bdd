import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

@Suite(.thorough) struct ThumbnailsCommandTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.add("films/closed-gop.mp4", as: "film.mp4")
    }

    private var film: String { tool.music.appendingPathComponent("film.mp4").path }
    private var output: URL { tool.folder.appendingPathComponent("pictures") }

    /// Into the folder for pictures, with JSON.
    private func thumbnails(_ arguments: String...) throws -> CommandLineTool.Result {
        try tool.run(["thumbnails", "--json", "--output", output.path] + arguments)
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: output.appendingPathComponent(name).path)
    }

    @Test("each time has its line, in the order asked, and its picture; no library is made")
    func json() throws {
        let result = try thumbnails(film, "--at", "2.05,0:00.35", "--exact", "--max-size", "32x32")
        #expect(result.code == 0)
        #expect(
            result.lines == [
                #"{"video":"\#(film)","requestedTime":2.05,"actualTime":2,"status":"succeeded","path":"\#(output.path)/film-0-00-02.050.jpg","width":32,"height":24}"#,
                #"{"video":"\#(film)","requestedTime":0.35,"actualTime":0.3,"status":"succeeded","path":"\#(output.path)/film-0-00-00.350.jpg","width":32,"height":24}"#,
            ])
        #expect(exists("film-0-00-02.050.jpg") && exists("film-0-00-00.350.jpg"))
        #expect(!FileManager.default.fileExists(atPath: tool.library.path))
    }

    @Test("without --json the paths are told, a sheet's once")
    func paths() throws {
        let result = try tool.run(
            "thumbnails", film, "--at", "0.5,1.5", "--sheet", "2x1", "--output", output.path)
        #expect(result.text == output.path + "/film-sheet.jpg\n")
        #expect(result.code == 0 && exists("film-sheet.jpg"))
    }

    @Test("a sheet that cannot be made is reported in one line")
    func sheetTooLarge() throws {
        let result = try tool.run(
            "thumbnails", film, "--count", "600", "--sheet", "600x1", "--image-format", "webp",
            "--output", output.path)
        #expect(result.code == 1)
        #expect(result.problems.hasPrefix("\(film): "), "\(result.problems)")
        #expect(result.problems.split(separator: "\n").count == 1, "\(result.problems)")
    }

    @Test("what fails says why, the others go on, and the exit code is 1")
    func failures() throws {
        try tool.add("broken/broken.mkv", as: "broken.mkv")
        try tool.add("odd/sound-only.mp4", as: "sound.mp4")
        let result = try thumbnails(tool.music.path, "--at", "1,9")
        #expect(result.code == 1)
        let objects = try result.objects()
        let told = objects.map {
            [
                ($0["video"] as? String)?.split(separator: "/").last.map(String.init),
                $0["status"] as? String,
            ]
        }
        #expect(
            told == [
                ["broken.mkv", "failed"], ["broken.mkv", "failed"], ["film.mp4", "succeeded"],
                ["film.mp4", "failed"], ["sound.mp4", "failed"], ["sound.mp4", "failed"],
            ])
        let reasons = objects.compactMap { $0["error"] as? String }
        #expect(reasons[2] == "the time is past the end, which is at 3 s")
        #expect(reasons[3] == "contains no video")
    }

    @Test("evenly spread pictures avoid what is black")
    func count() throws {
        try tool.add("films/black-half.mp4", as: "black.mp4")
        let black = tool.music.appendingPathComponent("black.mp4").path
        let objects = try thumbnails(black, "--count", "2", "--exact").objects()
        #expect(objects.compactMap { $0["requestedTime"] as? Double } == [1, 3])
        #expect(objects.compactMap { $0["actualTime"] as? Double } == [1.2, 3.2])
    }

    @Test("sprites tell where each picture is, and a track has a cue for each")
    func sprites() throws {
        let result = try thumbnails(
            film, "--sprites", "--sheet", "2x1", "--every", "1", "--image-format", "png")
        let objects = try result.objects()
        #expect(objects.compactMap { $0["x"] as? Int } == [0, 64, 0])
        let sheets = objects.compactMap { ($0["path"] as? String)?.split(separator: "/").last }
        #expect(
            sheets.map(String.init) == [
                "film-sprites.png", "film-sprites.png", "film-sprites-2.png",
            ])
        let track = try String(
            contentsOf: output.appendingPathComponent("film-sprites.vtt"), encoding: .utf8)
        #expect(
            track == """
                WEBVTT

                00:00:00.000 --> 00:00:01.000
                film-sprites.png#xywh=0,0,64,48

                00:00:01.000 --> 00:00:02.000
                film-sprites.png#xywh=64,0,64,48

                00:00:02.000 --> 00:00:03.000
                film-sprites-2.png#xywh=0,0,64,48

                """)
    }

    @Test("videos of one name do not overwrite each other's pictures")
    func names() throws {
        try tool.add("films/open-gop.mkv", as: "film.mkv")
        try tool.add("films/closed-gop.mp4", as: "other/film.mp4")
        #expect(try thumbnails(tool.music.path, "--at", "1").code == 0)
        let made = try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
        #expect(
            made == [
                "film.mkv-0-00-01.000.jpg", "film.mp4-0-00-01.000.jpg",
                "film.mp4-2-0-00-01.000.jpg",
            ])
    }

    @Test("an item of the library is named by its id")
    func item() throws {
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let objects = try thumbnails("1", "--at", "1").objects()
        #expect(objects.first?["video"] as? String == film)
        #expect(objects.first?["status"] as? String == "succeeded")
    }

    @Test("kept pictures are made once, and anew when the video changes")
    func cache() throws {
        func path() throws -> String {
            let result = try tool.run("thumbnails", film, "--at", "1", "--cached", "--json")
            #expect(result.code == 0)
            return try #require(try result.objects().first?["path"] as? String)
        }
        let first = try path()
        #expect(first.hasPrefix(tool.folder.appendingPathComponent("cache").path))
        // A file put there in its place is the one that comes back.
        try Data("kept".utf8).write(to: URL(fileURLWithPath: first))
        #expect(try path() == first)
        #expect(try Data(contentsOf: URL(fileURLWithPath: first)) == Data("kept".utf8))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: film)
        #expect(try path() != first)
    }

    @Test(
        "wrong usage ends with 64 and says what is right",
        arguments: [
            (["film"], "--at TIMES, --count N or --every SECONDS"),
            (["film", "--at", "1:60"], "write 120"),
            (["film", "--at", "1, 2"], "without spaces, for example 90,1:30"),
            (["film", "--at", "1,,2"], "a time is missing"),
            (["film", "--at=-1"], "write seconds or h:mm:ss"),
            (["film", "--at", "-1"], "'-1' is not a time"),
            (["film", "--at", "-1:30,5"], "'-1:30' is not a time"),
            (["film", "--count", "-1"], "--count takes 1 to 10000, not -1"),
            (["film", "--quality", "-1", "--at", "1"], "--quality takes 1 to 100, not -1"),
            (["film", "--at", "1", "--count", "2"], "choose one of --at"),
            (["film", "--count", "0"], "--count takes 1 to 10000"),
            (["film", "--every", "0"], "--every takes 0.001"),
            (["film", "--at", "1", "--exact", "--tolerance-after", "1"], "choose one of --exact"),
            (["film", "--at", "1", "--tolerance-after=-1"], "0 seconds or more"),
            (["film", "--at", "1", "--max-size", "320"], "for example 320x320"),
            (["film", "--at", "1", "--image-format", "jpg"], "write jpeg"),
            (["film", "--at", "1", "--cache-limit", "5"], "with --cached"),
            (["film", "--at", "1", "--quality", "0"], "--quality takes 1 to 100"),
            (["film", "--sheet", "0x4"], "for example 4x4"),
            (["film", "--sheet", "300"], "for example 4x4"),
            (["film", "--sheet", "5"], "for example 5x5"),
            (
                ["film", "--at", "1", "--cached", "--sprites"],
                "--cached works with single pictures"
            ),
            (["film", "--at", "1", "--image-format", "gif"], "'jpeg', 'png' or 'webp'"),
        ])
    func usage(arguments: [String], words: String) throws {
        let result = try tool.run(["thumbnails"] + arguments)
        #expect(result.code == 64)
        #expect(result.text == "")
        #expect(result.problems.contains(words))
    }

    @Test("what is not there, holds no video or takes no pictures ends with 2, in one line")
    func cannot() throws {
        let empty = tool.folder.appendingPathComponent("empty").path
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        for (arguments, words) in [
            (["nowhere.mp4"], "nowhere.mp4: cannot be read: No such file or directory"),
            ([empty], "\(empty): contains no video"), (["7"], "phonolith scan FOLDER"),
            ([film, "--output", film], "\(film): is not a folder"),
        ] {
            let result = try tool.run(["thumbnails", "--at", "1"] + arguments)
            #expect(result.code == 2)
            #expect(result.text == "")
            #expect(result.problems.contains(words))
            #expect(result.problems.split(separator: "\n").count == 1)
        }
    }

    @Test(
        "a folder that cannot be written to ends it at once",
        .enabled(if: CommandLineTool.canBeNobody))
    func readOnly() throws {
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        try tool.setRights(0o755, of: "")
        try tool.setRights(0o555, of: "pictures")
        let result = try tool.runAsNobody("thumbnails", film, "--at", "1", "--output", output.path)
        #expect(result.code == 2)
        #expect(result.problems.contains("\(output.path): cannot be written: Permission denied"))
    }

    // MARK: The child

    /// Starts something long over two videos, and gives the child that decodes.
    private func startLong(_ more: String...) throws -> (process: Program, child: Int32) {
        try tool.add("films/open-gop.mkv", as: "second.mkv")
        let second = tool.music.appendingPathComponent("second.mkv").path
        let process = try tool.start(
            ["thumbnails", "--json", "--output", output.path, film, second, "--exact"]
                + ["--at", (0..<1500).map { "\(Double($0) / 500)" }.joined(separator: ",")] + more)
        try eventually("the first picture is made") {
            !process.isRunning || exists("film-0-00-00.000.jpg")
        }
        return (process, try #require(try child(of: process)))
    }

    /// The number of the one process that a process has started.
    private func child(of process: Program) throws -> Int32? {
        let found = try PhonolithTestSupport.output(of: [
            "pgrep", "-P", "\(process.processIdentifier)",
        ])
        return Int32(
            String(decoding: found, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func counts(_ result: CommandLineTool.Result, _ video: String) throws -> [String: Int] {
        let own = try result.objects().filter { ($0["video"] as? String)?.hasSuffix(video) == true }
        return Dictionary(own.map { ($0["status"] as? String ?? "", 1) }, uniquingKeysWith: +)
    }

    @Test("a crash of the decoder fails the rest of its video, and the next video is made")
    func crash() throws {
        let (process, child) = try startLong()
        kill(child, SIGSEGV)
        let result = try tool.finish(process)
        #expect(result.code == 1)
        let first = try counts(result, "film.mp4")
        #expect(first["failed"] ?? 0 > 0)
        #expect(first.values.reduce(0, +) == 1500)
        #expect(try counts(result, "second.mkv") == ["succeeded": 1500])
        #expect(result.text.contains("crashed (Segmentation fault)"))
    }

    @Test("a decoder that hangs is given up, and the next video is made")
    func hang() throws {
        let (process, child) = try startLong("--file-timeout", "1")
        kill(child, SIGSTOP)
        let result = try tool.finish(process)
        #expect(result.code == 1)
        #expect(result.text.contains("timed out"))
        #expect(try counts(result, "second.mkv") == ["succeeded": 1500])
    }

    @Test(
        "a decoder that takes all memory, dies, or sends nonsense fails its video alone",
        arguments: ["memory", "abort", "overflow", "kill", "garbage"])
    func faults(fault: String) throws {
        try tool.add("films/open-gop.mkv", as: "second.mkv")
        let result = try tool.run(
            ["thumbnails", "--json", "--output", output.path, tool.music.path, "--at", "1,2"],
            environment: try Faults.environment("\(fault):film.mp4"))
        #expect(result.code == 1)
        #expect(try counts(result, "film.mp4") == ["failed": 2])
        #expect(try counts(result, "second.mkv") == ["succeeded": 2])
        let reasons = try result.objects().compactMap { $0["error"] as? String }
        #expect(reasons.allSatisfy { $0.hasPrefix("the decoder process ") })
    }

    @Test(
        "an interruption does not wait for a decoder that hangs", .timeLimit(.minutes(20)),
        arguments: ["hang", "spin"])
    func interruptionOfHanging(fault: String) throws {
        let process = try tool.start(
            ["thumbnails", "--json", "--output", output.path, film, "--at", "1,2"]
                + ["--file-timeout", "86400"],
            environment: try Faults.environment("\(fault):film.mp4"))
        try eventually("the decoder runs") { try !process.isRunning || child(of: process) != nil }
        kill(process.processIdentifier, SIGINT)
        let result = try tool.finish(process)
        #expect(result.code == 130)
        #expect(try counts(result, "film.mp4") == ["cancelled": 2])
    }

    @Test("a decoder that hangs ends when the process that watches it is killed")
    func killedParent() throws {
        let process = try tool.start(
            ["thumbnails", "--output", output.path, film, "--at", "1", "--file-timeout", "86400"],
            environment: try Faults.environment("hang:film.mp4"))
        var child: Int32?
        try eventually("the decoder runs") {
            child = try self.child(of: process)
            return !process.isRunning || child != nil
        }
        let worker = try #require(child)
        kill(process.processIdentifier, SIGKILL)
        _ = try tool.finish(process)
        try eventually("the decoder ends") { kill(worker, 0) != 0 }
    }

    @Test("an interruption is heard where signals were blocked at the start")
    func interruptionWhereBlocked() throws {
        let times = (0..<3000).map { "\(Double($0) / 1000)" }.joined(separator: ",")
        let process = try tool.start(
            ["--block-signal=INT", CommandLineTool.executable.path, "thumbnails", "--json"]
                + ["--output", output.path, film, "--exact", "--at", times],
            executable: URL(fileURLWithPath: "/usr/bin/env"))
        try eventually("the first picture is made") {
            !process.isRunning || exists("film-0-00-00.000.jpg")
        }
        kill(process.processIdentifier, SIGINT)
        let result = try tool.finish(process)
        #expect(result.code == 130)
        #expect(try counts(result, "film.mp4")["cancelled"] ?? 0 > 0)
        #expect(exists("film-0-00-00.000.jpg"))
    }

    @Test("an interruption cancels what is not made, keeps what is, and ends with 130")
    func interruption() throws {
        let (process, _) = try startLong()
        kill(process.processIdentifier, SIGINT)
        let result = try tool.finish(process)
        #expect(result.code == 130)
        let all = try counts(result, "film.mp4").merging(
            try counts(result, "second.mkv"), uniquingKeysWith: +)
        #expect(all["cancelled"] ?? 0 > 0)
        #expect(all["failed"] == nil)
        #expect(all.values.reduce(0, +) == 3000)
        #expect(result.problems.hasPrefix("interrupted"))
    }
}

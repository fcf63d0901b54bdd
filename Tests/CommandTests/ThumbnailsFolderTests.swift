import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// Where pictures are written to, and what is kept there.
@Suite(.thorough) struct ThumbnailsFolderTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.add("films/closed-gop.mp4", as: "film.mp4")
    }

    private var film: String { tool.music.appendingPathComponent("film.mp4").path }
    private var output: URL { tool.folder.appendingPathComponent("pictures") }
    private var cache: URL { tool.folder.appendingPathComponent("cache/phonolith/thumbnails") }

    private func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    // MARK: Folders that cannot be written to

    /// Runs the command with a file system of so many bytes where pictures go.
    private func run(withSpace bytes: Int, _ arguments: String...) throws
        -> CommandLineTool.Result
    {
        try tool.run(
            withSpace: bytes, in: output,
            ["thumbnails", "--output", output.path] + arguments)
    }

    @Test(
        "a disk that is full ends it before anything is decoded", .enabled(if: SmallDisk.canMount))
    func full() throws {
        let result = try run(
            withSpace: 0, film, "--count", "5", "--json", "--output", "\(output.path)/new")
        #expect(result.code == 2)
        #expect(result.text == "")
        #expect(result.problems.contains("cannot be written: No space left on device"))
        #expect(result.problems.split(separator: "\n").count == 1)
    }

    @Test(
        "a disk that fills up ends it, and what was made is kept", .enabled(if: SmallDisk.canMount))
    func fillingUp() throws {
        let result = try run(
            withSpace: 16_384, film, film, "--every", "0.1", "--exact", "--json")
        #expect(result.code == 2)
        let statuses = try result.objects().compactMap { $0["status"] as? String }
        #expect(statuses.count < 30 && statuses.allSatisfy { $0 == "succeeded" })
        #expect(result.problems.contains("No space left on device; free space or choose"))
        #expect(result.problems.split(separator: "\n").count == 1)
    }

    @Test("a folder that cannot be made ends it at once, in one line")
    func cannotMake() throws {
        let result = try tool.run(
            "thumbnails", film, "--at", "0,1,2", "--output", "\(film)/pictures")
        #expect(result.code == 2)
        #expect(
            result.problems.hasPrefix("phonolith: \(film)/pictures: "))
    }

    @Test("a folder that was made for nothing is removed again")
    func unused() throws {
        try tool.add("odd/sound-only.mp4", as: "sound.mp4")
        let sound = tool.music.appendingPathComponent("sound.mp4").path
        #expect(try tool.run("thumbnails", sound, "--at", "0", "--output", output.path).code == 1)
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    // MARK: The cache

    @Test("a video that was changed is seen, though its size and time are the old ones")
    func change() throws {
        func path() throws -> String {
            let result = try tool.run("thumbnails", film, "--at", "1", "--cached", "--json")
            return try #require(try result.objects().first?["path"] as? String)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: film)
        let first = try path()
        #expect(try path() == first)
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(attributes[.modificationDate])], ofItemAtPath: film)
        #expect(try path() != first)
    }

    @Test("above its limit the cache loses what was used longest ago, but nothing used just now")
    func limit() throws {
        func make(_ time: String, limit: String) throws -> String {
            let result = try tool.run(
                "thumbnails", film, "--at", time, "--cached", "--cache-limit", limit, "--json")
            let path = try #require(try result.objects().first?["path"] as? String)
            return URL(fileURLWithPath: path).lastPathComponent
        }
        let pictures = try ["0", "1", "2"].map { try make($0, limit: "1") }
        try Data(count: 900_000).write(to: cache.appendingPathComponent("old.jpg"))
        for (age, name) in zip([300, 200, 100, 400], pictures + ["old.jpg"]) {
            for name in [name, name.replacingOccurrences(of: ".jpg", with: ".json")] {
                try? FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -Double(age))],
                    ofItemAtPath: cache.appendingPathComponent(name).path)
            }
        }
        // The oldest is used again; then there is one more, and no room.
        #expect(try make("0", limit: "0") == pictures[0])
        let last = try make("2.5", limit: "0")
        let kept = names(in: cache).filter { $0.hasSuffix(".jpg") }
        #expect(kept == [pictures[0], last].sorted())
        #expect(names(in: cache).count == 4)
    }

    @Test("two processes at once leave a cache in which all that was reported is")
    func together() throws {
        let processes = try (0..<2).map { _ in
            try tool.start([
                "thumbnails", film, "--exact", "--every", "0.1", "--cached", "--cache-limit", "0",
                "--json",
            ])
        }
        for process in processes {
            let result = try tool.finish(process)
            #expect(result.code == 0)
            for object in try result.objects() {
                let path = try #require(object["path"] as? String)
                #expect(FileManager.default.fileExists(atPath: path))
            }
        }
    }

    // MARK: Names and sizes

    @Test(
        "names that are not UTF-8 are given exactly, those of the video, its pictures and its track"
    )
    func names() throws {
        let script = #"cp "$1" "$0/o$(printf '\351').mp4""#
        _ = try PhonolithTestSupport.output(of: ["sh", "-c", script, tool.music.path, film])
        try FileManager.default.removeItem(atPath: film)
        let result = try tool.run(
            "thumbnails", tool.music.path, "--sprites", "--output", output.path, "--json")
        let object = try #require(try result.objects().first)
        for (key, end) in [
            ("videoBase64", ".mp4"), ("pathBase64", "-sprites.jpg"),
            ("trackBase64", "-sprites.vtt"),
        ] {
            let text = try #require(object[key] as? String)
            let name = try #require(Data(base64Encoded: text))
            #expect(name.suffix(end.utf8.count + 2) == Data("o".utf8) + [0xE9] + Data(end.utf8))
        }
    }

    @Test("a pipe is refused and not waited for")
    func pipe() throws {
        let pipe = tool.music.appendingPathComponent("pipe.mp4").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let result = try tool.run("thumbnails", pipe, "--at", "1")
        #expect(result.code == 2)
        #expect(result.problems.contains("is a pipe"))
    }

    @Test(
        "pictures of any size come out single, on sheets and as sprites",
        arguments: [
            "1x1", "2x1", "1x2", "3x3", "4x16", "5x5", "7x3", "8x8", "9x9", "10x2", "11x11",
            "13x7", "16x16",
        ])
    func sizes(size: String) throws {
        for more in [
            ["--at", "1"], ["--sheet", "1x1"], ["--sheet", "2x2"], ["--sheet", "5x1"],
            ["--sheet", "1x5", "--image-format", "png"], ["--sprites", "--sheet", "2x2"],
            ["--sprites", "--every", "1", "--image-format", "webp"],
        ] {
            let result = try tool.run(
                ["thumbnails", film, "--max-size", size, "--output", output.path] + more)
            #expect(result.code == 0, "\(more): \(result.problems)")
        }
    }

    @Test("a sheet that no file can hold is refused when its first picture is made")
    func tooLarge() throws {
        let sheets = [("300x1", "webp", "choose jpeg or png"), ("2000x1", "jpeg", "--max-size")]
        for (sheet, format, words) in sheets {
            let result = try tool.run(
                "thumbnails", film, "--sheet", sheet, "--every", "0.001", "--image-format", format,
                "--output", output.path, "--json")
            #expect(result.code == 1)
            #expect(try result.objects().count == 3000)
            #expect(result.text.contains(words))
        }
    }

    @Test("a sheet of a short film shows no picture twice, unless key frames are asked for")
    func repeats() throws {
        func times(_ more: String...) throws -> [Double] {
            try tool.run(
                ["thumbnails", film, "--sheet", "3x4", "--output", output.path, "--json"] + more
            ).objects().compactMap { $0["actualTime"] as? Double }
        }
        #expect(Set(try times()).count == 12)
        #expect(Set(try times("--nearest-key-frame")).count == 3)
    }

    @Test("the child is waited for, so that none is left to whoever started the command")
    func child() throws {
        // A "subreaper" becomes the parent of whatever the command leaves (prctl(2)).
        let found = try PhonolithTestSupport.output(
            of: [
                "python3", "-c",
                """
                import ctypes, os, subprocess, sys
                ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
                subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
                try:
                    print("left", os.waitpid(-1, 0))
                except ChildProcessError:
                    print("none")
                """,
                CommandLineTool.executable.path, "thumbnails", film, "--at", "1", "--output",
                output.path,
            ])
        #expect(String(decoding: found, as: UTF8.self) == "none\n")
    }
}

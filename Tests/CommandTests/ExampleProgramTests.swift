import Foundation
import PhonolithTestSupport
import Testing

/// The programs in `Examples`, run.
@Suite struct ExampleProgramTests {
    private let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
    }

    @Test("ask-library scans a folder and asks for albums, songs and letters")
    func ask() throws {
        let result = try run("ask-library", tool.library.path, tool.music.path)
        #expect(result.code == 0, "\(result.problems)")
        #expect(result.lines.first == "1 added, 0 changed, 0 unreadable")
        #expect(result.lines.dropFirst().first?.hasSuffix(": 1 tracks") == true, "\(result.text)")
        #expect(result.lines.count >= 3)
        #expect(try tool.run("songs").lines.count == 1)
    }

    @Test("play-album plays an album and counts it as played")
    func play() throws {
        try tool.run("scan", tool.music.path)
        let song = try #require(try tool.run("songs", "--format", "jsonl").objects().first)
        let output = tool.folder.appendingPathComponent("played.wav")
        let result = try run(
            "play-album", tool.library.path, try #require(song["albumTitle"] as? String),
            output.path)
        #expect(result.code == 0, "\(result.problems)")
        #expect(result.lines == [song["title"] as? String])
        let length = try output.resourceValues(forKeys: [.fileSizeKey]).fileSize
        #expect((length ?? 0) > 44)
        let played = try tool.run("songs", "--format", "jsonl").objects().first
        #expect(played?["playCount"] as? Int == 1)
    }

    @Test("read-tags shows the tags of a file, and writes its cover")
    func tags() throws {
        let path = tool.music.appendingPathComponent("1.flac").path
        let cover = tool.folder.appendingPathComponent("cover")
        let result = try run("read-tags", path, cover.path)
        #expect(result.code == 0, "\(result.problems)")
        #expect(result.lines.contains { $0.hasPrefix("Vorbis  TITLE: ") && $0.hasSuffix(" title") })
        #expect(try Data(contentsOf: cover) == tool.run("artwork", path).output)
    }

    @Test("make-thumbnails makes as many pictures as it is told")
    func pictures() throws {
        try tool.add("films/closed-gop.mp4", as: "film.mp4")
        let result = try run(
            "make-thumbnails", tool.music.appendingPathComponent("film.mp4").path, tool.folder.path,
            "3")
        #expect(result.code == 0, "\(result.problems)")
        #expect(result.lines.map { $0.prefix(6) } == ["1.jpg:", "2.jpg:", "3.jpg:"])
        for number in 1...3 {
            let picture = try Data(
                contentsOf: tool.folder.appendingPathComponent("\(number).jpg"))
            #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
        }
    }

    @Test(
        "an example that cannot do it says why",
        arguments: [
            ("ask-library", [], 64, "usage"), ("ask-library", ["/dev/null/x"], 1, "/dev/null/x"),
            ("play-album", ["/nowhere/x", "Album"], 1, "/nowhere/x"),
            ("read-tags", ["/nowhere/x.mp3"], 1, "/nowhere/x.mp3: cannot be read"),
            ("make-thumbnails", ["/nowhere/film.mp4", "/tmp", "3"], 1, "/nowhere/film.mp4"),
            ("make-thumbnails", ["film.mp4", "/tmp", "no"], 64, "usage"),
        ] as [(String, [String], Int32, String)])
    func refused(example: String, arguments: [String], code: Int32, words: String) throws {
        let result = try run(example, arguments)
        #expect(result.code == code)
        #expect(result.text.contains(words), "\(result.text)")
    }

    private func run(_ example: String, _ arguments: String...) throws -> CommandLineTool.Result {
        try run(example, arguments)
    }

    private func run(_ example: String, _ arguments: [String]) throws -> CommandLineTool.Result {
        let program = BuiltProgram.besideTests("phonolith-" + example)
        return try tool.finish(try tool.start(arguments, executable: program))
    }
}

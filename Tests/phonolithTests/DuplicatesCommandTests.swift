import Foundation
import Testing

@Suite("phonolith duplicates") struct DuplicatesCommandTests {
    private let tool: CommandLineTool

    /// Two files of one content, the same song in another format, and something else.
    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "A/1.mp3")
        try tool.add("full/full.mp3", as: "B/copy.mp3")
        try tool.add("full/full.flac", as: "B/1.flac")
        try tool.add("sweep/long.ogg", as: "C/1.ogg")
        try tool.run("scan", tool.music.path)
    }

    private func groups(_ arguments: String...) throws -> [Int: [String]] {
        let result = try tool.run(["duplicates", "--format", "jsonl"] + arguments)
        #expect(result.code == 0, "\(result.problems)")
        return try result.objects().reduce(into: [:]) { groups, record in
            let path = record["relativePath"] as? String ?? ""
            groups[record["group"] as? Int ?? 0, default: []].append(
                (record["isBest"] as? Bool == true ? "best " : "") + path)
        }
    }

    @Test("finds files of the same audio, and the same song in several formats, the best first")
    func both() throws {
        #expect(try groups() == [1: ["best A/1.mp3", "B/copy.mp3"]])
        #expect(try groups("--by", "audio") == [1: ["best A/1.mp3", "B/copy.mp3"]])
        #expect(try groups("--by", "tags") == [1: ["best B/1.flac", "A/1.mp3", "B/copy.mp3"]])
        #expect(try tool.run("duplicates", "--by", "name").code == 64)
    }

    @Test("says what the others take, and when there are none")
    func table() throws {
        let table = try tool.run("duplicates", "--format", "table")
        #expect(table.text.contains("copy.mp3"))
        #expect(
            table.problems
                == "2 items in 1 group; without all but the best of each, 0.0 MB would be free\n")
        try tool.run(
            "scan", tool.music.path + "/C", "--library", tool.folder.path + "/other.sqlite")
        let none = try tool.run(
            "--library", tool.folder.path + "/other.sqlite", "duplicates", "--format", "table")
        #expect(none.problems == "Nothing is there more than once.\n")
    }
}

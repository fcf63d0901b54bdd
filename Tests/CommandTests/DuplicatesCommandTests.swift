import Foundation
import PhonolithFixtures
import Testing

@testable import PhonolithCommandLineInterface

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

    /// The best of each group, and the others by name.
    private func groups(_ arguments: String...) throws -> [[String]] {
        let result = try tool.run(["duplicates", "--format", "jsonl"] + arguments)
        #expect(result.code == 0, "\(result.problems)")
        let records = try result.objects()
        return Dictionary(grouping: records) { $0["group"] as? Int ?? 0 }
            .sorted { $0.key < $1.key }
            .map { _, members in
                let paths = members.map { $0["relativePath"] as? String ?? "" }
                #expect(
                    members.map { $0["isBest"] as? Bool }
                        == [true] + members.dropFirst().map { _ in false })
                return paths.prefix(1) + paths.dropFirst().sorted()
            }
    }

    @Test("finds files of the same audio, and the same song in several formats, the best first")
    func both() throws {
        // Of two alike the one that was scanned first is the best.
        let copies = [["A/1.mp3", "B/copy.mp3"], ["B/copy.mp3", "A/1.mp3"]]
        let group = try #require(try groups().first)
        #expect(copies.contains(group))
        #expect(try groups() == [group])
        #expect(try groups("--by", "audio") == [group])
        #expect(try groups("--by", "tags") == [["B/1.flac", "A/1.mp3", "B/copy.mp3"]])
        #expect(try tool.run("duplicates", "--by", "name").code == 64)
    }

    @Test("says what the others take, and when there are none")
    func table() throws {
        let table = try tool.run("duplicates", "--format", "table")
        #expect(table.text.contains("copy.mp3"))
        let size = Double(try Data(contentsOf: Fixtures.url(of: "full/full.mp3")).count)
        #expect(
            table.problems == """
                2 items in 1 group; without all but the best of each, \(size.byteText) would be free

                """)
        try tool.run(
            "scan", tool.music.path + "/C", "--library", tool.folder.path + "/other.sqlite")
        let none = try tool.run(
            "--library", tool.folder.path + "/other.sqlite", "duplicates", "--format", "table")
        #expect(none.problems == "No duplicates found.\n")
    }
}

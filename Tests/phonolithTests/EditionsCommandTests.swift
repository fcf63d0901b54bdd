import Fixtures
import Foundation
import Testing

@Suite("phonolith albums --editions") struct EditionsCommandTests {
    @Test("lists editions of one album together, with what tells them apart")
    func listing() throws {
        let tool = try CommandLineTool()
        let albums = [
            ("1.mp3", "Homogenic", "1997"), ("2.mp3", "Post", "1995"),
            ("3.mp3", "Homogenic (Deluxe Edition)", "2011"),
        ]
        try FileManager.default.createDirectory(at: tool.music, withIntermediateDirectories: true)
        for (name, album, year) in albums {
            try write(["TALB": album, "TPE1": "Björk", "TYER": year], to: name, tool)
        }
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let found = try tool.run(
            "albums", "--editions", "--sort", "year:desc", "--format", "jsonl"
        ).objects()
        #expect(found.map { $0["title"] as? String } == [albums[2].1, albums[0].1])
        #expect(
            found.map { $0["edition"] as? [String] } == [["Deluxe Edition", "2011"], ["1997"]])
        #expect(
            found[0]["otherEditions"] as? [String] == [found[1]["persistentID"] as? String ?? ""])
        #expect(try tool.run("albums", "--editions", "--count").text == "2\n")
        #expect(
            try tool.run("albums", "--editions", "--limit", "1", "--format", "csv").lines.count == 2
        )
        let none = try tool.run("albums", "--editions", "--album", "Post", "--format", "table")
        #expect(
            none.text.isEmpty && none.problems.contains("No matching albums have other editions.")
        )
        #expect(try tool.run("albums", "--editions", "--incomplete").code == 64)
    }

    /// Sound with an ID3v2.3 tag of text frames in Latin-1.
    private func write(_ frames: [String: String], to name: String, _ tool: CommandLineTool) throws
    {
        var body = Data()
        for (id, text) in frames.sorted(by: { $0.key < $1.key }) {
            let text = text.data(using: .isoLatin1) ?? Data()
            body += Data(id.utf8) + [0, 0, 0, UInt8(text.count + 1), 0, 0, 0] + text
        }
        let head = Data("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(body.count)]
        let sound = Data(try Fixtures.bytes(of: "empty/empty.mp3"))
        try (head + body + sound).write(to: tool.music.appendingPathComponent(name))
    }
}

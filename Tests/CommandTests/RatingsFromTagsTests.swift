import Foundation
import PhonolithFixtures
import Testing

@Suite("phonolith scan --ratings-from-tags") struct RatingsFromTagsTests {
    private let tool: CommandLineTool

    /// A file that Windows rated with four stars, one that another program did with two, and one without rating.
    init() throws {
        tool = try CommandLineTool()
        try FileManager.default.createDirectory(at: tool.music, withIntermediateDirectories: true)
        try write(("POPM", Data("Windows Media Player 9 Series\0".utf8) + [196]), to: "windows.mp3")
        try write(("TXXX", Data("\0FMPS_Rating\0".utf8) + Data("0.4".utf8)), to: "other.mp3")
        try write(("POPM", Data("somebody\0".utf8) + [0]), to: "plain.mp3")
    }

    private func write(_ frame: (id: String, body: Data), to name: String) throws {
        let size = UInt8(frame.body.count)
        let head = Data("ID3".utf8) + [3, 0, 0, 0, 0, 0, size + 10]
        let sound = Data(try Fixtures.bytes(of: "empty/empty.mp3"))
        try (head + Data(frame.id.utf8) + [0, 0, 0, size, 0, 0] + frame.body + sound)
            .write(to: tool.music.appendingPathComponent(name))
    }

    private func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: tool.music.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map {
                ($0, try Data(contentsOf: tool.music.appendingPathComponent($0)))
            })
    }

    private func ratings(_ options: String...) throws -> [String: Int?] {
        let found = try tool.run(["items", "--format", "jsonl"] + options).objects()
        return Dictionary(
            uniqueKeysWithValues: found.map {
                (($0["relativePath"] as? String) ?? "", $0["rating"] as? Int)
            })
    }

    @Test("takes what the user has not rated, for that user, and writes no file")
    func ratings() throws {
        let before = try contents()
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let plain: [String: Int?] = ["windows.mp3": nil, "other.mp3": nil, "plain.mp3": nil]
        #expect(try ratings() == plain)
        #expect(try tool.run("rate", tool.music.path + "/windows.mp3", "5").code == 0)

        let scan = try tool.run("scan", "--ratings-from-tags", "--json")
        #expect(try scan.objects().first?["ratings"] as? Int == 1)
        #expect(try ratings() == ["windows.mp3": 5, "other.mp3": 2, "plain.mp3": nil])

        #expect(try tool.run("user", "add", "ada").code == 0)
        #expect(try ratings("--user", "ada") == plain)
        let other = try tool.run("scan", "--ratings-from-tags", "--user", "ada")
        #expect(other.text.contains("2 rated from tags"))
        #expect(
            try ratings("--user", "ada") == ["windows.mp3": 4, "other.mp3": 2, "plain.mp3": nil])
        let again = try tool.run("scan", "--ratings-from-tags", "--user", "ada")
        #expect(!again.text.contains("rated"))

        let tagged = try tool.run(
            "songs", "--where", #"tag("popm:windows media player 9 series") = 196"#, "--count")
        #expect(tagged.text == "1\n")
        #expect(try contents() == before)
    }
}

import Foundation
import PhonolithFixtures
import Testing

@Suite("phonolith credits") struct CreditsCommandTests {
    private let tool: CommandLineTool

    /// Two files with conductors, one of them with a tag that has no property.
    init() async throws {
        tool = try CommandLineTool()
        try write(["TPE3": "Carlos Kleiber", "TPUB": "DG", "TXXX": "Foo\0x"], to: "1.mp3")
        try write(["TPE3": "carlos kleiber", "IPLS": "producer\0Ada"], to: "2.mp3")
        try await tool.scan(tool.music.path)
    }

    /// Sound with an ID3v2.3 tag of text frames in Latin-1.
    private func write(_ frames: [String: String], to name: String) throws {
        var body = Data()
        for (id, text) in frames.sorted(by: { $0.key < $1.key }) {
            let size = UInt8(text.utf8.count + 1)
            body += Data(id.utf8) + [0, 0, 0, size, 0, 0, 0] + Data(text.utf8)
        }
        let head = Data("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(body.count)]
        let sound = Data(try Fixtures.bytes(of: "empty/empty.mp3"))
        try FileManager.default.createDirectory(at: tool.music, withIntermediateDirectories: true)
        try (head + body + sound).write(to: tool.music.appendingPathComponent(name))
    }

    @Test("lists names by role with their items")
    func listing() throws {
        let all = try tool.run("credits", "--format", "csv")
        #expect(
            all.text == """
                role,name,count\r
                conductor,Carlos Kleiber,2\r
                producer,Ada,1\r

                """)
        let some = try tool.run("credits", "--role", "Producer", "--format", "jsonl")
        #expect(some.text == #"{"role":"producer","name":"Ada","count":1}"# + "\n")
        #expect(try tool.run("credits", "--role", "DJ-mixer", "--format", "json").text == "[]\n")
        #expect(try tool.run("credits", "--role", "drummer").code == 64)
        let page = try tool.run(
            "credits", "--limit", "1", "--offset", "1", "--where", "label is missing", "--format",
            "tsv")
        #expect(page.lines == ["role\tname\tcount", "producer\tAda\t1"])
    }

    @Test("items show their credits and tags, and are found by them")
    func items() throws {
        let found = try tool.run(
            "songs", "--where", #"tag("foo") = "X" and conductor = "carlos kleiber""#, "--format",
            "jsonl")
        let object = try #require(try found.objects().first)
        #expect(
            object["credits"] as? [[String: String]] == [
                ["role": "conductor", "name": "Carlos Kleiber"]
            ])
        #expect(object["tags"] as? [String: [String]] == ["FOO": ["x"]])
        #expect(object["label"] as? String == "DG")
        let id = try #require(object["persistentID"] as? String)
        let table = try tool.run("show", id, "--format", "table").text
        for line in ["conductor: Carlos Kleiber", "FOO: x", "DG"] {
            #expect(table.contains(line), "\(table)")
        }
        #expect(try tool.run("songs", "--sort", "conductor,label:desc").code == 0)
    }
}

import Foundation
import PhonolithFixtures
import Testing

@Suite("phonolith show --lyrics") struct ShowLyricsTests {
    private let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.add("empty/empty.mp3", as: "timed.mp3")
        try tool.add("empty/empty.flac", as: "plain.flac")
        try tool.add("empty/empty.ogg", as: "none.ogg")
        try tool.add("empty/empty.m4a", as: "tongues.m4a")
        try write("[la:en]\n[00:01.50]One\u{1B}[2J\n[61:02]Two\n", to: "timed.lrc")
        try write("Uno\n\nDos\n", to: "plain.lrc")
        try write(
            "<tt xml:lang='en'><p begin='1'>One</p><p begin='1' xml:lang='de'>Eins</p></tt>",
            to: "tongues.ttml")
        #expect(try tool.run("scan", tool.music.path).code == 0)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: tool.music.appendingPathComponent(name))
    }

    @Test(
        "prints lines with their times, languages one after the other, and plain words as they are")
    func text() throws {
        func lyrics(_ name: String) throws -> String {
            try tool.run("show", tool.music.path + "/" + name, "--lyrics", "--format", "table").text
        }
        #expect(try lyrics("timed.mp3") == "   0:01  One [2J\n1:01:02  Two\n")
        #expect(try lyrics("plain.flac") == "Uno\n\nDos\n")
        #expect(try lyrics("tongues.m4a") == "[en]\n   0:01  One\n\n[de]\n   0:01  Eins\n")
    }

    @Test("prints a record a line in the other formats, and says that there are none")
    func records() throws {
        let found = try tool.run(
            "show", tool.music.path + "/timed.mp3", "--lyrics", "--format", "csv")
        #expect(found.text == "language,time,text\r\nen,1.5,One\u{1B}[2J\r\nen,3662,Two\r\n")
        let none = try tool.run("show", tool.music.path + "/none.ogg", "--lyrics")
        #expect(none.code == 2 && none.problems.contains("no lyrics, neither"))
        let both = try tool.run("show", "1", "--lyrics", "--explain")
        #expect(both.code == 64)
    }
}

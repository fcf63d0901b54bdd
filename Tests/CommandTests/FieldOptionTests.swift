import Foundation
import PhonolithMediaModel
import Testing

@testable import PhonolithCommandLineInterface

@Suite("--columns, --template and --count") struct FieldOptionTests {
    @Test(
        "A template is text with fields in braces",
        arguments: [
            ("{artist} - {title}", "Björk - Jóga"), ("no field", "no field"), ("", ""),
            ("{{{title}}}", "{Jóga}"), ("{year}|{title}", "|Jóga"), ("a}}b{{c", "a}b{c"),
        ])
    func template(text: String, line: String) throws {
        let record = Record([("title", .text("Jóga")), ("artist", .text("Björk"))])
        #expect(try RecordTemplate(text) { $0 }.line(record) == line)
    }

    @Test("A brace without its other half is refused", arguments: ["{title", "title}", "{{title}"])
    func halfBraces(text: String) {
        #expect(throws: (any Error).self) { try RecordTemplate(text) { $0 } }
    }

    @Test("What would begin a new line in a value does not")
    func lines() throws {
        let record = Record([("comments", .text("one\ntwo"))])
        #expect(try !RecordTemplate("{comments}") { $0 }.line(record).contains("\n"))
    }

    @Test(
        "Bytes are shown in the largest unit that they fill",
        arguments: [
            (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (9949, "9.9 kB"),
            (9960, "10 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (4_200_000_000, "4.2 GB"),
            (9.2e18, "9.2 EB"), (-1500, "-1.5 kB"),
        ])
    func bytes(count: Double, text: String) { #expect(count.byteText == text) }

    @Test("The commands print what was chosen")
    func commands() throws {
        let tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
        try tool.add("full/full.mp3", as: "2.mp3")
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let items = try tool.run("items").objects()
        let title = try #require(items[0]["title"] as? String)
        let path = ["--sort", "path"]
        #expect(try tool.run("items", "--count").text == "2\n")
        #expect(try tool.run("albums", "--count", "--title", "None has this").text == "0\n")
        #expect(try tool.run("items", "--count", "--limit", "1").text == "1\n")
        #expect(
            try tool.run(["songs", "--template", "{relativePath}: {title}"] + path).lines
                == ["1.flac: \(title)", "2.mp3: \(title)"])
        #expect(
            try tool.run(["songs", "--columns", "relativePath,Album", "--format", "csv"] + path)
                .text.hasPrefix("relativePath,albumTitle\r\n1.flac,"))
        let json = try tool.run(["songs", "--columns", "codec,Codec", "--format", "jsonl"] + path)
        #expect(json.lines == [#"{"codec":"flac"}"#, #"{"codec":"mp3"}"#])
        let table = try tool.run(
            ["songs", "--columns", "relativePath,duration,fileSize", "--format", "table"] + path)
        #expect(
            table.lines[0].split(separator: " ") == [
                "relativePath", "playbackDuration", "fileSize",
            ])
        #expect(table.lines[1].contains(" kB"))
        #expect(try tool.run("artists", "--template", "{title}").code == 0)
    }

    @Test(
        "What excludes each other, and what is no key, is refused with the way out",
        arguments: [
            (["--count", "--columns", "title"], "exclude each other"),
            (["--template", "{titel}"], "did you mean title?"),
            (["--columns", "titel"], "did you mean title?"),
            (["--template", "{title}", "--format", "json"], "remove --format"),
            (["--count", "--format", "json"], "remove --format"),
            (["--columns", "title", "--format", "m3u"], "does not work with playlist formats"),
            (["--template", "{title"], "has no '}'"),
        ])
    func refused(arguments: [String], words: String) throws {
        let tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "1.flac")
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let result = try tool.run(["songs"] + arguments)
        #expect(result.code == 64)
        #expect(result.problems.contains(words), "\(result.problems)")
    }
}

import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithTestSupport
import Testing

@Suite("Subtitles") struct SubtitleTests {
    @Test("files without texts are told from those with some")
    func texts() throws {
        let folder = try TemporaryFolder()
        let film = MediaPath(folder.url.appendingPathComponent("film.mkv").path)
        let line = "1\n00:00:01,000 --> 00:00:02,000\nHello\n"
        let event = "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello\n"
        for (name, text) in [
            ("film.srt", line), ("film.en.vtt", ""), ("film.de.ass", "garbage"),
            ("film.fr.ass", event),
        ] {
            try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
        }
        let files = SubtitleFile.find(besides: film)
        #expect(files.count == 4)
        #expect(Set(files.filter(\.hasTexts).map(\.label)) == [nil, "fr"])
    }

    @Test("cues of WebVTT are read, and what is no cue is not")
    func cues() {
        let file = """
            WEBVTT

            NOTE a comment
            00:00 is no time

            STYLE
            ::cue { color: red }

            1
            00:01.000 --> 00:02.500 align:start
            Good <i>morning</i>,
            Vietnam

            01:00:00.000 --> 01:00:01.000
            later

            00:03.000 --> 00:04.000

            """
        #expect(
            WebVTTCue.cues(in: file) == [
                WebVTTCue(time: 1, duration: 1.5, text: "Good <i>morning</i>,\nVietnam"),
                WebVTTCue(time: 3600, duration: 1, text: "later"),
            ])
    }

    @Test(
        "a cue becomes a line for the renderer",
        arguments: [
            ("Good <i>morning</i>", "Good {\\i1}morning{\\i0}"), ("one\ntwo", "one\\Ntwo"),
            ("<v Roger>Hi</v> <c.loud>you</c>", "Hi you"), ("Q&amp;A", "Q&A"),
            ("Tom & Jerry; 1 < 2", "Tom & Jerry; 1 < 2"), ("{\\an8}up", "(\\an8)up"),
            ("C:\\new\\a", "C:\\\u{2060}new\\a"),
        ])
    func lines(text: String, line: String) {
        let cue = WebVTTCue(time: 0, duration: 1, text: text)
        #expect(cue.line(number: 7) == "7,0,Default,,0,0,0,," + line)
    }

    @Test("a text is drawn at the bottom while it is shown, and once")
    func drawing() throws {
        let renderer = try #require(SubtitleRenderer())
        renderer.add("0,0,Default,,0,0,0,,HHHHHH", at: 1, lasting: 2)
        #expect(renderer.stamps(at: 0.5, width: 400, height: 300) == nil)
        let stamps = try #require(renderer.stamps(at: 1.5, width: 400, height: 300))
        var overlay = SubtitleOverlay(width: 400, height: 300)
        for stamp in stamps { overlay.draw(stamp) }
        let opaque = (0..<300).map { row in
            (0..<400).count { overlay.pixels[(row * 400 + $0) * 4 + 3] > 200 }
        }
        #expect(opaque[..<200].allSatisfy { $0 == 0 })
        #expect(opaque[200...].reduce(0, +) > 300)
        #expect(renderer.stamps(at: 1.6, width: 400, height: 300) == nil)
        #expect(renderer.stamps(at: 3.5, width: 400, height: 300)?.isEmpty == true)
    }

    @Test("a file of Advanced SubStation Alpha is read as it is")
    func wholeFile() throws {
        let renderer = try #require(SubtitleRenderer())
        let file = """
            [Script Info]
            PlayResX: 400
            PlayResY: 300

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, Alignment
            Style: Top,sans-serif,40,&H000000FF,8

            [Events]
            Format: Start, End, Style, Text
            Dialogue: 0:00:01.00,0:00:02.00,Top,HHHH
            """
        #expect(renderer.read(Array(file.utf8)))
        let stamps = try #require(renderer.stamps(at: 1.5, width: 400, height: 300))
        #expect(stamps.allSatisfy { $0.y < 100 })
        #expect(stamps.contains { $0.colour == (255, 0, 0) })
        #expect(!renderer.read(Array("no subtitles".utf8)))
    }
}

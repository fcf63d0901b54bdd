import Foundation
import PhonolithMediaModel
import PhonolithStreaming
import Testing

@Suite struct CaptionTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "phonolith-captions-\(UUID().uuidString)")

    private func write(_ name: String, _ text: String = "") throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(
            to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    @Test("captions are the files that have the video's name and end in srt or vtt")
    func find() throws {
        for name in [
            "Film.mkv", "Film.srt", "Film.de.forced.VTT", "Film 2.srt", "Film.txt", "Film2.srt",
        ] {
            try write(name)
        }
        let video = MediaPath(folder.appendingPathComponent("Film.mkv").path)
        let found = Captions.find(besides: video)
        #expect(
            found.map(\.path.lastComponent.description) == ["Film.de.forced.VTT", "Film.srt"])
        #expect(found.map(\.label) == ["de.forced", nil])
        #expect(found.map(\.format) == [.vtt, .srt])
        try FileManager.default.removeItem(at: folder)
        #expect(Captions.find(besides: video) == [])
    }

    @Test(
        "The language is the first part of the label that can be one",
        arguments: [
            ("en", "en"), ("de.forced", "de"), ("forced.pt_BR", "pt-BR"), ("commentary", nil),
            (nil, nil),
        ] as [(String?, String?)])
    func language(label: String?, language: String?) throws {
        try write(["a", label, "srt"].compactMap(\.self).joined(separator: "."))
        let video = MediaPath(folder.appendingPathComponent("a.mp4").path)
        let captions = try #require(Captions.find(besides: video).first)
        #expect(captions.label == label && captions.language == language)
        try FileManager.default.removeItem(at: folder)
    }

    @Test(
        "SubRip in any encoding, with places and short times, becomes WebVTT",
        arguments: [
            (Array("Caf\u{E9}".unicodeScalars.map { UInt8($0.value) }), "Caf\u{E9}"),
            ([0xFF, 0xFE, 0x41, 0, 0xE9, 0], "A\u{E9}"), (Array("{\\an8}Up".utf8), "Up"),
            (Array("1:2:3,4 --> 01:02:04.56 X1:5".utf8), "01:02:03.400 --> 01:02:04.560"),
            (Array("no --> time".utf8), "no --> time"),
        ] as [([UInt8], String)])
    func encodings(bytes: [UInt8], text: String) {
        #expect(
            String(decoding: Captions.webVTT(fromSubRip: bytes), as: UTF8.self)
                == "WEBVTT\n\n\(text)")
    }

    @Test("SubRip becomes WebVTT, and nothing else is converted")
    func convert() throws {
        let subRip = "\u{FEFF}1\r\n00:00:01,500 --> 00:00:02,000\r\nOne, two\r\n"
        try write("a.srt", subRip)
        let captions = try #require(
            Captions.find(besides: MediaPath(folder.appendingPathComponent("a.mp4").path)).first)
        let text = try #require(captions.text(as: .vtt))
        #expect(
            String(decoding: text, as: UTF8.self)
                == "WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\nOne, two\n")
        #expect(captions.text(as: .srt) == Array(subRip.utf8))
        var other = captions
        other.format = .vtt
        #expect(other.text(as: .srt) == nil)
        try FileManager.default.removeItem(at: folder)
    }
}

import Foundation
import MediaModel
import Streaming
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

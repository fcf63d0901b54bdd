import Foundation
import PhonolithFilms
import PhonolithLibav
import PhonolithMediaModel
import PhonolithTestSupport
import Testing

@Suite("Fonts of a film") struct EmbeddedFontTests {
    private let folder: TemporaryFolder
    private static let system = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "are found in it, and used for its texts",
        .enabled(if: FileManager.default.fileExists(atPath: system)))
    func fonts() async throws {
        // A copy of a font that no system has under this name.
        let font = try Data(contentsOf: URL(fileURLWithPath: Self.system))
        let own = replacing("DejaVu Sans Mono", by: "Phonol Sans Mono", in: Array(font))
        let text = "0,0,Default,,0,0,0,,{\\fnPhonol Sans Mono}iiiiiiii"
        let choices: [[(name: String, bytes: [UInt8])]] = [[], [("own.ttf", own)]]
        let widths = try choices.map { fonts in
            let renderer = try #require(SubtitleRenderer(fonts: fonts))
            renderer.add(text, at: 0, lasting: 1)
            let stamps = try #require(renderer.stamps(at: 0.5, width: 800, height: 600))
            return (stamps.map { $0.x + $0.width }.max() ?? 0) - (stamps.map(\.x).min() ?? 0)
        }
        #expect(widths[1] > widths[0] * 3 / 2, "\(widths)")
        let file = folder.url.appendingPathComponent("own.ttf")
        try Data(own).write(to: file)
        let texts = folder.url.appendingPathComponent("texts.ass")
        try "[Events]\nDialogue: 0:00:00.00,0:00:01.00,Default,a\n".write(
            to: texts, atomically: true, encoding: .utf8)
        let plain = try CodeFilm.make("plain.mkv", in: folder.url, seconds: 2)
        let whole = folder.url.appendingPathComponent("whole.mkv")
        _ = try output(of: [
            "ffmpeg", "-v", "error", "-i", plain.path, "-i", texts.path, "-map", "0", "-map", "1",
            "-c", "copy", "-attach", file.path, "-metadata:s:t", "mimetype=font/ttf", whole.path,
        ])
        let demuxer = try Demuxer.open(MediaPath(whole.path))
        #expect(demuxer.fonts.map(\.name) == ["own.ttf"])
        #expect(demuxer.fonts.map(\.bytes) == [own])
    }

    /// Replaces a name of the same length, in the one byte and in the two bytes of a letter in which fonts have it.
    private func replacing(_ old: String, by new: String, in font: [UInt8]) -> [UInt8] {
        var font = font
        for isWide in [false, true] {
            let (old, new) = (bytes(old, isWide), bytes(new, isWide))
            var place = 0
            while let range = font[place...].firstRange(of: old) {
                font.replaceSubrange(range, with: new)
                place = range.upperBound
            }
        }
        return font
    }

    private func bytes(_ text: String, _ isWide: Bool) -> [UInt8] {
        isWide ? text.utf8.flatMap { [0, $0] } : Array(text.utf8)
    }
}

import Foundation
import PhonolithMediaModel
import PhonolithTestSupport

/// A black film with a white rectangle as subtitles from 2 s to 6 s, as Blu-ray discs have them.
enum BlurayFilm {
    static let canvas = PixelSize(width: 320, height: 240)
    static let (x, y) = (128, 176)
    static let size = PixelSize(width: 64, height: 32)

    static func make(_ name: String, in folder: URL, options: [String]) throws -> URL {
        let plain = folder.appendingPathComponent("plain.mkv")
        _ = try output(of: [
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
            "color=black:s=\(canvas.width)x\(canvas.height):r=25:d=8", "-f", "lavfi", "-i",
            "sine=duration=8", "-c:v", "mpeg2video", "-g", "25", "-c:a", "aac", plain.path,
        ])
        let texts = folder.appendingPathComponent("texts.sup")
        try Data(stream).write(to: texts)
        let film = folder.appendingPathComponent(name)
        _ = try output(
            of: [
                "ffmpeg", "-v", "error", "-y", "-i", plain.path, "-fix_sub_duration", "-i",
                texts.path,
                "-map", "0", "-map", "1", "-c:v", "copy", "-c:a", "copy",
            ] + options + [film.path])
        return film
    }

    /// A file `.sup`: segments of the presentation graphics stream ("Blu-ray Disc Read-Only Format", part 3).
    private static var stream: [UInt8] {
        let ticks = [0, 2, 6].map { UInt32($0 * 90_000) }
        let window = [0] + word(x) + word(y) + word(size.width) + word(size.height)
        // Each line: a run of 64 pixels of colour 1, and the end of the line.
        let line: [UInt8] = [0, 0xC0, 64, 1, 0, 0]
        let rows = (0..<size.height).flatMap { _ in line }
        let object =
            word(0) + [0, 0xC0] + Array(long(UInt32(rows.count + 4)).dropFirst())
            + word(size.width) + word(size.height) + rows
        let shown: [(UInt8, [UInt8])] = [
            (
                0x16,
                composition(number: 0, objects: word(0) + [0, 0] + word(x) + word(y), count: 1)
            ),
            (0x17, [1] + window), (0x14, [0, 0, 1, 235, 128, 128, 255]), (0x15, object), (0x80, []),
        ]
        let hidden: [(UInt8, [UInt8])] = [
            (0x16, composition(number: 1, objects: [], count: 0)), (0x17, [1] + window), (0x80, []),
        ]
        // Without something at the beginning FFmpeg would take the first time for the beginning.
        return [hidden, shown, hidden].enumerated().flatMap { index, segments in
            segments.flatMap { segment($0.0, $0.1, at: ticks[index]) }
        }
    }

    private static func composition(number: Int, objects: [UInt8], count: UInt8) -> [UInt8] {
        word(canvas.width) + word(canvas.height) + [0x10] + word(number)
            + [number == 0 ? 0x80 : 0, 0, 0, count] + objects
    }

    private static func segment(_ type: UInt8, _ content: [UInt8], at ticks: UInt32) -> [UInt8] {
        Array("PG".utf8) + long(ticks) + long(0) + [type] + word(content.count) + content
    }

    private static func word(_ value: Int) -> [UInt8] {
        [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    }

    private static func long(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

import Foundation
import MediaModel
import TestSupport
import Thumbnails

/// A film made for one test, whose frames carry their numbers, and what decoding it from the start gives.
///
/// Frame N shows N in eight columns, white for the bits that are set.
final class NumberedFilm {
    let path: MediaPath
    /// In the order of presentation.
    let frames: [Frame]

    struct Frame {
        var number: Int
        /// In seconds from the start of the file.
        var time: Double
        var isKey: Bool
    }

    static let count = 240
    private static let (width, height) = (128, 32)
    private let folder: URL

    /// - Parameters:
    ///   - name: With the extension that says what the container is.
    ///   - options: `ffmpeg`'s, for encoder and container.
    init(_ name: String, _ options: [String]) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-numbered-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (raw, film) = (
            folder.appendingPathComponent("raw"), folder.appendingPathComponent(name)
        )
        try Self.pixels.write(to: raw)
        _ = try output(
            of: [
                "ffmpeg", "-v", "error", "-nostdin", "-f", "rawvideo", "-pix_fmt", "gray", "-s",
                "\(Self.width)x\(Self.height)", "-r", "25", "-i", raw.path, "-pix_fmt", "yuv420p",
            ] + options + [film.path])
        path = MediaPath(film.path)
        frames = try Self.list(film.path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The last that begins at or before a time.
    func onScreen(at time: Double) -> Frame? {
        frames.last { $0.time <= time + 1.5e-6 } ?? frames.first
    }

    /// The one nearest to a time within a window, the earlier of two.
    func key(nearest time: Double, from start: Double = 0, to end: Double = 1e9) -> Frame? {
        frames.filter { $0.isKey && $0.time > start - 1e-6 && $0.time < end + 1e-6 }
            .min { abs($0.time - time) < abs($1.time - time) - 1e-5 }
    }

    /// Which frame a picture is.
    static func number(of image: ThumbnailImage) -> Int {
        (0..<8).reduce(0) { number, bit in
            let column = (bit * 2 + 1) * image.width / 16
            let isSet = image.pixels[(image.height / 2 * image.width + column) * 4] > 128
            return number | (isSet ? 1 << bit : 0)
        }
    }

    /// Of all frames, a byte each.
    private static let pixels: Data = {
        var pixels = Data()
        for number in 0..<count {
            let row = (0..<width).map { x in number >> (x * 8 / width) & 1 == 1 ? 235 : 16 as UInt8
            }
            for _ in 0..<height { pixels.append(contentsOf: row) }
        }
        return pixels
    }()

    /// As `ffprobe` decodes it from the start.
    private static func list(_ path: String) throws -> [Frame] {
        struct Answer: Decodable {
            struct Frame: Decodable {
                var keyFrame: Int
                var bestEffortTimestampTime: String?
            }
            struct Format: Decodable { var startTime: String? }
            var frames: [Frame]
            var format: Format
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let answer = try decoder.decode(
            Answer.self,
            from: output(of: [
                "ffprobe", "-v", "error", "-select_streams", "v:0", "-of", "json",
                "-show_entries",
                "frame=key_frame,best_effort_timestamp_time:format=start_time", path,
            ]))
        let start = answer.format.startTime.flatMap(Double.init) ?? 0
        var frames: [Frame] = []
        for (number, frame) in answer.frames.enumerated() {
            // The last frames may have no time.
            let time = frame.bestEffortTimestampTime.flatMap(Double.init).map { $0 - start }
            frames.append(
                Frame(
                    number: number, time: time ?? (frames.last?.time ?? -0.04) + 0.04,
                    isKey: frame.keyFrame == 1))
        }
        return frames
    }
}

import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails

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
        /// Whether the file says when it is shown, or it is the first.
        var isTimed = true
        /// In pixels, as coded.
        var width: Int
        var height: Int
    }

    static let count = 240
    private static let (width, height) = (128, 32)
    private let folder: URL

    /// - Parameters:
    ///   - name: With the extension that says what the container is.
    ///   - options: `ffmpeg`'s, for encoder and container.
    init(_ name: String, _ options: [String]) throws {
        folder = try Self.makeFolder()
        let film = folder.appendingPathComponent(name)
        let part = VariedFilm.Part(
            width: Self.width, height: Self.height, frames: 0..<Self.count)
        try Self.encode(part, rate: "25", input: [], options, to: film)
        path = MediaPath(film.path)
        frames = try Self.list(film.path, rate: "25")
    }

    init(_ film: VariedFilm) throws {
        folder = try Self.makeFolder()
        let result = folder.appendingPathComponent("film." + film.pathExtension)
        if film.parts.count == 1, film.cut == nil {
            try Self.encode(
                film.parts[0], rate: film.rate, input: film.input, film.coding + film.container,
                to: result)
        } else {
            try Self.join(film, in: folder, to: result)
        }
        try Data(film.change([UInt8](Data(contentsOf: result)))).write(to: result)
        path = MediaPath(result.path)
        frames =
            film.refusal == nil
            ? try Self.list(result.path, rate: film.rate, keysOfPackets: film.hasSilentDecoder) : []
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-numbered-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    // MARK: What is expected

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
    ///
    /// - Parameter turn: Clockwise, by which it was turned for showing.
    static func number(of image: ThumbnailImage, turn: Int = 0) -> Int {
        (0..<8).reduce(0) { number, bit in
            let place = turn >= 180 ? 7 - bit : bit
            let (x, y) =
                turn % 180 == 0
                ? ((place * 2 + 1) * image.width / 16, image.height / 2)
                : (image.width / 2, (place * 2 + 1) * image.height / 16)
            let isSet = image.pixels[(y * image.width + x) * 4] > 128
            return number | (isSet ? 1 << bit : 0)
        }
    }

    // MARK: Making

    private static func encode(
        _ part: VariedFilm.Part, rate: String, input: [String], _ options: [String], to file: URL
    ) throws {
        let raw = file.appendingPathExtension("raw")
        try pixels(of: part).write(to: raw)
        _ = try output(
            of: ["ffmpeg", "-v", "error", "-nostdin"] + input
                + [
                    "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(part.width)x\(part.height)",
                    "-r",
                    rate, "-i", raw.path, "-pix_fmt", "yuv420p",
                ] + options + [file.path])
        try FileManager.default.removeItem(at: raw)
    }

    private static func join(_ film: VariedFilm, in folder: URL, to result: URL) throws {
        // In a transport stream each describes itself.
        let isMP4 = film.joining == .descriptions
        let isTransport = !["libx264", "libx265", "mpeg2video"].filter(film.coding.contains).isEmpty
        let form =
            isMP4 ? ["mp4"] : isTransport ? ["ts"] : film.coding.contains("flv") ? ["flv"] : ["mkv"]
        let parts = try film.parts.enumerated().map { index, part in
            let file = folder.appendingPathComponent("\(index).\(form[0])")
            try encode(
                part, rate: film.rate, input: [], film.coding + (isMP4 ? film.container : []),
                to: file)
            return file
        }
        if isMP4 {
            let files = try parts.map { [UInt8](try Data(contentsOf: $0)) }
            return try Data(VariedFilm.joined(files)).write(to: result)
        }
        let list = folder.appendingPathComponent("list")
        try Data(parts.map { "file '\($0.path)'\n" }.joined().utf8).write(to: list)
        let input =
            film.cut.map { ["-ss", $0, "-i", parts[0].path] }
            ?? ["-f", "concat", "-safe", "0", "-i", list.path]
        _ = try output(
            of: ["ffmpeg", "-v", "error", "-nostdin"] + input + ["-c", "copy"] + film.container
                + [result.path])
    }

    /// A byte for each pixel.
    private static func pixels(of part: VariedFilm.Part) -> Data {
        var pixels = Data()
        for number in part.frames {
            let row = (0..<part.width).map { x in
                number >> (x * 8 / part.width) & 1 == 1 ? 235 : 16 as UInt8
            }
            for _ in 0..<part.height { pixels.append(contentsOf: row) }
        }
        return pixels
    }

    // MARK: Reading

    private struct Answer: Decodable {
        struct Frame: Decodable {
            var keyFrame: Int
            var bestEffortTimestampTime: String?
            var width: Int
            var height: Int
        }
        struct Packet: Decodable {
            var ptsTime: String?
            var dtsTime: String?
            var flags: String
        }
        struct Format: Decodable {
            var startTime: String?
            var formatName: String
        }
        var frames: [Frame]?
        var packets: [Packet]?
        var format: Format
    }

    private static func probe(_ path: String, _ entries: String) throws -> Answer {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(
            Answer.self,
            from: output(of: [
                "ffprobe", "-v", "quiet", "-select_streams", "v:0", "-of", "json", "-show_entries",
                entries + ":format=start_time,format_name", path,
            ]))
    }

    /// As `ffprobe` and `ffmpeg` decode it from the start.
    private static func list(
        _ path: String, rate: String, keysOfPackets: Bool = false
    ) throws -> [Frame] {
        let answer = try probe(
            path, "frame=key_frame,best_effort_timestamp_time,width,height")
        let start = answer.format.startTime.flatMap(Double.init) ?? 0
        let numbers = try numbers(path)
        let ratio = rate.split(separator: "/").compactMap { Double($0) }
        let duration = (ratio.count == 2 ? ratio[1] : 1) / ratio[0]
        var frames: [Frame] = []
        for (index, frame) in (answer.frames ?? []).enumerated() {
            // The last frames may have no time; those of Matroska before 0 have none, and are not shown.
            let time = frame.bestEffortTimestampTime.flatMap(Double.init).map { $0 - start }
            if time == nil, frames.isEmpty, answer.format.formatName.hasPrefix("matroska") {
                continue
            }
            frames.append(
                Frame(
                    number: index < numbers.count ? numbers[index] : -1,
                    time: time ?? (frames.last?.time ?? -duration) + duration,
                    isKey: frame.keyFrame == 1, isTimed: time != nil || frames.isEmpty,
                    width: frame.width, height: frame.height))
        }
        if keysOfPackets {
            let keys = try probe(path, "packet=pts_time,dts_time,flags").packets ?? []
            let times = Set(
                keys.filter { $0.flags.hasPrefix("K") }
                    .compactMap { Double($0.ptsTime ?? $0.dtsTime ?? "").map { $0 - start } })
            for index in frames.indices { frames[index].isKey = times.contains(frames[index].time) }
        }
        return frames.sorted { $0.time < $1.time }
    }

    private static func numbers(_ path: String) throws -> [Int] {
        let bytes = try output(of: [
            "ffmpeg", "-v", "quiet", "-nostdin", "-noautorotate", "-i", path, "-map", "0:v:0",
            "-fps_mode", "passthrough", "-copyts", "-vf", "scale=\(width):\(height),format=gray",
            "-f", "rawvideo", "-",
        ])
        return stride(from: 0, to: bytes.count, by: width * height).map { start in
            (0..<8).reduce(0) { number, bit in
                let place = start + height / 2 * width + (bit * 2 + 1) * width / 16
                return number | (bytes[bytes.startIndex + place] > 128 ? 1 << bit : 0)
            }
        }
    }
}

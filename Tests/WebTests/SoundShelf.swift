import Foundation
import PhonolithTestSupport

/// Music by which one hears exactly what is played, and when.
enum SoundShelf {
    /// A format, as ffmpeg is asked for it.
    struct Form: CustomStringConvertible, Sendable {
        var description: String
        var suffix: String
        var codec: [String]
        var rate = 44_100

        static let flac = Form(description: "FLAC", suffix: "flac", codec: ["flac"])
        static let mp3 = Form(
            description: "MP3", suffix: "mp3", codec: ["libmp3lame", "-b:a", "192k"])
        static let vorbis = Form(
            description: "Vorbis", suffix: "ogg", codec: ["libvorbis", "-q:a", "6"])
        static let opus = Form(
            description: "Opus", suffix: "opus", codec: ["libopus", "-b:a", "128k"], rate: 48_000)
        /// Lossless formats that Chromium does not play.
        static let alac = Form(description: "ALAC", suffix: "m4a", codec: ["alac"])
        static let wavPack = Form(description: "WavPack", suffix: "wv", codec: ["wavpack"])
        /// A lossy format that Chromium does not play.
        static let wma = Form(
            description: "WMA", suffix: "wma", codec: ["wmav2", "-b:a", "192k"])

        /// Three tracks of one MP3, by a cue sheet.
        static let cue = Form(description: "Cue", suffix: "mp3", codec: mp3.codec)

        /// Each is heard for some fifteen seconds.
        static let joined =
            LongTests.areWhole
            ? [flac, mp3, vorbis, opus, alac, wavPack, cue] : [flac, mp3, opus, cue]
        static let sought = [flac, mp3, alac, wma]

        /// The album of the parts of the noise.
        var album: String { "\(self) Noise" }
        /// A tone a second.
        var steps: String { "\(self) Steps" }
    }

    /// Samples at 44.1 kHz: 75ths of a second, as in a cue sheet. The first is long enough to be decoded while it plays.
    static let parts = [453, 151, 157].map { $0 * 588 }
    static let stepCount = 20
    static let loudness = 0.3

    static func make(in folder: URL) throws {
        try makeCueSheet(in: folder.appendingPathComponent("\(Form.cue)"))
        for form in Form.joined where form.description != Form.cue.description {
            for (index, part) in noise(at: form.rate).enumerated() {
                try write(
                    part, as: form, to: folder.appendingPathComponent("\(form)/\(index + 1)"),
                    [
                        "title": "\(form) \(index + 1)", "album": form.album,
                        "track": "\(index + 1)",
                    ])
            }
        }
        for form in Form.sought {
            let samples = (0..<stepCount).flatMap { tone(frequency(ofStep: $0), seconds: 1) }
            try write(
                samples, as: form, to: folder.appendingPathComponent("steps/\(form)"),
                ["title": form.steps])
        }
        for (index, name) in ["Red", "Green", "Blue"].enumerated() {
            try write(
                tone(frequency(ofStep: index), seconds: index == 0 ? 20 : 4), as: .flac,
                to: folder.appendingPathComponent("tones/\(name)"),
                ["title": name, "album": "Colours", "track": "\(index + 1)"])
        }
        try write(
            tone(1000, seconds: 60), as: .flac, to: folder.appendingPathComponent("tones/Loud"),
            [
                "title": "Loud", "REPLAYGAIN_TRACK_GAIN": "-6.02 dB",
                "REPLAYGAIN_TRACK_PEAK": "0.3",
            ])
    }

    private static func makeCueSheet(in folder: URL) throws {
        try write(
            noise(at: 44_100).flatMap(\.self), as: .cue, to: folder.appendingPathComponent("all"),
            [:])
        var sheet = "TITLE \"\(Form.cue.album)\"\nFILE \"all.mp3\" MP3\n"
        var start = 0
        for (index, part) in parts.enumerated() {
            let frames = start / 588
            let time = [frames / 75 / 60, frames / 75 % 60, frames % 75]
                .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
            sheet += " TRACK 0\(index + 1) AUDIO\n  TITLE \"\(Form.cue) \(index + 1)\"\n"
            sheet += "  INDEX 01 \(time)\n"
            start += part
        }
        try Data(sheet.utf8).write(to: folder.appendingPathComponent("all.cue"))
    }

    /// In Hz.
    static func frequency(ofStep step: Int) -> Double { Double(300 + 150 * step) }

    /// One signal without a tone or a beat, which is like itself nowhere, in three parts.
    static func noise(at rate: Int) -> [[Float]] {
        var state: UInt64 = 1
        var (first, second): (Float, Float) = (0, 0)
        return parts.map { count in
            (0..<count * rate / 44_100).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let value = Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
                first += (value - first) * 0.3
                second += (first - second) * 0.3
                return second
            }
        }
    }

    private static func tone(_ frequency: Double, seconds: Int) -> [Float] {
        (0..<seconds * 44_100).map {
            Float(loudness * sin(2 * .pi * frequency * Double($0) / 44_100))
        }
    }

    private static func write(
        _ samples: [Float], as form: Form, to file: URL, _ tags: [String: String]
    ) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let raw = file.appendingPathExtension("raw")
        try samples.withUnsafeBytes { try Data($0).write(to: raw) }
        defer { try? FileManager.default.removeItem(at: raw) }
        let result = file.appendingPathExtension(form.suffix)
        _ = try output(
            of: ["ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", "\(form.rate)", "-ac", "1"]
                + ["-i", raw.path, "-c:a"] + form.codec
                + tags.flatMap { ["-metadata", "\($0.key)=\($0.value)"] }
                + [result.path])
        guard FileManager.default.fileExists(atPath: result.path) else {
            throw Browser.Failure(description: "ffmpeg makes no \(result.lastPathComponent)")
        }
    }

    /// The samples of a form's three tracks, as ffmpeg decodes them.
    static func decoded(_ form: Form, in folder: String) throws -> [[Float]] {
        func decoded(_ name: String) throws -> [Float] {
            let bytes = try output(
                of: [
                    "ffmpeg", "-v", "error", "-i", "\(folder)/\(form)/\(name).\(form.suffix)",
                    "-f", "f32le", "-",
                ])
            return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }
        guard form.description == Form.cue.description else {
            return try (1...parts.count).map { try decoded("\($0)") }
        }
        var rest = try decoded("all")[...]
        return parts.map { count in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
    }
}

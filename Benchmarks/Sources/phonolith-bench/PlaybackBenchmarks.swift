import Foundation

/// The cost of playing: by the clock, and as fast as items can be decoded.
struct PlaybackBenchmarks {
    /// Where sounds are made and kept.
    let folder: String
    let runs: Int
    /// The program `phonolith`.
    let program: String

    func outcomes() throws -> [Outcome] {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let short = try sound(seconds: 20)
        let long = try sound(seconds: 3600)
        return try byTheClock(short) + forLong(long)
    }

    /// Noise, which FLAC finds hard, at the rate and depth of a CD.
    private func sound(seconds: Int) throws -> String {
        let path = folder + "/noise-\(seconds).flac"
        guard !FileManager.default.fileExists(atPath: path) else { return path }
        let unfinished = folder + "/unfinished.flac"
        _ = try Command(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                "anoisesrc=color=pink:amplitude=0.3:sample_rate=44100:duration=\(seconds)",
                "-ac", "2", "-sample_fmt", "s16", unfinished,
            ]
        ).run()
        try FileManager.default.moveItem(atPath: unfinished, toPath: path)
        return path
    }

    private func play(_ files: [String], output: String) throws -> Run {
        try Command(
            program, ["play", "--no-mpris", "--output", output] + files,
            environment: ["PHONOLITH_LIBRARY": folder + "/none.sqlite"]
        ).run()
    }

    /// Twenty seconds of a FLAC file at the speed of sound.
    private func byTheClock(_ file: String) throws -> [Outcome] {
        let measured = try (0..<runs).map { _ in try play([file], output: "null:1") }
        let shares = Runs(measured.map { $0.processorSeconds / $0.seconds * 100 })
        let memory = measured.map(\.peakMemory).max() ?? 0
        let idle = try Command(program, ["--version"]).run().peakMemory
        return [
            Outcome(
                what: "processor for playing FLAC", value: shares.median, unit: .percent,
                limit: .atMost(3), detail: "of one core; best \(shares.best.text) %"),
            Outcome(
                what: "memory of playing beyond that of the program",
                value: Double(memory - idle) / 1e6, unit: .megabytes, limit: .atMost(40),
                detail: "peak resident sets of `play` and `--version`; FFmpeg's code is part of it"),
        ]
    }

    /// A day of FLAC beside an hour, as fast as it can be decoded.
    private func forLong(_ hour: String) throws -> [Outcome] {
        let first = try play([hour], output: "null:1000000")
        let day = try play([String](repeating: hour, count: 24), output: "null:1000000")
        return [
            Outcome(
                what: "memory of playing a day beyond that of an hour",
                value: Double(day.peakMemory - first.peakMemory) / 1e6, unit: .megabytes,
                limit: .atMost(4),
                detail: "24 h in \(day.seconds.text) s, which is "
                    + "\((24 * 3600 / day.seconds).text) times the speed of sound")
        ]
    }
}

import Foundation

/// The cost of pictures of videos, beside other programs over the same films, in runs that take turns.
struct VideoBenchmarks {
    /// Where films are made and kept, and pictures written.
    let folder: String
    let runs: Int
    /// The program `phonolith`.
    let program: String

    /// A film that is made once: a minute of moving patterns with noise, so that it weighs what films do, over
    /// and over.
    private struct Film {
        var name: String
        var minutes = 1
        var encoder: [String]

        var seconds: Int { minutes * 60 }

        static let all = [
            Film(
                name: "h264.mp4", minutes: 10,
                encoder: ["-c:v", "libx264", "-preset", "veryfast", "-g", "125", "-b:v", "6M"]),
            Film(
                name: "h265.mp4",
                encoder: [
                    "-c:v", "libx265", "-preset", "ultrafast", "-g", "125", "-b:v", "4M",
                    "-x265-params", "log-level=error",
                ]),
            Film(
                name: "vp9.webm",
                encoder: [
                    "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-row-mt",
                    "1", "-g", "125", "-b:v", "4M",
                ]),
            Film(
                name: "av1.mkv",
                encoder: ["-c:v", "libsvtav1", "-preset", "12", "-g", "125", "-b:v", "4M"]),
        ]
    }

    /// All rows. A codec that this FFmpeg cannot make a film of is left out.
    func outcomes() throws -> [Outcome] {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let films = Film.all.filter { (try? make($0)) != nil }
        guard let first = films.first else { return [] }
        return try films.flatMap { try nearest($0) + exact($0) } + long(first)
    }

    // MARK: Rows

    /// 20 pictures by one command, beside one process each.
    private func nearest(_ film: Film) throws -> [Outcome] {
        let times = times(20, of: film)
        var own: [Double] = []
        var peers: [Double] = []
        var plain: [Double] = []
        for _ in 0..<runs {
            own.append(try thumbnails(film.name, times).run().seconds / Double(times.count))
            plain.append(try mean(times.prefix(5)) { ffmpeg(film, at: $0) })
            if let peer = try thumbnailer(film, times) { peers.append(peer) }
        }
        let detail = { (other: String, runs: Runs) in
            "Phonolith \(Runs(own).millisecondsText); \(other) \(runs.millisecondsText); a picture"
        }
        let isMeasured = film.name == "h264.mp4"
        var rows = [
            Outcome(
                what: "key frame of 1080p \(film.name) ÷ one `ffmpeg -ss` each",
                value: Runs(plain).best / Runs(own).best, unit: .ratio,
                limit: nil, detail: detail("ffmpeg", Runs(plain)))
        ]
        if !peers.isEmpty {
            rows.append(
                Outcome(
                    what: "key frame of 1080p \(film.name) ÷ ffmpegthumbnailer",
                    value: Runs(peers).best / Runs(own).best, unit: .ratio,
                    limit: isMeasured ? .atLeast(8) : nil,
                    detail: detail("ffmpegthumbnailer", Runs(peers))))
        }
        return rows
    }

    private func exact(_ film: Film) throws -> [Outcome] {
        let times = times(10, of: film)
        var own: [Double] = []
        var plain: [Double] = []
        for _ in 0..<runs {
            let all = try thumbnails(film.name, times, "--exact").run().seconds
            own.append(all / Double(times.count))
            plain.append(try mean(times[...]) { ffmpeg(film, at: $0) })
        }
        return [
            Outcome(
                what: "exact frame of 1080p \(film.name) ÷ one `ffmpeg -ss` each",
                value: Runs(plain).best / Runs(own).best, unit: .ratio,
                limit: film.name == "h264.mp4" ? .atLeast(2.5) : nil,
                detail: "Phonolith \(Runs(own).millisecondsText);"
                    + " ffmpeg \(Runs(plain).millisecondsText); a picture")
        ]
    }

    /// A film of two hours: the first, twelve times over.
    private func long(_ film: Film) throws -> [Outcome] {
        let name = "two-hours.mp4"
        try repeated(film.name, 120 / film.minutes, to: name)
        let hundred = times(100, of: Film(name: name, minutes: 120, encoder: []))
        let pictures = try thumbnails(name, hundred).run()
        let sprites = try Command(
            program,
            ["thumbnails", path(name), "--sprites", "--every", "10", "--output", folder]
        ).run()
        let memory = Double(max(pictures.peakMemory, sprites.peakMemory))
        return [
            Outcome(
                what: "100 key frames of two hours", value: pictures.seconds, unit: .seconds,
                limit: nil, detail: "the whole command, one run"),
            Outcome(
                what: "sprites of two hours, every 10 s", value: sprites.seconds, unit: .seconds,
                limit: nil, detail: "720 pictures on 8 sheets, one run"),
            Outcome(
                what: "memory of these", value: memory / 1e6, unit: .megabytes,
                limit: .atMost(250), detail: "peak resident set of the largest process"),
        ]
    }

    // MARK: Programs

    private func thumbnails(_ name: String, _ times: [Double], _ more: String...) -> Command {
        Command(
            program,
            ["thumbnails", path(name), "--max-size", "320x320", "--output", folder]
                + ["--at", times.map { "\($0)" }.joined(separator: ",")] + more)
    }

    private func ffmpeg(_ film: Film, at time: Double) -> Command {
        Command(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-ss", "\(time)", "-i", path(film.name)]
                + ["-frames:v", "1", "-vf", "scale=320:-2", path("peer.jpg")])
    }

    /// `nil` where it is not installed. It takes times as parts of a film, and goes to key frames.
    private func thumbnailer(_ film: Film, _ times: [Double]) throws -> Double? {
        guard Command("ffmpegthumbnailer", ["-v"]).text() != nil else { return nil }
        return try mean(times.prefix(5)) { time in
            Command(
                "ffmpegthumbnailer",
                ["-i", path(film.name), "-s", "320", "-o", path("peer.jpg")]
                    + ["-t", "\(Int(time * 100) / film.seconds)%"])
        }
    }

    private func mean(_ times: ArraySlice<Double>, _ command: (Double) -> Command) throws -> Double
    {
        try times.map { try command($0).run().seconds }.reduce(0, +) / Double(times.count)
    }

    private func times(_ count: Int, of film: Film) -> [Double] {
        (0..<count).map { (Double($0) + 0.5) * Double(film.seconds) / Double(count) }
    }

    private func path(_ name: String) -> String { folder + "/" + name }

    private func make(_ film: Film) throws {
        let minute = film.minutes == 1 ? film.name : "minute-" + film.name
        if !FileManager.default.fileExists(atPath: path(minute)) {
            let source = "testsrc2=size=1920x1080:rate=25:duration=60,noise=alls=6:allf=t"
            try ffmpeg(
                ["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p"] + film.encoder, to: minute)
        }
        try repeated(minute, film.minutes, to: film.name)
    }

    /// A film several times over.
    private func repeated(_ name: String, _ count: Int, to target: String) throws {
        guard !FileManager.default.fileExists(atPath: path(target)) else { return }
        try ffmpeg(
            ["-stream_loop", "\(count - 1)", "-i", path(name), "-c", "copy"], to: target)
    }

    /// The film takes its name when it is whole.
    private func ffmpeg(_ arguments: [String], to name: String) throws {
        let making = path("making-" + name)
        _ = try Command(
            "ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments + [making]
        ).run()
        try FileManager.default.moveItem(atPath: making, toPath: path(name))
    }
}

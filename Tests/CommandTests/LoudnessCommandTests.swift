import Foundation
import PhonolithTestSupport
import Testing

@Suite("phonolith loudness", .timeLimit(.minutes(20))) struct LoudnessCommandTests {
    private let tool: CommandLineTool

    /// An album of three tones, one quieter than the other, and a file whose tags say its loudness.
    init() throws {
        tool = try CommandLineTool()
        for number in 1...3 { try makeTrack(number) }
        try tool.add("full/full.mp3", as: "full.mp3")
        try tool.run("scan", tool.music.path)
    }

    /// A tone of some seconds.
    private func makeTrack(_ number: Int, frequency: Int = 440) throws {
        _ = try output(of: [
            "ffmpeg", "-y", "-f", "lavfi", "-i",
            "sine=frequency=\(frequency * number):duration=\(number + 2)",
            "-af", "volume=-\(6 * number)dB", "-metadata", "title=\(number)",
            "-metadata", "album=Tones", "-metadata", "artist=Nobody",
            "-metadata", "track=\(number)", path(number),
        ])
    }

    private func path(_ number: Int) -> String { "\(tool.music.path)/\(number).flac" }

    private struct Gains: Equatable {
        var track: Double?
        var album: Double?
    }

    /// Of each title.
    private func gains() throws -> [String: Gains] {
        let songs = try tool.run("songs", "--format", "jsonl").objects()
        return songs.reduce(into: [:]) { gains, song in
            gains[song["title"] as? String ?? ""] = Gains(
                track: song["replayGainTrackGain"] as? Double,
                album: song["replayGainAlbumGain"] as? Double)
        }
    }

    /// The gain by FFmpeg's `ebur128` of files one after the other.
    private func gain(byFFmpegOf numbers: [Int]) throws -> Double {
        let inputs = numbers.flatMap { ["-i", path($0)] }
        let joined = numbers.indices.map { "[\($0)]" }.joined()
        let filter =
            "\(joined)concat=n=\(numbers.count):v=0:a=1,ebur128=metadata=1,ametadata=print:file=-"
        let printed = try output(
            of: ["ffmpeg"] + inputs + ["-filter_complex", filter, "-f", "null", "-"])
        let last = String(decoding: printed, as: UTF8.self).split(separator: "\n").last {
            $0.hasPrefix("lavfi.r128.I=")
        }
        return try -18 - #require(last.flatMap { Double($0.dropFirst("lavfi.r128.I=".count)) })
    }

    @Test("agrees with FFmpeg to 0.1 dB on tracks and albums, and leaves what tags say")
    func agreement() throws {
        let result = try tool.run("loudness")
        #expect(result.code == 0, "\(result.problems)")
        #expect(result.text == "3 tracks measured, 0 failed\n")
        var gains = try gains()
        #expect(gains.removeValue(forKey: "Señal de Lluvia") == Gains(track: -6.5, album: -7.25))
        for number in 1...3 {
            let gain = try #require(gains["\(number)"])
            #expect(abs(try #require(gain.track) - self.gain(byFFmpegOf: [number])) < 0.1)
            #expect(abs(try #require(gain.album) - self.gain(byFFmpegOf: [1, 2, 3])) < 0.1)
        }
        #expect(try tool.run("loudness").text == "Nothing to measure.\n")
    }

    @Test("what was measured stays while the sound does, whatever scans read")
    func rescans() throws {
        try tool.run("loudness")
        let gains = try gains()
        _ = try output(of: ["touch", path(1)])
        try tool.run("scan", tool.music.path)
        try tool.run("scan", "--full", tool.music.path)
        #expect(try self.gains() == gains)
        try FileManager.default.moveItem(atPath: path(2), toPath: path(4))
        try tool.run("scan", tool.music.path)
        #expect(try self.gains() == gains)

        try makeTrack(1, frequency: 3000)
        try tool.run("scan", tool.music.path)
        #expect(try self.gains()["1"] == Gains())
        try tool.run("loudness")
        let new = try self.gains()
        #expect(new["1"]?.track != gains["1"]?.track)
        #expect(Set(["1", "2", "3"].map { new[$0]?.album }).count == 1)
        #expect(new["3"]?.track == gains["3"]?.track)
    }

    @Test("a file at which the decoder dies is reported, and the others are measured")
    func crash() throws {
        let result = try tool.run(
            ["loudness", "--json"], environment: try Faults.environment("crash:2.flac"))
        #expect(result.code == 1)
        let report = try #require(try result.objects().first)
        #expect(report["measured"] as? Int == 2)
        let failures = try #require(report["failed"] as? [[String: String]])
        #expect(failures.map { $0["path"] } == [path(2)])
        #expect(failures.first?["reason"]?.contains("crashed") == true)
        #expect(try tool.run("loudness").text == "3 tracks measured, 0 failed\n")
    }

    @Test("only what is asked for is measured")
    func filter() throws {
        #expect(try tool.run("loudness", "--artist", "Somebody").text == "Nothing to measure.\n")
        #expect(try tool.run("loudness", "--title", "2").text == "3 tracks measured, 0 failed\n")
    }
}

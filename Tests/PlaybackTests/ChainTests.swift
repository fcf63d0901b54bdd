import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Testing

/// Ogg files in which streams follow each other, as of recorded radio (RFC 3533, 4).
@Suite("A chain of streams", .timeLimit(.minutes(10))) struct ChainTests {
    /// A stream of three seconds.
    struct Link {
        let rate: Int
        let channels: Int
        var codec = "libvorbis"
    }

    struct Row: CustomTestStringConvertible {
        let links: [Link]
        /// Where it is begun, in seconds.
        let start: Double

        var testDescription: String {
            links.map { "\($0.codec) \($0.rate)×\($0.channels)" }.joined(separator: ", ")
                + " from \(start)"
        }

        static let all: [Row] = [
            [Link(rate: 44_100, channels: 2), Link(rate: 44_100, channels: 2)],
            [Link(rate: 44_100, channels: 2), Link(rate: 48_000, channels: 2)],
            [Link(rate: 48_000, channels: 2), Link(rate: 22_050, channels: 2)],
            [Link(rate: 44_100, channels: 1), Link(rate: 48_000, channels: 2)],
            [Link(rate: 48_000, channels: 2), Link(rate: 44_100, channels: 1)],
            [
                Link(rate: 22_050, channels: 1), Link(rate: 48_000, channels: 2),
                Link(rate: 44_100, channels: 2),
            ],
            [
                Link(rate: 48_000, channels: 2, codec: "libopus"),
                Link(rate: 48_000, channels: 1, codec: "libopus"),
            ],
            [
                Link(rate: 44_100, channels: 2, codec: "flac"),
                Link(rate: 48_000, channels: 2, codec: "flac"),
            ],
        ].flatMap { links in
            [0, 1.5, 3.5, Double(links.count) * 3 - 1].map { Row(links: links, start: $0) }
        }
    }

    @Test(
        "plays on with other rates and channels, at its pitch and for its time", arguments: Row.all)
    func chain(row: Row) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("chain.ogg")
        var bytes = Data()
        for (index, link) in row.links.enumerated() {
            let part = folder.url.appendingPathComponent("\(index).ogg")
            _ = try output(of: [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
                "sine=frequency=\(500 + index * 200):sample_rate=\(link.rate):duration=3", "-ac",
                "\(link.channels)", "-c:a", link.codec, "-serial_offset", "\(index + 1)", part.path,
            ])
            bytes += try Data(contentsOf: part)
        }
        try bytes.write(to: file)
        let item = PlayerItem(.file(MediaPath(file.path)))
        let played = try await recording([item]) { await $0.seek(to: row.start) }
        let samples = stride(from: 0, to: played.samples.count, by: played.channels)
            .map { played.samples[$0] }
        let duration = Double(samples.count) / Double(played.rate)
        let whole = Double(row.links.count) * 3
        #expect(abs(duration - (whole - row.start)) < 0.08, "\(duration) s")
        // A tenth of a second after each second.
        for second in stride(from: 0.2, to: duration - 0.3, by: 1) {
            let time = row.start + second
            guard time.truncatingRemainder(dividingBy: 3) < 2.7 else { continue }
            let begin = Int(second * Double(played.rate))
            let part = samples[begin..<begin + played.rate / 10]
            let crossings = zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 }
            let pitch = 500 + Int(time / 3) * 200
            #expect(abs(crossings * 10 - pitch) <= 20, "at \(time) s")
        }
    }
}

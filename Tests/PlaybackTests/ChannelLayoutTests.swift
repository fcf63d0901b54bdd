import Foundation
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import Testing

/// A layout of FFmpeg's, and what the sound server calls its speakers.
struct NamedLayout: Sendable, CustomTestStringConvertible {
    let name: String
    let speakers: String
    var testDescription: String { name }

    init(_ name: String, _ speakers: String) {
        self.name = name
        self.speakers = speakers
    }

    private static let numbers: [Substring: Int] = [
        "FL": 0, "FR": 1, "FC": 2, "LFE": 3, "BL": 4, "BR": 5, "FLC": 6, "FRC": 7, "BC": 8, "SL": 9,
        "SR": 10, "TC": 11, "TFL": 12, "TFC": 13, "TFR": 14, "TBL": 15, "TBC": 16, "TBR": 17,
        "DL": 29, "DR": 30, "WL": 31, "WR": 32, "LFE2": 35, "TSL": 36, "TSR": 37, "BFC": 38,
        "BFL": 39, "BFR": 40,
    ]

    /// As `pactl` has them. The server knows none that are wide or low: the nearest take their place.
    private static let serverNames: [Substring: String] = [
        "FL": "front-left", "FR": "front-right", "FC": "front-center", "LFE": "lfe",
        "BL": "rear-left", "BR": "rear-right", "FLC": "front-left-of-center",
        "FRC": "front-right-of-center", "BC": "rear-center", "SL": "side-left",
        "SR": "side-right", "TC": "top-center", "TFL": "top-front-left",
        "TFC": "top-front-center", "TFR": "top-front-right", "TBL": "top-rear-left",
        "TBC": "top-rear-center", "TBR": "top-rear-right", "DL": "front-left",
        "DR": "front-right", "WL": "side-left", "WR": "side-right", "LFE2": "lfe",
        "TSL": "top-front-left", "TSR": "top-front-right", "BFC": "front-center",
        "BFL": "front-left", "BFR": "front-right",
    ]

    private var words: [Substring] { speakers.split(separator: "+") }
    var layout: ChannelLayout { ChannelLayout(words.compactMap { Self.numbers[$0] }) }
    var serverNames: [String] { words.compactMap { Self.serverNames[$0] } }
    /// The bits of a WAV file.
    var mask: Int { layout.speakers.reduce(0) { $0 | 1 << $1 } }
    /// Whether a WAV file can name the speakers.
    var fitsWave: Bool { mask < 1 << 18 }

    /// The layouts that `ffmpeg -layouts` lists.
    static let all = [
        NamedLayout("mono", "FC"), NamedLayout("stereo", "FL+FR"), NamedLayout("2.1", "FL+FR+LFE"),
        NamedLayout("3.0", "FL+FR+FC"), NamedLayout("3.0(back)", "FL+FR+BC"),
        NamedLayout("4.0", "FL+FR+FC+BC"), NamedLayout("quad", "FL+FR+BL+BR"),
        NamedLayout("quad(side)", "FL+FR+SL+SR"), NamedLayout("3.1", "FL+FR+FC+LFE"),
        NamedLayout("5.0", "FL+FR+FC+BL+BR"), NamedLayout("5.0(side)", "FL+FR+FC+SL+SR"),
        NamedLayout("4.1", "FL+FR+FC+LFE+BC"), NamedLayout("5.1", "FL+FR+FC+LFE+BL+BR"),
        NamedLayout("5.1(side)", "FL+FR+FC+LFE+SL+SR"), NamedLayout("6.0", "FL+FR+FC+BC+SL+SR"),
        NamedLayout("6.0(front)", "FL+FR+FLC+FRC+SL+SR"),
        NamedLayout("3.1.2", "FL+FR+FC+LFE+TFL+TFR"),
        NamedLayout("hexagonal", "FL+FR+FC+BL+BR+BC"), NamedLayout("6.1", "FL+FR+FC+LFE+BC+SL+SR"),
        NamedLayout("6.1(back)", "FL+FR+FC+LFE+BL+BR+BC"),
        NamedLayout("6.1(front)", "FL+FR+LFE+FLC+FRC+SL+SR"),
        NamedLayout("7.0", "FL+FR+FC+BL+BR+SL+SR"),
        NamedLayout("7.0(front)", "FL+FR+FC+FLC+FRC+SL+SR"),
        NamedLayout("7.1", "FL+FR+FC+LFE+BL+BR+SL+SR"),
        NamedLayout("7.1(wide)", "FL+FR+FC+LFE+BL+BR+FLC+FRC"),
        NamedLayout("7.1(wide-side)", "FL+FR+FC+LFE+FLC+FRC+SL+SR"),
        NamedLayout("5.1.2", "FL+FR+FC+LFE+SL+SR+TFL+TFR"),
        NamedLayout("5.1.2(back)", "FL+FR+FC+LFE+BL+BR+TFL+TFR"),
        NamedLayout("octagonal", "FL+FR+FC+BL+BR+BC+SL+SR"),
        NamedLayout("cube", "FL+FR+BL+BR+TFL+TFR+TBL+TBR"),
        NamedLayout("5.1.4", "FL+FR+FC+LFE+SL+SR+TFL+TFR+TBL+TBR"),
        NamedLayout("7.1.2", "FL+FR+FC+LFE+BL+BR+SL+SR+TFL+TFR"),
        NamedLayout("7.1.4", "FL+FR+FC+LFE+BL+BR+SL+SR+TFL+TFR+TBL+TBR"),
        NamedLayout("7.2.3", "FL+FR+FC+LFE+BL+BR+SL+SR+TFL+TFR+TBC+LFE2"),
        NamedLayout("9.1.4", "FL+FR+FC+LFE+BL+BR+FLC+FRC+SL+SR+TFL+TFR+TBL+TBR"),
        NamedLayout(
            "hexadecagonal", "FL+FR+FC+BL+BR+BC+SL+SR+TFL+TFC+TFR+TBL+TBC+TBR+WL+WR"),
        NamedLayout("downmix", "DL+DR"),
        NamedLayout(
            "22.2",
            "FL+FR+FC+LFE+BL+BR+FLC+FRC+BC+SL+SR+TC+TFL+TFC+TFR+TBL+TBC+TBR+LFE2+TSL+TSR+BFC+BFL+BFR"
        ),
    ]

    /// A second of silence but for one channel, as a WAV file with 16 bits.
    func wave(loud channel: Int?, seconds: Double = 1) -> Data {
        let (channels, rate) = (layout.speakers.count, 44_100)
        let frames = Int(seconds * Double(rate))
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let form =
            little(0xFFFE, 2) + little(channels, 2) + little(rate, 4)
            + little(rate * channels * 2, 4)
            + little(channels * 2, 2) + little(16, 2) + little(22, 2) + little(16, 2)
            + little(mask, 4) + little(1, 2)
            + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        var samples = [Int16](repeating: 0, count: frames * channels)
        for frame in 0..<frames {
            let tone = Int16(12_000 * sin(Double(frame) * 0.0627))
            for index in channel.map({ $0...$0 }) ?? 0...channels - 1 {
                samples[frame * channels + index] = (tone + Int16(index)).littleEndian
            }
        }
        let sound = samples.withUnsafeBytes { Array($0) }
        return Data(
            Array("RIFF".utf8) + little(4 + 8 + form.count + 8 + sound.count, 4)
                + Array("WAVEfmt ".utf8) + little(form.count, 4) + form + Array("data".utf8)
                + little(sound.count, 4) + sound)
    }
}

@Suite("The speakers of a sound", .timeLimit(.minutes(20)))
struct ChannelLayoutTests {
    @Test("are those of the sound server, in the order of the channels", arguments: NamedLayout.all)
    func server(_ layout: NamedLayout) {
        #expect(layout.layout.speakers.count == layout.serverNames.count)
        // One channel is for all speakers.
        let names = layout.name == "mono" ? ["mono"] : layout.serverNames
        #expect(PulseChannels.names(of: layout.layout) == names)
    }

    @Test("stay what they are in a WAV file", arguments: NamedLayout.all.filter(\.fitsWave))
    func wave(_ layout: NamedLayout) async throws {
        let folder = try TemporaryFolder()
        let source = folder.url.appendingPathComponent("in.wav")
        let target = folder.url.appendingPathComponent("out.wav")
        let original = layout.wave(loud: nil, seconds: 0.05)
        try original.write(to: source)
        let player = QueuePlayer(to: .wave(MediaPath(target.path)))
        let events = await player.events()
        await player.setQueue(with: [PlayerItem(.file(MediaPath(source.path)))])
        await player.play()
        for await event in events where event == .playbackStateDidChange(.stopped) { break }
        await player.close()
        let written = try Data(contentsOf: target)
        let samples = layout.layout.speakers.count * 2205 * 2
        #expect(written.suffix(samples) == original.suffix(samples))
        guard layout.layout.speakers.count > 2 else { return }
        let mask = (0..<4).reduce(0) { $0 | Int(written[40 + $1]) << (8 * $1) }
        #expect(mask == layout.mask)
    }
}

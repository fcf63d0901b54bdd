import Foundation
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithSound
import PhonolithTestSupport

/// A folder that is removed with the value.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("phonolith-record-\(UUID().uuidString)", isDirectory: true)

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> MediaPath { MediaPath(url.appendingPathComponent(name).path) }
}

/// Noise of whole numbers, each of which is never 0, so that where it begins is seen.
struct Noise {
    let rate: Int
    let channels: Int
    let bits: Int
    /// In `-1..<1`.
    let samples: [Float]

    init(rate: Int = 44_100, channels: Int = 2, bits: Int = 16, seconds: Double = 1) {
        (self.rate, self.channels, self.bits) = (rate, channels, bits)
        var state = UInt64(rate + channels + bits)
        let scale = Float(1 << (bits - 1))
        samples = (0..<Int(seconds * Double(rate)) * channels).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Int(state >> 33) % (1 << (bits - 2))
            return Float(number + 1) / scale
        }
    }

    /// A tone, of a quarter of full scale.
    init(rate: Int, channels: Int, tone: Double, seconds: Double) {
        (self.rate, self.channels, bits) = (rate, channels, 16)
        samples = (0..<Int(seconds * Double(rate)) * channels).map { index in
            let angle = 2 * Double.pi * tone * Double(index / channels) / Double(rate)
            return Float((cos(angle) * 8192).rounded()) / 32_768
        }
    }

    /// Whether a stretch begins with the noise. A null sink that is silent has rendered silence ahead; its monitor has sent
    /// that, and begins a new stream some milliseconds late.
    func isBeginning(_ piece: Range<Int>) -> Bool {
        piece.lowerBound < Int(0.3 * Double(rate)) * channels
    }

    /// The stretches of it that follow each other in a recording, until silence.
    func pieces(of recorded: ArraySlice<Float>) -> [Range<Int>] {
        var (pieces, place) = ([Range<Int>](), recorded.startIndex)
        let key = 64
        while place + key < recorded.endIndex, recorded[place] != 0 {
            let wanted = recorded[place..<place + key]
            let starts = (pieces.last?.upperBound ?? 0)..<samples.count - key
            guard let start = starts.first(where: { samples[$0..<$0 + key].elementsEqual(wanted) })
            else { break }
            let length = zip(samples[start...], recorded[place...]).prefix { $0 == $1 }.count
            pieces.append(start..<start + length)
            place += length
        }
        return pieces
    }

    /// The channels' names on the sound server.
    private var channelMap: String {
        switch channels {
        case 1: "mono"
        case 2: "front-left,front-right"
        default: "front-left,front-right,front-center,lfe,rear-left,rear-right"
        }
    }

    /// Makes a sink of exactly this form; its monitor is what is recorded.
    func makeSink(_ name: String, on server: PulseServer) throws {
        try server.control(
            "load-module", "module-null-sink", "sink_name=\(name)", "rate=\(rate)",
            "channels=\(channels)", "channel_map=\(channelMap)",
            "format=\(bits == 16 ? "s16le" : "s24le")")
    }

    /// Plays it to a sink, and waits until the server has taken all of it.
    func play(on sink: String, of server: PulseServer, in folder: TemporaryFolder) async throws {
        try start(on: sink, of: server, in: folder).waitUntilExit()
    }

    /// Begins to play it.
    func start(
        on sink: String, of server: PulseServer, in folder: TemporaryFolder
    ) throws -> Program {
        var bytes: [UInt8] = []
        let encoding: WaveEncoding = bits == 16 ? .integer16 : .integer24
        encoding.append(samples[...], to: &bytes)
        let file = folder.url.appendingPathComponent(UUID().uuidString + ".raw")
        try Data(bytes).write(to: file)
        return try server.start(
            "pacat",
            [
                "-d", sink, "--raw", "--format=\(bits == 16 ? "s16le" : "s24le")",
                "--rate=\(rate)", "--channels=\(channels)", "--channel-map=\(channelMap)",
                "--latency-msec=1000", file.path,
            ]
        )
    }
}

/// The samples of a recorded file.
func decoded(_ path: MediaPath) throws -> [Float] {
    let item = PlayerItem(.file(path))
    var sound = try ItemSound.open(item, as: nil, interruption: ReadInterruption())
    var samples: [Float] = []
    while try read(&sound, &samples) {}
    return samples
}

/// Reads on; of a file that was not ended, all that it has.
private func read(_ sound: inout ItemSound, _ samples: inout [Float]) throws -> Bool {
    do {
        return try sound.read(appendingTo: &samples)
    } catch  where error.isEarlyEnd {
        return false
    }
}

/// How alike two sounds are: 1 for the same.
func correlation(_ left: ArraySlice<Float>, _ right: ArraySlice<Float>) -> Double {
    var (both, leftSquare, rightSquare) = (0.0, 0.0, 0.0)
    for (left, right) in zip(left, right) {
        both += Double(left * right)
        leftSquare += Double(left * left)
        rightSquare += Double(right * right)
    }
    return both / max(1e-30, (leftSquare * rightSquare).squareRoot())
}

import Foundation
import PhonolithLibav
import PhonolithMediaModel
import Testing

/// A folder that is removed with the value.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("phonolith-capture-\(UUID().uuidString)", isDirectory: true)

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> MediaPath { MediaPath(url.appendingPathComponent(name).path) }

    func size(_ name: String) throws -> Int {
        try Data(contentsOf: url.appendingPathComponent(name)).count
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

/// A decoded picture.
struct Picture {
    /// In seconds.
    var time: Double
    var width: Int
    var height: Int
    /// Red, green, blue and alpha of each pixel.
    var pixels: [UInt8]

    /// Decodes a file with one picture.
    init(_ path: MediaPath) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path.description)))
        let format = try #require(PictureFormat(of: bytes))
        let frame = try Decoder.open(format, pixelLimit: 1 << 24).picture(from: bytes)
        try self.init(frame, time: 0)
    }

    init(_ frame: borrowing Frame, time: Double) throws {
        let target = Scaler.Target(width: frame.width, height: frame.height, layout: .rgba)
        pixels = try Scaler(from: frame, to: target).scaled(frame).packedBytes
        (width, height) = (frame.width, frame.height)
        self.time = time
    }

    /// The color of a pixel, without alpha.
    func color(_ x: Int, _ y: Int) -> [Int] {
        (0..<3).map { Int(pixels[(y * width + x) * 4 + $0]) }
    }

    /// How alike two pictures are, in dB; 30 and more look alike.
    func likeness(to other: Picture) -> Double {
        guard pixels.count == other.pixels.count else { return 0 }
        // By index: pairs of two arrays take several times as long where nothing is optimized.
        var (sum, index) = (0, 0)
        while index < pixels.count {
            let difference = Int(pixels[index]) - Int(other.pixels[index])
            sum += difference * difference
            index += 1
        }
        guard sum > 0 else { return 99 }
        return 10 * log10(65_025 * Double(pixels.count) / Double(sum))
    }

    /// The mean of all channels.
    var brightness: Double { Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count) }
}

/// The content of a film, as a player would decode it.
struct CapturedFilm {
    var pictures: [Picture] = []
    /// The first channel.
    var sound: [Float] = []
    var sampleRate = 0

    /// Decodes a file, as far as it can be played.
    init(_ path: MediaPath) throws {
        try readPictures(Demuxer.open(path))
        try readSound(path)
    }

    /// The pictures that a device gives.
    init(device graph: String, count: Int) throws {
        let demuxer = try Demuxer.open(device: graph, of: "lavfi", options: [], waits: true)
        try readPictures(demuxer, limit: count)
    }

    private mutating func readPictures(_ demuxer: consuming Demuxer, limit: Int = .max) throws {
        guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else { return }
        let decoder = try VideoDecoder.open(stream, of: demuxer)
        while pictures.count < limit {
            let frame = try Frame()
            switch try decoder.receive(into: frame) {
            case .ended: return
            case .wantsPacket:
                // A file that is cut off ends where it is.
                let packet = try? demuxer.nextPacket(of: stream)
                _ = try decoder.send(packet)
            case .frame:
                let time = stream.timeBase.seconds(frame.presentationTime ?? 0)
                pictures.append(try Picture(frame, time: time))
            }
        }
    }

    private mutating func readSound(_ path: MediaPath) throws {
        var input: AudioInput
        do {
            input = try AudioInput.open(.file(path), interruption: ReadInterruption())
        } catch {
            return
        }
        var decoder = try AudioDecoder.open(for: input)
        let frame = try AudioFrame()
        while try decoder.decode(from: &input, into: frame) {
            sampleRate = frame.sampleRate
            // Drops the encoder's samples before the beginning.
            let time = input.stream.timeBase.seconds(frame.ticks ?? 0)
            frame.dropFirst(
                min(frame.sampleCount, max(0, Int((-time * Double(sampleRate)).rounded()))))
            if sound.isEmpty, time > 0 {
                sound = Array(repeating: 0, count: Int((time * Double(sampleRate)).rounded()))
            }
            let resampler = try Resampler.open(
                for: frame, sampleRate: frame.sampleRate, channelCount: frame.channelCount)
            var samples: [Float] = []
            try resampler.convert(frame, appendingTo: &samples)
            sound += stride(from: 0, to: samples.count, by: frame.channelCount).map { samples[$0] }
        }
    }

    /// In seconds.
    var soundDuration: Double { Double(sound.count) / Double(max(1, sampleRate)) }

    /// When each sound begins that follows silence, in seconds.
    var onsets: [Double] {
        var (onsets, quiet) = ([Double](), Int.max / 2)
        for (index, sample) in sound.enumerated() {
            if abs(sample) > 0.1 {
                if quiet > sampleRate / 2 { onsets.append(Double(index) / Double(sampleRate)) }
                quiet = 0
            } else {
                quiet += 1
            }
        }
        return onsets
    }

    /// When each bright picture comes that follows dark ones, in seconds.
    var flashes: [Double] {
        zip([nil] + pictures.map(Optional.some), pictures).filter { before, picture in
            picture.brightness > 160 && (before?.brightness ?? 0) < 160
        }.map(\.1.time)
    }
}

import Foundation
import PhonolithFixtures
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback

/// The rising tone of the fixtures, and how to compare with it.
enum Sweep {
    /// Samples of the three parts.
    static let parts = [9001, 7777, 9674]
    static let count = 26_452

    static func item(_ name: String) -> PlayerItem {
        PlayerItem(.file(Fixtures.path(of: "sweep/\(name)")))
    }

    static func items(_ format: String) -> [PlayerItem] { (1...3).map { item("\($0).\(format)") } }

    static func rate(_ format: String) -> Int { format == "opus" ? 48_000 : 44_100 }

    /// The samples before encoding.
    static func samples(_ range: Range<Int> = 0..<count, rate: Int = 44_100) -> [Float] {
        range.map { index in
            let time = Double(index) / Double(rate)
            let phase = 2 * Double.pi * (200 * time + 1500 * time * time)
            return Float((12_000 * sin(phase)).rounded() / 32_768)
        }
    }

    /// All samples of an item.
    static func decoded(
        _ item: PlayerItem, as format: AudioFormat? = nil, from time: Double? = nil,
        isExact: Bool = true
    ) throws -> [Float] {
        var sound = try ItemSound.open(item, as: format, interruption: ReadInterruption())
        if let time { try sound.seek(to: time, isExact: isExact) }
        var samples: [Float] = []
        while try sound.read(appendingTo: &samples) {}
        return samples
    }

    /// How alike two rows of samples are, 1 for the same but for loudness.
    static func correlation(
        _ left: some Sequence<Float>, _ right: some Sequence<Float>
    ) -> Double {
        var (both, leftSquare, rightSquare) = (0.0, 0.0, 0.0)
        for (left, right) in zip(left, right) {
            both += Double(left * right)
            leftSquare += Double(left * left)
            rightSquare += Double(right * right)
        }
        return both / (leftSquare * rightSquare).squareRoot()
    }
}

/// The samples of a WAV file with 16 bits.
func samples(ofWave url: URL) throws -> (rate: Int, channels: Int, samples: [Float]) {
    let bytes = try Data(contentsOf: url)
    func number(_ offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    let samples = stride(from: 44, to: 44 + number(40, 4), by: 2).map {
        Float(Int16(truncatingIfNeeded: number($0, 2))) / 32_768
    }
    return (number(24, 4), number(22, 2), samples)
}

/// A folder that is removed with the value.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-play-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

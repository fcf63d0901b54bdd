/// The header of a WAV file with samples of 16 bits.
package struct WaveHeader: Hashable, Sendable {
    package var sampleRate: Int
    package var channelCount: Int

    package init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// The bytes of each moment.
    package var blockLength: Int { channelCount * 2 }

    /// The header's bytes.
    ///
    /// - Parameter length: That of the file; `nil` if unknown: players read such a file to its end.
    package func bytes(length: Int?) -> [UInt8] {
        let size = length.map { $0 - 8 } ?? Int(UInt32.max)
        let dataSize = length.map { $0 - ConstantBitRate.wavHeaderLength } ?? Int(UInt32.max)
        return Array("RIFF".utf8) + Self.bytes(size, 4) + Array("WAVEfmt ".utf8)
            + Self.bytes(16, 4) + Self.bytes(1, 2) + Self.bytes(channelCount, 2)
            + Self.bytes(sampleRate, 4) + Self.bytes(sampleRate * blockLength, 4)
            + Self.bytes(blockLength, 2) + Self.bytes(16, 2) + Array("data".utf8)
            + Self.bytes(dataSize, 4)
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

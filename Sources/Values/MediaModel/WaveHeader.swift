/// The header of a WAV file ("Multimedia Programming Interface and Data
/// Specifications 1.0"; `WAVEFORMATEXTENSIBLE` where speakers are named).
package struct WaveHeader: Hashable, Sendable {
    package var sampleRate: Int
    package var channelCount: Int
    package var encoding: WaveEncoding
    /// The speakers as `dwChannelMask` has them, 0 for others; `nil` for the usual ones of one or two channels, which
    /// need no names.
    package var channelMask: Int?

    package init(
        sampleRate: Int, channelCount: Int, encoding: WaveEncoding = .integer16,
        channelMask: Int? = nil
    ) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.encoding = encoding
        self.channelMask = channelMask
    }

    /// The bytes of each moment.
    package var blockLength: Int { channelCount * encoding.bytesPerSample }

    /// The header's bytes.
    ///
    /// - Parameter byteCount: Of the samples; `nil` if unknown, as in a pipe: the sizes are then those that readers take
    ///   for unknown, as FFmpeg and SoX write them.
    package func bytes(byteCount: Int?) -> [UInt8] {
        let format = formatChunk
        let unknown = Int(UInt32.max)
        let size = byteCount.map { 4 + 8 + format.count + 8 + $0 + $0 % 2 }
        var header = Array("RIFF".utf8)
        header.append(little: size ?? unknown, 4)
        header += Array("WAVEfmt ".utf8)
        header.append(little: format.count, 4)
        header += format + Array("data".utf8)
        header.append(little: byteCount ?? unknown, 4)
        return header
    }

    private var formatChunk: [UInt8] {
        let tag = encoding == .float32 ? 3 : 1
        let bitCount = encoding.bytesPerSample * 8
        var chunk: [UInt8] = []
        chunk.append(little: channelMask == nil ? tag : 0xFFFE, 2)
        chunk.append(little: channelCount, 2)
        chunk.append(little: sampleRate, 4)
        chunk.append(little: sampleRate * blockLength, 4)
        chunk.append(little: blockLength, 2)
        chunk.append(little: bitCount, 2)
        guard let channelMask else { return chunk }
        chunk.append(little: 22, 2)
        chunk.append(little: bitCount, 2)
        chunk.append(little: channelMask, 4)
        chunk.append(little: tag, 2)
        return chunk + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }
}

/// How the samples of a WAV file are written.
package enum WaveEncoding: Hashable, Sendable {
    case integer8, integer16, integer24, float32

    package var bytesPerSample: Int {
        switch self {
        case .integer8: 1
        case .integer16: 2
        case .integer24: 3
        case .float32: 4
        }
    }

    /// Writes samples; samples above full scale are cut where integers cannot hold them, and NaN
    /// is silence there.
    package func append(_ samples: ArraySlice<Float>, to bytes: inout [UInt8]) {
        let size = bytesPerSample
        bytes += [UInt8](unsafeUninitializedCapacity: samples.count * size) { buffer, count in
            for sample in samples {
                let value = value(of: sample)
                for place in 0..<size {
                    buffer[count + place] = UInt8(truncatingIfNeeded: value >> (8 * place))
                }
                count += size
            }
        }
    }

    private func value(of sample: Float) -> Int {
        switch self {
        // Those of 8 bits have no sign.
        case .integer8: Self.integer(sample, 0x1p7) + 0x80
        case .integer16: Self.integer(sample, 0x1p15)
        case .integer24: Self.integer(sample, 0x1p23)
        case .float32: Int(sample.bitPattern)
        }
    }

    private static func integer(_ sample: Float, _ scale: Float) -> Int {
        sample.isNaN ? 0 : Int(max(-scale, min(scale - 1, (sample * scale).rounded())))
    }
}

extension [UInt8] {
    fileprivate mutating func append(little number: Int, _ count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}

/// The formats of radio that can be cut without changing a byte.
package enum FrameForm: Hashable, Sendable {
    /// MPEG audio: MP3, and layers 1 and 2.
    case mpeg
    case adts
    case ogg

    /// - Parameters:
    ///   - format: FFmpeg's name of a format.
    ///   - codec: FFmpeg's name of a codec.
    package init?(format: String, codec: String) {
        switch format {
        case "mp3": self = .mpeg
        case "aac": self = .adts
        case "ogg": self = .ogg
        default: return nil
        }
    }

    /// The least number of bytes that shows the length of a frame.
    private var headerCount: Int {
        switch self {
        case .mpeg: 4
        case .adts: 7
        case .ogg: 27
        }
    }

    /// How long the frame is that begins with these bytes.
    package func length(of bytes: ArraySlice<UInt8>) -> FrameLength {
        guard bytes.count >= headerCount else { return .unknown }
        let byte = { Int(bytes[bytes.startIndex + $0]) }
        let length: Int? =
            switch self {
            case .mpeg: Self.lengthOfMPEG(byte)
            case .adts: Self.lengthOfADTS(byte)
            case .ogg:
                bytes.starts(with: "OggS".utf8)
                    ? bytes.count < 27 + byte(26)
                        ? 0 : (27..<27 + byte(26)).reduce(27 + byte(26)) { $0 + byte($1) }
                    : nil
            }
        return length.map { $0 == 0 ? .unknown : .bytes($0) } ?? .none
    }

    /// ISO/IEC 11172-3, 2.4.2.3, and 13818-3 for half the sample rates; a quarter of them is MPEG 2.5.
    private static func lengthOfMPEG(_ byte: (Int) -> Int) -> Int? {
        guard byte(0) == 0xFF, byte(1) & 0xE0 == 0xE0 else { return nil }
        let (version, layer) = (byte(1) >> 3 & 3, 4 - (byte(1) >> 1 & 3))
        let (rateIndex, bitRateIndex) = (byte(2) >> 2 & 3, byte(2) >> 4)
        guard version != 1, layer < 4, rateIndex < 3, (1...14).contains(bitRateIndex) else {
            return nil
        }
        let isFull = version == 3
        let sampleRate = [44_100, 48_000, 32_000][rateIndex] / [4, 1, 2, 1][version]
        let column = isFull ? layer - 1 : layer == 1 ? 3 : 4
        let bitRate = 1000 * bitRates[column][bitRateIndex - 1]
        let padding = byte(2) >> 1 & 1
        if layer == 1 { return (12 * bitRate / sampleRate + padding) * 4 }
        return (layer == 3 && !isFull ? 72 : 144) * bitRate / sampleRate + padding
    }

    /// In kbit/s: layers 1 to 3 of MPEG-1, then layer 1 and the other two of MPEG-2.
    private static let bitRates = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    // ISO/IEC 13818-7, 6.2.
    private static func lengthOfADTS(_ byte: (Int) -> Int) -> Int? {
        guard byte(0) == 0xFF, byte(1) & 0xF6 == 0xF0 else { return nil }
        let length = (byte(3) & 3) << 11 | byte(4) << 3 | byte(5) >> 5
        return length > 7 ? length : nil
    }
}

/// The length of a frame as its first bytes show it.
package enum FrameLength: Hashable, Sendable {
    case bytes(Int)
    // More bytes are needed.
    case unknown
    // No frame begins here.
    case none
}

/// How an MP3 of a constant bit rate and a known length is laid out: a frame that describes the file, then frames of
/// sound, all of one length (48 000 Hz).
package struct MP3Layout: Hashable, Sendable {
    /// In kbit/s, one of ``ConstantBitRate/mp3BitRates``.
    package let bitRate: Int
    package let isMono: Bool
    /// How many frames of sound.
    package let frameCount: Int

    /// - Parameter length: That of the file, in bytes.
    package init(bitRate: Int, isMono: Bool, length: Int) {
        self.bitRate = bitRate
        self.isMono = isMono
        frameCount = max(0, length / ConstantBitRate.mp3FrameLength(bitRate: bitRate) - 1)
    }

    /// How many samples of each channel the frames have room for, after the encoder's delay.
    package var capacity: Int {
        max(0, frameCount * ConstantBitRate.samplesPerFrame - ConstantBitRate.mp3Delay)
    }

    /// How many of the samples are to be heard, where the sound has so many: the rest is padding, of which 4095
    /// samples can be marked.
    package func heardCount(of count: Int?) -> Int {
        let most = capacity
        guard let count, count <= most, padding(behind: count) <= 4095 else { return most }
        return count
    }

    /// The samples after the sound, as LAME counts them: those of the decoder's delay among them.
    private func padding(behind count: Int) -> Int {
        max(0, frameCount * ConstantBitRate.samplesPerFrame - count - 576)
    }

    // A frame without sound.
    package var silentFrame: [UInt8] {
        let length = ConstantBitRate.mp3FrameLength(bitRate: bitRate)
        var frame = [UInt8](repeating: 0, count: length)
        let rates = ConstantBitRate.mp3BitRates
        let rateIndex = (rates.firstIndex(of: bitRate) ?? 0) + 1
        // ISO 11172-3, 2.4.1.3: sync word, MPEG-1, layer III, no checksum; bit rate, 48 000 Hz; mode, original.
        frame[0] = 0xFF
        frame[1] = 0xFB
        frame[2] = UInt8(rateIndex << 4 | 1 << 2)
        frame[3] = isMono ? 0xC4 : 0x04
        return frame
    }

    /// The first frame: silent, with what LAME writes, so that players know the length and leave out the padding
    /// (http://gabriel.mp3-tech.org/mp3infotag.html).
    ///
    /// - Parameter heard: How many samples of each channel are to be heard.
    package func description(heard: Int) -> [UInt8] {
        var frame = silentFrame
        let length = (frameCount + 1) * frame.count
        var tag = Array("Info".utf8)
        // Which fields follow: frames and bytes.
        tag += [0, 0, 0, 3]
        tag += Self.bytes(frameCount, 4) + Self.bytes(length, 4)
        // Programs read the next fields only where an encoder they know is named.
        tag += Array("LAME3.100".utf8)
        // A constant bit rate; no lowpass, no peak, no gains, no flags; the bit rate.
        tag += [1, 0] + [UInt8](repeating: 0, count: 9) + [UInt8(min(bitRate, 255))]
        tag += Self.bytes(576 << 12 | padding(behind: heard), 3)
        tag += [0, 0, 0, 0] + Self.bytes(length, 4) + [0, 0]
        let start = 4 + (isMono ? 17 : 32)
        frame.replaceSubrange(start..<start + tag.count, with: tag)
        let end = start + tag.count
        frame.replaceSubrange(end..<end + 2, with: Self.bytes(Self.checksum(frame[..<end]), 2))
        return frame
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// CRC-16 with the polynomial 0x8005, lowest bit first, as LAME has it.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ Int(byte)) { sum, _ in
                sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1
            }
        }
    }
}

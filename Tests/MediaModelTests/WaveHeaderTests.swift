import PhonolithMediaModel
import Testing

@Suite struct WaveHeaderTests {
    @Test(
        "samples are cut at full scale, and what is not a number is silence",
        arguments: [
            (
                WaveEncoding.integer16,
                [0, 0, 0xFF, 0x7F, 0, 0x80, 0, 0x40] as [UInt8]
            ),
            (
                .integer24,
                [0, 0, 0, 0xFF, 0xFF, 0x7F, 0, 0, 0x80, 0, 0, 0x40]
            ),
        ])
    func samples(encoding: WaveEncoding, written: [UInt8]) {
        var bytes: [UInt8] = []
        encoding.append([.nan, 2, -.infinity, 0.5], to: &bytes)
        #expect(bytes == written)
    }

    @Test("the sizes of a stream are unknown, those of a file are of all that follows")
    func sizes() {
        let header = WaveHeader(sampleRate: 8000, channelCount: 1)
        let file = header.bytes(byteCount: 3)
        #expect(file.count == 44)
        #expect(file[4..<8] == [40, 0, 0, 0] && file[40...] == [3, 0, 0, 0])
        let stream = header.bytes(byteCount: nil)
        #expect(stream[4..<8] == [255, 255, 255, 255] && stream[40...] == [255, 255, 255, 255])
        #expect(stream[8..<40] == file[8..<40])
    }
}

import Foundation
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import Testing

/// Buffers are as long as a header says that a part of a second is.
@Suite("A sound whose header is absurd")
struct AbsurdHeaderTests {
    @Test(
        "is refused if it claims more samples than any sound has",
        arguments: [0x7FFF_FFFF, 1 << 26])
    func sampleRate(rate: Int) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-rate-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }  // A leftover harms nobody.
        var bytes = Array(try #require(NamedLayout.all.first).wave(loud: nil, seconds: 0.1))
        // The rate is the fifth field of a WAV header's format, which comes first.
        for index in 0..<4 { bytes[24 + index] = UInt8(truncatingIfNeeded: rate >> (8 * index)) }
        try Data(bytes).write(to: file)
        let item = PlayerItem(.file(MediaPath(file.path)))
        let error = #expect(throws: AVError.self) {
            _ = try ItemSound.open(item, as: nil, interruption: ReadInterruption())
        }
        #expect(error?.description.contains("(\(rate) Hz, ") == true)
    }
}

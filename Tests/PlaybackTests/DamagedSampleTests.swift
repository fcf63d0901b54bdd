import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import Testing

@Suite("Samples that are no numbers") struct DamagedSampleTests {
    /// A WAV of 32-bit floats, mono, 8000 Hz.
    private func wave(_ samples: [Float]) -> Data {
        func bytes(_ number: some FixedWidthInteger) -> Data {
            withUnsafeBytes(of: number.littleEndian) { Data($0) }
        }
        let data = samples.reduce(Data()) { $0 + bytes($1.bitPattern) }
        let format =
            bytes(UInt16(3)) + bytes(UInt16(1)) + bytes(UInt32(8000)) + bytes(UInt32(32_000))
            + bytes(UInt16(4)) + bytes(UInt16(32))
        return Data("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Data("WAVEfmt ".utf8)
            + bytes(UInt32(16)) + format + Data("data".utf8) + bytes(UInt32(data.count)) + data
    }

    @Test("silence nothing that comes after them, whatever filters there are")
    func filters() async throws {
        let folder = try TemporaryFolder()
        let tone = (0..<8000).map { 0.5 * Float(sin(Double($0) * 0.3)) }
        for damage in [Float.nan, .infinity, -.infinity] {
            var damaged = tone
            damaged[1000] = damage
            var items: [PlayerItem] = []
            for (name, samples) in [("1.wav", damaged), ("2.wav", tone)] {
                let file = folder.url.appendingPathComponent(name)
                try wave(samples).write(to: file)
                items.append(PlayerItem(.file(MediaPath(file.path))))
            }
            let out = folder.url.appendingPathComponent("out.wav")
            let player = QueuePlayer(to: .wave(MediaPath(out.path)))
            var effects = AudioEffects()
            effects.equalizer = Equalizer.presets["rock"] ?? .flat
            effects.limitsPeaks = true
            await player.setEffects(effects)
            let events = await player.events()
            await player.setQueue(with: items)
            await player.play()
            for await event in events where event == .playbackStateDidChange(.stopped) { break }
            await player.close()
            let heard = try Data(contentsOf: out)
            #expect(heard.count > 16_000)
            // Of a second each; the last half of it is that of the sound one.
            #expect(heard.suffix(8000).contains { $0 > 1 && $0 < 255 }, "\(damage)")
        }
    }
}

import Foundation
import PhonolithFiles
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithStreaming
import PhonolithWorker

/// A sound that is known at every moment, as a file.
struct Tone {
    let path: MediaPath
    static let seconds = 5.0
    static let rate = 44_100

    /// Writes a file.
    init(in folder: MediaPath) throws {
        path = folder.appending("tone.wav")
        try WholeFile.write(Self.wave, to: path)
    }

    /// The content of the file, computed once for all tests.
    private static let wave: [UInt8] = {
        let count = Int(seconds * Double(Self.rate))
        let header = WaveHeader(sampleRate: Self.rate, channelCount: 2)
        var bytes = header.bytes(byteCount: count * header.blockLength)
        bytes.reserveCapacity(bytes.count + count * header.blockLength)
        for index in 0..<count {
            let time = Double(index) / Double(Self.rate)
            for channel in 0..<2 {
                let value = UInt16(
                    bitPattern: Int16((Self.value(time, channel) * 32_768).rounded()))
                bytes.append(UInt8(value & 255))
                bytes.append(UInt8(value >> 8))
            }
        }
        return bytes
    }()

    /// The sound at a time: three tones, others on each side.
    static func value(_ time: Double, _ channel: Int) -> Double {
        let base = channel == 0 ? 440.0 : 554.0
        let turns = 2 * Double.pi * time
        let rising: Double = 0.1 * sin(turns * (3000 + 50 * time))
        return rising + 0.3 * sin(turns * base) + 0.2 * sin(turns * 1234)
    }

    /// How much louder the tone is than what differs from it, in dB.
    ///
    /// - Parameters:
    ///   - start: The time of the sound's first sample.
    ///   - skipped: How many moments at either end are not compared: the filters of encoders swing in and out there.
    static func distance(
        of sound: Decoded, start: Double = 0, gain: Double = 1, skipped: Int = 2000
    ) -> Double {
        var (signal, noise) = (0.0, 1e-12)
        for moment in skipped..<max(skipped, sound.count - skipped) {
            for channel in 0..<sound.channelCount {
                let time = start + Double(moment) / Double(sound.rate)
                let wanted = gain * value(time, channel)
                let heard = Double(sound.samples[moment * sound.channelCount + channel])
                signal += wanted * wanted
                noise += (wanted - heard) * (wanted - heard)
            }
        }
        return 10 * log10(signal / noise)
    }
}

/// A file's sound.
struct Decoded {
    let samples: [Float]
    let rate: Int
    let channelCount: Int
    let promisedDuration: Double?

    init(_ bytes: [UInt8], as format: TranscodeRequest.Format, in folder: MediaPath) throws {
        let path = folder.appending(MediaPath("decoded-\(UUID().uuidString).\(format.rawValue)"))
        try WholeFile.write(bytes, to: path)
        var sound = try ItemSound.open(
            PlayerItem(.file(path)), as: nil, interruption: ReadInterruption())
        var samples: [Float] = []
        while try sound.read(appendingTo: &samples) {}
        self.samples = samples
        rate = sound.format.sampleRate
        channelCount = sound.format.channelCount
        promisedDuration = sound.duration
    }

    /// Samples of each channel.
    var count: Int { samples.count / channelCount }
}

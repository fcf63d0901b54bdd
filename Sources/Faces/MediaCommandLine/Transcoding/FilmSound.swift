import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithSamples
import PhonolithSound

/// The sound of a file between two times, encoded as AAC.
///
/// Packets begin at whole multiples of their length on the film's clock, and each is encoded after those before it. So
/// the packets of one stretch continue those of another, though different workers made them.
///
/// Not for use by two threads at once; everything blocks.
final class FilmSound {
    private(set) var encoder: AudioEncoder
    /// Where the last packet was, in seconds on the film's clock.
    private(set) var time = -Double.infinity

    private static let sampleRate = 48_000
    private static let packetLength = 1024
    /// Packets that are encoded before those that are wanted: each depends on the one before.
    private static let leadIn = 3

    private var sound: ItemSound
    /// The packets that are wanted, in samples on the film's clock.
    private let wanted: Range<Int64>
    /// Where the encoder's first sample is.
    private let begin: Int64
    private var samples: [Float]
    private var isEnded = false

    /// - Parameters:
    ///   - delay: How much later the sound begins than the file, in seconds.
    ///   - bitRate: In bit/s.
    init(_ path: MediaPath, _ span: FilmSpan, delay: Double, bitRate: Int) throws(AVError) {
        func packet(_ time: Double) -> Int64 {
            let samples = time * Double(Self.sampleRate) / Double(Self.packetLength)
            return Int64((samples - 1e-6).rounded(.up)) * Int64(Self.packetLength)
        }
        let first = packet(max(0, span.start - span.origin))
        let last = span.end.map { packet($0 - span.origin) } ?? .max
        wanted = first..<max(first, last)
        begin = max(0, first - Int64(Self.leadIn * Self.packetLength))
        // Of the sound, which begins later than the file.
        let place = span.origin + Double(begin) / Double(Self.sampleRate) - delay
        var sound = try ItemSound.open(
            PlayerItem(.file(path), startTime: 0, endTime: nil), as: nil,
            interruption: ReadInterruption())
        sound.format = AudioFormat(
            sampleRate: Self.sampleRate, channelCount: min(sound.source.format.channelCount, 2))
        if place > 0 { try sound.seek(to: place, isExact: true) }
        let channelCount = sound.format.channelCount
        let silence = Int((max(0, min(-place, 60)) * Double(Self.sampleRate)).rounded())
        samples = [Float](repeating: 0, count: silence * channelCount)
        encoder = try AudioEncoder.open(
            AudioEncoder.Settings(
                codec: .aac, sampleRate: Self.sampleRate, channelCount: channelCount,
                bitRate: bitRate), hasGlobalHeader: true)
        self.sound = sound
    }

    /// Encodes the next stretch.
    ///
    /// - Returns: Whether there was more; `false` after the last packet that is wanted.
    func next(_ take: (Packet) throws(AVError) -> Void) throws(AVError) -> Bool {
        guard !isEnded else { return false }
        let hasMore: Bool
        do throws(AVError) {
            hasMore = try sound.read(appendingTo: &samples)
        } catch  where error.isEarlyEnd {
            hasMore = false
        }
        try encoder.encode(samples) { (packet) throws(AVError) in try pass(packet, take) }
        samples.removeAll(keepingCapacity: true)
        if !hasMore, !isEnded {
            try encoder.finish { (packet) throws(AVError) in try pass(packet, take) }
            isEnded = true
        }
        return !isEnded
    }

    private func pass(
        _ packet: Packet, _ take: (Packet) throws(AVError) -> Void
    ) throws(AVError) {
        packet.shift(by: begin)
        guard let place = packet.presentationTime else { return }
        time = Double(place) / Double(Self.sampleRate)
        if place >= wanted.upperBound { isEnded = true }
        if wanted.contains(place) { try take(packet) }
    }
}

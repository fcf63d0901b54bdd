import FoundationEssentials
import Glibc
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithSamples
import PhonolithSound
import PhonolithStreaming
package import PhonolithWorker

/// Does a `TranscodeJob`; runs in the worker.
package struct TranscodeWork {
    private let job: TranscodeJob
    private let path: MediaPath

    package init(_ job: TranscodeJob) {
        self.job = job
        path = MediaPath(bytes: Array(job.file))
    }

    /// Decodes, encodes and sends. Blocks its thread.
    package func run() throws {
        do throws(AVError) {
            try make()
        } catch {
            return try send(.failed("\(path): \(error)"))
        }
        try send(.done)
    }

    private func make() throws(AVError) {
        if let film = job.film {
            return try FilmWork(job, film) { bytes in
                WorkerSide.send(line(.bytes(bytes.count)), announcing: bytes)
            }.run()
        }
        var sound = try opened()
        let form = TranscodeForm(job, source: sound.source)
        sound.format = AudioFormat(sampleRate: form.sampleRate, channelCount: form.channelCount)
        switch job.format {
        case .wav: try fill(WaveFile(form, length: job.length), from: sound)
        case .mp3:
            let duration = sound.duration.map { $0 - job.start }
            try fill(MP3File.open(form, length: job.length, duration: duration), from: sound)
        case .opus: try fill(MuxedFile.open(.ogg, form.encoding(.opus)), from: sound)
        case .aac, .mp4: try fill(MuxedFile.open(.adts, form.encoding(.aac)), from: sound)
        case .flac:
            let codec = AudioEncoder.Codec.flac(bitDepth: form.bitDepth)
            try fill(MuxedFile.open(.flac, form.encoding(codec)), from: sound)
        }
    }

    // MARK: - Reading

    /// The sound from where the job begins.
    private func opened() throws(AVError) -> ItemSound {
        guard job.start > 0 else { return try open(from: 0) }
        var sound = try open(from: 0)
        guard sound.isSeekable else { return try open(from: job.start) }
        do throws(AVError) {
            try sound.seek(to: job.start, isExact: true)
        } catch {
            // Sound that cannot be sought is read from its beginning.
            return try open(from: job.start)
        }
        return sound
    }

    private func open(from start: Double) throws(AVError) -> ItemSound {
        let item = PlayerItem(.file(path), startTime: start, endTime: job.end)
        return try ItemSound.open(item, as: nil, interruption: ReadInterruption())
    }

    // MARK: - Writing

    private func fill<File: SoundFile & ~Copyable>(
        _ file: consuming File, from sound: consuming ItemSound
    ) throws(AVError) {
        let factor = Float(pow(10, job.gain / 20))
        let channelCount = sound.format.channelCount
        var left = file.sampleCount.map { $0 * channelCount } ?? Int.max
        var samples: [Float] = []
        var hasMore = true
        while left > 0, hasMore {
            // The last samples come with the end: the resampler has held them back.
            hasMore = try sound.read(replacing: &samples)
            if factor != 1 { for index in samples.indices { samples[index] *= factor } }
            if samples.count > left { samples.removeLast(samples.count - left) }
            left -= samples.count
            try file.add(samples)
            send(&file, most: Self.chunk)
        }
        // Sound that is shorter than was promised.
        while file.sampleCount != nil, left > 0 {
            let count = min(left, 8192 * channelCount)
            left -= count
            try file.add([Float](repeating: 0, count: count))
            send(&file, most: Self.chunk)
        }
        try file.finish()
        send(&file, most: 0)
    }

    /// Bytes are sent when there are more of them.
    private static let chunk = 16 << 10

    private func send<File: SoundFile & ~Copyable>(_ file: inout File, most: Int) {
        guard file.pendingCount > most else { return }
        let bytes = file.takeBytes()
        WorkerSide.send(line(.bytes(bytes.count)), announcing: bytes)
    }

    private func send(_ answer: TranscodeAnswer) throws {
        WorkerSide.send(line(answer))
    }

    private func line(_ answer: TranscodeAnswer) -> [UInt8] {
        guard let line = try? JSONEncoder().encode(answer) else {
            preconditionFailure("an answer is made of what JSON can say")
        }
        return Array(line)
    }
}

/// The form of a transcode's samples, and its bit rate.
struct TranscodeForm: Hashable {
    var sampleRate: Int
    var channelCount: Int
    // In kbit/s.
    var bitRate: Int
    /// 16 or 24; of no meaning to codecs with loss.
    var bitDepth: Int

    init(_ job: TranscodeJob, source: SourceForm) {
        let rate = job.sampleRate ?? source.format.sampleRate
        let channels = job.channelCount ?? source.format.channelCount
        switch job.format {
        case .mp3: sampleRate = ConstantBitRate.mp3SampleRate
        case .opus: sampleRate = 48_000
        case .aac, .mp4: sampleRate = Self.aacSampleRates.contains(rate) ? rate : 48_000
        // More than that is DSD, or inaudible.
        case .flac, .wav: sampleRate = (1...192_000).contains(rate) ? rate : 96_000
        }
        switch job.format {
        case .mp3, .opus, .aac, .mp4: channelCount = min(max(channels, 1), 2)
        case .flac, .wav: channelCount = min(max(channels, 1), 8)
        }
        switch job.format {
        case .mp3: bitRate = ConstantBitRate.mp3BitRate(atMost: job.bitRate ?? 192)
        case .opus: bitRate = min(max(job.bitRate ?? 128, 6), 256 * channelCount)
        case .aac, .mp4: bitRate = min(max(job.bitRate ?? 192, 16), 256 * channelCount)
        case .flac, .wav: bitRate = 0
        }
        bitDepth = (source.bitDepth ?? 16) > 16 ? 24 : 16
    }

    private static let aacSampleRates = [
        48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    func encoding(_ codec: AudioEncoder.Codec) -> AudioEncoder.Settings {
        AudioEncoder.Settings(
            codec: codec, sampleRate: sampleRate, channelCount: channelCount,
            bitRate: bitRate * 1000)
    }
}

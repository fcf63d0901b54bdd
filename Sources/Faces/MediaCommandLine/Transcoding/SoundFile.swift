import PhonolithLibav
import PhonolithMediaModel
import PhonolithStreaming

/// A file that is made of interleaved samples, from its first byte to its last.
protocol SoundFile: ~Copyable {
    /// How many samples of each channel it has to get; `nil` for any number.
    var sampleCount: Int? { get }
    /// How many bytes wait to be taken.
    var pendingCount: Int { get }
    /// Encodes more. Blocks its thread.
    mutating func add(_ samples: [Float]) throws(AVError)
    mutating func finish() throws(AVError)
    mutating func takeBytes() -> [UInt8]
}

// WAV with 16 bits.
struct WaveFile: SoundFile {
    let sampleCount: Int?
    private let encoding = WaveEncoding.integer16
    private var bytes: [UInt8]

    init(_ form: TranscodeForm, length: Int?) {
        let header = WaveHeader(
            sampleRate: form.sampleRate, channelCount: form.channelCount, encoding: encoding)
        let byteCount = length.map { max(0, $0 - ConstantBitRate.wavHeaderLength) }
        sampleCount = byteCount.map { $0 / header.blockLength }
        bytes = header.bytes(byteCount: byteCount)
    }

    var pendingCount: Int { bytes.count }

    mutating func add(_ samples: [Float]) { encoding.append(samples[...], to: &bytes) }

    mutating func finish() {}

    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

/// MP3 of a constant bit rate. Where its length is known, it has that many bytes.
struct MP3File: SoundFile, ~Copyable {
    let sampleCount: Int?
    private var encoder: AudioEncoder
    private let layout: MP3Layout?
    private var bytes: [UInt8]
    /// How many bytes are still to come.
    private var left: Int

    /// - Parameter duration: That of the sound, in seconds; `nil` if unknown.
    static func open(
        _ form: TranscodeForm, length: Int?, duration: Double?
    ) throws(AVError) -> MP3File {
        let encoder = try AudioEncoder.open(form.encoding(.mp3))
        let layout = length.map {
            MP3Layout(bitRate: form.bitRate, isMono: form.channelCount == 1, length: $0)
        }
        let known = duration.map { ConstantBitRate.sampleCount($0, form.sampleRate) }
        return MP3File(encoder, layout, heard: layout?.heardCount(of: known), length: length)
    }

    private init(
        _ encoder: consuming AudioEncoder, _ layout: MP3Layout?, heard: Int?, length: Int?
    ) {
        self.encoder = encoder
        self.layout = layout
        sampleCount = heard
        let description = layout?.description(heard: heard ?? 0) ?? []
        bytes = description
        left = length.map { max(0, $0 - description.count) } ?? .max
    }

    var pendingCount: Int { bytes.count }

    mutating func add(_ samples: [Float]) throws(AVError) {
        var made: [UInt8] = []
        try encoder.encode(samples) { packet in made += packet.bytes }
        append(made)
    }

    mutating func finish() throws(AVError) {
        var made: [UInt8] = []
        try encoder.finish { packet in made += packet.bytes }
        append(made)
        guard let layout else { return }
        while left > 0 { append(layout.silentFrame) }
    }

    private mutating func append(_ made: [UInt8]) {
        bytes += made.prefix(left)
        left -= min(left, made.count)
    }

    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

/// A file made by FFmpeg's muxers.
struct MuxedFile: SoundFile, ~Copyable {
    private var encoder: AudioEncoder
    private var muxer: Muxer
    private var bytes: [UInt8] = []

    static func open(
        _ format: Muxer.Format, _ settings: AudioEncoder.Settings
    ) throws(AVError) -> MuxedFile {
        let encoder = try AudioEncoder.open(settings)
        var muxer = try Muxer.open(format)
        try muxer.add(encoder)
        try muxer.begin()
        return MuxedFile(encoder, muxer)
    }

    private init(_ encoder: consuming AudioEncoder, _ muxer: consuming Muxer) {
        self.encoder = encoder
        self.muxer = muxer
    }

    var sampleCount: Int? { nil }
    var pendingCount: Int { bytes.count }

    mutating func add(_ samples: [Float]) throws(AVError) {
        var packets: [Packet] = []
        try encoder.encode(samples) { packet in packets.append(packet) }
        try write(packets)
    }

    mutating func finish() throws(AVError) {
        var packets: [Packet] = []
        try encoder.finish { packet in packets.append(packet) }
        try write(packets)
        try muxer.finish()
        bytes += muxer.takeBytes()
    }

    private mutating func write(_ packets: [Packet]) throws(AVError) {
        for packet in packets { try muxer.write(packet) }
        bytes += muxer.takeBytes()
    }

    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

internal import PhonolithFiles
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithSound
internal import SystemPackage

/// A WAV, CAF or AIFF file, whose header has the current length.
final class LinearRecording: RecordingFile {
    private let file: FileDescriptor
    private let form: LinearFileForm
    private let path: MediaPath
    private var byteCount = 0
    private var bytes: [UInt8] = []

    init(_ plan: RecordingPlan, at path: MediaPath) throws {
        form = LinearFileForm(plan)
        self.path = path
        file = try path.opened(.writeOnly, options: [.create, .truncate], rights: 0o666)
        try file.writeAll(form.header(byteCount: 0))
    }

    func add(_ samples: ArraySlice<Float>) throws {
        bytes.removeAll(keepingCapacity: true)
        form.append(samples, to: &bytes)
        guard byteCount + bytes.count < form.largestByteCount else {
            throw AudioRecorderError(.tooLarge, path.description, form.sizeText)
        }
        try file.writeAll(bytes)
        byteCount += bytes.count
    }

    func update() throws {
        try file.writeAll(toAbsoluteOffset: 0, form.header(byteCount: byteCount))
    }

    func finish(chapters: [Chapter]) throws {
        try file.closeAfter {
            // Chunks of RIFF and IFF are of even length.
            if byteCount % 2 == 1, form.fileFormat != .caf { try file.writeAll([0]) }
            try update()
        }
    }
}

/// The bytes of files that have samples one after the other.
struct LinearFileForm {
    let fileFormat: AudioFileFormat
    private let format: AudioFormat
    private let encoding: WaveEncoding

    init(_ plan: RecordingPlan) {
        (fileFormat, format) = (plan.fileFormat, plan.format)
        encoding =
            switch plan.bitDepth {
            case ...8: .integer8
            case ...16: .integer16
            case ...24: .integer24
            default: .float32
            }
    }

    /// More bytes of samples are no file of this format that all programs can read.
    var largestByteCount: Int {
        switch fileFormat {
        case .wav: Int(UInt32.max) - 100
        // Its lengths have a sign.
        case .aiff: Int(Int32.max) - 200
        default: .max
        }
    }

    /// Why a file cannot be larger, and what to do.
    var sizeText: String {
        fileFormat == .wav
            ? "a WAV file cannot be larger than 4 GiB; record to FLAC"
            : "an AIFF file cannot be larger than 2 GiB; record to FLAC or CAF"
    }

    // MARK: - Samples

    /// Writes samples: in WAV files without a sign where they have 8 bits, in AIFF files with the highest byte first.
    func append(_ samples: ArraySlice<Float>, to bytes: inout [UInt8]) {
        let start = bytes.count
        encoding.append(samples, to: &bytes)
        guard fileFormat != .wav else { return }
        let size = encoding.bytesPerSample
        if size == 1 {
            for index in start..<bytes.count { bytes[index] ^= 0x80 }
        } else if fileFormat == .aiff {
            for first in stride(from: start, to: bytes.count, by: size) {
                bytes[first..<first + size].reverse()
            }
        }
    }

    // MARK: - Headers

    /// What is before the samples; of the same length however many there are.
    func header(byteCount: Int) -> [UInt8] {
        switch fileFormat {
        case .caf: coreAudioHeader(byteCount)
        case .aiff: aiffHeader(byteCount)
        default: WaveHeader(format, encoding).bytes(byteCount: byteCount)
        }
    }

    private var frameSize: Int { encoding.bytesPerSample * format.channelCount }

    /// The speakers as `kAudioChannelLayoutTag_UseChannelBitmap` names them, whose bits are those of WAV files; `nil` for
    /// the usual ones of one or two channels, and those without a name.
    private var layoutChunk: [UInt8]? {
        guard format.channelCount > 2, let mask = format.layout.mask, mask < 1 << 18 else {
            return nil
        }
        return (1 << 16).bigEndianBytes(4) + Int(mask).bigEndianBytes(4) + 0.bigEndianBytes(4)
    }

    /// Apple's "Core Audio Format Specification 1.0".
    private func coreAudioHeader(_ byteCount: Int) -> [UInt8] {
        let isFloat = encoding == .float32
        var description = Double(format.sampleRate).bitPattern.bigEndianBytes
        description += Array("lpcm".utf8)
        // Floating point is 1, the lowest byte first 2.
        description += ((isFloat ? 1 : 0) + 2).bigEndianBytes(4)
        description += frameSize.bigEndianBytes(4) + 1.bigEndianBytes(4)
        description += format.channelCount.bigEndianBytes(4)
        description += (encoding.bytesPerSample * 8).bigEndianBytes(4)
        var header = Array("caff".utf8) + 1.bigEndianBytes(2) + 0.bigEndianBytes(2)
        header += Self.chunk("desc", description, lengthBytes: 8)
        if let layoutChunk { header += Self.chunk("chan", layoutChunk, lengthBytes: 8) }
        // Before the samples is the number of edits.
        return header + Array("data".utf8) + (byteCount + 4).bigEndianBytes(8)
            + 0.bigEndianBytes(4)
    }

    /// "Audio Interchange File Format 1.3"; floating point is in AIFF-C files.
    private func aiffHeader(_ byteCount: Int) -> [UInt8] {
        let isFloat = encoding == .float32
        var common = format.channelCount.bigEndianBytes(2)
        common += (byteCount / frameSize).bigEndianBytes(4)
        common += (encoding.bytesPerSample * 8).bigEndianBytes(2)
        common += Double(format.sampleRate).extendedBytes
        if isFloat { common += Array("fl32".utf8) + [5] + Array("Float".utf8) }
        var chunks = Array((isFloat ? "AIFC" : "AIFF").utf8)
        // The version of AIFF-C.
        if isFloat { chunks += Self.chunk("FVER", 0xA280_5140.bigEndianBytes(4)) }
        chunks += Self.chunk("COMM", common)
        if let layoutChunk { chunks += Self.chunk("CHAN", layoutChunk) }
        chunks += Array("SSND".utf8) + (byteCount + 8).bigEndianBytes(4) + 0.bigEndianBytes(8)
        return Array("FORM".utf8)
            + (chunks.count + byteCount + byteCount % 2).bigEndianBytes(4) + chunks
    }

    private static func chunk(
        _ name: String, _ content: [UInt8], lengthBytes: Int = 4
    ) -> [UInt8] {
        Array(name.utf8) + content.count.bigEndianBytes(lengthBytes) + content
    }
}

extension Int {
    fileprivate func bigEndianBytes(_ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}

extension UInt64 {
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}

extension Double {
    /// A positive number as the 80 bits of SANE: 15 of the exponent, and a mantissa with its first bit.
    fileprivate var extendedBytes: [UInt8] {
        let exponent = 16_383 + Int(self.exponent)
        let mantissa = UInt64(significand * 0x1p63)
        return exponent.bigEndianBytes(2) + mantissa.bigEndianBytes
    }
}

internal import Files
import Foundation
internal import Libav
import MediaModel
internal import SystemPackage

/// Writes what is played to a WAV file, as fast as it can.
///
/// The file is not replaced when it is complete, as others are: what was played until a crash can be listened to, and
/// the path may be that of a pipe.
///
/// The file has the rate, the channels and the depth of the first item: 16 bits, 24 where it has more, and
/// 32-bit floating point where it has more than 24, or is DSD. Sound that is played unchanged is written unchanged,
/// as far as 32-bit floating point holds it.
final class WaveOutput: AudioOutput, @unchecked Sendable {
    // Sendable by proof: touched by the player's thread alone.
    private let path: MediaPath
    private var source: OutputSource?
    private var encoding = WaveHeader.Encoding.integer16
    private var file: FileDescriptor?
    private var byteCount = 0
    /// Whether the sizes in the header can be written when they are known.
    private var isSeekable = false
    private var isRunning = false
    private var scratch: [Float] = []
    private var bytes: [UInt8] = []

    /// `-` is standard output.
    init(path: MediaPath) { self.path = path }

    private static let standardOutput: MediaPath = "-"

    func format(for source: ItemSound.SourceForm) -> AudioFormat { source.format }

    func open(_ source: OutputSource) throws {
        self.source = source
        encoding = WaveHeader.Encoding(source.form)
        scratch = [Float](repeating: 0, count: 4096 * source.format.channelCount)
        file = try reporting { () throws(Errno) in
            if path == Self.standardOutput { return FileDescriptor.standardOutput }
            return try path.opened(.writeOnly, options: [.create, .truncate], rights: 0o666)
        }
        // What cannot be sought, such as a pipe, gets the header of a stream.
        isSeekable = (try? file?.seek(offset: 0, from: .current)) != nil
        try write(isSeekable ? header.bytes : header.bytesOfStream)
    }

    func resume() { isRunning = true }
    func pause() { isRunning = false }
    func flush() {}

    func pump() throws -> Bool {
        guard isRunning, let source else { return false }
        let frames = scratch.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { source.fill($0, frames: 4096) } ?? 0
        }
        guard frames > 0 else { return false }
        bytes.removeAll(keepingCapacity: true)
        encoding.append(scratch[..<(frames * source.format.channelCount)], to: &bytes)
        guard byteCount + bytes.count < Int(UInt32.max) - 100 else {
            throw AudioOutputError(
                "\(path): a WAV file cannot be larger than 4 GiB; play less into it")
        }
        byteCount += bytes.count
        try write(bytes)
        return true
    }

    var pendingFrames: Int { 0 }
    var tail: Double { 0 }
    var waits: Bool { true }
    var keepsForm: Bool { true }
    var rest: Double { 0.005 }

    /// Writes the sizes, which are only known now, and closes the file.
    func close() throws {
        guard let file else { return }
        defer { self.file = nil }
        do {
            if byteCount % 2 == 1 { try write([0]) }
            let bytes = header.bytes
            // Without the sizes programs read to the end.
            if isSeekable, (try? file.seek(offset: 0, from: .start)) != nil { try write(bytes) }
        } catch {
            // What failed first is what the caller is told.
            if path != Self.standardOutput { try? file.close() }
            throw error
        }
        if path == Self.standardOutput { return }
        try reporting { () throws(Errno) in try onlyErrno { try file.close() } }
    }

    private var header: WaveHeader {
        WaveHeader(
            format: source?.format ?? AudioFormat(sampleRate: 44_100, channelCount: 2),
            encoding: encoding, byteCount: byteCount)
    }

    private func write(_ bytes: [UInt8]) throws {
        try reporting { () throws(Errno) in try onlyErrno { _ = try file?.writeAll(bytes) } }
    }

    private func reporting<Result>(
        _ body: () throws(Errno) -> Result
    ) throws(AudioOutputError) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw AudioOutputError("\(path): cannot be written: \(error); choose another file")
        }
    }
}

/// What is before the samples of a WAV file ("Multimedia Programming Interface and Data
/// Specifications 1.0"; `WAVEFORMATEXTENSIBLE` for more than two channels).
struct WaveHeader {
    var format: AudioFormat
    var encoding: Encoding
    /// Of the samples.
    var byteCount: Int

    /// Of what is written to a pipe: the sizes are those that readers take for unknown, as FFmpeg and SoX write them.
    var bytesOfStream: [UInt8] {
        var bytes = bytes
        let unknown: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        bytes.replaceSubrange(4..<8, with: unknown)
        bytes.replaceSubrange(bytes.count - 4..<bytes.count, with: unknown)
        return bytes
    }

    var bytes: [UInt8] {
        let size = encoding.bytesPerSample
        let mask = channelMask
        let usual = ChannelLayout.usual(format.channelCount).mask.map(Int.init) ?? 0
        let isExtensible = format.channelCount > 2 || (mask != 0 && mask != usual)
        let tag = encoding == .float32 ? 3 : 1
        var chunk: [UInt8] = []
        chunk.append(little: isExtensible ? 0xFFFE : tag, 2)
        chunk.append(little: format.channelCount, 2)
        chunk.append(little: format.sampleRate, 4)
        chunk.append(little: format.sampleRate * format.channelCount * size, 4)
        chunk.append(little: format.channelCount * size, 2)
        chunk.append(little: size * 8, 2)
        if isExtensible {
            chunk.append(little: 22, 2)
            chunk.append(little: size * 8, 2)
            chunk.append(little: mask, 4)
            chunk.append(little: tag, 2)
            chunk += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        }
        var header = Array("RIFF".utf8)
        header.append(little: 4 + 8 + chunk.count + 8 + byteCount + byteCount % 2, 4)
        header += Array("WAVEfmt ".utf8)
        header.append(little: chunk.count, 4)
        header += chunk + Array("data".utf8)
        header.append(little: byteCount, 4)
        return header
    }

    /// The speakers as `dwChannelMask` has them, which knows 18 of them; 0 for others.
    private var channelMask: Int {
        guard let mask = format.layout.mask, mask < 1 << 18 else { return 0 }
        return Int(mask)
    }

    /// How a sample is written.
    enum Encoding {
        case integer16, integer24, float32

        init(_ form: ItemSound.SourceForm) {
            // The single bits of DSD become samples of any depth.
            let isDSD = form.codecName.hasPrefix("dsd_") || form.codecName == "dst"
            let bitDepth = isDSD ? 32 : form.bitDepth ?? 16
            self = bitDepth <= 16 ? .integer16 : bitDepth <= 24 ? .integer24 : .float32
        }

        var bytesPerSample: Int {
            switch self {
            case .integer16: 2
            case .integer24: 3
            case .float32: 4
            }
        }

        /// Writes samples; what is louder than full scale is cut where integers cannot hold it.
        func append(_ samples: ArraySlice<Float>, to bytes: inout [UInt8]) {
            for sample in samples {
                switch self {
                case .integer16: bytes.append(little: Self.integer(sample, 32_768), 2)
                case .integer24: bytes.append(little: Self.integer(sample, 8_388_608), 3)
                case .float32: bytes.append(little: Int(sample.bitPattern), 4)
                }
            }
        }

        private static func integer(_ sample: Float, _ scale: Float) -> Int {
            Int(max(-scale, min(scale - 1, (sample * scale).rounded())))
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(little number: Int, _ count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}

import Glibc
internal import PhonolithFiles
internal import PhonolithLibav
package import PhonolithMediaModel
internal import SystemPackage

/// Writes what is played to a WAV file, as fast as it can.
///
/// A new file has its name from the beginning: sound played until a crash can be listened to, and the path may be that of
/// a pipe. A file that exists is replaced when all has been played, and stays if that never happens.
///
/// The file has the rate, the channels and the depth of the first item: 16 bits, 24 where it has more, and
/// 32-bit floating point where it has more than 24, or is DSD. Sound that is played unchanged is written unchanged,
/// as far as 32-bit floating point holds it.
final class WaveOutput: AudioOutput, @unchecked Sendable {
    // Sendable by proof: touched by the player's thread alone.
    private let path: MediaPath
    private var source: OutputSource?
    private var encoding = WaveEncoding.integer16
    private var file: FileDescriptor?
    /// The file on its way to the place of the one that exists.
    private var replacement: WholeFile?
    private var hasEnded = false
    private var byteCount = 0
    /// Where the header is, if the sizes in it can be written when they are known: standard output may have been written to before.
    private var start: Int64?
    private var isRunning = false
    private var scratch: [Float] = []
    private var bytes: [UInt8] = []

    // `-` is standard output.
    init(path: MediaPath) { self.path = path }

    private static let standardOutput: MediaPath = "-"

    func format(for source: SourceForm) -> AudioFormat { source.format }

    func open(_ source: OutputSource) throws {
        self.source = source
        encoding = WaveEncoding(source.form)
        scratch = [Float](repeating: 0, count: 4096 * source.format.channelCount)
        file = try reporting { () throws(Errno) in
            if path == Self.standardOutput { return FileDescriptor.standardOutput }
            if path.isWrittenAsItComes { return try WholeFile.openedAsItIs(path) }
            guard path.status != nil else {
                return try path.opened(.writeOnly, options: [.create, .truncate], rights: 0o666)
            }
            let replacement = try WholeFile(at: path)
            self.replacement = replacement
            return try replacement.temporary.opened(
                .writeOnly, options: [.create, .exclusiveCreate], rights: 0o666)
        }
        // A file that cannot be sought, such as a pipe, gets the header of a stream.
        let appends = file.map { fcntl($0.rawValue, F_GETFL) & O_APPEND != 0 } ?? false
        start = appends ? nil : try? file?.seek(offset: 0, from: .current)
        try write(header.bytes(byteCount: start == nil ? nil : 0))
    }

    func resume() { isRunning = true }
    func pause() { isRunning = false }
    func flush() {}
    func noteEnd() { hasEnded = true }

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
                .tooLarge, path.description,
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
        defer { (self.file, replacement) = (nil, nil) }
        do {
            if byteCount % 2 == 1 { try write([0]) }
            let bytes = header.bytes(byteCount: byteCount)
            // Without the sizes programs read to the end.
            if let start, (try? file.seek(offset: start, from: .start)) != nil {
                try write(bytes)
                // Later output to the same stream comes behind it.
                _ = try? file.seek(offset: 0, from: .end)
            }
        } catch {
            // The first failure is the one that is reported.
            if path != Self.standardOutput { try? file.close() }
            replacement?.discard()
            throw error
        }
        if path == Self.standardOutput { return }
        try reporting { () throws(Errno) in
            do throws(Errno) {
                try onlyErrno { try file.close() }
            } catch {
                replacement?.discard()
                throw error
            }
            if hasEnded { try replacement?.place() } else { replacement?.discard() }
        }
    }

    private var header: WaveHeader {
        WaveHeader(
            source?.format ?? AudioFormat(sampleRate: 44_100, channelCount: 2), encoding)
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
            throw AudioOutputError(
                .cannotWrite, path.description,
                "\(path): cannot be written: \(error); \(error.remedy)", cause: error)
        }
    }
}

extension WaveHeader {
    /// The header of sound in a format, with the speakers where they are not the usual ones.
    package init(_ format: AudioFormat, _ encoding: WaveEncoding) {
        let layout = format.layout
        // `dwChannelMask` knows 18 speakers.
        let mask = layout.mask.flatMap { $0 < 1 << 18 ? Int($0) : nil } ?? 0
        let usual = ChannelLayout.usual(format.channelCount).mask.map(Int.init) ?? 0
        let namesSpeakers = format.channelCount > 2 || (mask != 0 && mask != usual)
        self.init(
            sampleRate: format.sampleRate, channelCount: format.channelCount, encoding: encoding,
            channelMask: namesSpeakers ? mask : nil)
    }
}

extension WaveEncoding {
    fileprivate init(_ form: SourceForm) {
        // The single bits of DSD become samples of any depth.
        let isDSD = form.codecName.hasPrefix("dsd_") || form.codecName == "dst"
        let bitDepth = isDSD ? 32 : form.bitDepth ?? 16
        self = bitDepth <= 16 ? .integer16 : bitDepth <= 24 ? .integer24 : .float32
    }
}

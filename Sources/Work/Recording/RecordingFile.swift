internal import PhonolithFiles
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithSound
internal import SystemPackage

/// A file that is recorded, under its own name from the start: after a kill it can be played, but for its last second.
///
/// Not for use by two threads at once.
protocol RecordingFile: AnyObject {
    /// Writes interleaved samples. Blocks its thread.
    func add(_ samples: ArraySlice<Float>) throws
    /// Makes what was written so far playable. Blocks its thread.
    func update() throws
    /// Writes what is still missing, and closes the file. Blocks its thread.
    ///
    /// - Parameter chapters: In order, from time 0 to the end; none if nothing was marked.
    func finish(chapters: [Chapter]) throws
}

/// A file of FFmpeg's encoders and muxers.
final class EncodedRecording: RecordingFile {
    private var encoder: AudioEncoder
    private var muxer: Muxer?
    private let container: Muxer.Format
    private let path: MediaPath

    static func open(
        _ plan: RecordingPlan, at path: MediaPath
    ) throws(AVError) -> EncodedRecording {
        let (codec, container, options) = form(of: plan)
        let settings = AudioEncoder.Settings(
            codec: codec, sampleRate: plan.format.sampleRate,
            channelCount: plan.format.channelCount,
            bitRate: plan.bitRate)
        let encoder = try AudioEncoder.open(settings, hasGlobalHeader: container == .ipod)
        var muxer = try Muxer.open(container, writingTo: path)
        try muxer.add(encoder)
        try muxer.begin(options: options)
        return EncodedRecording(encoder, muxer, container, path)
    }

    private init(
        _ encoder: consuming AudioEncoder, _ muxer: consuming Muxer, _ container: Muxer.Format,
        _ path: MediaPath
    ) {
        (self.container, self.path) = (container, path)
        self.encoder = encoder
        self.muxer = consume muxer
    }

    /// Containers are cut into parts, which can be played without what follows.
    private static func form(
        of plan: RecordingPlan
    ) -> (AudioEncoder.Codec, Muxer.Format, [(String, String)]) {
        switch plan.fileFormat {
        case .flac, .wav, .caf, .aiff: (.flac(bitDepth: plan.bitDepth), .flac, [])
        case .opus: (.opus, .ogg, [("page_duration", "200000")])
        case .aac: (.aac, .ipod, Muxer.playableParts)
        case .mp3: (.mp3, .mp3, [])
        }
    }

    func add(_ samples: ArraySlice<Float>) throws {
        var packets: [Packet] = []
        try encoder.encode(Array(samples)) { packet in packets.append(packet) }
        for packet in packets { try muxer?.write(packet) }
    }

    /// Each packet is written at once.
    func update() throws {}

    func finish(chapters: [Chapter]) throws {
        var packets: [Packet] = []
        try encoder.finish { packet in packets.append(packet) }
        for packet in packets { try muxer?.write(packet) }
        try muxer?.finish()
        muxer = nil
        // Chapters are at the beginning of a file. An M4A file without parts is read by more programs.
        if container == .ipod || !chapters.isEmpty { try rewrite(with: chapters) }
    }

    /// Copies the sound into a file with chapters, which takes the place of the recording when it is complete.
    private func rewrite(with chapters: [Chapter]) throws {
        guard container != .flac else { return }
        let whole = try WholeFile(at: path)
        do {
            let padding = container == .mp3 ? encoder.initialPadding : 0
            try AudioRemuxing(to: container, chapters: chapters, initialPadding: padding)
                .copy(path, to: whole.temporary)
        } catch {
            whole.discard()
            throw error
        }
        try whole.place()
    }
}

/// The cue sheet of a recording, for formats without chapters.
enum RecordingCueSheet {
    /// Where the sheet of a file can be: with its name, and where another sheet has that, with its extension, too.
    static func places(beside file: MediaPath) -> [MediaPath] {
        let suffix = file.pathExtension
        let stem = suffix.isEmpty ? file.bytes : file.bytes.dropLast(suffix.utf8.count + 1)
        return [stem, file.bytes].map { MediaPath(bytes: $0 + Array(".cue".utf8)) }
    }

    /// The text of a cue sheet.
    ///
    /// - Parameter name: The name of the file, in the same folder.
    static func text(
        of chapters: [Chapter], inFileNamed name: String, _ format: AudioFileFormat? = nil
    ) -> String {
        var lines = [signature, file(name, format)]
        for (index, chapter) in chapters.enumerated() {
            let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
            lines.append("  TRACK \(number) AUDIO")
            if let title = chapter.title { lines.append("    TITLE \(quoted(title))") }
            lines.append("    INDEX 01 \(position(chapter.startTime))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Marks the sheets that this program wrote; other programs use the same kind of comment.
    private static let signature = "REM COMMENT \"Phonolith\""

    /// Whether this is the text of a sheet that was made for a recording.
    ///
    /// - Parameter name: The name of the recording's file.
    static func isOwn(_ text: String, ofFileNamed name: String, _ format: AudioFileFormat? = nil)
        -> Bool
    {
        text.hasPrefix("\(signature)\n\(file(name, format))\n")
    }

    /// Cue sheets know AIFF; all else that is no MP3 is `WAVE`.
    private static func file(_ name: String, _ format: AudioFileFormat?) -> String {
        "FILE \(quoted(name)) \(format == .aiff ? "AIFF" : "WAVE")"
    }

    /// Quotation marks cannot be escaped.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "'"))\""
    }

    /// Minutes, seconds and frames of 1/75 s.
    private static func position(_ time: Double) -> String {
        let frames = Int((time * 75).rounded())
        return [frames / 75 / 60, frames / 75 % 60, frames % 75]
            .map { $0.padded(2) }.joined(separator: ":")
    }
}

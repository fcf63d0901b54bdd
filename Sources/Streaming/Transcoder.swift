package import MediaModel
package import Worker

/// A transcode that a client wants.
package struct TranscodeRequest: Hashable, Sendable {
    package typealias Format = TranscodeJob.Format
    package typealias Film = TranscodeJob.Film

    /// The file that is read.
    package var path: MediaPath
    /// The tag of its bytes: another file at the same path is another transcode.
    package var source: EntityTag
    /// The part of the file, in seconds; to its end without an end.
    package var start: Double
    package var end: Double?
    package var format: Format
    /// In kbit/s; `nil` for the format's usual one. FLAC and WAV have none.
    package var bitRate: Int?
    /// In Hz and in number; `nil` for what suits format and file.
    package var sampleRate: Int?
    package var channelCount: Int?
    /// What is added to the volume, in dB.
    package var gain: Double
    /// How many bytes the result has, where that was promised: output is cut or filled with silence to fit.
    package var length: Int?
    /// What is made with pictures, or in pieces; `nil` for sound alone, in one.
    package var film: TranscodeJob.Film?

    package init(
        path: MediaPath, source: EntityTag, start: Double = 0, end: Double? = nil, format: Format,
        bitRate: Int? = nil, sampleRate: Int? = nil, channelCount: Int? = nil, gain: Double = 0,
        length: Int? = nil, film: TranscodeJob.Film? = nil
    ) {
        self.path = path
        self.source = source
        self.start = start
        self.end = end
        self.format = format
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.gain = gain
        self.length = length
        self.film = film
    }
}

/// What makes transcodes: a worker process, because decoders crash and hang on damaged files.
package protocol Transcoder: Sendable {
    /// Writes the result, from its first byte to its last, as it is made.
    ///
    /// Returns when all has been written. Ends its worker at once when the task is cancelled.
    ///
    /// - Parameter write: Takes the next bytes, and waits while they are written.
    func transcode(
        _ request: TranscodeRequest,
        _ write: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws
}

extension TranscodeJob.Format {
    /// The type in HTTP.
    package var mimeType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .opus: "audio/ogg"
        case .aac: "audio/aac"
        case .flac: "audio/flac"
        case .wav: "audio/wav"
        case .mp4: "video/mp4"
        }
    }
}

internal import FoundationEssentials
package import PhonolithMediaModel
package import PhonolithWorker

/// A transcode that a client wants: a job, and the state of the file that it is for.
@dynamicMemberLookup
package struct TranscodeRequest: Hashable, Sendable {
    package typealias Format = TranscodeJob.Format
    package typealias Film = TranscodeJob.Film

    var job: TranscodeJob
    /// The tag of the file's bytes: another file at the same path is another transcode.
    package var source: EntityTag

    package init(
        path: MediaPath, source: EntityTag, start: Double = 0, end: Double? = nil, format: Format,
        bitRate: Int? = nil, gain: Double = 0, film: Film? = nil
    ) {
        job = TranscodeJob(
            file: Data(path.bytes), start: start, end: end, format: format, bitRate: bitRate,
            gain: gain, film: film)
        self.source = source
    }

    /// The file that is read.
    package var path: MediaPath { MediaPath(bytes: Array(job.file)) }

    package subscript<Value>(dynamicMember key: WritableKeyPath<TranscodeJob, Value>) -> Value {
        get { job[keyPath: key] }
        set { job[keyPath: key] = newValue }
    }
}

/// Transcodes files, in a worker process, because decoders crash and hang on damaged files.
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

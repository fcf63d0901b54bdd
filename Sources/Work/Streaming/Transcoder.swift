internal import FoundationEssentials
import Glibc
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

/// Why a worker has not made what it was asked for, in one line.
package struct MediaWorkFailure: Error, Hashable, CustomStringConvertible {
    package let description: String
}

extension TranscodeRequest {
    /// Equal tags mean equal bytes.
    package var tag: EntityTag { EntityTag(digest) }

    /// The name of its file in the cache.
    var name: String { "\(digest).\(job.format.rawValue)" }

    /// A name for the source and all its conversions.
    private var digest: String {
        let values = [
            source.description, "\(job.start)", "\(job.end ?? -1)", job.format.rawValue,
            "\(job.bitRate ?? 0)", "\(job.sampleRate ?? 0)", "\(job.channelCount ?? 0)",
            "\(job.gain)", "\(job.length ?? -1)", job.film.map { "\($0)" } ?? "",
        ]
        let text = Array(values.joined(separator: " ").utf8)
        return ContentDigest(of: path.bytes + [0] + text).bytes.prefix(16).hexadecimal
    }
}

/// Makes transcodes by workers, a limited number at once.
package struct WorkerTranscoder: Transcoder {
    private let workers: WorkerPool

    package init(workers: WorkerPool) { self.workers = workers }

    /// - Throws: `WorkerPool.Busy` where as many are being made as may be, ``MediaWorkFailure``, and `JobFailure`
    ///   where the worker crashes, hangs or sends nonsense.
    package func transcode(
        _ request: TranscodeRequest,
        _ write: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        let written = try await workers.run(MediaJob.transcode(request.job)) { job in
            var written = 0
            while true {
                switch try await job.next(TranscodeAnswer.self) {
                case .bytes(let count):
                    try await write(try await job.bytes(count))
                    written += count
                case .failed(let reason): throw MediaWorkFailure(description: reason)
                case .done: return written
                }
            }
        }
        if let length = request.length, length != written {
            throw MediaWorkFailure(
                description: "\(request.path): \(written) bytes were made of \(length) promised")
        }
    }
}

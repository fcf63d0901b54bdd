import Glibc
import PhonolithMediaModel
package import PhonolithWorker

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

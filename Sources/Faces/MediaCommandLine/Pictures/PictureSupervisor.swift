import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithWorker
import Synchronization

/// Has pictures made by a worker: a decoder that crashes, hangs or takes all memory costs only its video.
final class PictureSupervisor: Sendable {
    private let jobs: JobSupervisor
    private let interruption = StopFlag()

    /// - Parameter timeLimit: That of one picture, in seconds, which the worker keeps by itself while it can.
    init(timeLimit: Double) {
        jobs = JobSupervisor(
            arguments: [MediaWorker.name], silenceLimit: .seconds(timeLimit + 5))
    }

    /// Ends the work: outstanding pictures are reported as cancelled.
    func interrupt() {
        interruption.set()
        jobs.interrupt()
    }

    /// Ends the worker and waits for it. Blocks its thread.
    func end() { jobs.end() }

    /// Makes the pictures of one video. Blocks its thread.
    ///
    /// - Parameter report: Gets exactly one record for each time, in their order; one without a time where the
    ///   times cannot be known.
    /// - Throws: ``Failure`` if pictures cannot be written, and whatever `report` throws.
    func make(_ job: PictureJob, report: (PictureRecord) throws -> Void) throws {
        var owed: [Double]?
        if case .at(let times) = job.times { owed = times }
        var told = 0
        func tell(_ record: PictureRecord) throws {
            told += 1
            try report(record)
        }
        let failure = try jobs.run(MediaJob.pictures(job)) { (answer: PictureAnswer) in
            switch answer {
            case .times(let times): owed = times
            case .result(let record): try tell(record)
            case .refused(let reason): throw Failure(reason)
            case .progress: break
            case .done: return true
            }
            return false
        }
        guard let failure else { return }
        let record = { (time: Double?) in
            self.interruption.isSet
                ? .cancelled(time) : PictureRecord.failed(time, failure.description)
        }
        if let owed {
            for time in owed.dropFirst(told) { try tell(record(time)) }
        } else if told == 0 {
            try tell(record(nil))
        }
    }
}

import CommandLineInterface
import Foundation
import MediaModel
import Synchronization
import Worker

/// Has pictures made by a child process, so that a decoder that crashes, hangs or takes all memory costs only
/// the video that it was at.
final class PictureSupervisor: Sendable {
    /// The child, as long as it lives; it does one video after the other.
    private let child = Mutex<WorkerProcess?>(nil)
    private let interruption = Latch()
    /// How long nothing may come.
    private let patience: Duration

    /// - Parameter timeLimit: That of one picture, in seconds, which the child keeps by itself while it can.
    init(timeLimit: Double) { patience = .seconds(timeLimit + 5) }

    /// Ends the work: what is still owed is reported as cancelled.
    func interrupt() {
        interruption.close()
        guard let child = child.withLock({ $0 }) else { return }
        child.terminate(by: SIGTERM)
        // One that hangs in a decoder does not hear it.
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) {
            child.terminate(by: SIGKILL)
        }
    }

    /// How long an interrupted child may take to end what it is at, in seconds.
    private static let grace = 1.0

    /// Ends the child and waits for it. Blocks its thread.
    func end() { _ = forget()?.kill() }

    /// Makes the pictures of one video. Blocks its thread.
    ///
    /// - Parameter report: Gets exactly one record for each time, in their order; one without a time where the
    ///   times cannot be known.
    /// - Throws: ``Failure`` where pictures cannot be written, and whatever `report` throws.
    func make(_ job: PictureJob, report: (PictureRecord) throws -> Void) throws {
        var owed: [Double]?
        if case .at(let times) = job.times { owed = times }
        var told = 0
        func tell(_ record: PictureRecord) throws {
            told += 1
            try report(record)
        }
        let end = try follow(job) { answer in
            switch answer {
            case .times(let times): owed = times
            case .result(let record): try tell(record)
            case .refused(let reason): throw Failure(reason)
            case .progress, .done: break
            }
        }
        guard let end else { return }
        let record = { (time: Double?) in
            self.interruption.isClosed ? .cancelled(time) : PictureRecord.failed(time, end)
        }
        if let owed {
            for time in owed.dropFirst(told) { try tell(record(time)) }
        } else if told == 0 {
            try tell(record(nil))
        }
    }

    /// - Returns: Why it ended before it was done; `nil` where it was done.
    private func follow(
        _ job: PictureJob, _ take: (PictureAnswer) throws -> Void
    ) throws -> String? {
        if interruption.isClosed { return "interrupted" }
        let line = Array(try JSONEncoder().encode(job))
        var child = try running()
        if !child.send(line) {
            // It ended after its last video; what it cannot do twice, it cannot do.
            child = try restarted()
            _ = child.send(line)
        }
        while true {
            switch child.next(within: interruption.isClosed ? .seconds(3) : patience) {
            case .line(let line):
                guard let answer = try? JSONDecoder().decode(PictureAnswer.self, from: Data(line))
                else {
                    // The next video gets another process, which may know better what it says.
                    _ = forget()?.kill()
                    return "the process that decodes it sent what is no message"
                }
                if case .done = answer { return nil }
                try take(answer)
            case .silence:
                _ = forget()?.kill()
                return "was given up: nothing came for \(patience.components.seconds) s"
            case .ended(let ending):
                _ = forget()
                return "the process that decodes it \(ending)"
            }
        }
    }

    private func running() throws -> WorkerProcess {
        if let child = child.withLock({ $0 }) { return child }
        let started = try WorkerProcess.start([Array(PictureWorker.name.utf8)])
        child.withLock { $0 = started }
        return started
    }

    private func restarted() throws -> WorkerProcess {
        _ = forget()?.kill()
        return try running()
    }

    private func forget() -> WorkerProcess? {
        child.withLock { child in
            defer { child = nil }
            return child
        }
    }
}

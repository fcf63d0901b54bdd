import Dispatch
internal import FoundationEssentials
import Glibc
internal import Synchronization

/// Has jobs done by a worker, one after the other, so that a decoder that crashes, hangs or takes all memory costs
/// only the job that it was at: the next job gets a new worker.
///
/// A job is sent as one line of JSON, and answered by lines of JSON, the last of which ends it. An answer may announce
/// bytes that follow it.
package final class JobSupervisor: Sendable {
    private let program: WorkerProgram
    private let arguments: [[UInt8]]
    private let silenceLimit: Duration
    /// The worker, as long as it lives.
    private let worker = Mutex<WorkerProcess?>(nil)
    private let isInterrupted = Atomic(false)

    /// - Parameters:
    ///   - program: The program to run.
    ///   - arguments: The arguments of a command that calls ``WorkerSide/begin(memoryLimit:)``.
    ///   - silenceLimit: A worker that sends nothing for longer is ended.
    package init(
        program: WorkerProgram = .this, arguments: [String], silenceLimit: Duration
    ) {
        self.program = program
        self.arguments = arguments.map { Array($0.utf8) }
        self.silenceLimit = silenceLimit
    }

    deinit { end() }

    /// Asks the worker to end, and ends it a second later: one that hangs in a decoder does not listen. May be called
    /// from any thread.
    package func interrupt() {
        isInterrupted.store(true, ordering: .relaxed)
        guard let worker = worker.withLock({ $0 }) else { return }
        worker.terminate(by: SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { worker.terminate(by: SIGKILL) }
    }

    /// The number of the worker's process; `nil` if there is none.
    package var processIdentifier: Int32? { worker.withLock { $0 }?.processIdentifier }

    /// Kills the worker at once; its job fails. May be called from any thread.
    package func killWorker() { worker.withLock { $0 }?.terminate(by: SIGKILL) }

    /// Ends the worker and waits for it. Blocks its thread.
    package func end() { _ = forget()?.kill() }

    /// Has a job done. Blocks its thread; one thread at a time.
    ///
    /// - Parameters:
    ///   - job: A message that the worker understands.
    ///   - take: Gets each answer; returns whether it was the last.
    /// - Returns: Why the worker did not finish the job; `nil` if it did.
    /// - Throws: ``WorkerError`` if there is no worker, and what `take` throws; then the worker is ended.
    package func run<Answer: Decodable>(
        _ job: some Encodable, _ take: (Answer) throws -> Bool
    ) throws -> JobFailure? {
        do {
            try begin(job)
            while try !take(next(Answer.self)) {}
            return nil
        } catch let failure as JobFailure {
            return failure
        } catch {
            end()
            throw error
        }
    }

    // MARK: Step by step

    /// Sends a job to the worker, or to a new one. Blocks its thread.
    ///
    /// - Throws: ``WorkerError`` if there is no worker, ``JobFailure/interrupted``.
    package func begin(_ job: some Encodable) throws {
        if isInterrupted.load(ordering: .relaxed) { throw JobFailure.interrupted }
        let line = Array(try JSONEncoder().encode(job))
        let worker = try running()
        if worker.send(line, within: silenceLimit) { return }
        // It ended after its last job.
        end()
        _ = try running().send(line, within: silenceLimit)
    }

    /// Waits for the next answer to the job. Blocks its thread.
    ///
    /// - Throws: ``JobFailure``; the worker has ended then.
    package func next<Answer: Decodable>(_ type: Answer.Type) throws(JobFailure) -> Answer {
        let worker = try current()
        switch worker.next(type, within: patience) {
        case .message(let answer): return answer
        case .garbage(let beginning): throw misunderstood(beginning)
        case .silence: throw silent()
        case .ended(let ending): throw ended(worker, ending)
        }
    }

    /// Waits for the bytes that the last answer announced. Blocks its thread.
    ///
    /// - Throws: ``JobFailure``; the worker has ended then.
    package func bytes(_ count: Int) throws(JobFailure) -> [UInt8] {
        guard (0...Self.byteLimit).contains(count) else {
            throw misunderstood("announces \(count) bytes")
        }
        let worker = try current()
        switch worker.bytes(count, within: patience) {
        case .bytes(let bytes): return bytes
        // One that ends by itself has sent less than it announced.
        case .line(let rest): throw misunderstood(WorkerProcess.shown(rest))
        case .silence: throw silent()
        case .ended(let ending): throw ended(worker, ending)
        }
    }

    /// More bytes than this are not announced at once: a worker that does so has gone wrong.
    private static let byteLimit = 64 << 20

    private var patience: Duration {
        isInterrupted.load(ordering: .relaxed) ? .seconds(3) : silenceLimit
    }

    /// The worker that the job was sent to.
    private func current() throws(JobFailure) -> WorkerProcess {
        guard let worker = worker.withLock({ $0 }) else { throw .interrupted }
        return worker
    }

    private func misunderstood(_ beginning: String) -> JobFailure {
        // The next job gets another worker.
        end()
        return .garbage(beginning)
    }

    private func silent() -> JobFailure {
        end()
        return isInterrupted.load(ordering: .relaxed) ? .interrupted : .silence(silenceLimit)
    }

    private func ended(_ worker: WorkerProcess, _ ending: WorkerProcess.Ending) -> JobFailure {
        _ = forget()
        if isInterrupted.load(ordering: .relaxed) { return .interrupted }
        return .ended(ending, said: worker.firstErrorLine)
    }

    private func running() throws(WorkerError) -> WorkerProcess {
        if let worker = worker.withLock({ $0 }) { return worker }
        let started = try WorkerProcess.start(arguments, program: program)
        worker.withLock { $0 = started }
        // One that came while it was started had no effect.
        if isInterrupted.load(ordering: .relaxed) { interrupt() }
        return started
    }

    private func forget() -> WorkerProcess? {
        worker.withLock { worker in
            defer { worker = nil }
            return worker
        }
    }
}

/// Why a worker did not finish a job.
package enum JobFailure: Error, Hashable, Sendable, CustomStringConvertible {
    // By ``JobSupervisor/interrupt()``.
    case interrupted
    /// It sent something that is not an answer, which begins so.
    case garbage(String)
    /// It sent nothing for so long.
    case silence(Duration)
    /// It ended; the first line of its standard error, where there was any.
    case ended(WorkerProcess.Ending, said: String?)

    package var description: String {
        switch self {
        case .interrupted: "interrupted"
        case .garbage(let beginning):
            "the decoder process sent an invalid message: '\(beginning)'"
        case .silence(let time): "timed out: no response for \(time.components.seconds) s"
        case .ended(let ending, let said):
            "the decoder process \(ending)" + (said.map { ": \($0)" } ?? "")
        }
    }
}

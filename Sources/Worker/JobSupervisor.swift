internal import Foundation
package import MediaModel
internal import Synchronization

/// Has jobs done by a worker, one after the other, so that a decoder that crashes, hangs or takes all memory costs
/// only the job that it was at: the next job gets a new worker.
///
/// A job is sent as one line of JSON, and answered by lines of JSON, the last of which ends it.
package final class JobSupervisor: Sendable {
    private let program: MediaPath?
    private let arguments: [[UInt8]]
    private let silenceLimit: Duration
    /// The worker, as long as it lives.
    private let worker = Mutex<WorkerProcess?>(nil)
    private let isInterrupted = Atomic(false)

    /// - Parameters:
    ///   - program: What is run; `nil` for this same program.
    ///   - arguments: Those of a command that calls ``WorkerSide/begin(memoryLimit:)``.
    ///   - silenceLimit: A worker that sends nothing for longer is ended.
    package init(program: MediaPath? = nil, arguments: [String], silenceLimit: Duration) {
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

    /// Ends the worker and waits for it. Blocks its thread.
    package func end() { _ = forget()?.kill() }

    /// Has a job done. Blocks its thread; one thread at a time.
    ///
    /// - Parameters:
    ///   - job: What the worker understands.
    ///   - take: Gets each answer; returns whether it was the last.
    /// - Returns: Why the worker did not finish the job; `nil` where it did.
    /// - Throws: ``WorkerError`` where there is no worker, and what `take` throws; then the worker is ended.
    package func run<Answer: Decodable>(
        _ job: some Encodable, _ take: (Answer) throws -> Bool
    ) throws -> JobFailure? {
        if isInterrupted.load(ordering: .relaxed) { return .interrupted }
        let line = Array(try JSONEncoder().encode(job))
        var worker = try running()
        if !worker.send(line, within: silenceLimit) {
            // It ended after its last job.
            end()
            worker = try running()
            _ = worker.send(line, within: silenceLimit)
        }
        do {
            return try follow(worker, take)
        } catch {
            end()
            throw error
        }
    }

    private func follow<Answer: Decodable>(
        _ worker: WorkerProcess, _ take: (Answer) throws -> Bool
    ) throws -> JobFailure? {
        while true {
            let isEnding = isInterrupted.load(ordering: .relaxed)
            switch worker.next(Answer.self, within: isEnding ? .seconds(3) : silenceLimit) {
            case .message(let answer):
                if try take(answer) { return nil }
            case .garbage(let beginning):
                // The next job gets another worker.
                end()
                return .garbage(beginning)
            case .silence:
                end()
                return isInterrupted.load(ordering: .relaxed)
                    ? .interrupted : .silence(silenceLimit)
            case .ended(let ending):
                _ = forget()
                if isInterrupted.load(ordering: .relaxed) { return .interrupted }
                return .ended(ending, said: worker.firstErrorLine)
            }
        }
    }

    private func running() throws(WorkerError) -> WorkerProcess {
        if let worker = worker.withLock({ $0 }) { return worker }
        let started = try WorkerProcess.start(arguments, program: program)
        worker.withLock { $0 = started }
        // One that came while it was started found nobody.
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
package enum JobFailure: Hashable, Sendable, CustomStringConvertible {
    /// By ``JobSupervisor/interrupt()``.
    case interrupted
    /// It sent something that is no answer, which begins so.
    case garbage(String)
    /// It sent nothing for so long.
    case silence(Duration)
    /// It ended; the first line of its standard error, where there was any.
    case ended(WorkerProcess.Ending, said: String?)

    /// In words.
    package var description: String {
        switch self {
        case .interrupted: "interrupted"
        case .garbage(let beginning):
            "the process that decodes it sent what is no message: '\(beginning)'"
        case .silence(let time): "was given up: nothing came for \(time.components.seconds) s"
        case .ended(let ending, let said):
            "the process that decodes it \(ending)" + (said.map { ": \($0)" } ?? "")
        }
    }
}

internal import PhonolithFiles
package import PhonolithMediaModel
internal import Synchronization

/// Workers for several jobs at once, for programs that must not wait for them.
///
/// Each job has a worker of its own. One that has done its job takes another, and ends when none comes for a while.
package final class WorkerPool: Sendable {
    /// All workers are at work.
    package struct Busy: Error, Hashable, CustomStringConvertible {
        package init() {}

        package var description: String {
            "too many files are being converted; try again in a moment"
        }
    }

    private let program: OpenedMediaProgram
    private let arguments: [String]
    private let slots: JobSlots
    private let silenceLimit: Duration
    private let idleTime: Duration
    /// The jobs that wait for answers, one for each worker at work.
    private let threads: BlockingThreads
    private let state = Mutex(State())

    private struct State {
        var busy: [JobSupervisor] = []
        var idle: [JobSupervisor] = []
    }

    /// Opens the program, which stays the same for all jobs, whatever an upgrade puts in its place. Blocks its thread.
    ///
    /// - Parameters:
    ///   - program: The program to run; `nil` for `phonolith-media` of this installation.
    ///   - limit: How many jobs are done at once; from 1.
    ///   - silenceLimit: A worker that sends nothing for longer is ended.
    ///   - idleTime: A worker without a job is ended after this time.
    package init(
        program: MediaPath? = nil, arguments: [String] = [MediaJob.commandName], limit: Int,
        silenceLimit: Duration, idleTime: Duration = .seconds(10)
    ) {
        self.program = OpenedMediaProgram(program)
        self.arguments = arguments
        slots = JobSlots(limit)
        self.silenceLimit = silenceLimit
        self.idleTime = idleTime
        threads = BlockingThreads(name: "worker", count: limit)
    }

    deinit { threads.end() }

    /// The numbers of the processes that are at work.
    package var processIdentifiers: [Int32] {
        state.withLock(\.busy).compactMap(\.processIdentifier)
    }

    /// Has a job done. When the task is cancelled, or `body` throws, the worker is killed at once.
    ///
    /// - Parameters:
    ///   - client: For whom it is done: jobs of several clients take turns.
    ///   - waits: Whether the job waits for its turn where all workers are at work.
    ///   - body: Takes the answers, up to the last one.
    /// - Throws: ``Busy``, ``WorkerError`` where there is no worker, ``JobFailure``, and what `body` throws.
    package func run<Value: Sendable>(
        _ job: some Encodable & Sendable, for client: String = "", waits: Bool = false,
        _ body: (RunningJob) async throws -> Value
    ) async throws -> Value {
        if waits {
            try await slots.take(for: client)
        } else if !slots.takeAtOnce(for: client) {
            throw Busy()
        }
        defer { slots.giveBack(by: client) }
        let supervisor = try take()
        do {
            let value = try await withTaskCancellationHandler {
                try await threads.perform { try supervisor.begin(job) }
                // The cancellation may have come before there was a worker.
                try Task.checkCancellation()
                return try await body(RunningJob(supervisor: supervisor, threads: threads))
            } onCancel: {
                supervisor.killWorker()
            }
            // One that was killed takes no other job.
            try Task.checkCancellation()
            giveBack(supervisor)
            return value
        } catch {
            await threads.finish { supervisor.end() }
            state.withLock { state in state.busy.removeAll { $0 === supervisor } }
            throw Task.isCancelled ? CancellationError() : error
        }
    }

    private func take() throws -> JobSupervisor {
        let program = try self.program.opened()
        return state.withLock { state in
            let supervisor =
                state.idle.popLast()
                ?? JobSupervisor(
                    program: program, arguments: arguments, silenceLimit: silenceLimit)
            state.busy.append(supervisor)
            return supervisor
        }
    }

    private func giveBack(_ supervisor: JobSupervisor) {
        state.withLock { state in
            state.busy.removeAll { $0 === supervisor }
            state.idle.append(supervisor)
        }
        Task { [weak self, idleTime] in
            // Nothing cancels this task.
            try? await Task.sleep(for: idleTime)
            await self?.endIfIdle(supervisor)
        }
    }

    private func endIfIdle(_ supervisor: JobSupervisor) async {
        let isIdle = state.withLock { state in
            guard let index = state.idle.firstIndex(where: { $0 === supervisor }) else {
                return false
            }
            state.idle.remove(at: index)
            return true
        }
        if isIdle { await threads.finish { supervisor.end() } }
    }
}

/// A job that a worker of a ``WorkerPool`` is at.
package struct RunningJob: Sendable {
    fileprivate let supervisor: JobSupervisor
    fileprivate let threads: BlockingThreads

    package func next<Answer: Decodable & Sendable>(_ type: Answer.Type) async throws -> Answer {
        try await threads.perform { try supervisor.next(type) }
    }

    /// The bytes that the last answer announced.
    package func bytes(_ count: Int) async throws -> [UInt8] {
        try await threads.perform { try supervisor.bytes(count) }
    }
}

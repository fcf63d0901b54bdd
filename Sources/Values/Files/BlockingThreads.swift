/// Threads of our own for work that blocks: reading files, C calls, SQLite.
///
/// Tasks are sent here by `group.addTask(executorPreference:)`; the cooperative pool, which has no more
/// threads than cores and must never wait, stays free.
package final class BlockingThreads: TaskExecutor, @unchecked Sendable {
    // Sendable by proof: `jobs` and `isEnding` are only touched while `condition` is locked.
    private let condition = ThreadCondition()
    private var jobs: [UnownedJob] = []
    private var isEnding = false

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - name: Shown by debuggers and `top -H`; 15 characters at most on Linux.
    ///   - count: How many jobs are done at once; from 1.
    package init(name: String, count: Int) {
        for _ in 0..<count {
            BlockingThread.start(named: name) { [self] in run() }
        }
    }

    /// Lets the threads end when the jobs they have are done.
    package func end() {
        condition.withLock {
            isEnding = true
            condition.broadcast()
        }
    }

    /// Takes a job for whichever thread is free first.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.insert(job, at: 0)
            condition.signal()
        }
    }

    private func run() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        condition.withLock {
            while jobs.isEmpty, !isEnding { condition.wait() }
            return jobs.popLast()
        }
    }
}

extension BlockingThreads {
    /// Does blocking work on these threads.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before it began, and what `body` throws.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(executorPreference: self) {
                try Task.checkCancellation()
                return try body()
            }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    /// Does blocking work on these threads that has to be done, whether the task was cancelled or not.
    package func finish(_ body: @escaping @Sendable () -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: self) { body() }
        }
    }
}

import Foundation

/// Threads of our own for work that blocks: reading files, C calls, SQLite.
///
/// Tasks are sent here by `group.addTask(executorPreference:)`; the cooperative pool, which has no more
/// threads than cores and must never wait, stays free.
package final class BlockingThreads: TaskExecutor, @unchecked Sendable {
    // Sendable by proof: `jobs` and `isEnding` are only touched while `condition` is locked.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var isEnding = false

    /// Starts the threads.
    ///
    /// - Parameter name: Shown by debuggers and `top -H`; 15 characters at most on Linux.
    package init(name: String, count: Int) {
        for _ in 0..<count {
            let thread = Thread { [self] in
                Thread.current.name = name
                run()
            }
            // As the main thread has it; tag parsers recurse into hostile files.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// Lets the threads end when the jobs they have are done.
    package func end() {
        condition.withLock {
            isEnding = true
            condition.broadcast()
        }
    }

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

/// The threads of one scan.
struct ScanThreads: Sendable {
    /// Walks, plans, and hands out work.
    let coordinator = BlockingThreads(name: "scan", count: 1)
    /// Read files.
    let readers: BlockingThreads
    /// Writes batches; the only one that writes, but for the coordinator when all is read.
    let writer = BlockingThreads(name: "scan-write", count: 1)
    /// Waits for the disk in the writer's stead.
    let checkpointer = BlockingThreads(name: "scan-sync", count: 1)

    /// - Parameter count: How many files are read at once.
    init(readers count: Int) {
        readers = BlockingThreads(name: "scan-read", count: max(1, count))
    }

    /// Lets all threads end when they are done.
    func end() {
        for threads in [coordinator, readers, writer, checkpointer] { threads.end() }
    }
}

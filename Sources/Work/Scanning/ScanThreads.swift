import PhonolithFiles

/// The threads of one scan.
struct ScanThreads: Sendable {
    /// Plans, and hands out work.
    let coordinator = BlockingThreads(name: "scan", count: 1)
    let walker = BlockingThreads(name: "scan-walk", count: 1)
    let readers: BlockingThreads
    /// Writes batches; the only one that writes, except for the coordinator when all is read.
    let writer = BlockingThreads(name: "scan-write", count: 1)
    /// Waits for the disk in the writer's stead.
    let checkpointer = BlockingThreads(name: "scan-sync", count: 1)

    /// - Parameter count: How many files are read at once.
    init(readers count: Int) {
        readers = BlockingThreads(name: "scan-read", count: max(1, count))
    }

    /// Lets all threads end when they are done.
    func end() {
        for threads in [coordinator, walker, readers, writer, checkpointer] { threads.end() }
    }
}

package import PhonolithFiles
public import PhonolithMediaModel

/// How to scan.
///
/// None of this limits how long a file may take, nor catches a reader that crashes: workers do, where there are some.
public struct ScanOptions: Sendable {
    /// Also reads unchanged files.
    public var readsAll = false
    /// How many threads read files; at least 1. The command takes as many as there are processors.
    public var threads = 2
    /// Follows symbolic links; each real folder and file is read once.
    public var followsSymbolicLinks = true
    /// The kind of the given roots' files, whatever their tags are; `nil` for that of the tags.
    public var kind: LibraryRoot.Kind?
    /// Gives items that the user has not rated the rating that their tags have (``RatingInTags``).
    public var takesRatings = false
    /// Counts the files by another walk ahead of the scan, so that the progress has a total.
    public var countsAhead = true
    /// When the scan began, in nanoseconds since 1970: a file read since needs no second reading,
    /// though ``readsAll`` says so. `nil` for now.
    package var startedAt: Int?
    /// New files that may still be written, absolute: they are skipped.
    package var unfinished: Set<MediaPath> = []
    /// Files that are not to be touched, and the observer.
    package var reading = ReadingGuard()
    /// The file systems that are mounted.
    package var fileSystems = FileSystems()

    /// Default options.
    public init() {}

    /// Whether another process can do what they say.
    package var isForWorkers: Bool { startedAt == nil && unfinished.isEmpty }
}

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

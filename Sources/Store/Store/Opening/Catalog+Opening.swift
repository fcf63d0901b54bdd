import FoundationEssentials
import Glibc
internal import PhonolithDatabase
import PhonolithFiles
package import PhonolithMediaModel

extension Catalog {
    /// The purpose for which a library is opened.
    public enum Access: Hashable, Sendable {
        /// Read only; the library must exist.
        case reading
        /// Read and write; the library must exist.
        case writing
        /// Read and write; the library and its folder are created if missing.
        case creating
    }

    /// The writes that a power failure may undo; the library is consistent after it in any case.
    package enum Durability: String, Sendable {
        /// Nothing: each change is on disk once it is made, as it has to be with what a user does.
        case kept = "FULL"
        /// The last seconds: a scan finds again what it has written.
        case repeatable = "NORMAL"

        /// How long the log grows before a change also copies it into the library, in pages. Scans copy it next to their
        /// writing; where that is too slow, the writer does it when the log has 256 MiB.
        fileprivate var longestLog: Int { self == .kept ? 1000 : 16_384 }
    }

    /// Opens a library file in a program that may block its thread; ``MediaLibrary`` is for all others.
    ///
    /// - Throws: ``CatalogError``.
    public static func open(at path: String, for access: Access) throws -> Catalog {
        try open(at: path, for: access, durability: .kept)
    }

    /// Opens a library file as a configuration has it.
    ///
    /// - Parameters:
    ///   - durability: The changes that a power failure may undo.
    ///   - sortKeys: How names are put in order when they are written.
    ///   - prefersFolderArtwork: Whether pictures in folders come before embedded ones.
    ///   - log: Records the statements that are executed once the library is open.
    ///   - replicas: Servers that answer questions for the one of the library.
    /// - Throws: ``CatalogError``.
    package static func open(
        at path: String, for access: Access, durability: Durability = .kept,
        sortKeys: SortKeyMaker = SortKeyMaker(), prefersFolderArtwork: Bool = false,
        log: QueryLog? = nil, replicas: LibraryReplicas = LibraryReplicas()
    ) throws -> Catalog {
        if let server = ServerAddress(path) {
            return try open(
                on: server, for: access, replicas: replicas, sortKeys: sortKeys,
                prefersFolderArtwork: prefersFolderArtwork, log: log)
        }
        try examine(path, for: access)
        return try translatingErrors(path) {
            func catalog(_ database: SQLiteDatabase) -> Catalog {
                Catalog(
                    path: path, database: database, sortKeys: sortKeys,
                    prefersFolderArtwork: prefersFolderArtwork)
            }
            defer { log?.start() }
            if access == .reading, let database = try connectionForReading(path, log) {
                return catalog(database)
            }
            return try FolderLock.holding(besides: path) {
                let opened = catalog(
                    try SQLiteDatabase(poolAt: path, configuration(log, isPool: true)))
                try opened.migrate()
                // A pool begins with NORMAL.
                try opened.database.write {
                    try $0.execute(
                        sql: """
                            PRAGMA synchronous = \(durability.rawValue);
                            PRAGMA wal_autocheckpoint = \(durability.longestLog)
                            """)
                }
                ExaminedFiles.add(path)
                return opened
            }
        }
    }

    /// Makes a library in memory, for tests.
    package static func inMemory(
        sortKeys: SortKeyMaker = SortKeyMaker(), prefersFolderArtwork: Bool = false
    ) throws -> Catalog {
        let database = try SQLiteDatabase(configuration())
        try emptyLibrary.get().backup(to: database)
        return Catalog(
            path: ":memory:", database: database, sortKeys: sortKeys,
            prefersFolderArtwork: prefersFolderArtwork)
    }

    /// The original of every library in memory: running the migrations takes longer than most tests.
    private static let emptyLibrary = Result {
        let database = try SQLiteDatabase(configuration())
        try Catalog(
            path: ":memory:", database: database, sortKeys: SortKeyMaker(),
            prefersFolderArtwork: false
        ).migrate()
        return database
    }

    // MARK: - Connections

    /// `PHON`: marks the library's file (SQLite file format, 1.2.7, "application id").
    static let applicationID: Int32 = 0x5048_4F4E

    /// A connection that cannot write; `nil` for a library that has yet to be made.
    private static func connectionForReading(
        _ path: String, _ log: QueryLog?
    ) throws -> SQLiteDatabase? {
        var reading = configuration(log)
        reading.isReadOnly = true
        // Where we cannot write, SQLite cannot make the files by which readers and writers agree.
        reading.isImmutable = isOutOfReach(path)
        let database = try SQLiteDatabase(path: path, reading)
        guard try database.read(isUpToDate) else {
            try database.close()
            return nil
        }
        return database
    }

    /// Whether the disk is mounted read-only.
    static func isOnReadOnlyDisk(_ path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Whether we can make no files next to the library, and no writer has made them either.
    static func isOutOfReach(_ path: String) -> Bool {
        isOnReadOnlyDisk(path)
            || access(folder(of: path), W_OK) != 0 && access(path + "-wal", F_OK) != 0
    }

    /// How many threads can read at once: one for each processor, and one more where one waits for the disk.
    package static let readerCount = min(5, ProcessInfo.processInfo.activeProcessorCount + 1)

    /// How many connections read: a service also looks up credentials, and reads before it makes a change.
    static let connectionCount = readerCount + 2

    /// - Parameter isPool: Whether there are several connections, most of them for reading.
    static func configuration(
        _ log: QueryLog? = nil, isPool: Bool = false
    ) -> SQLiteConfiguration {
        var configuration = SQLiteConfiguration()
        configuration.readerCount = connectionCount
        if let log { configuration.observer = { [weak log] in log?.add($0) } }
        // Filters read scattered pages: 3 000, or 48 MiB, where one connection reads. Connections of a service share 60 MiB.
        let cacheSize = isPool ? 61_440 / connectionCount : 49_152
        configuration.preparation = (
            reading: ["PRAGMA temp_store = MEMORY", "PRAGMA cache_size = -\(cacheSize)"],
            writing: [
                "PRAGMA temp_store = MEMORY",
                // Of a new library only. Large pages halve what covers cost to write.
                "PRAGMA page_size = 16384",
                // The indexes stay in the cache while a scan writes: 32 MiB.
                "PRAGMA cache_size = -32768",
                // A log that a scan has made long does not keep its room on the disk: 64 MiB.
                "PRAGMA journal_size_limit = 67108864",
            ]
        )
        return configuration
    }
}

extension Catalog {
    /// Runs a body whose reading ends when its task is cancelled, with a `CancellationError`; else it comes to its end.
    package static func endingWhenCancelled<Value>(
        _ ends: Bool = true, _ body: () throws -> Value
    ) rethrows -> Value {
        try Connection.$endsWhenCancelled.withValue(ends, operation: body)
    }
}

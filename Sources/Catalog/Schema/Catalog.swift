private import CSQLite
import Files
public import Foundation
internal import GRDB
package import MediaModel
import Migrations

/// A library, and the only access to its database.
///
/// Every method blocks its thread for the time that SQLite takes. Any number of threads and processes may
/// read while one writes; readers see the library as it was when they began.
public struct Catalog: Sendable {
    /// Where the library is; `:memory:` for one that is not on disk.
    public let path: String
    /// The user whose values, playlists and queue are read and written.
    package private(set) var user = PersistentID<User>.owner
    /// Whether closed roots do not matter, as where the data of all users is copied.
    private(set) var seesClosedRoots = false
    /// The revision that a playlist must have to be edited; `nil` for any.
    private(set) var expectedRevision: Int?
    let database: any DatabaseWriter
    package let sortKeys: SortKeyMaker
    /// Whether pictures in folders come before embedded ones.
    let prefersFolderArtwork: Bool
    /// What albums are called for users who do not see all their tracks.
    let seenAlbums = SeenAlbums()

    /// What a library is opened for.
    public enum Access: Hashable, Sendable {
        /// Read only; the library must exist.
        case reading
        /// Read and write; the library must exist.
        case writing
        /// Read and write; the library and its folder are created if missing.
        case creating
    }

    /// What a power failure may take back of what was written; the library is consistent after it in any case.
    package enum Durability: String, Sendable {
        /// Nothing: each change is on disk once it is made, as it has to be with what a user does.
        case kept = "FULL"
        /// The last seconds: a scan finds again what it has written.
        case repeatable = "NORMAL"
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
    ///   - sortKeys: How names are put in order when they are written.
    ///   - prefersFolderArtwork: Whether pictures in folders come before embedded ones.
    ///   - log: Records the statements that are executed once the library is open.
    /// - Throws: ``CatalogError``.
    package static func open(
        at path: String, for access: Access, sortKeys: SortKeyMaker = SortKeyMaker(),
        prefersFolderArtwork: Bool = false, log: QueryLog? = nil
    ) throws -> Catalog {
        try open(
            at: path, for: access, durability: .kept, sortKeys: sortKeys,
            prefersFolderArtwork: prefersFolderArtwork, log: log)
    }

    /// Opens a library file for changes that may be less than ``Durability/kept``.
    package static func open(
        at path: String, for access: Access, durability: Durability,
        sortKeys: SortKeyMaker = SortKeyMaker(), prefersFolderArtwork: Bool = false,
        log: QueryLog? = nil
    ) throws -> Catalog {
        try examine(path, for: access)
        return try translatingErrors(path) {
            func catalog(_ database: any DatabaseWriter) -> Catalog {
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
                    try DatabasePool(path: path, configuration: configuration(log, isPool: true)))
                try opened.migrate()
                // A pool begins with NORMAL.
                try opened.database.writeWithoutTransaction {
                    try $0.execute(sql: "PRAGMA synchronous = \(durability.rawValue)")
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
        let database = try DatabaseQueue(configuration: configuration())
        try emptyLibrary.get().backup(to: database)
        return Catalog(
            path: ":memory:", database: database, sortKeys: sortKeys,
            prefersFolderArtwork: prefersFolderArtwork)
    }

    /// What every library in memory is a copy of: to run the migrations takes longer than most tests.
    private static let emptyLibrary = Result {
        let database = try DatabaseQueue(configuration: configuration())
        try Catalog(
            path: ":memory:", database: database, sortKeys: SortKeyMaker(),
            prefersFolderArtwork: false
        ).migrate()
        return database
    }

    /// The same library for another user; both share the connections.
    package func acting(as user: PersistentID<User>) -> Catalog {
        var catalog = self
        catalog.user = user
        return catalog
    }

    /// The same library for an edit of a playlist that no one has edited since its revision was read.
    package func expecting(revision: Int?) -> Catalog {
        var catalog = self
        catalog.expectedRevision = revision
        return catalog
    }

    /// The same library for copying all that a user has, in closed roots, too.
    func copying(_ user: PersistentID<User>) -> Catalog {
        var catalog = acting(as: user)
        catalog.seesClosedRoots = true
        return catalog
    }

    var userID: Int64 { user.rawValue }

    /// When anything in the library was last changed.
    public func lastModifiedDate() throws -> Date {
        try read {
            Date(
                secondsSince1970: try Int.fetchOne(
                    $0, sql: "SELECT last_modified FROM library") ?? 0)
        }
    }

    /// A number that changes with every change by another connection (sqlite.org/pragma.html#pragma_data_version);
    /// it means nothing to other connections.
    package func dataVersion() throws -> Int {
        try read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }

    /// Closes the database; further calls fail.
    public func close() throws {
        // Connections that only read cannot clear the write-ahead log away: they are closed before the one that writes.
        (database as? DatabasePool)?.releaseMemory()
        try database.close()
    }

    // MARK: - Opening

    /// `PHON`: marks the library's file (SQLite file format, 1.2.7, "application id").
    static let applicationID: Int32 = 0x5048_4F4E

    /// A connection that cannot write; `nil` for a library that has yet to be made.
    private static func connectionForReading(
        _ path: String, _ log: QueryLog?
    ) throws -> DatabaseQueue? {
        var reading = configuration(log)
        reading.readonly = true
        let queue = try DatabaseQueue(
            path: isOutOfReach(path) ? immutableLocation(path) : path, configuration: reading)
        guard try queue.read(isUpToDate) else {
            try queue.close()
            return nil
        }
        return queue
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

    /// Where we cannot write, SQLite cannot make the files by which readers and writers agree, and has to
    /// be told that there are no writers (sqlite.org/uri.html, "immutable").
    private static func immutableLocation(_ path: String) -> String {
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return "file:\(encoded)?immutable=1"
    }

    /// How many threads can read at once: one for each processor, and one more where one waits for the disk.
    package static let readerCount = min(5, ProcessInfo.processInfo.activeProcessorCount + 1)

    private static let countsNoMemory: Void = phonolith_sqlite_count_no_memory()

    /// - Parameter isPool: Whether there are several connections, most of them for reading.
    static func configuration(
        _ log: QueryLog? = nil, isPool: Bool = false
    ) -> Configuration {
        _ = countsNoMemory
        var configuration = Configuration()
        configuration.maximumReaderCount = readerCount
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            log?.observe(database)
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            if database.configuration.readonly {
                // What a filter finds lies scattered: 3 000 pages, 48 MiB, where one connection reads. Those of
                // a service have 60 MiB together.
                let cacheSize = isPool ? 61_440 / readerCount : 49_152
                try database.execute(sql: "PRAGMA cache_size = -\(cacheSize)")
            } else {
                // Of a new library only. Large pages halve what covers cost to write.
                try database.execute(sql: "PRAGMA page_size = 16384")
                // The indexes stay in the cache while a scan writes: 32 MiB.
                try database.execute(sql: "PRAGMA cache_size = -32768")
                // Scans copy the log into the library next to their writing; where that is too slow, the
                // writer does it when the log has 256 MiB.
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 16384")
            }
        }
        return configuration
    }
}

// MARK: - Schema

extension Catalog {
    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in Migrations.all {
            migrator.registerMigration(migration.name) { database in
                try database.execute(sql: migration.sql)
                try database.execute(
                    sql: """
                        INSERT INTO library (id, last_modified, schema_sha256) VALUES (1, ?, ?)
                        ON CONFLICT (id) DO UPDATE SET schema_sha256 = excluded.schema_sha256
                        """, arguments: [Date.now.secondsSince1970, Migrations.digest])
            }
        }
        return migrator
    }

    private func migrate() throws {
        try database.writeWithoutTransaction { database in
            if try Self.isUpToDate(database) { return }
            try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
        }
        try Self.migrator.migrate(database)
        try fillSearchIndex()
    }

    /// Whether the library has this program's schema, and a search index by its rules; false for a library that has
    /// yet to be made.
    ///
    /// - Throws: ``CatalogError`` for a library of another schema.
    private static func isUpToDate(_ database: Database) throws -> Bool {
        let applied = try migrator.appliedIdentifiers(database)
        if applied.isEmpty { return false }
        let known = Set(Migrations.all.map(\.name))
        if applied.isStrictSuperset(of: known) { throw CatalogError(.newerVersion, path: "") }
        // Nothing was released yet: there is no older schema to start from.
        guard applied == known, try schemaDigest(database) == Migrations.digest else {
            throw CatalogError(.otherSchema, path: "")
        }
        return try hasSearchIndex(database)
    }

    /// A program that has had the library open for days must not write into a schema that a newer one has changed
    /// meanwhile.
    private static func checkSchema(_ database: Database) throws {
        let digest = try String.fetchOne(
            database.cachedStatement(sql: "SELECT schema_sha256 FROM library"))
        guard digest == Migrations.digest else { throw CatalogError(.otherSchema, path: "") }
    }

    private static func schemaDigest(_ database: Database) throws -> String? {
        let column = "SELECT 1 FROM pragma_table_info('library') WHERE name = 'schema_sha256'"
        guard try Bool.fetchOne(database, sql: column) != nil else { return nil }
        return try String.fetchOne(database, sql: "SELECT schema_sha256 FROM library")
    }
}

// MARK: - Errors

extension Catalog {
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Self.translatingErrors(path) { try database.read(body) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try Self.translatingErrors(path) {
            try database.write { database in
                try Self.checkSchema(database)
                let changes = database.totalChangesCount
                let value = try body(database)
                if database.totalChangesCount != changes {
                    try database.cachedStatement(sql: "UPDATE library SET last_modified = ?")
                        .execute(arguments: [Date.now.secondsSince1970])
                }
                return value
            }
        }
    }

    /// Runs the body and says what SQLite reports in words of ours.
    static func translatingErrors<Value>(
        _ path: String, _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw CatalogError(code(of: error), path: path, detail: error.message)
        } catch var error as CatalogError {
            error.path = path
            throw error
        }
    }

    private static func code(of error: DatabaseError) -> CatalogError.Code {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: .damaged
        case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
        case .SQLITE_FULL: .diskFull
        case .SQLITE_CANTOPEN, .SQLITE_AUTH: .cannotOpen
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        default: .failed
        }
    }
}

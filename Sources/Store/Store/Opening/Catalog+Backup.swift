import FoundationEssentials
import Glibc
internal import PhonolithDatabase
import PhonolithFiles
package import PhonolithMediaModel

extension Catalog {
    /// Copies the whole library into another file, as it is at one moment, whatever a scan writes meanwhile.
    ///
    /// The file takes its name only when it is whole; an older backup is replaced then.
    ///
    /// - Throws: ``CatalogError``; a file that is there, not empty, and no library of Phonolith is refused.
    public func backup(to path: String) throws {
        if let status = MediaPath(path).status, status.st_size > 0 {
            try Self.markingBackup { try Self.examine(path, for: .reading) }
        }
        let failure = { (error: WholeFile.Failure) in
            CatalogError(.cannotOpen, path: path, detail: "\(error)")
        }
        let file: WholeFile
        do throws(WholeFile.Failure) {
            file = try WholeFile(at: MediaPath(path))
        } catch {
            throw failure(error)
        }
        let unfinished = file.temporary.description
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(unfinished + suffix) } }
        Self.makePrivateFile(unfinished)
        let copy = try Self.translatingErrors(path) { try SQLiteDatabase(path: unfinished) }
        try copyAll(to: copy, of: path)
        try Self.translatingErrors(path) {
            // Without a log next to it: a backup is one file.
            try copy.write { database in
                // Where the copy takes the library's place, no token of the library is one of the copy's.
                try database.execute(
                    literal:
                        "UPDATE sqlite_sequence SET seq = seq + \(2 * ChangeStore.keptChanges) WHERE name = 'changes'"
                )
                _ = try String.fetchOne(database, literal: "PRAGMA journal_mode = DELETE")
            }
            try copy.close()
        }
        do throws(WholeFile.Failure) {
            try file.place()
        } catch {
            throw failure(error)
        }
    }

    /// Replaces a library with a backup, or creates it from one.
    ///
    /// Programs that have the library open see all of the backup at once. Hold a ``ScanLock`` meanwhile, because a scan
    /// would continue with the ids of what was there before.
    ///
    /// - Throws: ``CatalogError``; a file at the path that is not a library of Phonolith is refused.
    public static func restore(_ backup: String, to path: String) throws {
        let source = try openBackup(at: backup)
        guard let backup = source.database as? SQLiteDatabase, ServerAddress(path) == nil else {
            throw CatalogError(.restoresFilesOnly, path: path)
        }
        try examine(path, for: .creating)
        try translatingErrors(path) {
            let library = try SQLiteDatabase(path: path, configuration())
            let (before, modified) = try lastChangeAndModification(of: library)
            try backup.backup(to: library)
            // No token that was given out before, by this library or by the backup's, is one of the restored library.
            try library.write { database in
                // Of a library that is gone or damaged no number is known: it had fewer changes than a million a second.
                let unknown = Int64(Date.now.secondsSince1970) * ChangeStore.keptChanges
                try database.execute(
                    literal:
                        "UPDATE sqlite_sequence SET seq = max(seq, \(before > 0 ? Int64(before) : unknown)) + \(2 * ChangeStore.keptChanges) WHERE name = 'changes'"
                )
                // Programs that ask what is newer than what they have get the restored library.
                try database.execute(
                    literal:
                        "UPDATE library SET last_modified = \(max(Date.now.secondsSince1970, modified + 1))"
                )
            }
            try library.close()
        }
    }

    /// - Parameter backup: The path of the finished backup, for errors.
    private func copyAll(to copy: SQLiteDatabase, of backup: String) throws {
        if let file = database as? SQLiteDatabase {
            return try Self.translatingErrors(backup) { try file.backup(to: copy) }
        }
        let library = Catalog(
            path: backup, database: copy, sortKeys: sortKeys,
            prefersFolderArtwork: prefersFolderArtwork)
        try Self.translatingErrors(backup) { try library.migrate() }
        try LibraryCopy(from: self, to: library).run()
    }

    /// Opens a backup for reading.
    ///
    /// - Throws: ``CatalogError``, whose description is about a backup.
    package static func openBackup(at path: String) throws -> Catalog {
        try markingBackup { try open(at: path, for: .reading) }
    }

    /// Marks errors as errors of a backup.
    private static func markingBackup<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch var error as CatalogError {
            error.isBackup = true
            throw error
        }
    }

    /// Both are 0 where they cannot be read because the library is damaged.
    private static func lastChangeAndModification(
        of library: SQLiteDatabase
    ) throws -> (change: Int, modified: Int) {
        do {
            return try library.read { (try lastChange($0), try lastModified($0)) }
        } catch let error as DatabaseError where error.code == .corrupt {
            return (0, 0)
        }
    }

    /// In seconds since 1970; 0 in a file that is not a library yet.
    private static func lastModified(_ database: Connection) throws -> Int {
        guard try database.hasTable("library") else { return 0 }
        return try Int.fetchOne(database, literal: "SELECT last_modified FROM library") ?? 0
    }

    /// The number of the latest change; 0 in a file that is not a library yet.
    private static func lastChange(_ database: Connection) throws -> Int {
        guard try database.hasTable("sqlite_sequence") else { return 0 }
        return try Int.fetchOne(
            database, literal: "SELECT seq FROM sqlite_sequence WHERE name = 'changes'") ?? 0
    }

    /// The file that holds the key for a library's app passwords: next to the library, or for one on a server the one that
    /// `PHONOLITH_KEY_FILE` names.
    package static func keyPath(ofLibrary library: String) -> MediaPath {
        let named = ProcessInfo.processInfo.environment[keyFileVariable] ?? ""
        if !named.isEmpty, ServerAddress(library) != nil { return MediaPath(named) }
        return companion(".key", ofLibrary: library)
    }

    // In bytes.
    package static let keyLength = 32

    package static let keyFileVariable = "PHONOLITH_KEY_FILE"

    /// A file that belongs to a library: next to its file, whatever link leads to that, or in the user's data folder if it is on
    /// a server.
    package static func companion(_ suffix: String, ofLibrary library: String) -> MediaPath {
        let path = ServerAddress(library)?.localFiles ?? MediaPath(library)
        return MediaPath(bytes: (path.resolved ?? path).bytes + Array(suffix.utf8))
    }
}

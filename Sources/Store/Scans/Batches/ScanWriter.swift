package import FoundationEssentials
import Glibc
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// Identifies a scan while it lasts: it settles the files that it has found, and no others.
package struct ScanID: Hashable, Sendable {
    let rawValue: Int64

    /// The id of a new scan, which none on any machine has had.
    package init() { rawValue = .random(in: 1...Int64.max) }
}

/// Writes what a scan of one root finds, a batch a transaction. One scan of a root has one writer.
package struct ScanWriter {
    let catalog: Catalog
    let rootID: MediaRootID
    private let scan: ScanID?
    /// Words that items have, as far as this writer has just noted them.
    private var vocabulary = SearchVocabulary()
    /// The connection to a server that the first batch was written by.
    private var session: Int32?
    /// The changes written so far.
    package private(set) var changes = Changes()

    /// Begins to write below a root.
    ///
    /// - Parameter scan: The scan that compares new files with those that went; `nil` if the library cannot know
    ///   them, as in its first scan.
    package init(catalog: Catalog, root: MediaRootID, scan: ScanID?) {
        self.catalog = catalog
        rootID = root
        self.scan = scan
    }

    /// The changes that the end of a scan depends on.
    package struct Changes: Hashable, Sendable {
        /// How many files were written.
        package var files = 0
        /// Pictures that an item or a folder does not have any more.
        package var artworks: Set<Int64> = []
        /// How many items moved between albums, artists, genres and podcasts.
        var moves = CollectionMoves()

        package init() {}

        /// Adds those of another root.
        package mutating func add(_ other: Changes) {
            files += other.files
            artworks.formUnion(other.artworks)
            moves.add(other.moves)
        }
    }

    /// How many files of a batch were what.
    package struct Counts: Hashable, Sendable {
        /// Items that the library did not have.
        package var added = 0
        /// Items whose files were read again.
        package var changed = 0
        /// Files that cannot be read.
        package var unreadable = 0
        /// The unreadable files that were read, but refused by the database: their paths below the root, and why.
        package var refused: [MediaPath: String] = [:]

        package init() {}

        mutating func add(_ other: Counts) {
            added += other.added
            changed += other.changed
            unreadable += other.unreadable
            refused.merge(other.refused) { old, _ in old }
        }
    }

    /// Writes a batch in one transaction. If it does not fit on the disk, as much of it is written as fits. A file with a
    /// name in its tags that the database cannot index is one that cannot be read.
    ///
    /// - Parameter now: The moment that becomes the date added of new items.
    /// - Throws: ``CatalogError``; unless the disk is full, nothing of the batch is in the library then.
    package mutating func write(_ batch: ScanBatch, now: Date) throws -> Counts {
        var batch = batch
        batch.sort()
        do {
            return try writeWhole(batch, now: now)
        } catch let error as CatalogError where [.diskFull, .valueTooLong].contains(error.code) {
            guard let (first, second) = batch.halves else {
                guard error.code == .valueTooLong, let refused = batch.refuseLongNames() else {
                    throw error
                }
                var counts = try writeWhole(batch, now: now)
                counts.refused[refused.path] = refused.reason
                return counts
            }
            var counts = try write(first, now: now)
            counts.add(try write(second, now: now))
            return counts
        }
    }

    /// Tables that grow with the items, with the columns by which a scan looks for rows: to analyze all columns takes as long as
    /// to write several batches. Without the tables of their foreign keys: plans that the server makes while those are small,
    /// and keeps, read a whole table for each key.
    private static let growingTables = [
        "items (id, file_id, album_id, is_missing)",
        "files (id, folder_id, inode, signature, scan_id)",
        "credits", "item_genres", "item_identifiers (item_id)", "artist_totals",
        "search_items (rowid)",
    ]

    private mutating func writeWhole(_ batch: ScanBatch, now: Date) throws -> Counts {
        let (written, session) = try catalog.write { database in
            try requireSession(database)
            try requireRoot(database)
            // Data lost by a failing server is read again by the next scan; the end of this one waits for the disk.
            try database.commitEarly()
            var writer = try BatchWriter(catalog, rootID, scan, now: now, database)
            try writer.write(batch, vocabulary)
            try database.analyze(Self.growingTables, whereGrown: "items")
            return (writer, database.session)
        }
        self.session = session
        vocabulary.remember(written.newWords)
        changes.add(written.changes)
        return written.counts
    }

    /// Ensures that the scan has its lock, and that no connection was lost since the batch before: otherwise another scan may
    /// have begun.
    private func requireSession(_ database: Connection) throws {
        guard !SessionLock.isAnyLost, session == nil || session == database.session else {
            throw CatalogError(
                .cannotOpen, path: catalog.path,
                detail: "the connection to the server was lost; scan again to go on")
        }
    }

    /// Ensures that the root is one yet: files written below a removed root are in lists and never scanned again.
    private func requireRoot(_ database: Connection) throws {
        let row = try Row.fetchOne(
            database.cachedStatement(
                literal: "SELECT is_removed, path FROM roots WHERE id = \(rootID.rawValue)"))
        if row?[0] == false { return }
        let path = (row?[1] as MediaPath?)?.description
        throw CatalogError(.rootRemoved, path: catalog.path, detail: path)
    }
}

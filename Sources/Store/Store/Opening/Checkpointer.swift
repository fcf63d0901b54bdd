internal import PhonolithDatabase

/// Copies what a scan has written from the write-ahead log into the library's file, while the scan goes
/// on writing.
///
/// Left to itself SQLite does that inside a commit, and the scan waits for the disk. A connection of its
/// own does it next to the writer (sqlite.org/wal.html, "Checkpointing": PASSIVE does not wait).
package struct Checkpointer: Sendable {
    private let database: SQLiteDatabase

    /// `nil` for a library that is not on disk.
    package init?(of catalog: Catalog) throws {
        guard let file = catalog.database as? SQLiteDatabase, file.isPool else { return nil }
        database = try Catalog.translatingErrors(catalog.path) {
            try SQLiteDatabase(path: catalog.path, Catalog.configuration())
        }
    }

    /// Copies what can be copied without waiting. Blocks its thread until the disk has it.
    package func run() throws {
        try database.checkpoint()
    }
}

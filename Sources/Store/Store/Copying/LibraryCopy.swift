import FoundationEssentials
internal import PhonolithDatabase
import PhonolithMediaModel

/// Copies a whole library into another database: ids, users, passwords, playlists, history and pictures.
///
/// The copy is the library as it is at one moment, whatever is written into it meanwhile; it is there as a
/// whole, compared row by row, or not at all. Of a copy that was interrupted, the pictures stay: they are most
/// of a library's bytes, and the next one goes on after them.
package struct LibraryCopy {
    private let source: Catalog
    let target: Catalog
    /// Called with the name of each table before it is copied.
    private let progress: (String) -> Void

    /// Why a library cannot be copied.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        /// There are items, roots or users in the other one.
        case notEmpty(String)
        /// A table is not the same in both after it was copied.
        case differs(table: String)
        /// A text, of which this is the beginning, is longer than PostgreSQL's indexes take.
        case tooLong(table: String, text: String)

        package var description: String {
            switch self {
            case .notEmpty(let path):
                "\(path): is a library with items, folders or users of its own; choose an empty one"
            case .differs(let table):
                "the copy of \(table) is not what was copied; nothing but pictures was kept, try again"
            case .tooLong(let table, let text):
                "a name or a path in \(table) is too long for the indexes of PostgreSQL: \(text)…; shorten it where it is"
                    + " from and scan, or remove its file, scan and prune; then copy again"
            }
        }
    }

    package init(
        from source: Catalog, to target: Catalog, progress: @escaping (String) -> Void = { _ in }
    ) {
        (self.source, self.target, self.progress) = (source, target, progress)
    }

    /// Copies.
    ///
    /// - Throws: ``Failure``, ``CatalogError``.
    package func run() throws {
        do {
            try source.read { try copy(from: Side(catalog: source, connection: $0)) }
        } catch let fault as Fault {
            throw fault.cause
        }
    }

    /// An error with the name of its library. Transactions of both are open, and each would give it its own.
    struct Fault: Error {
        let cause: CatalogError
    }

    /// One of the two libraries, while it is read or written.
    struct Side {
        let catalog: Catalog
        let connection: Connection
        var isWritten = false

        func use<Value>(_ body: (Connection) throws -> Value) throws -> Value {
            do {
                return try Catalog.translatingErrors(catalog.path, isReading: !isWritten) {
                    try body(connection)
                }
            } catch let error as CatalogError {
                throw Fault(cause: error)
            }
        }
    }

    private func copy(from old: Side) throws {
        do {
            try target.read(requireEmpty)
            try copyPictures(from: old)
            try target.write { writing in
                try requireEmpty(writing)
                try writing.deferForeignKeys()
                for table in LibraryTables.all.reversed() where table != Self.pictures {
                    try writing.execute(literal: "DELETE FROM \(sql: table)")
                }
                for table in LibraryTables.all {
                    progress(table)
                    let new = Side(catalog: target, connection: writing, isWritten: true)
                    try copy(table, from: old, to: new)
                }
                try keepIDs(from: old, to: writing)
                try writing.analyze(LibraryTables.all)
            }
        } catch let error as LongText {
            throw Failure.tooLong(table: error.table, text: try text(error, from: old))
        } catch let error as CatalogError {
            throw Fault(cause: error)
        }
    }

    /// A library that was just made has its owner and nothing else.
    private func requireEmpty(_ database: Connection) throws {
        let isUsed = try Bool.fetchOne(
            database,
            literal: """
                SELECT EXISTS (SELECT 1 FROM roots) OR EXISTS (SELECT 1 FROM items)
                    OR EXISTS (SELECT 1 FROM users WHERE id <> 1) OR EXISTS (SELECT 1 FROM passwords)
                    OR EXISTS (SELECT 1 FROM playlists)
                """)
        if isUsed == true {
            throw Failure.notEmpty(ServerAddress.shown(target.path))
        }
    }

    // MARK: - Pictures

    private static let pictures = "artworks"
    /// Pictures that one transaction writes.
    private static let picturesAtOnce = 200

    /// Makes the pictures of the copy those of the library, except those that are there already.
    private func copyPictures(from old: Side) throws {
        progress(Self.pictures)
        let wanted = try old.use(digests)
        let known = try target.read(digests)
        let others = known.filter { wanted[$0.key] != $0.value }.keys
        if !others.isEmpty {
            try target.write { writing in
                try requireEmpty(writing)
                try writing.execute(literal: "DELETE FROM artworks WHERE id IN \(.ids(others))")
            }
        }
        let columns = try old.use { try $0.columns(of: Self.pictures) }
        let missing = wanted.keys.filter { known[$0] != wanted[$0] }.sorted()
        for first in stride(from: 0, to: missing.count, by: Self.picturesAtOnce) {
            try target.write { writing in
                try requireEmpty(writing)
                let ids = missing[first...].prefix(Self.picturesAtOnce)
                try forEachPicture(ids, columns, old) { row in
                    try insert([row], into: Self.pictures, columns, writing)
                }
            }
        }
    }

    /// The SHA-256 digests of the pictures, by id.
    private func digests(_ database: Connection) throws -> [Int64: Data] {
        let rows = try Row.fetchCursor(database, literal: "SELECT id, sha256 FROM artworks")
        var digests: [Int64: Data] = [:]
        while let row = try rows.next() { digests[row[0]] = row[1] }
        return digests
    }

    /// Reads one at a time, whatever the database reads at once: each may have megabytes.
    private func forEachPicture(
        _ ids: some Sequence<Int64>, _ columns: [String], _ side: Side,
        _ body: (Row) throws -> Void
    ) throws {
        for id in ids {
            let row = try side.use {
                try Row.fetchOne(
                    $0.cachedStatement(
                        literal: "SELECT \(names(columns)) FROM artworks WHERE id = \(id)"))
            }
            if let row { try body(row) }
        }
    }

    // MARK: - Rows

    /// Rows that are read before they are written.
    private static let rowsAtOnce = 500

    private func copy(_ table: String, from old: Side, to new: Side) throws {
        let columns =
            try LibraryTables.searchColumns[table] ?? old.use { try $0.columns(of: table) }
        let writing = new.connection
        if table.isWrittenByTriggers { try writing.execute(literal: "DELETE FROM \(sql: table)") }
        do {
            try copyRows(of: table, columns, from: old, to: new)
        } catch let fault as Fault where fault.cause.code == .valueTooLong {
            throw LongText(table: table, columns: columns, cause: fault.cause)
        }
    }

    private func copyRows(
        of table: String, _ columns: [String], from old: Side, to new: Side
    ) throws {
        var (read, rows) = (TableSum(), [Row]())
        try forEachRow(of: table, columns, old) { row in
            read.add(row)
            if table == Self.pictures { return }
            rows.append(row)
            if rows.count == Self.rowsAtOnce {
                try new.use { try insert(rows, into: table, columns, $0) }
                rows = []
            }
        }
        try new.use { try insert(rows, into: table, columns, $0) }
        var written = TableSum()
        try forEachRow(of: table, columns, new) { written.add($0) }
        guard written == read else { throw Failure.differs(table: table) }
    }

    func insert(
        _ rows: [Row], into table: String, _ columns: [String], _ database: Connection
    ) throws {
        try Insertion.insert(rows, into: table, columns, database) { row, insertion in
            for value in row.sqlValues { insertion.bind(value) }
        }
    }

    func forEachRow(
        of table: String, _ columns: [String], _ side: Side, _ body: (Row) throws -> Void
    ) throws {
        if table == Self.pictures {
            let ids = try side.use {
                try Int64.fetchAll($0, literal: "SELECT id FROM artworks ORDER BY id")
            }
            return try forEachPicture(ids, columns, side, body)
        }
        let rows = try side.use {
            try Row.fetchCursor($0, literal: "SELECT \(names(columns)) FROM \(sql: table)")
        }
        while let row = try side.use({ _ in try rows.next() }) { try body(row) }
    }

    private func names(_ columns: [String]) -> SQL {
        "\(sql: columns.map { "\"\($0)\"" }.joined(separator: ", "))"
    }

    private func keepIDs(from old: Side, to writing: Connection) throws {
        for table in LibraryTables.withLastingIDs {
            let next = try old.use { try $0.nextID(in: table) }
            try writing.setLastID(next - 1, in: table)
        }
        // SQLite gives the next after the greatest that there is.
        guard writing.dialect == .postgres else { return }
        for table in LibraryTables.withIDs {
            let last = try Int64.fetchOne(
                writing, literal: "SELECT max(id) FROM \(sql: table)")
            if let last { try writing.setLastID(last, in: table) }
        }
    }
}

extension String {
    fileprivate var isWrittenByTriggers: Bool { ["bookmark_notes", "changes"].contains(self) }
}

/// The checksum of a table's rows, in whatever order they come; only for comparing within one run of the program.
private struct TableSum: Hashable {
    private var count = 0
    private var sum = 0

    mutating func add(_ row: Row) {
        var hasher = Hasher()
        // PostgreSQL's texts have no NUL.
        for value in row.sqlValues { hasher.combine(value.withoutNUL) }
        count += 1
        sum &+= hasher.finalize()
    }
}

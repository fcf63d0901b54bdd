import FoundationEssentials
import Glibc
internal import PhonolithDatabase
import PhonolithFiles
package import PhonolithMediaModel

/// A database of another program, which is only read.
package struct ForeignDatabase: Sendable {
    private let database: SQLiteDatabase

    /// Opens a file, whatever its name. Blocks its thread.
    ///
    /// - Throws: ``ForeignDatabaseError`` for what is no database.
    package init(_ file: MediaPath) throws(ForeignDatabaseError) {
        var configuration = SQLiteConfiguration()
        configuration.isReadOnly = true
        let path = file.absolute
        configuration.isImmutable = Self.isAtRest(path)
        // No program's database comes near it: a view may have no end, and a computed value any length.
        let size = min(Int(path.status?.st_size ?? 0), 1 << 40)
        configuration.limits = SQLiteLimits(
            instructions: 100_000_000 + 1000 * size, rowLength: 64 << 20)
        // Its views and its pages may be anyone's (sqlite.org/security.html, 1.2).
        configuration.preparation.reading = [
            "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON",
        ]
        do {
            database = try SQLiteDatabase(at: path.bytes, configuration)
            try database.read { _ = try $0.hasTable("songs") }
        } catch {
            throw ForeignDatabaseError(reason: "cannot be read: \(Self.reason(error))")
        }
    }

    /// Whether a database with a log has no files beside it, and reading would make some.
    private static func isAtRest(_ path: MediaPath) -> Bool {
        let hasLog = ["-wal", "-shm", "-journal"].contains {
            MediaPath(bytes: path.bytes + Array($0.utf8)).status != nil
        }
        // Bytes 18 and 19 are 2 where a log is written ahead (sqlite.org/fileformat2.html, 1.3).
        return !hasLog && path.firstBytes(20).suffix(2) == [2, 2]
    }

    private func otherDatabase(_ reason: String) -> ForeignDatabaseError {
        ForeignDatabaseError(
            reason: "is not a database of this program: \(reason); name another file")
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return String(describing: error) }
        return error.code == .interrupted
            ? "it takes far longer than a file of its size should" : error.description
    }

    /// Calls back with each row of a table, in the order of its numbers.
    ///
    /// - Parameters:
    ///   - columns: The columns to read; versions of a program differ, so that an absent column gives no value.
    ///   - isNeeded: Whether a database without the table is refused.
    ///   - mark: A column that every version has; a table without it belongs to another program.
    /// - Throws: ``ForeignDatabaseError``, and whatever `body` throws.
    package func forEachRow(
        of table: String, _ columns: [String], isNeeded: Bool = true,
        markedBy mark: String? = nil, _ body: (ForeignRow) throws -> Void
    ) throws {
        do {
            try database.read { database in
                guard try database.hasTable(table) || database.hasView(table) else {
                    if isNeeded { throw otherDatabase("it has no table '\(table)'") }
                    return
                }
                let known = Set(try database.columns(of: table).map { $0.lowercased() })
                if let mark, !known.contains(mark) {
                    throw otherDatabase("its table '\(table)' has no column '\(mark)'")
                }
                let selected = columns.map { column in
                    known.contains(column) || column == "rowid" ? "\"\(column)\"" : "NULL"
                }
                let rows = try Row.fetchCursor(
                    database,
                    literal: """
                        SELECT \(sql: selected.joined(separator: ", ")) FROM \(sql: table) ORDER BY rowid
                        """)
                let places = Dictionary(
                    uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
                while let row = try rows.next() { try body(ForeignRow(row: row, places: places)) }
            }
        } catch let error as DatabaseError {
            throw ForeignDatabaseError(reason: "cannot be read: \(Self.reason(error))")
        }
    }
}

/// Why a database of another program cannot be read, in words that complete "The file …".
package struct ForeignDatabaseError: Error, Hashable, Sendable {
    package let reason: String
}

/// A row, whose values may be of any type in any column: SQLite does not mind.
package struct ForeignRow {
    fileprivate let row: Row
    fileprivate let places: [String: Int]

    private func value(_ column: String) -> SQLValue {
        places[column].map { row[$0] } ?? .null
    }

    /// `nil` for an empty text.
    package func text(_ column: String) -> String? {
        switch value(column) {
        case .text(let text): text.isEmpty ? nil : text
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .blob(let bytes): String(data: bytes, encoding: .utf8)
        case .null: nil
        }
    }

    package func number(_ column: String) -> Double? {
        switch value(column) {
        case .integer(let number): Double(number)
        case .real(let number): number.isFinite ? number : nil
        case .text(let text): Double(text)
        case .blob, .null: nil
        }
    }

    package func integer(_ column: String) -> Int? {
        number(column).flatMap { Int(exactly: $0.rounded()) }
    }

    /// A number from 1; programs write 0 and -1 for none.
    package func count(_ column: String) -> Int? { integer(column).flatMap { $0 > 0 ? $0 : nil } }

    /// Of a path, which need not be UTF-8.
    package func bytes(_ column: String) -> [UInt8]? {
        switch value(column) {
        case .text(let text): Array(text.utf8)
        case .blob(let bytes): Array(bytes)
        default: nil
        }
    }
}

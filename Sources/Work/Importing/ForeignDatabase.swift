import Files
import Foundation
internal import GRDB
import MediaModel

/// A database of another program, which is only read.
struct ForeignDatabase {
    private let queue: DatabaseQueue
    private let file: MediaPath

    /// - Throws: ``ImportingError`` for what is no database.
    init(_ file: MediaPath) throws(ImportingError) {
        self.file = file
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        // The program may be writing.
        configuration.busyMode = .timeout(10)
        do {
            queue = try DatabaseQueue(path: file.absolute.description, configuration: configuration)
            try queue.read { _ = try $0.tableExists("songs") }
        } catch {
            throw ImportingError(file, "cannot be read: \(Self.reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? DatabaseError)?.message ?? String(describing: error)
    }

    /// Calls back with each row of a table, in the order of its numbers.
    ///
    /// - Parameters:
    ///   - columns: What is read; versions of a program differ, so that an absent column gives no value.
    ///   - isNeeded: Whether a database without the table is refused.
    /// - Throws: ``ImportingError``, and whatever `body` throws.
    func forEachRow(
        of table: String, _ columns: [String], isNeeded: Bool = true,
        _ body: (ForeignRow) throws -> Void
    ) throws {
        do {
            try queue.read { database in
                guard try database.tableExists(table) || database.viewExists(table) else {
                    if isNeeded { throw ImportingError(file, "has no table '\(table)'") }
                    return
                }
                let known = Set(try database.columns(in: table).map { $0.name.lowercased() })
                let selected = columns.map { column in
                    known.contains(column) || column == "rowid" ? "\"\(column)\"" : "NULL"
                }
                let rows = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT \(selected.joined(separator: ", ")) FROM \(table) ORDER BY rowid
                        """)
                let places = Dictionary(
                    uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
                while let row = try rows.next() { try body(ForeignRow(row: row, places: places)) }
            }
        } catch let error as DatabaseError {
            throw ImportingError(file, "cannot be read: \(Self.reason(error))")
        }
    }
}

/// A row, whose values may be of any type in any column: SQLite does not mind.
struct ForeignRow {
    fileprivate let row: Row
    fileprivate let places: [String: Int]

    private func value(_ column: String) -> DatabaseValue.Storage {
        guard let place = places[column] else { return .null }
        return (row[place] as DatabaseValue).storage
    }

    /// `nil` for an empty text.
    func text(_ column: String) -> String? {
        switch value(column) {
        case .string(let text): text.isEmpty ? nil : text
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .blob(let bytes): String(data: bytes, encoding: .utf8)
        case .null: nil
        }
    }

    func number(_ column: String) -> Double? {
        switch value(column) {
        case .int64(let number): Double(number)
        case .double(let number): number.isFinite ? number : nil
        case .string(let text): Double(text)
        case .blob, .null: nil
        }
    }

    func integer(_ column: String) -> Int? { number(column).flatMap { Int(exactly: $0.rounded()) } }

    /// A number from 1; programs write 0 and -1 for none.
    func count(_ column: String) -> Int? { integer(column).flatMap { $0 > 0 ? $0 : nil } }

    /// Of a path, which need not be UTF-8.
    func bytes(_ column: String) -> [UInt8]? {
        switch value(column) {
        case .string(let text): Array(text.utf8)
        case .blob(let bytes): Array(bytes)
        default: nil
        }
    }

    /// A moment in seconds since 1970.
    func seconds(_ column: String) -> Date? { ForeignDate(seconds: number(column))?.date }

    /// A moment as text.
    func date(_ column: String, in zone: TimeZone = .gmt) -> Date? {
        text(column).flatMap { ForeignDate($0, in: zone)?.date }
    }
}

import PhonolithDatabase
import PhonolithMediaModel

extension LibraryCopy {
    /// A text that is longer than an index of the target takes, somewhere in a table.
    struct LongText: Error {
        let table: String
        let columns: [String]
        let cause: CatalogError
    }

    /// The beginning of the text, as its file has it: of the first row that the target does not take by itself.
    func text(_ error: LongText, from old: Side) throws -> String {
        let texts = try indexedTexts(error)
        let places = error.columns.indices.filter { texts.contains(error.columns[$0]) }
        var refused: Row?
        do {
            try target.write { connection in
                try connection.execute(
                    literal: """
                        CREATE TEMPORARY TABLE tried (LIKE \(sql: error.table) INCLUDING INDEXES)
                        """)
                try forEachRow(of: error.table, error.columns, old) { row in
                    let length = row.sqlValues.reduce(0) { $0 + $1.length }
                    guard length > Self.longEntry else { return }
                    refused = row
                    try insert([row], into: "tried", error.columns, connection)
                    // Rows are sent without waiting for their answer.
                    _ = try Int.fetchOne(connection, literal: "SELECT 1")
                    refused = nil
                }
                throw Undo()
            }
        } catch is Undo {
        } catch let failure as CatalogError {
            // Where rows cannot be tried, the error of before counts, without a text.
            guard failure.code == .valueTooLong else { throw Fault(cause: error.cause) }
        }
        let values = places.compactMap { refused?.sqlValues[$0] }.map(String.init(sqlValue:))
        let longest = values.max { $0.utf8.count < $1.utf8.count } ?? ""
        return String(longest.prefix(60)).asName
    }

    /// In bytes: values that come to less fit into an entry of an index, which takes about 2,700
    /// (postgresql.org/docs/15/btree-behavior.html).
    private static let longEntry = 2000

    /// Ends a transaction in which nothing was to be changed.
    private struct Undo: Error {}

    /// The columns with the texts of the index that the target names in its error, in the language of its server.
    private func indexedTexts(_ error: LongText) throws -> [String] {
        let indexed = try target.read {
            try Row.fetchAll(
                $0,
                literal: """
                    SELECT relname, attname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
                    JOIN pg_attribute ON attrelid = indexrelid
                    WHERE indrelid = to_regclass(\(error.table))
                    """)
        }
        let words = (error.cause.detail ?? "").split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        // Keys are made of the texts.
        let texts = indexed.filter { words.contains(Substring($0[0] as String)) }
            .map { ($0[1] as String).replacing(/_(key|folded)$/, with: "") }
        let found = error.columns.filter(texts.contains)
        return found.isEmpty ? error.columns.filter { !$0.contains(/_(key|folded)$/) } : found
    }
}

extension SQLValue {
    /// In bytes, of a text or bytes.
    fileprivate var length: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        case .null, .integer, .real: 0
        }
    }
}

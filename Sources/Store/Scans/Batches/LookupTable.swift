internal import PhonolithDatabase

/// A table whose rows are found by a unique key and shared by many items: folders, albums, genres, podcasts.
struct LookupTable {
    let name: String
    let key: String
    /// The other columns of a new row.
    let columns: [String]
    /// The scope within which the key is unique: a column, and its value in all rows that are looked for.
    var scope: (column: String, value: Int64)?

    /// Rows that one statement looks for, or makes.
    private static let rowsPerStatement = 200

    /// Finds the ids of rows by their keys, and makes those that do not exist. Two writers that make the same row
    /// get the same id, and because both go by the order of the keys, none waits for the other in turn.
    ///
    /// - Parameter rows: The values of ``columns`` by key; used where the row is new.
    func ids<Key: SQLConvertible & Hashable>(
        of rows: [Key: () -> [(any SQLConvertible)?]],
        sortedBy areInOrder: (Key, Key) -> Bool,
        _ database: Connection
    ) throws -> [Key: Int64] {
        var ids: [Key: Int64] = [:]
        let keys = rows.keys.sorted(by: areInOrder)
        for part in keys.parts(of: Self.rowsPerStatement) {
            try note(known(part, database), in: &ids)
        }
        let missing = keys.filter { ids[$0] == nil }
        for part in missing.parts(of: Self.rowsPerStatement) {
            try note(make(part.map { ($0, rows[$0]?() ?? []) }, database), in: &ids)
        }
        return ids
    }

    private func note<Key: SQLConvertible & Hashable>(
        _ rows: [Row], in ids: inout [Key: Int64]
    ) throws {
        for row in rows { ids[row[1] as Key] = row[0] }
    }

    private func known<Key: SQLConvertible>(
        _ keys: ArraySlice<Key>, _ database: Connection
    ) throws -> [Row] {
        var sql: SQL = "SELECT id, \(sql: key) FROM \(sql: name) WHERE \(sql: key) IN \(keys)"
        if let scope { sql.append(" AND \(sql: scope.column) = \(scope.value)") }
        return try Row.fetchAll(database, literal: sql)
    }

    private func make<Key: SQLConvertible>(
        _ rows: [(key: Key, values: [(any SQLConvertible)?])], _ database: Connection
    ) throws -> [Row] {
        let names = (scope.map { [$0.column] } ?? []) + [key] + columns
        let target = (scope.map { [$0.column] } ?? []) + [key]
        let values = rows.map { row in
            SQL(row: (scope.map { [$0.value] } ?? []) + [row.key] + row.values)
        }
        return try Row.fetchAll(
            database,
            literal: """
                INSERT INTO \(sql: name) (\(sql: names.joined(separator: ", ")))
                VALUES \(values.joined(separator: ", "))
                ON CONFLICT (\(sql: target.joined(separator: ", ")))
                DO UPDATE SET \(sql: key) = excluded.\(sql: key) RETURNING id, \(sql: key)
                """)
    }
}

extension Array {
    /// The elements in order, so many at a time.
    func parts(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

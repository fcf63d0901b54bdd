internal import Database

/// A table whose rows are found by a unique key and shared by many items: folders, albums, genres, podcasts.
struct KeyedTable {
    let name: String
    let key: String
    /// The other columns of a new row.
    let columns: [String]
    /// What the key is unique in: a column, and its value in all rows that are looked for.
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
        let marks = parameters(count: keys.count)
        var sql = "SELECT id, \(key) FROM \(name) WHERE \(key) IN (\(marks))"
        if let scope { sql += " AND \(scope.column) = \(scope.value)" }
        return try Row.fetchAll(database, sql: sql, arguments: SQLArguments(keys))
    }

    private func make<Key: SQLConvertible>(
        _ rows: [(key: Key, values: [(any SQLConvertible)?])], _ database: Connection
    ) throws -> [Row] {
        let names = (scope.map { [$0.column] } ?? []) + [key] + columns
        let target = (scope.map { [$0.column] } ?? []) + [key]
        let values = "(\(parameters(count: names.count)))"
        var arguments: [(any SQLConvertible)?] = []
        for row in rows {
            if let scope { arguments.append(scope.value) }
            arguments.append(row.key)
            arguments += row.values
        }
        return try Row.fetchAll(
            database,
            sql: """
                INSERT INTO \(name) (\(names.joined(separator: ", ")))
                VALUES \(Array(repeating: values, count: rows.count).joined(separator: ", "))
                ON CONFLICT (\(target.joined(separator: ", "))) DO UPDATE SET \(key) = excluded.\(key)
                RETURNING id, \(key)
                """, arguments: SQLArguments(arguments))
    }
}

extension Array {
    /// The elements in order, so many at a time.
    func parts(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

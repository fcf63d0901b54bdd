package import PhonolithDatabase

// Statements of tests, which look into a library behind the store's back: texts, not literals, with values for question marks.

extension FetchableFromRow {
    package static func fetchOne(
        _ connection: Connection, sql: String, arguments: [any SQLConvertible] = []
    ) throws -> Self? {
        try fetchOne(
            connection.makeStatement(sql: sql), arguments: SQLArguments(arguments.map(\.sqlValue)))
    }

    package static func fetchAll(
        _ connection: Connection, sql: String, arguments: [any SQLConvertible] = []
    ) throws -> [Self] {
        try fetchAll(
            connection.makeStatement(sql: sql), arguments: SQLArguments(arguments.map(\.sqlValue)))
    }
}

extension FetchableFromRow where Self: Hashable {
    package static func fetchSet(_ connection: Connection, sql: String) throws -> Set<Self> {
        Set(try fetchAll(connection, sql: sql))
    }
}

extension Connection {
    package func execute(sql: String, arguments: [any SQLConvertible]) throws {
        try makeStatement(sql: sql).execute(arguments: SQLArguments(arguments.map(\.sqlValue)))
    }
}

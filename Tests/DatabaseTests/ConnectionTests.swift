import Foundation
import PhonolithDatabase
import Testing

/// Statements, transactions and errors of a connection.
@Suite struct ConnectionTests {
    private func database() throws -> SQLiteDatabase {
        let database = try SQLiteDatabase()
        try database.write {
            try $0.execute(
                sql:
                    "CREATE TABLE numbers (number INTEGER UNIQUE); CREATE VIEW view AS SELECT 1 AS one"
            )
        }
        return database
    }

    @Test("a change that fails half way leaves nothing, and the connection can be used")
    func rollback() throws {
        let database = try database()
        #expect(throws: DatabaseError.self) {
            try database.write { connection in
                try connection.transaction {
                    for number in [1, 2, 1] {
                        try connection.execute(literal: "INSERT INTO numbers VALUES (\(number))")
                    }
                }
            }
        }
        let left = try database.write { connection in
            #expect(!connection.isInsideTransaction)
            return try Int.fetchOne(connection, literal: "SELECT count(*) FROM numbers")
        }
        #expect(left == 0)
    }

    @Test(
        "a statement that cannot be run is an error that says why",
        arguments: [
            ("SELECT ?", "0 arguments for the parameters of: SELECT ?"),
            ("SELECT * FROM absent", "no such table: absent"),
            ("SELEC", "near \"SELEC\": syntax error"),
        ])
    func failure(sql: String, reason: String) throws {
        let error = #expect(throws: DatabaseError.self) {
            try database().read { _ = try Int.fetchOne($0, literal: SQL(sql: sql)) }
        }
        #expect(error?.message == reason)
    }

    @Test("rows that were not read to their end are in nobody's way later")
    func unfinished() throws {
        let database = try database()
        try database.write { connection in
            for number in 1...3 {
                try connection.execute(literal: "INSERT INTO numbers VALUES (\(number))")
            }
        }
        let first = try database.read { connection in
            let rows = try Int.fetchCursor(
                connection, literal: "SELECT number FROM numbers", cached: true)
            return try rows.next()
        }
        #expect(first == 1)
        // SQLite refuses this as long as a statement of the same connection reads.
        try database.write { try $0.execute(sql: "DROP TABLE numbers") }
    }

    @Test("the schema is asked as it is, also after a change of it")
    func schema() throws {
        try database().write { connection in
            #expect(try connection.hasTable("NUMBERS") && connection.hasView("view"))
            #expect(try !connection.hasTable("later") && !connection.hasView("numbers"))
            try connection.execute(sql: "CREATE TABLE later (b, a)")
            #expect(try connection.hasTable("later"))
            #expect(try connection.columns(of: "later") == ["b", "a"])
        }
    }

    @Test("reading ends when its task is cancelled, if it is to", .timeLimit(.minutes(5)))
    func cancellation() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phonolith-\(UUID()).sqlite")
        // The system clears the folder as well.
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try SQLiteDatabase(path: file.path)
        var configuration = SQLiteConfiguration()
        configuration.isReadOnly = true
        let database = try SQLiteDatabase(path: file.path, configuration)
        let endless: SQL =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let reading = Task.detached {
            try Connection.$endsWhenCancelled.withValue(true) {
                try database.read { try Int.fetchOne($0, literal: endless) }
            }
        }
        reading.cancel()
        let error = await #expect(throws: DatabaseError.self) { try await reading.value }
        #expect(error?.code == .interrupted)
    }
}

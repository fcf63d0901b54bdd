import Foundation
import PhonolithDatabase
import Testing

/// Rows that are written many at once.
@Suite struct InsertionTests {
    @Test("on SQLite, rows are inserted and changed, and what fails leaves nothing")
    func file() throws { try check(SQLiteDatabase()) }

    @Test(
        "on PostgreSQL, rows are inserted and changed, and what fails leaves nothing",
        .enabled(if: ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"] != nil))
    func server() throws {
        let server = ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"] ?? ""
        try check(PostgresDatabase(at: "host=\(server) user=postgres dbname=postgres"))
    }

    private func check(_ database: any SQLDatabase) throws {
        let table = "rows_\(UUID().uuidString.prefix(8).lowercased())"
        try database.write {
            try $0.execute(
                sql: "CREATE TABLE \(table) (id bigint PRIMARY KEY, name text NOT NULL, note text)")
        }
        // A table that stays is in nobody's way: its name is random.
        defer { _ = try? database.write { try $0.execute(sql: "DROP TABLE \(table)") } }
        func insert(_ ids: some Sequence<Int>, _ connection: Connection) throws {
            try Insertion.insert(
                Array(ids), into: table, ["id", "note", "name"], connection
            ) { id, row in
                row.bind(id)
                // No row of some insertions has one.
                row.bind(id == 5 ? "!" : nil)
                row.bind("name \(id)")
            }
        }
        func names() throws -> [String] {
            try database.read {
                try String.fetchAll(
                    $0, literal: "SELECT name || coalesce(note, '') FROM \(sql: table) ORDER BY id")
            }
        }
        try database.write { connection in
            try connection.transaction {
                let before = connection.totalChangesCount
                try insert(1...5, connection)
                #expect(connection.totalChangesCount == before + 5)
                try Insertion.update(
                    [2, 4, 9], of: table, ["id", "name"], connection
                ) { id, row in
                    row.bind(id)
                    row.bind("changed \(id)")
                }
            }
        }
        let expected = ["name 1", "changed 2", "name 3", "changed 4", "name 5!"]
        #expect(try names() == expected)
        // An error that nothing in the transaction asks for, one that is asked for, and one before rows that are left unread.
        for follows in [false, true] {
            #expect(throws: DatabaseError.self) {
                try database.write { connection in
                    try connection.transaction {
                        try insert([6, 5], connection)
                        if follows { _ = connection.totalChangesCount }
                    }
                }
            }
            #expect(try names() == expected)
        }
        #expect(throws: DatabaseError.self) {
            try database.write { connection in
                try connection.transaction {
                    let rows = try Int.fetchCursor(
                        connection, literal: "SELECT id FROM \(sql: table)")
                    _ = try rows.next()
                    try insert([6, 5], connection)
                }
            }
        }
        try database.write { connection in
            try connection.transaction { try insert([6], connection) }
        }
        #expect(try names() == expected + ["name 6"])
    }
}

import Foundation
import PhonolithDatabase
import Testing

/// Text of SQL with its values.
@Suite struct SQLTests {
    @Test(
        "interpolated values are bound in their order, nested parts bring theirs, text stays text")
    func interpolation() {
        let name: String? = nil
        let part: SQL = "year > \(1990) AND name IS \(name)"
        let sql: SQL =
            "SELECT \(sql: "id") FROM items WHERE \(part) AND kind IN \([1, 2]) LIMIT \(5)"
        let form = sql.form(for: .sqlite)
        #expect(
            form.text
                == "SELECT id FROM items WHERE year > ? AND name IS ? AND kind IN (?,?) LIMIT ?")
        #expect(
            form.arguments.values
                == [.integer(1990), .null, .integer(1), .integer(2), .integer(5)])
    }

    @Test("nothing is in an empty list, on each database")
    func emptyList() {
        let sql: SQL = "id IN \([Int64]())"
        for dialect in [Dialect.sqlite, .postgres] {
            #expect(sql.form(for: dialect).text == "id IN (NULL)")
        }
    }

    @Test("parts are joined with their values")
    func joining() {
        let parts: [SQL] = ["a = \("x")", "b", "c = \(2.5)"]
        let joined = parts.joined(separator: " OR ") + " LIMIT \(true)"
        let form = joined.form(for: .postgres)
        #expect(form.text == "a = ? OR b OR c = ? LIMIT ?")
        #expect(form.arguments.values == [.text("x"), .real(2.5), .integer(1)])
    }

    @Test("where databases differ, each has its text and values, also within other parts")
    func dialects() {
        let found: SQL = "a = \("x") AND \(.position(of: "\("y")", in: "b")) > \(0) AND c"
        let sqlite = found.form(for: .sqlite)
        let postgres = found.form(for: .postgres)
        #expect(sqlite.text == "a = ? AND instr(b, ?) > ? AND c")
        #expect(postgres.text == "a = ? AND strpos(b, ?) > ? AND c")
        let values: [SQLValue] = [.text("x"), .text("y"), .integer(0)]
        #expect(sqlite.arguments.values == values && postgres.arguments.values == values)
    }

    @Test("what is not text of a statement cannot become it")
    func injection() throws {
        let database = try SQLiteDatabase()
        let hostile = "'; DROP TABLE names; --\0"
        let found = try database.write { connection in
            try connection.execute(sql: "CREATE TABLE names (name TEXT)")
            try connection.execute(literal: "INSERT INTO names VALUES (\(hostile))")
            return try String.fetchAll(
                connection, literal: "SELECT name FROM names WHERE name = \(hostile)")
        }
        #expect(found == [hostile])
    }
}

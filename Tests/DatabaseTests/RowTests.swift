import Foundation
import PhonolithDatabase
import Testing

/// Rows, whatever is in their columns: SQLite takes any value in any column.
@Suite struct RowTests {
    /// A value as SQL writes it, and what it is read as.
    struct Reading: Sendable {
        var sql: String
        var integer: Int
        var real: Double
        var text: String
        var isTrue: Bool
    }

    @Test(
        "a value of any type is read as any other, and NULL as none, 0 or empty",
        arguments: [
            Reading(sql: "NULL", integer: 0, real: 0, text: "", isTrue: false),
            Reading(sql: "7", integer: 7, real: 7, text: "7", isTrue: true),
            Reading(sql: "-2.5", integer: -2, real: -2.5, text: "-2.5", isTrue: true),
            Reading(sql: "1e300", integer: 0, real: 1e300, text: "1e+300", isTrue: true),
            Reading(sql: "'12'", integer: 12, real: 12, text: "12", isTrue: true),
            Reading(sql: "'12 monkeys'", integer: 0, real: 0, text: "12 monkeys", isTrue: false),
            Reading(sql: "' 12'", integer: 0, real: 0, text: " 12", isTrue: false),
            Reading(sql: "'1e3'", integer: 0, real: 1000, text: "1e3", isTrue: true),
            Reading(sql: "x'3132'", integer: 0, real: 0, text: "12", isTrue: false),
            Reading(sql: "'é'", integer: 0, real: 0, text: "é", isTrue: false),
            Reading(sql: "x'C3A9'", integer: 0, real: 0, text: "é", isTrue: false),
            Reading(
                sql: "9223372036854775807", integer: .max, real: 0x1p63, text: "\(Int.max)",
                isTrue: true),
        ])
    func conversions(reading: Reading) throws {
        try SQLiteDatabase().read { connection in
            let row = try #require(
                try Row.fetchOne(connection, literal: "SELECT \(sql: reading.sql) AS value"))
            #expect(row[0] as Int == reading.integer)
            #expect(row[0] as Double == reading.real)
            #expect(row["value"] as String == reading.text)
            #expect(row[0] as Bool == reading.isTrue)
            #expect(row[0] as Data == Data(reading.text.utf8))
            #expect((row[0] as Int?) == (reading.sql == "NULL" ? nil : reading.integer))
            #expect((row[1] as Int?) == nil && (row["other"] as Int?) == nil)
            // Read where SQLite has it, it is the same.
            let selection = try Selection(
                "SELECT v, v, v, v FROM (SELECT \(sql: reading.sql) AS v) WHERE 1 = \(.askedID)",
                in: connection)
            try selection.forEachRow(of: [1]) { _, columns in
                var columns = columns
                #expect(columns("v") as Int == reading.integer)
                #expect(columns("v") as Double == reading.real)
                #expect(columns("v") as String == reading.text)
                #expect(columns("v") as Bool == reading.isTrue)
            }
        }
    }

    @Test("what was bound comes back: empty text and bytes are not NULL, and NUL ends nothing")
    func roundTrip() throws {
        let values: [SQLValue] = [
            .null, .integer(.min), .real(-0.1), .text(""), .text("a\0b"), .blob(Data()),
            .blob(Data([0, 0xFF])),
        ]
        let row = try SQLiteDatabase().read { connection in
            try Row.fetchOne(
                connection,
                literal: "SELECT \(values.map { "\($0)" as SQL }.joined(separator: ", "))")
        }
        #expect(row?.sqlValues == values)
    }

    @Test("rows stay as they are while their statement goes on")
    func copies() throws {
        let rows = try SQLiteDatabase().read { connection in
            let statement = try connection.cachedStatement(
                sql: "SELECT column1 FROM (VALUES (1), (2), (?))")
            let first = try Row.fetchAll(statement, arguments: [3])
            return first + (try Row.fetchAll(statement, arguments: [4]))
        }
        #expect(rows.map { $0[0] as Int } == [1, 2, 3, 1, 2, 4])
    }
}

import Foundation
import PhonolithDatabase
import Testing

/// Statements that are asked for the rows of ids.
@Suite struct SelectionTests {
    @Test("on SQLite, rows come by the ids to which they belong")
    func file() throws { try SQLiteDatabase().read(check) }

    @Test(
        "on PostgreSQL, rows come by the ids to which they belong",
        .enabled(if: ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"] != nil))
    func server() throws {
        let server = ProcessInfo.processInfo.environment["PHONOLITH_TEST_POSTGRES"] ?? ""
        try PostgresDatabase(at: "host=\(server) user=postgres dbname=postgres").read(check)
    }

    /// Numbers below 25 belong to their last digit.
    private func check(_ connection: Connection) throws {
        let numbers = try Selection(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30)
            SELECT n FROM numbers WHERE n % 10 = \(.askedID) AND n < \(25) ORDER BY n DESC
            """, in: connection)
        // Twice, since others may have bound values to the statement.
        for _ in 0..<2 {
            var rows: [Int64: [Int]] = [:]
            try numbers.forEachRow(of: [3, 11, 9, 0] as [Int64]) { id, columns in
                var columns = columns
                rows[id, default: []].append(columns("n"))
            }
            #expect(rows == [3: [23, 13, 3], 9: [19, 9], 0: [20, 10]])
            #expect(try numbers.idsWithRows(of: [11, 4]) == [4])
            // More than are asked for at once.
            #expect(try numbers.idsWithRows(of: Array(7...350)) == [7, 8, 9])
        }
        #expect(try numbers.idsWithRows(of: []) == [])
    }
}

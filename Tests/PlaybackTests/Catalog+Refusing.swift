import PhonolithDatabase
import PhonolithStore

extension Catalog {
    /// Has the library take no further rows of a table, as one on a full disk does, while the body runs.
    func refusing<Value>(rowsOf table: String, _ body: () async throws -> Value) async throws
        -> Value
    {
        try write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER refusing BEFORE INSERT ON \(table)
                    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                    """)
        }
        let value = try await body()
        try write { try $0.execute(sql: "DROP TRIGGER refusing") }
        return value
    }
}

import Foundation
import Testing

@testable import PhonolithDatabase

/// Statements, transactions and errors of a connection.
@Suite struct ConnectionTests {
    // MARK: - Transactions

    @Test(
        "a change that fails half way leaves nothing, and the connection can be used",
        arguments: Engine.present)
    func rollback(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        #expect(throws: DatabaseError.self) {
            try numbers.database.write { connection in
                try connection.transaction {
                    for number in [1, 2, 1] { try connection.add(number) }
                }
            }
        }
        let isInside = try numbers.database.write { $0.isInsideTransaction }
        #expect(!isInside)
        #expect(try numbers.count() == 0)
        try numbers.add(1)
        #expect(try numbers.count() == 1)
    }

    @Test(
        "a thread that writes may write within, and the transaction stays one",
        arguments: Engine.present)
    func reentrance(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        #expect(throws: CancellationError.self) {
            try numbers.database.write { connection in
                try connection.transaction {
                    try numbers.add(1)
                    #expect(try connection.has("SELECT 1 FROM numbers"))
                    throw CancellationError()
                }
            }
        }
        #expect(try numbers.count() == 0)
    }

    @Test(
        "a transaction within a transaction is refused, and the whole leaves nothing",
        arguments: Engine.present)
    func nested(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        let error = #expect(throws: DatabaseError.self) {
            try numbers.database.write { connection in
                try connection.transaction {
                    try connection.add(1)
                    try connection.transaction { try connection.add(2) }
                    // Where the inner one was let through, this error undoes nothing of it.
                    throw CancellationError()
                }
            }
        }
        #expect(error?.message?.contains("within a transaction") == true)
        #expect(try numbers.count() == 0)
        // One that is caught undoes nothing by itself.
        try numbers.database.write { connection in
            try connection.transaction {
                try connection.add(1)
                #expect(throws: DatabaseError.self) { try connection.transaction {} }
                #expect(connection.isInsideTransaction)
                try connection.add(2)
            }
        }
        #expect(try numbers.count() == 2)
    }

    /// SQLite has undone all of the transaction then, and would take what follows for changes of their own
    /// (sqlite.org/lang_transaction.html, 3).
    @Test(
        "an error that ends the transaction leaves nothing, also of what follows where it is caught",
        arguments: [false, true])
    func fullDisk(isCaught: Bool) throws {
        let numbers = try TestDatabase(ofNumbers: .pool)
        try numbers.database.write { connection in
            try connection.execute(sql: "CREATE TABLE long (text text)")
            let pages = try Int.fetchOne(connection, literal: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(
                connection, literal: "PRAGMA max_page_count = \(sql: "\(pages + 20)")")
        }
        let error = #expect(throws: DatabaseError.self) {
            try numbers.database.write { connection in
                try connection.transaction {
                    try connection.add(1)
                    do {
                        // Writes as scans do, without a copy of what a single statement changes.
                        try Insertion.insert(
                            Array(1...100), into: "long", ["text"], connection
                        ) { _, row in row.bind(String(repeating: "x", count: 4000)) }
                    } catch {
                        if !isCaught { throw error }
                    }
                    try connection.add(2)
                    try connection.add(3)
                }
            }
        }
        if !isCaught { #expect(error?.code == .full) }
        let isInside = try numbers.database.write { $0.isInsideTransaction }
        #expect(!isInside)
        #expect(try numbers.count() == 0)
        let isThere = try numbers.database.read { try $0.has("SELECT 1 FROM long") }
        #expect(!isThere)
        try numbers.add(4)
        #expect(try numbers.count() == 1)
    }

    // MARK: - Statements

    @Test(
        "a statement that cannot be run is an error that says why",
        arguments: [
            ("SELECT ?", "0 arguments for the parameters of: SELECT ?"),
            ("SELECT * FROM absent", "no such table: absent"),
            ("SELEC", "near \"SELEC\": syntax error"),
            (" -- nothing", "there is no statement in:  -- nothing"),
        ])
    func failure(sql: String, reason: String) throws {
        let error = #expect(throws: DatabaseError.self) {
            try SQLiteDatabase().read { _ = try Int.fetchOne($0, literal: SQL(sql: sql)) }
        }
        #expect(error?.message == reason)
    }

    @Test(
        "a text of several statements is refused where one is asked for, and nothing of it runs",
        arguments: Engine.present, [false, true])
    func severalStatements(engine: Engine, isKept: Bool) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        let one = "INSERT INTO numbers VALUES (1)"
        #expect(throws: DatabaseError.self) {
            try numbers.database.write {
                try $0.statement(sql: one + "; " + one, cached: isKept).execute()
            }
        }
        #expect(try numbers.count() == 0)
        try numbers.database.write { try $0.statement(sql: one + " ;\n", cached: isKept).execute() }
        #expect(try numbers.count() == 1)
        try numbers.database.write {
            try $0.execute(sql: "INSERT INTO numbers VALUES (2); INSERT INTO numbers VALUES (3);\n")
        }
        #expect(try numbers.count() == 3)
    }

    @Test("after an error there are no further rows", arguments: Engine.present)
    func rowsAfterError(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        let found = try numbers.database.write { connection in
            let rows = try Int.fetchCursor(
                connection,
                literal: SQL(
                    sqlite: """
                        SELECT abs(column1) FROM (VALUES (1), (2), (\(Int.min)), (4))
                        """,
                    postgres: "SELECT 6 / n FROM (VALUES (6), (3), (0), (1)) AS rows (n)"))
            var found: [Int] = []
            for _ in 1...10 {
                do { if let number = try rows.next() { found.append(number) } } catch {}
            }
            return found
        }
        #expect(found == (engine == .server ? [] : [1, 2]))
    }

    @Test(
        "a connection keeps a limited number of statements, and those in use stay usable",
        .timeLimit(.minutes(5)))
    func keptStatements() throws {
        try SQLiteDatabase().read { connection in
            guard case .sqlite(let sqlite) = connection.backend else { return }
            let rows = try Int.fetchCursor(
                connection, literal: "SELECT column1 FROM (VALUES (-1), (-2))", cached: true)
            #expect(try rows.next() == -1)
            for number in 1...3 * mostKeptStatements {
                let found = try Int.fetchOne(
                    connection, literal: "SELECT \(sql: "\(number)")", cached: true)
                #expect(found == number)
            }
            #expect(try rows.next() == -2)
            #expect(sqlite.keptCount <= mostKeptStatements)
        }
    }
}

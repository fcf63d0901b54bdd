import Foundation
import PhonolithDatabase
import Testing

/// What holds of every database: who reads, who writes, and what each of them sees.
@Suite struct SQLDatabaseTests {
    @Test(
        "who reads sees the database as it was, while another writes; and later what was written",
        arguments: Engine.concurrent)
    func snapshot(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        try numbers.add(1)
        let seen = try numbers.database.read { connection in
            var seen: [Int?] = []
            for number in 2...3 {
                seen.append(try connection.count())
                // From within: the connection that writes is another one.
                try numbers.add(number)
            }
            return seen
        }
        #expect(seen == [1, 1])
        #expect(try numbers.count() == 3)
    }

    @Test("who reads cannot write, and who tries gets an error", arguments: Engine.present)
    func readOnly(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        let error = #expect(throws: DatabaseError.self) {
            try numbers.database.read { try $0.add(1) }
        }
        #expect(error?.code == .readOnly)
        // The same connection may be the one that writes.
        try numbers.add(1)
        #expect(try numbers.count() == 1)
    }

    @Test(
        "more threads than connections read, and each gets its answer", arguments: Engine.present)
    func manyReaders(engine: Engine) async throws {
        let numbers = try TestDatabase(ofNumbers: engine, readerCount: 2)
        for number in 1...10 { try numbers.add(number) }
        let sums = try await withThrowingTaskGroup(of: [Int?].self) { group in
            for _ in 1...16 {
                group.addTask {
                    try (1...20).map { _ in
                        try numbers.database.read {
                            try Int.fetchOne($0, literal: "SELECT sum(number) FROM numbers")
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(sums == [Int?](repeating: 55, count: 320))
    }

    @Test(
        "two programs write in turn, and one that waits for the other gets its turn",
        arguments: Engine.concurrent)
    func twoWriters(engine: Engine) async throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        let other = try numbers.again()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (start, database) in [(0, numbers.database), (1000, other)] {
                group.addTask { for number in 1...50 { try database.add(start + number) } }
            }
            try await group.waitForAll()
        }
        #expect(try numbers.count() == 100)
        try other.close()
    }

    @Test(
        "a database that is closed says so, however often and from how many threads",
        arguments: Engine.present)
    func closing(engine: Engine) async throws {
        for _ in 1...20 {
            let numbers = try TestDatabase(ofNumbers: engine)
            #expect(try numbers.count() == 0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...3 {
                    group.addTask { #expect(throws: Never.self) { try numbers.database.close() } }
                }
            }
            for _ in 1...2 {
                #expect(throws: DatabaseError.self) { try numbers.count() }
                #expect(throws: DatabaseError.self) { try numbers.add(2) }
            }
        }
    }

    @Test(
        "closing waits for those who write or read, and they get no further connection meanwhile",
        .timeLimit(.minutes(5)), arguments: Engine.concurrent, [false, true])
    func closingWhileUsed(engine: Engine, isWritten: Bool) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        let isDone = DispatchSemaphore(value: 0)
        func use(_ connection: Connection) throws {
            Thread {
                #expect(throws: Never.self) { try numbers.database.close() }
                isDone.signal()
            }.start()
            // Until it has begun.
            while (try? numbers.count()) != nil { usleep(1000) }
            #expect(try connection.count() == 0)
            if !isWritten { _ = try? numbers.add(1) }
        }
        if isWritten { try numbers.database.write(use) } else { try numbers.database.read(use) }
        isDone.wait()
        if engine == .pool {
            let folder = URL(fileURLWithPath: numbers.file).deletingLastPathComponent().path
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files == ["pool.sqlite"])
        }
        #expect(throws: DatabaseError.self) { try numbers.add(2) }
    }

    @Test(
        "a step of the schema is made once, and leaves nothing where it fails",
        arguments: Engine.present)
    func steps(engine: Engine) throws {
        let test = try TestDatabase(engine)
        let step = Migration("first") { try $0.execute(sql: "CREATE TABLE made (x bigint)") }
        let wrong = Migration("second") {
            try $0.execute(sql: "CREATE TABLE half (x bigint)")
            try $0.execute(sql: "CREATE TABLE made (x bigint)")
        }
        try test.database.migrate([step])
        try test.database.migrate([step])
        #expect(throws: DatabaseError.self) { try test.database.migrate([step, wrong]) }
        let (applied, tables) = try test.database.read { connection in
            (
                try Migration.applied(in: connection),
                try ["made", "half"].filter { try connection.hasTable($0) }
            )
        }
        #expect(applied == ["first"])
        #expect(tables == ["made"])
    }

    @Test("the schema is asked as it is, also after a change of it", arguments: Engine.present)
    func schema(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        try numbers.database.write { connection in
            try connection.execute(sql: "CREATE VIEW one_view AS SELECT 1 AS one")
            #expect(try connection.hasTable("NUMBERS") && connection.hasView("one_view"))
            #expect(try !connection.hasTable("later") && !connection.hasView("numbers"))
            try connection.execute(sql: "CREATE TABLE later (b text, a text)")
            #expect(try connection.hasTable("later") && !connection.isEmpty)
            #expect(try connection.columns(of: "later") == ["b", "a"])
        }
    }

    // MARK: - Readings that end early

    @Test(
        "a connection that failed is used again, also one that only reads",
        arguments: Engine.present)
    func failures(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine, readerCount: 1)
        for _ in 1...3 {
            #expect(throws: CancellationError.self) {
                try numbers.database.read { connection in
                    let rows = try Int.fetchCursor(connection, literal: "VALUES (1), (2)")
                    _ = try rows.next()
                    throw CancellationError()
                }
            }
            #expect(try numbers.count() == 0)
        }
    }

    @Test(
        "rows that were not read to their end are in nobody's way later", arguments: Engine.present)
    func unfinished(engine: Engine) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        for number in 1...3 { try numbers.add(number) }
        let first = try numbers.database.read { connection in
            try Int.fetchCursor(
                connection, literal: "SELECT number FROM numbers ORDER BY number", cached: true
            ).next()
        }
        #expect(first == 1)
        // Refused as long as a statement reads.
        try numbers.database.write { try $0.execute(sql: "DROP TABLE numbers") }
    }

    @Test(
        "a use of the database within another leaves the rows that the other has yet to read",
        arguments: Engine.present, [false, true])
    func nestedUse(engine: Engine, isWriting: Bool) throws {
        let numbers = try TestDatabase(ofNumbers: engine)
        for number in 1...5 { try numbers.add(number) }
        func found(_ connection: Connection) throws -> [Int] {
            let rows = try Int.fetchCursor(
                connection, literal: "SELECT number FROM numbers ORDER BY number")
            var found: [Int] = []
            while found.count < 10, let number = try rows.next() {
                found.append(number)
                let count =
                    try isWriting
                    ? numbers.database.write { try $0.count() }
                    : numbers.database.read { try $0.count() }
                #expect(count == 5)
            }
            return found
        }
        #expect(
            try (isWriting ? numbers.database.write(found) : numbers.database.read(found))
                == [1, 2, 3, 4, 5])
    }

    @Test(
        "reading ends when its task is cancelled, if it is to", .timeLimit(.minutes(5)),
        arguments: Engine.concurrent)
    func cancellation(engine: Engine) async throws {
        let test = try TestDatabase(engine)
        let reading = Task.detached {
            try Connection.$endsWhenCancelled.withValue(true) {
                try test.database.read { try $0.askEndlessly() }
            }
        }
        reading.cancel()
        let error = await #expect(throws: DatabaseError.self) { try await reading.value }
        #expect(error?.code == .interrupted)
    }

    /// The one that reads may be asked whether its answer is wanted while it begins or ends, too.
    @Test(
        "a connection whose readings were given up a thousand times sees what is written later",
        arguments: Engine.concurrent)
    func givenUp(engine: Engine) async throws {
        let numbers = try TestDatabase(ofNumbers: engine, readerCount: 1)
        let giveUp = Task.detached {
            withUnsafeCurrentTask { $0?.cancel() }
            try Connection.$endsWhenCancelled.withValue(true) {
                for _ in 1...12_000 {
                    do {
                        _ = try numbers.database.read {
                            try Int.fetchOne($0, literal: "SELECT 1", cached: true)
                        }
                    } catch let error as DatabaseError where error.code == .interrupted {}
                }
            }
        }
        try await giveUp.value
        for number in 1...3 {
            try numbers.add(number)
            #expect(try numbers.count() == number)
        }
    }
}

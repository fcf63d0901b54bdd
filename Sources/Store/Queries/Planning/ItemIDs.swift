package import PhonolithDatabase
package import PhonolithMediaModel

/// The ids of a query's items in its order, read one by one.
package struct ItemIDs {
    private let planner: QueryPlanner
    private let database: Connection
    private var statements: ArraySlice<SQL>
    private var previous: SQL?
    private var rows: Cursor<Int64>?
    private var left: Int?
    private var skipped: Int
    private var last: Int64?
    private var count = 0
    /// Whether all ids are wanted.
    private var isWhole = false

    /// A page with no more ids is read at once.
    static let mostAtOnce = 1000

    /// Begins to read the statements of a plan, one after the other.
    package init(_ planner: QueryPlanner, _ database: Connection) {
        self.planner = planner
        self.database = database
        statements = planner.statements()[...]
        left = planner.query.limit
        skipped = planner.query.offset
    }

    /// The next id; `nil` after the last.
    package mutating func next() throws -> Int64? {
        guard left ?? 1 > 0, let id = try read() else { return nil }
        (left, last, count) = (left.map { $0 - 1 }, id, count + 1)
        return id
    }

    /// The next ids, at most `count`; `nil` after the last.
    package mutating func next(_ count: Int) throws -> [Int64]? {
        var ids: [Int64] = []
        while ids.count < count, let id = try next() { ids.append(id) }
        return ids.isEmpty ? nil : ids
    }

    /// Where the next page begins, once all are read; `nil` if nothing follows.
    package mutating func end() throws -> PageToken? {
        guard left == 0, let last, try read() != nil else { return nil }
        return try planner.token(after: last, at: planner.query.offset + count - 1)
    }

    private mutating func read() throws -> Int64? {
        if rows == nil, (1..<Int.max).contains(skipped),
            let count = try planner.countOfFirst(upTo: skipped + 1), count <= skipped
        {
            statements.removeFirst()
            skipped -= count
        }
        while true {
            if let id = try rows?.next() {
                skipped = 0
                return id
            }
            guard let statement = statements.popFirst() else { return nil }
            // The rows of the statement before were all skipped, if it had any.
            if let previous, skipped > 0 {
                skipped -= try QueryPlanner.count("(\(previous)) AS listed", database)
            }
            previous = statement
            rows = try Int64.fetchCursor(
                database, literal: statement + page,
                cached: isWhole && planner.hasCommonStatements,
                inParts: (left ?? .max) > Self.mostAtOnce && !(isWhole && planner.hasFewItems))
        }
    }

    package mutating func all() throws -> [Int64] {
        isWhole = true
        var ids: [Int64] = []
        while let id = try next() { ids.append(id) }
        return ids
    }

    /// One more than are given, which shows whether anything follows. Written out, because SQLite plans a sort by the limit.
    private var page: SQL {
        if left == nil, skipped == 0 { return "" }
        let limit = left.map { SQL(sql: String($0.saturated(adding: 1))) } ?? .noLimit
        return " LIMIT \(limit) OFFSET \(sql: String(skipped))"
    }
}

extension Int {
    /// The sum, or the largest number.
    package func saturated(adding other: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}

internal import GRDB
import MediaModel

/// The ids of a query's items in its order, read one by one.
struct ItemIDs {
    private let database: Database
    private var statements: ArraySlice<SQL>
    private var previous: SQL?
    private var rows: FastDatabaseValueCursor<Int64>?
    private var left: Int?
    private var skipped: Int

    /// Begins to read the statements of a plan, one after the other.
    init(_ planner: QueryPlanner, _ database: Database) {
        self.database = database
        statements = planner.statements()[...]
        left = planner.query.limit
        skipped = planner.query.offset
    }

    /// The next id; `nil` after the last.
    mutating func next() throws -> Int64? {
        while true {
            if let id = try rows?.next() {
                (left, skipped) = (left.map { $0 - 1 }, 0)
                return id
            }
            guard left ?? 1 > 0, let statement = statements.popFirst() else { return nil }
            // What the statement before had was all skipped, if it had any.
            if let previous, skipped > 0 {
                skipped -= try QueryPlanner.count("(\(previous))", database)
            }
            previous = statement
            rows = try SQLRequest<Int64>(literal: statement + page).fetchCursor(database)
        }
    }

    /// All that are left.
    mutating func all() throws -> [Int64] {
        var ids: [Int64] = []
        while let id = try next() { ids.append(id) }
        return ids
    }

    /// Written out, because SQLite plans a sort by the limit.
    private var page: SQL {
        left == nil && skipped == 0 ? "" : SQL(sql: " LIMIT \(left ?? -1) OFFSET \(skipped)")
    }
}

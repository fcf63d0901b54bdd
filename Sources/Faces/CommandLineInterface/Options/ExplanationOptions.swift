import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

/// Whether a command shows how the database answers it.
struct ExplanationOptions: ParsableArguments {
    @Flag(
        name: .customLong("explain-query"),
        help: "Show plan, SQL and time of each database query on standard error.")
    var isWanted = false

    /// Opens a library for reading, runs the body, and then explains its queries if that is wanted.
    func run(_ library: LibraryOptions, _ body: (Catalog) throws -> Void) throws {
        guard isWanted else { return try body(try library.open(for: .reading)) }
        let log = QueryLog()
        let catalog = try library.open(for: .reading, log: log)
        try body(catalog)
        for explanation in try catalog.items.explanations(of: log) {
            for line in explanation.lines { Terminal.tell(line) }
        }
    }
}

extension StatementExplanation {
    fileprivate var lines: [String] {
        let milliseconds =
            Double(duration.components.seconds) * 1e3
            + Double(duration.components.attoseconds) / 1e15
        let time = "time: \(milliseconds.text(decimals: 2)) ms"
        return (plan.map { ["plan: \($0)"] } ?? []) + ["sql: \(sql)"] + steps.map { "  \($0)" }
            + [count == 1 ? time : "\(time), \(count) times"]
    }
}

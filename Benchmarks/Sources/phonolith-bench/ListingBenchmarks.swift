import Foundation

/// The cost of a list of everything for a program that reads it: when its first line comes, how long an item
/// takes, and how much memory.
struct ListingBenchmarks {
    /// The library's file.
    let database: String
    /// How many tracks it has.
    let tracks: Int
    let runs: Int
    /// The program `phonolith`.
    let program: String

    func outcomes() throws -> [Outcome] {
        let firsts = try Runs(runs) { try first.run().seconds }
        let lists = try (0..<runs).map { _ in try list.run() }
        let work = Runs(lists.map { $0.processorSeconds * 1e6 / Double(tracks) })
        let memory = Double(lists.map(\.peakMemory).max() ?? 0)
        return [
            Outcome(
                what: "\(tracks) tracks as jsonl: the first line", value: firsts.median * 1000,
                unit: .milliseconds, limit: .atMost(50),
                detail: "from the start of `phonolith items`, \(runs) runs: "
                    + firsts.millisecondsText),
            Outcome(
                what: "\(tracks) tracks as jsonl: processor time of an item", value: work.median,
                unit: .microseconds, limit: nil, detail: "the best \(work.best.text) µs"),
            Outcome(
                what: "\(tracks) tracks as jsonl: memory", value: memory / 1e6, unit: .megabytes,
                limit: .atMost(100), detail: "peak resident set, the most of \(runs) runs"),
        ]
    }

    private var list: Command {
        Command(program, ["items", "--format", "jsonl"], environment: environment)
    }

    /// Ends with the first line, when nobody reads the others.
    private var first: Command {
        Command(
            "sh", ["-c", "\"$0\" items --format jsonl | head -n 1", program],
            environment: environment)
    }

    private var environment: [String: String] { ["PHONOLITH_LIBRARY": database] }
}

import Foundation

/// What a run of the benchmarks has found.
struct BenchmarkReport {
    var shape: BenchmarkLibrary.Shape
    var machine: [(name: String, value: String)]
    var outcomes: [Outcome]

    var isWithinLimits: Bool { outcomes.allSatisfy(\.isWithinLimit) }

    private static let columns = ["what", "measured", "limit", "", "how"]

    private var rows: [[String]] {
        outcomes.map { [$0.what, $0.measured, $0.allowed, $0.verdict, $0.detail] }
    }

    /// Columns for the eye.
    var table: String {
        let rows = [Self.columns] + rows
        let widths = Self.columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
        }.joined(separator: "\n")
    }

    /// The table and the machine, as Markdown.
    var markdown: String {
        let head = "| " + Self.columns.joined(separator: " | ") + " |\n|---|--:|--:|---|---|\n"
        let table = head + rows.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
        let machine = machine.map { "| \($0.name) | \($0.value) |\n" }.joined()
        return
            "\(shape.tracks) tracks, seed \(shape.seed), covers of \(shape.pictureBytes) bytes:\n\n"
            + table + "\n| machine | |\n|---|---|\n" + machine
    }

    /// One object; keys are never renamed.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(Encoded(self)), as: UTF8.self)
        }
    }

    /// Puts the results into a page, in the place of those that stand between its two marks.
    func write(to path: String) throws {
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let (begin, end) = ("<!-- results -->\n", "<!-- end of results -->")
        guard let from = page.range(of: begin), let to = page.range(of: end),
            from.upperBound <= to.lowerBound
        else {
            throw BenchmarkError("\(path): has no place for results between \(begin)and \(end)")
        }
        let text = page[..<from.upperBound] + "\n" + markdown + "\n" + page[to.lowerBound...]
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}

private struct Encoded: Encodable {
    var seed: UInt64
    var tracks: Int
    var pictureBytes: Int
    var machine: [String: String]
    var results: [Row]

    struct Row: Encodable {
        var what: String
        var value: Double
        var unit: String
        var atLeast: Double?
        var atMost: Double?
        var ok: Bool
        var detail: String

        init(_ outcome: Outcome) {
            what = outcome.what
            value = outcome.value
            unit = outcome.unit.rawValue
            switch outcome.limit {
            case .atLeast(let limit): atLeast = limit
            case .atMost(let limit): atMost = limit
            case nil: break
            }
            ok = outcome.isWithinLimit
            detail = outcome.detail
        }
    }

    init(_ report: BenchmarkReport) {
        seed = report.shape.seed
        tracks = report.shape.tracks
        pictureBytes = report.shape.pictureBytes
        machine = Dictionary(report.machine.map { ($0.name, $0.value) }) { first, _ in first }
        results = report.outcomes.map(Row.init)
    }
}

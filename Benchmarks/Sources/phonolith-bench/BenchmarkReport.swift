import Foundation

/// Results of runs of the benchmarks: one record a measurement, each with the machine and the day.
struct BenchmarkReport: Codable {
    var records: [Record]

    struct Record: Codable {
        var what: String
        var value: Double
        var unit: Outcome.Unit
        var atLeast: Double?
        var atMost: Double?
        var isWithinLimit: Bool
        var detail: String
        var date: String
        /// The processor, versions of programs and libraries, and how fast the machine was.
        var machine: [String: String]
    }

    init(_ outcomes: [Outcome]) {
        let machine = Dictionary(Machine.description().map { ($0.name, $0.value) }) { first, _ in
            first
        }
        records = outcomes.map { Record($0, Machine.date, machine) }
    }

    var isWithinLimits: Bool { records.allSatisfy(\.isWithinLimit) }

    // MARK: - Forms

    private static let columns = ["what", "measured", "limit", "", "how"]

    private var rows: [[String]] {
        records.map {
            [$0.what, $0.outcome.measured, $0.outcome.allowed, $0.outcome.verdict, $0.detail]
        }
    }

    /// Aligned columns for a terminal.
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
    private var markdown: String {
        let head = "| " + Self.columns.joined(separator: " | ") + " |\n|---|--:|--:|---|---|\n"
        let table = rows.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
        let machine = (records.last?.machine ?? [:]).sorted { $0.key < $1.key }
        return head + table + "\n| machine | |\n|---|---|\n"
            + machine.map { "| \($0.key) | \($0.value) |\n" }.joined()
    }

    /// One record a line.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let lines = try records.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
            return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
        }
    }

    // MARK: - Files

    /// Adds the records to those of a file, in place of older ones of the same name, and puts all of them between the
    /// two marks of a page.
    func write(records file: String, page: String) throws {
        var all = self
        if let data = FileManager.default.contents(atPath: file) {
            all.records = try JSONDecoder().decode([Record].self, from: data)
            for record in records {
                if let place = all.records.firstIndex(where: { $0.what == record.what }) {
                    all.records[place] = record
                } else {
                    all.records.append(record)
                }
            }
        }
        let text = try String(contentsOfFile: page, encoding: .utf8)
        let (begin, end) = ("<!-- results -->\n", "<!-- end of results -->")
        guard let from = text.range(of: begin), let to = text.range(of: end),
            from.upperBound <= to.lowerBound
        else {
            throw BenchmarkError("\(page): has no place for results between \(begin)and \(end)")
        }
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try all.json.write(toFile: file, atomically: true, encoding: .utf8)
        try (text[..<from.upperBound] + "\n" + all.markdown + "\n" + text[to.lowerBound...])
            .write(toFile: page, atomically: true, encoding: .utf8)
    }
}

extension BenchmarkReport.Record {
    fileprivate init(_ outcome: Outcome, _ date: String, _ machine: [String: String]) {
        self.init(
            what: outcome.what, value: outcome.value, unit: outcome.unit,
            isWithinLimit: outcome.isWithinLimit, detail: outcome.detail, date: date,
            machine: machine)
        switch outcome.limit {
        case .atLeast(let limit): atLeast = limit
        case .atMost(let limit): atMost = limit
        case nil: break
        }
    }

    fileprivate var outcome: Outcome {
        let limit = atLeast.map(Outcome.Limit.atLeast) ?? atMost.map(Outcome.Limit.atMost)
        return Outcome(what: what, value: value, unit: unit, limit: limit, detail: detail)
    }
}

import MediaModel

/// A column of a table.
struct TableColumn: Sendable {
    /// The heading.
    var title: String
    /// How narrow it may become before others are narrowed.
    var minimum = 4
    var isRightAligned = false
    /// What it shows of a record; `nil` for an empty cell.
    var text: @Sendable (Record) -> String?
}

/// Columns fitted to the terminal. Widths come from the first rows; later ones are cut to them, so that a
/// table of any length takes no memory.
struct TableWriter: RecordWriter {
    private static let rowsMeasured = 1000

    private let columns: [TableColumn]
    private let width: Int?
    private let isStyled: Bool
    private let output: StandardOutput
    private var waiting: [[String]] = []
    private var widths: [Int]?

    /// - Parameter width: Of the terminal; `nil` for as wide as it gets.
    init(columns: [TableColumn], width: Int?, isStyled: Bool, output: StandardOutput) {
        self.columns = columns
        self.width = width
        self.isStyled = isStyled
        self.output = output
    }

    mutating func write(_ record: Record) throws {
        let row = columns.map { ($0.text(record) ?? "").withoutControls }
        if let widths { return try write(row, widths) }
        waiting.append(row)
        if waiting.count == Self.rowsMeasured { try writeWaiting() }
    }

    mutating func finish() throws {
        if widths == nil, !waiting.isEmpty { try writeWaiting() }
        try output.flush()
    }

    private mutating func writeWaiting() throws {
        let widths = TableLayout.widths(
            of: [columns.map(\.title)] + waiting, minima: columns.map(\.minimum), within: width)
        self.widths = widths
        try write(columns.map(\.title), widths, style: isStyled ? "\u{1B}[1m" : nil)
        for row in waiting { try write(row, widths) }
        waiting = []
    }

    private func write(_ row: [String], _ widths: [Int], style: String? = nil) throws {
        let cells = zip(zip(row, widths), columns).map { cell, column in
            let text = cell.0.fitted(to: cell.1)
            let blanks = String(repeating: " ", count: max(0, cell.1 - text.columnCount))
            return column.isRightAligned ? blanks + text : text + blanks
        }
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        try output.write((style.map { $0 + line + "\u{1B}[0m" } ?? line) + "\n")
    }
}

/// How wide columns become.
enum TableLayout {
    /// The widths that show most.
    ///
    /// - Parameters:
    ///   - rows: All cells, the headings too.
    ///   - minima: How narrow each column may become.
    ///   - width: Of the terminal; two blanks stand between columns.
    static func widths(of rows: [[String]], minima: [Int], within width: Int?) -> [Int] {
        var widths = minima.indices.map { column in
            rows.map { $0[column].columnCount }.max() ?? 0
        }
        guard let width else { return widths }
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        // The widest gives way first.
        while excess > 0 {
            let narrowable = widths.indices.filter { widths[$0] > minima[$0] }
            guard let widest = narrowable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}

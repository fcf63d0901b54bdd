package import PhonolithMediaModel

/// A column of a table.
package struct TableColumn: Sendable {
    package var title: String
    /// How narrow it may become before others are narrowed.
    package var minimum = 4
    /// For numbers, which are never cut: a part of a number is another one.
    package var isRightAligned = false
    /// The text for a record; `nil` for an empty cell.
    package var text: @Sendable (Record) -> String?

    var plainTitle: String { title == "#" ? "Number" : title }
}

/// Columns fitted to the terminal. Widths come from the first rows; later ones are cut to them, so that a
/// table of any length takes no memory.
struct TableWriter: RecordWriter {
    private static let rowsMeasured = 1000

    private var columns: [TableColumn]
    private let width: Int?
    private let isStyled: Bool
    private let emptyNote: String?
    private let output: StandardOutput
    private var waiting: [[String]] = []
    private var widths: [Int]?

    /// - Parameters:
    ///   - width: Of the terminal; `nil` for as wide as it gets.
    ///   - emptyNote: The note on standard error where there is no row.
    init(
        columns: [TableColumn], width: Int?, isStyled: Bool, emptyNote: String?,
        output: StandardOutput
    ) {
        self.columns = columns
        self.width = width
        self.isStyled = isStyled
        self.emptyNote = emptyNote
        self.output = output
    }

    mutating func write(_ record: Record) throws {
        let row = columns.map { ($0.text(record) ?? "").withoutControls }
        if let widths { return try write(row, widths) }
        waiting.append(row)
        if waiting.count == Self.rowsMeasured { try writeWaiting() }
    }

    mutating func finish() throws {
        if widths == nil {
            if waiting.isEmpty { emptyNote.map(Terminal.tell) } else { try writeWaiting() }
        }
        try output.flush()
    }

    private mutating func writeWaiting() throws {
        let shown = TableLayout.columnCount(
            of: [columns.map(\.title)] + waiting,
            minima: columns.map { $0.isRightAligned ? nil : $0.minimum }, within: width)
        columns = Array(columns.prefix(shown))
        waiting = waiting.map { Array($0.prefix(shown)) }
        let widths = TableLayout.widths(
            of: [columns.map(\.title)] + waiting,
            minima: columns.map { $0.isRightAligned ? nil : $0.minimum }, within: width)
        self.widths = widths
        try write(columns.map(\.title), widths, style: isStyled ? "\u{1B}[1m" : nil)
        for row in waiting { try write(row, widths) }
        waiting = []
    }

    private func write(_ row: [String], _ widths: [Int], style: String? = nil) throws {
        let line = TableLayout.line(row, widths, isRightAligned: columns.map(\.isRightAligned))
        try output.write((style.map { $0 + line + "\u{1B}[0m" } ?? line) + "\n")
    }
}

package enum TableLayout {
    /// How many columns, from the first on, fit at their narrowest; at least two, which lines may then exceed.
    package static func columnCount(
        of rows: [[String]], minima: [Int?], within width: Int?
    ) -> Int {
        guard let width else { return minima.count }
        let narrowest = minima.indices.map { column in
            let natural = rows.map { $0[column].columnCount }.max() ?? 0
            return min(natural, minima[column] ?? natural)
        }
        func total(_ count: Int) -> Int {
            narrowest.prefix(count).reduce(0, +) + 2 * (count - 1)
        }
        var count = minima.count
        while count > 2, total(count) > width { count -= 1 }
        return count
    }

    /// The widths that show most.
    ///
    /// - Parameters:
    ///   - rows: All cells, the headings too.
    ///   - minima: How narrow each column may become; `nil` for one that may not.
    ///   - width: Of the terminal; two spaces are between columns.
    package static func widths(
        of rows: [[String]], minima: [Int?], within width: Int?
    ) -> [Int] {
        var widths = minima.indices.map { column in
            rows.map { $0[column].columnCount }.max() ?? 0
        }
        guard let width else { return widths }
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        // The widest gives way first.
        while excess > 0 {
            let narrowable = widths.indices.filter { widths[$0] > minima[$0] ?? .max }
            guard let widest = narrowable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// A row of a table, without spaces at its end. Text is cut to its column; a number that is wider pushes
    /// the rest aside.
    package static func line(_ row: [String], _ widths: [Int], isRightAligned: [Bool]) -> String {
        let cells = row.indices.map { column in
            let isRight = isRightAligned[column]
            let text = isRight ? row[column] : row[column].fitted(to: widths[column])
            let blanks = String(repeating: " ", count: max(0, widths[column] - text.columnCount))
            return isRight ? blanks + text : text + blanks
        }
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}

/// As much of a text as fits a line, and a caret for the line below it, under one place.
package struct MarkedExcerpt: Equatable {
    /// Without anything that would move the cursor; `…` is where it is cut.
    package let text: String
    // Blanks and `^`.
    package let mark: String

    /// Cuts a text round a place.
    ///
    /// - Parameters:
    ///   - offset: How many Unicode scalars are before the place; the last place is after the text.
    ///   - width: How many columns of a terminal there are; at least 10 are taken.
    package init(of text: String, at offset: Int, width: Int) {
        let width = max(10, width)
        let scalars = text.withoutControls.unicodeScalars
        let place =
            scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex)
            ?? scalars.endIndex
        let before = String(scalars[..<place])
        let after = String(scalars[place...])
        // The caret needs a column even where nothing is above it. The text right of the place leaves columns
        // that it does not need to the text left of it, and the other way round.
        let needed = max(1, after.columnCount)
        let left = before.fittedAtEnd(to: width - min(needed, width / 2))
        self.text = left + after.fitted(to: width - left.columnCount)
        mark = String(repeating: " ", count: left.columnCount) + "^"
    }
}

extension String {
    /// The end of the text in a number of columns, with `…` before it if it was cut.
    fileprivate func fittedAtEnd(to columns: Int) -> String {
        guard columnCount > columns else { return self }
        var width = 1
        let end = reversed().prefix { character in
            width += String(character).columnCount
            return width <= columns
        }
        return "…" + String(end.reversed())
    }
}

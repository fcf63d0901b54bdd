import PhonolithMediaModel

/// The content of a table, from top to bottom: each value on a line after its heading, and an empty line
/// between records. A screen reader reads it as it is, and it takes no width.
struct PlainWriter: RecordWriter {
    private let columns: [TableColumn]
    private let isOfPairs: Bool
    private let emptyNote: String?
    private let output: StandardOutput
    private var isEmpty = true

    /// - Parameters:
    ///   - isOfPairs: Whether each record is a name and its value, which become one line.
    ///   - emptyNote: The note on standard error where there is no record.
    init(columns: [TableColumn], isOfPairs: Bool, emptyNote: String?, output: StandardOutput) {
        self.columns = columns
        self.isOfPairs = isOfPairs
        self.emptyNote = emptyNote
        self.output = output
    }

    mutating func write(_ record: Record) throws {
        let cells = columns.map { ($0.plainTitle, ($0.text(record) ?? "").withoutControls) }
            .filter { !$0.1.isEmpty }
        if isOfPairs {
            try output.write(cells.map(\.1).joined(separator: ": ") + "\n")
        } else {
            let lines = cells.map { $0.isEmpty ? $1 : "\($0): \($1)" }
            try output.write((isEmpty ? "" : "\n") + lines.map { $0 + "\n" }.joined())
        }
        isEmpty = false
    }

    mutating func finish() throws {
        if isEmpty { emptyNote.map(Terminal.tell) }
        try output.flush()
    }
}

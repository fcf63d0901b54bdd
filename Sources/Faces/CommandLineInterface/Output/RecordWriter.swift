package import PhonolithMediaModel

/// Prints records in some form, one after the other.
package protocol RecordWriter {
    mutating func write(_ record: Record) throws
    mutating func write(_ item: MediaItem) throws
    /// Prints what ends the whole. Must be called once, after the last record.
    mutating func finish() throws
}

extension RecordWriter {
    package mutating func write(_ item: MediaItem) throws { try write(Record(item)) }
}

struct JSONArrayWriter: RecordWriter {
    let output: StandardOutput
    private var isEmpty = true

    init(output: StandardOutput) { self.output = output }

    mutating func write(_ record: Record) throws { try write(record.appendJSON) }

    mutating func write(_ item: MediaItem) throws { try write(item.appendJSON) }

    private mutating func write(_ append: (inout [UInt8]) -> Void) throws {
        try output.write { [isEmpty] bytes in
            bytes.append(contentsOf: (isEmpty ? "[\n" : ",\n").utf8)
            append(&bytes)
        }
        isEmpty = false
    }

    mutating func finish() throws {
        try output.write(isEmpty ? "[]\n" : "\n]\n")
        try output.flush()
    }
}

/// One JSON object a line.
struct JSONLinesWriter: RecordWriter {
    let output: StandardOutput

    mutating func write(_ record: Record) throws { try write(record.appendJSON) }

    mutating func write(_ item: MediaItem) throws { try write(item.appendJSON) }

    private func write(_ append: (inout [UInt8]) -> Void) throws {
        try output.write { bytes in
            append(&bytes)
            bytes.append(0x0A)
        }
    }

    mutating func finish() throws { try output.flush() }
}

/// Values with commas (RFC 4180) or tabs between them, under a line of names. Lists are joined by `; `,
/// chapters and pictures are JSON.
package struct SeparatedWriter: RecordWriter {
    /// The separator between values, and how it is escaped in a value.
    package enum Separator: Sendable {
        case commas, tabs
    }

    private let separator: Separator
    private let fields: [String]
    private let output: StandardOutput
    private var hasHeader = false

    init(_ separator: Separator, fields: [String], output: StandardOutput) {
        self.separator = separator
        self.fields = fields
        self.output = output
    }

    package mutating func write(_ record: Record) throws {
        try writeHeader()
        let values = Dictionary(
            record.fields.map { ($0.name, $0.value.plainText) }, uniquingKeysWith: { $1 })
        try writeLine(fields.map { values[$0] ?? "" })
    }

    package mutating func finish() throws {
        try writeHeader()
        try output.flush()
    }

    private mutating func writeHeader() throws {
        guard !hasHeader else { return }
        hasHeader = true
        try writeLine(fields)
    }

    private func writeLine(_ values: [String]) throws {
        try output.write(Self.line(values, separator))
    }

    /// The values as one line, with its end. In a table with tabs, a tab, a line's end and a backslash are
    /// written `\t`, `\n`, `\r` and `\\`.
    package static func line(_ values: [String], _ separator: Separator) -> String {
        switch separator {
        case .commas: values.map(quoted).joined(separator: ",") + "\r\n"
        case .tabs: values.map(escaped).joined(separator: "\t") + "\n"
        }
    }

    private static func quoted(_ value: String) -> String {
        let needsQuotes = value.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        guard needsQuotes else { return value }
        // Byte by byte: with an accent after it, a quotation mark is another character to Swift.
        return "\"" + value.replacingBytes { $0 == 0x22 ? "\"\"" : nil } + "\""
    }

    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { [0x09, 0x0A, 0x0D, 0x5C].contains($0) }) else {
            return value
        }
        return value.replacingBytes { byte in
            switch byte {
            case 0x09: "\\t"
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            case 0x5C: "\\\\"
            default: nil
            }
        }
    }
}

extension String {
    /// The text with some of its ASCII bytes written in another way.
    fileprivate func replacingBytes(_ other: (UInt8) -> String?) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if let text = other(byte) {
                bytes += text.utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Prints a page of results, each when the next one is known: the last carries the token of the page in JSON.
struct PageWriter<Result> {
    private var writer: any RecordWriter
    private let write: (Result, inout any RecordWriter) throws -> Void
    private let record: (Result) -> Record
    private var last: Result?

    private init(
        _ writer: any RecordWriter,
        write: @escaping (Result, inout any RecordWriter) throws -> Void,
        record: @escaping (Result) -> Record
    ) {
        (self.writer, self.write, self.record) = (writer, write, record)
    }

    mutating func write(_ result: Result) throws {
        if let last { try write(last, &writer) }
        last = result
    }

    /// Prints the last result and the end. Must be called once.
    mutating func finish(_ token: PageToken?) throws {
        if let last, let token {
            var record = record(last)
            record.fields.append(("pageToken", .text(token.description)))
            try writer.write(record)
        } else if let last {
            try write(last, &writer)
        }
        try writer.finish()
    }
}

extension PageWriter<MediaItem> {
    init(items writer: any RecordWriter) {
        self.init(writer, write: { try $1.write($0) }, record: { Record($0) })
    }
}

extension PageWriter<Record> {
    init(records writer: any RecordWriter) {
        self.init(writer, write: { try $1.write($0) }, record: { $0 })
    }
}

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

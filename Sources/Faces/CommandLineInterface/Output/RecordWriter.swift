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

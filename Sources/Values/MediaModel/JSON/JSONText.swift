import FoundationEssentials

// JSON (RFC 8259), written byte by byte into a buffer: lists have millions of values, and `JSONEncoder` would
// not keep the order of keys.

extension Record {
    /// One JSON object, on one line.
    package var json: String { .json(appendJSON) }

    package func appendJSON(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            field.name.appendJSON(to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            field.value.appendJSON(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}

extension MediaItem {
    /// Appends the object of the item's record. Lists have millions of items: the record is not made, and the
    /// keys are not written again for each.
    package func appendJSON(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (property, field, key) in Self.keys {
            let found = if let field { facts.value(of: field) } else { value(for: property) }
            guard let value = found else { continue }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes.append(contentsOf: key)
            value.appendJSON(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// With the fields, which take as long to make as to read.
    private static let keys = MediaProperty.listed.map {
        (property: $0, field: $0.field, key: Array(($0.rawValue.jsonQuoted + ":").utf8))
    }
}

extension MediaValue {
    package var json: String { .json(appendJSON) }

    func appendJSON(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): text.appendJSON(to: &bytes)
        case .texts(let texts): texts.appendJSON(to: &bytes) { $0.appendJSON(to: &$1) }
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .number(let number):
            bytes.append(contentsOf: (number.isFinite ? Self.decimal(number) : "null").utf8)
        case .boolean(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .timestamp(let moment): moment.iso8601.appendJSON(to: &bytes)
        case .bytes(let raw): Data(raw).base64EncodedString().appendJSON(to: &bytes)
        case .chapters(let chapters):
            chapters.appendJSON(to: &bytes) { Record($0).appendJSON(to: &$1) }
        case .credits(let credits):
            credits.appendJSON(to: &bytes) { Record($0).appendJSON(to: &$1) }
        case .tags(let tags):
            Record(tags.map { ($0.name, .texts($0.values)) }).appendJSON(to: &bytes)
        case .artwork(let pictures):
            pictures.appendJSON(to: &bytes) { Record($0).appendJSON(to: &$1) }
        }
    }

    /// Whole numbers without a fraction, so that a duration of a minute is 60.
    private static func decimal(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension Array {
    fileprivate func appendJSON(
        to bytes: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension String {
    /// The text as a JSON string, quotes included.
    package var jsonQuoted: String { .json(appendJSON) }

    fileprivate static func json(_ append: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        append(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the text as a JSON string, quotes included.
    package func appendJSON(to bytes: inout [UInt8]) {
        bytes.append(0x22)
        if utf8.contains(where: Self.mustBeEscaped) {
            for byte in utf8 { Self.append(byte, to: &bytes) }
        } else {
            bytes.append(contentsOf: utf8)
        }
        bytes.append(0x22)
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0x0A: bytes += [0x5C, 0x6E]
        case 0x09: bytes += [0x5C, 0x74]
        case 0x0D: bytes += [0x5C, 0x72]
        case 0x00..<0x20, 0x7F:
            bytes += Array("\\u00\([byte].hexadecimal)".utf8)
        default: bytes.append(byte)
        }
    }
}

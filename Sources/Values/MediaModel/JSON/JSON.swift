/// A value of JSON (RFC 8259) as its bytes: values are written at once, and not built first.
package struct JSON: Hashable, Sendable {
    package let bytes: [UInt8]

    /// - Parameter bytes: JSON, in UTF-8.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    private init(_ append: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        append(&bytes)
        self.bytes = bytes
    }

    package init(_ record: Record) { self.init(record.appendJSON) }
    package init(_ item: MediaItem) { self.init(item.appendJSON) }
    package init(_ value: MediaValue) { self.init(value.appendJSON) }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package static func text(_ text: String) -> JSON { JSON(text.appendJSON) }
    package static func integer(_ number: Int) -> JSON { JSON(bytes: Array(String(number).utf8)) }
    package static func boolean(_ flag: Bool) -> JSON { JSON(.boolean(flag)) }

    package static func array(_ values: some Sequence<JSON>) -> JSON {
        JSON { bytes in
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += value.bytes
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }

    /// An object of fields, without those that are absent.
    package static func object(_ fields: [(String, JSON?)]) -> JSON {
        object(Record([]), fields)
    }

    /// An object of a record's fields and of others after them, without those that are absent.
    package static func object(_ record: Record, _ fields: [(String, JSON?)]) -> JSON {
        JSON { bytes in
            record.appendJSON(to: &bytes)
            bytes.removeLast()
            var isFirst = record.fields.isEmpty
            for case (let name, let value?) in fields {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                name.appendJSON(to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                bytes += value.bytes
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

// Literals: `["name": .text(name), "items": []]`. Keys stay in their order, and absent values are left out.

extension JSON: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
}

extension JSON: ExpressibleByArrayLiteral {
    package init(arrayLiteral values: JSON...) { self = .array(values) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (String, JSON?)...) { self = .object(fields) }
}

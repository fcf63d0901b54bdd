/// A value of JSON as it is in a file: a number is not a boolean, and a text is not a number.
enum JSONValue: Decodable, Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The number, if it is whole.
    var whole: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }

    /// Bytes of JSON without the comments that some programs allow: from `//` to the end of the line, and
    /// between `/*` and `*/`.
    static func strippingComments(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var index = 0
        var isText = false
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if isText {
                kept.append(byte)
                if byte == 0x5C, index + 1 < bytes.count {
                    kept.append(next)
                    index += 1
                }
                isText = byte != 0x22
            } else if byte == 0x2F, next == 0x2F {
                index = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
                continue
            } else if byte == 0x2F, next == 0x2A {
                index = end(ofCommentAt: index + 2, in: bytes)
                kept.append(0x20)
                continue
            } else {
                isText = byte == 0x22
                kept.append(byte)
            }
            index += 1
        }
        return kept
    }

    // The index after `*/`.
    private static func end(ofCommentAt start: Int, in bytes: [UInt8]) -> Int {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == 0x2A, bytes[index + 1] == 0x2F { return index + 2 }
            index += 1
        }
        return bytes.count
    }
}

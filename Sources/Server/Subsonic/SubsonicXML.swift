/// Renders answers as XML: single values are attributes unless their field says otherwise, objects are elements, and
/// a list is a row of elements, so that an empty one is nothing.
enum SubsonicXML {
    /// Appends an object as an element.
    static func append(_ object: SubsonicObject, as name: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: name.utf8)
        for field in object.fields where field.place == .attribute {
            guard let text = field.value.single else { continue }
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(contentsOf: "=\"".utf8)
            append(text, isAttribute: true, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        let inner = object.fields.filter { $0.place != .attribute || $0.value.single == nil }
        if inner.isEmpty {
            bytes.append(contentsOf: "/>".utf8)
            return
        }
        bytes.append(UInt8(ascii: ">"))
        for field in inner { append(field, to: &bytes) }
        close(name, &bytes)
    }

    private static func append(_ field: SubsonicObject.Field, to bytes: inout [UInt8]) {
        switch field.value {
        case .object(let object): append(object, as: field.name, to: &bytes)
        case .objects(let objects):
            for object in objects { append(object, as: field.name, to: &bytes) }
        case .texts(let texts):
            for text in texts { append(text, as: field.name, to: &bytes) }
        case .integers(let numbers):
            for number in numbers { append(String(number), as: field.name, to: &bytes) }
        case .text, .integer, .number, .flag:
            let text = field.value.single ?? ""
            if field.place == .content {
                append(text, isAttribute: false, to: &bytes)
            } else {
                append(text, as: field.name, to: &bytes)
            }
        }
    }

    private static func append(_ text: String, as name: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: ">"))
        append(text, isAttribute: false, to: &bytes)
        close(name, &bytes)
    }

    private static func close(_ name: String, _ bytes: inout [UInt8]) {
        bytes.append(contentsOf: "</".utf8)
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: ">"))
    }

    /// Appends text. A parser would turn line ends and tabs in attributes into spaces, and carriage returns into line
    /// feeds everywhere, so that these are written as references (XML 1.0, 2.11 and 3.3.3).
    private static func append(_ text: String, isAttribute: Bool, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"" where isAttribute: bytes.append(contentsOf: "&quot;".utf8)
            case "\n" where isAttribute: bytes.append(contentsOf: "&#10;".utf8)
            case "\t" where isAttribute: bytes.append(contentsOf: "&#9;".utf8)
            case "\r": bytes.append(contentsOf: "&#13;".utf8)
            default:
                if scalar.isAllowedInXML {
                    bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
                }
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 can hold it at all (2.2): most control characters it cannot, even as references.
    fileprivate var isAllowedInXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

extension SubsonicObject.Value {
    /// A single value as text; `nil` for objects and lists.
    fileprivate var single: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): SubsonicJSON.decimal(number)
        case .flag(let flag): flag ? "true" : "false"
        case .object, .objects, .texts, .integers: nil
        }
    }
}

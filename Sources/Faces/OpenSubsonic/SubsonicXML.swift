/// Renders answers as XML: single values are attributes unless their field says otherwise, objects are elements, and
/// a list is a row of elements, so that an empty one is nothing.
enum SubsonicXML {
    /// Appends an object as an element.
    static func append(_ object: SubsonicObject, as name: String, to output: inout SubsonicText) {
        output.append(UInt8(ascii: "<"))
        output.append(contentsOf: name.utf8)
        for field in object.fields where field.place == .attribute {
            guard let text = field.value.single else { continue }
            output.append(UInt8(ascii: " "))
            output.append(contentsOf: field.name.utf8)
            output.append(contentsOf: "=\"".utf8)
            append(text, isAttribute: true, to: &output)
            output.append(UInt8(ascii: "\""))
        }
        let inner = object.fields.filter { $0.place != .attribute || $0.value.single == nil }
        if inner.isEmpty {
            output.append(contentsOf: "/>".utf8)
            return
        }
        output.append(UInt8(ascii: ">"))
        for field in inner { append(field, to: &output) }
        close(name, &output)
    }

    private static func append(_ field: SubsonicObject.Field, to output: inout SubsonicText) {
        switch field.value {
        case .object(let object): append(object, as: field.name, to: &output)
        case .objects(let objects):
            for object in objects { append(object, as: field.name, to: &output) }
        case .texts(let texts):
            for text in texts { append(text, as: field.name, to: &output) }
        case .integers(let numbers):
            for number in numbers { append(String(number), as: field.name, to: &output) }
        case .songs(let songs): output.append(songs, as: field.name)
        case .text, .integer, .number, .flag:
            let text = field.value.single ?? ""
            if field.place == .content {
                append(text, isAttribute: false, to: &output)
            } else {
                append(text, as: field.name, to: &output)
            }
        }
    }

    private static func append(_ text: String, as name: String, to output: inout SubsonicText) {
        output.append(UInt8(ascii: "<"))
        output.append(contentsOf: name.utf8)
        output.append(UInt8(ascii: ">"))
        append(text, isAttribute: false, to: &output)
        close(name, &output)
    }

    private static func close(_ name: String, _ output: inout SubsonicText) {
        output.append(contentsOf: "</".utf8)
        output.append(contentsOf: name.utf8)
        output.append(UInt8(ascii: ">"))
    }

    /// Appends text. A parser would turn line ends and tabs in attributes into spaces, and carriage returns into line
    /// feeds everywhere, so that these are written as references (XML 1.0, 2.11 and 3.3.3).
    private static func append(_ text: String, isAttribute: Bool, to output: inout SubsonicText) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output.append(contentsOf: "&amp;".utf8)
            case "<": output.append(contentsOf: "&lt;".utf8)
            case ">": output.append(contentsOf: "&gt;".utf8)
            case "\"" where isAttribute: output.append(contentsOf: "&quot;".utf8)
            case "\n" where isAttribute: output.append(contentsOf: "&#10;".utf8)
            case "\t" where isAttribute: output.append(contentsOf: "&#9;".utf8)
            case "\r": output.append(contentsOf: "&#13;".utf8)
            default:
                if scalar.isAllowedInXML {
                    output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
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
        case .object, .objects, .texts, .integers, .songs: nil
        }
    }
}

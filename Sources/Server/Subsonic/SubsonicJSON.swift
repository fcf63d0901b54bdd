import JSONWriting

/// Renders answers as JSON.
enum SubsonicJSON {
    /// Appends an object.
    static func append(_ object: SubsonicObject, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, field) in object.fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            field.name.appendJSON(to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(field.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(_ value: SubsonicObject.Value, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): text.appendJSON(to: &bytes)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .number(let number): bytes.append(contentsOf: decimal(number).utf8)
        case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .object(let object): append(object, to: &bytes)
        case .objects(let objects): append(objects, to: &bytes) { append($0, to: &$1) }
        case .texts(let texts): append(texts, to: &bytes) { $0.appendJSON(to: &$1) }
        case .integers(let numbers):
            append(numbers, to: &bytes) { $1.append(contentsOf: String($0).utf8) }
        }
    }

    private static func append<Element>(
        _ list: [Element], to bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in list.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// A number that JSON and XML Schema read alike; what is not a number is 0.
    static func decimal(_ number: Double) -> String { number.isFinite ? String(number) : "0" }
}

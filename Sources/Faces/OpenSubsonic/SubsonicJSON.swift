import PhonolithMediaModel

enum SubsonicJSON {
    static func append(_ object: SubsonicObject, to text: inout SubsonicText) {
        text.append(UInt8(ascii: "{"))
        for (index, field) in object.fields.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            field.name.appendJSON(to: &text.bytes)
            text.append(UInt8(ascii: ":"))
            append(field.value, to: &text)
        }
        text.append(UInt8(ascii: "}"))
    }

    private static func append(_ value: SubsonicObject.Value, to text: inout SubsonicText) {
        switch value {
        case .text(let value): value.appendJSON(to: &text.bytes)
        case .integer(let number): text.append(contentsOf: String(number).utf8)
        case .number(let number): text.append(contentsOf: decimal(number).utf8)
        case .flag(let flag): text.append(contentsOf: (flag ? "true" : "false").utf8)
        case .object(let object): append(object, to: &text)
        case .objects(let objects): append(objects, to: &text) { append($0, to: &$1) }
        case .texts(let texts): append(texts, to: &text) { $0.appendJSON(to: &$1.bytes) }
        case .integers(let numbers):
            append(numbers, to: &text) { $1.append(contentsOf: String($0).utf8) }
        case .songs(let songs):
            text.append(UInt8(ascii: "["))
            text.append(songs, as: "")
            text.append(UInt8(ascii: "]"))
        }
    }

    private static func append<Element>(
        _ list: [Element], to text: inout SubsonicText,
        _ write: (Element, inout SubsonicText) -> Void
    ) {
        text.append(UInt8(ascii: "["))
        for (index, element) in list.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            write(element, &text)
        }
        text.append(UInt8(ascii: "]"))
    }

    /// A number that JSON and XML Schema read alike; anything but a number is 0.
    static func decimal(_ number: Double) -> String { number.isFinite ? String(number) : "0" }
}

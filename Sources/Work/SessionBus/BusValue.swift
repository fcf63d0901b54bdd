internal import CSystemd

/// A value as it travels on D-Bus (D-Bus Specification, "Type System").
package indirect enum BusValue: Hashable, Sendable {
    case text(String)
    case path(String)
    case boolean(Bool)
    case integer(Int64)
    case int32(Int32)
    case number(Double)
    /// Texts, none or more.
    case texts([String])
    /// Names and values of any type, in order: `a{sv}`.
    case dictionary([Pair])
    case variant(BusValue)

    package struct Pair: Hashable, Sendable {
        package var name: String
        package var value: BusValue

        package init(name: String, value: BusValue) { (self.name, self.value) = (name, value) }
    }

    var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .boolean: "b"
        case .integer: "x"
        case .int32: "i"
        case .number: "d"
        case .texts: "as"
        case .dictionary: "a{sv}"
        case .variant: "v"
        }
    }

    /// Puts the value at a message's end.
    ///
    /// - Returns: Negative where it could not, as sd-bus has it.
    @discardableResult
    func append(to message: OpaquePointer?) -> CInt {
        switch self {
        case .text(let text): return Self.append("s", text, message)
        case .path(let path): return Self.append("o", path, message)
        case .boolean(let flag): return Self.append("b", CInt(flag ? 1 : 0), message)
        case .integer(let number): return Self.append("x", number, message)
        case .int32(let number): return Self.append("i", number, message)
        case .number(let number): return Self.append("d", number, message)
        case .texts(let texts): return Self.append("a", "s", texts.map(BusValue.text), message)
        case .variant(let value): return Self.append("v", value.signature, [value], message)
        case .dictionary(let pairs): return Self.append(pairs, message)
        }
    }

    private static func type(_ name: String) -> CChar { CChar(name.utf8.first ?? 0) }

    private static func append(_ name: String, _ text: String, _ message: OpaquePointer?)
        -> CInt
    {
        // D-Bus knows no NUL in a text.
        text.split(separator: "\0").joined().withCString {
            sd_bus_message_append_basic(message, type(name), $0)
        }
    }

    private static func append<Number>(
        _ name: String, _ number: Number, _ message: OpaquePointer?
    ) -> CInt {
        withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type(name), $0) }
    }

    private static func append(
        _ container: String, _ contents: String, _ values: [BusValue],
        _ message: OpaquePointer?
    ) -> CInt {
        sd_bus_message_open_container(message, type(container), contents)
        for value in values { value.append(to: message) }
        return sd_bus_message_close_container(message)
    }

    private static func append(_ pairs: [Pair], _ message: OpaquePointer?) -> CInt {
        sd_bus_message_open_container(message, type("a"), "{sv}")
        for pair in pairs {
            sd_bus_message_open_container(message, type("e"), "sv")
            BusValue.text(pair.name).append(to: message)
            BusValue.variant(pair.value).append(to: message)
            sd_bus_message_close_container(message)
        }
        return sd_bus_message_close_container(message)
    }
}

extension BusValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, BusValue)...) {
        self = .dictionary(elements.map { Pair(name: $0.0, value: $0.1) })
    }
}

/// The arguments of a call, read one after the other.
package struct BusArguments {
    let message: OpaquePointer?

    package func text() -> String? { pointer("s") }
    package func path() -> String? { pointer("o") }

    package func boolean() -> Bool? {
        var flag: CInt = 0
        return sd_bus_message_read_basic(message, 0x62, &flag) > 0 ? flag != 0 : nil
    }

    package func integer() -> Int64? {
        var number: Int64 = 0
        return sd_bus_message_read_basic(message, 0x78, &number) > 0 ? number : nil
    }

    package func number() -> Double? {
        var number = 0.0
        return sd_bus_message_read_basic(message, 0x64, &number) > 0 ? number : nil
    }

    /// What a variant holds: a text, a number or a flag.
    package func variant() -> BusValue? {
        var (type, contents) = (CChar(0), UnsafePointer<CChar>(bitPattern: 0))
        guard sd_bus_message_peek_type(message, &type, &contents) > 0, let contents else {
            return nil
        }
        let signature = String(cString: contents)
        guard sd_bus_message_enter_container(message, 0x76, signature) > 0 else { return nil }
        defer { sd_bus_message_exit_container(message) }
        switch signature {
        case "s": return text().map { .text($0) }
        case "b": return boolean().map { .boolean($0) }
        case "d": return number().map { .number($0) }
        case "x": return integer().map { .number(Double($0)) }
        default: return nil
        }
    }

    private func pointer(_ type: String) -> String? {
        var text: UnsafePointer<CChar>?
        let code = CChar(type.utf8.first ?? 0)
        guard sd_bus_message_read_basic(message, code, &text) > 0 else { return nil }
        return text.map { String(cString: $0) }
    }
}

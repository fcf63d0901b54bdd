internal import CPhonolithSystemd

/// The arguments of a message, read one after the other.
package struct BusArguments {
    let message: OpaquePointer?

    package func text() -> String? { pointer("s") }
    package func path() -> String? { pointer("o") }

    package func boolean() -> Bool? { basic("b", CInt(0)).map { $0 != 0 } }
    package func integer() -> Int64? { basic("x", Int64(0)) }
    package func number() -> Double? { basic("d", 0.0) }

    /// The content of a variant.
    package func variant() -> BusValue? {
        guard let next, next.type == "v" else { return nil }
        return inside("v", next.contents) { value() }
    }

    /// All that is left; values of types that ``BusValue`` does not have are left out.
    package func values() -> [BusValue] {
        var values: [BusValue] = []
        while next != nil { if let value = value() { values.append(value) } }
        return values
    }

    /// The next value; skipped, and `nil`, if it is of a type that ``BusValue`` does not have.
    private func value() -> BusValue? {
        guard let next else { return nil }
        switch (next.type, next.contents) {
        case ("s", _): return text().map { .text($0) }
        case ("o", _): return path().map { .path($0) }
        case ("b", _): return boolean().map { .boolean($0) }
        case ("d", _): return number().map { .number($0) }
        case ("x", _): return integer().map { .integer($0) }
        case ("t", _): return basic("t", UInt64(0)).map { .integer(Int64(clamping: $0)) }
        case ("i", _): return basic("i", Int32(0)).map { .int32($0) }
        case ("u", _): return basic("u", UInt32(0)).map { .integer(Int64($0)) }
        case ("v", _): return variant().map { .variant($0) }
        case ("a", "s"): return inside("a", "s") { .texts(texts()) }
        case ("a", "{sv}"): return inside("a", "{sv}") { .dictionary(pairs()) }
        default:
            sd_bus_message_skip(message, nil)
            return nil
        }
    }

    private func texts() -> [String] {
        var texts: [String] = []
        while let text = text() { texts.append(text) }
        return texts
    }

    private func pairs() -> [BusValue.Pair] {
        var pairs: [BusValue.Pair] = []
        while next != nil {
            let pair: BusValue.Pair? = inside("e", "sv") {
                guard let name = text(), let value = variant() else { return nil }
                return BusValue.Pair(name: name, value: .variant(value))
            }
            if let pair { pairs.append(pair) }
        }
        return pairs
    }

    // MARK: - The message

    /// The type of the next value, and for containers of what is in it; `nil` at the end.
    private var next: (type: String, contents: String)? {
        var (type, contents) = (CChar(0), UnsafePointer<CChar>(bitPattern: 0))
        guard sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
        let name = String(UnicodeScalar(UInt8(bitPattern: type)))
        return (name, contents.map { String(cString: $0) } ?? "")
    }

    private func inside<Value>(_ type: String, _ contents: String, _ read: () -> Value?) -> Value? {
        guard sd_bus_message_enter_container(message, Self.code(type), contents) > 0 else {
            // A container that cannot be entered would be met again and again.
            sd_bus_message_skip(message, nil)
            return nil
        }
        defer { sd_bus_message_exit_container(message) }
        return read()
    }

    private func basic<Number: BitwiseCopyable>(_ type: String, _ none: Number) -> Number? {
        var number = none
        return sd_bus_message_read_basic(message, Self.code(type), &number) > 0 ? number : nil
    }

    private func pointer(_ type: String) -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, Self.code(type), &text) > 0 else { return nil }
        return text.map { String(cString: $0) }
    }

    private static func code(_ type: String) -> CChar { CChar(type.utf8.first ?? 0) }
}

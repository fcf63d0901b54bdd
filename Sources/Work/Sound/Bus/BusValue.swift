internal import CPhonolithSystemd

/// A value as it travels on D-Bus (D-Bus Specification, "Type System").
package indirect enum BusValue: Hashable, Sendable {
    case text(String)
    case path(String)
    case boolean(Bool)
    case integer(Int64)
    case int32(Int32)
    case number(Double)
    case texts([String])
    /// Names and values of any type, in order: `a{sv}`.
    case dictionary([Pair])
    case variant(BusValue)

    package struct Pair: Hashable, Sendable {
        package var name: String
        package var value: BusValue

        package init(name: String, value: BusValue) { (self.name, self.value) = (name, value) }
    }

    /// A number of any type; `nil` for what is none.
    package var double: Double? {
        switch self {
        case .number(let number): number
        case .integer(let number): Double(number)
        case .int32(let number): Double(number)
        default: nil
        }
    }

    /// The text, path or text in a variant; `nil` for anything else.
    package var string: String? {
        switch self {
        case .text(let text), .path(let text): text
        case .variant(let value): value.string
        default: nil
        }
    }

    /// The value of a name in a dictionary, out of its variant; `nil` if there is none, or this is no dictionary.
    package subscript(_ name: String) -> BusValue? {
        switch self {
        case .variant(let value): return value[name]
        case .dictionary(let pairs):
            let value = pairs.first { $0.name == name }?.value
            if case .variant(let contents)? = value { return contents }
            return value
        default: return nil
        }
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

/// A signal of another program on the bus.
package struct BusSignal: Hashable, Sendable {
    /// The unique name of the sender's connection, such as `:1.42`; for signals of the bus itself its own name.
    package var sender: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
}

/// A method of an object of another program.
package struct BusMethod: Hashable, Sendable {
    /// The name of the program's connection.
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String

    package init(_ destination: String, path: String, _ interface: String, _ member: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }
}

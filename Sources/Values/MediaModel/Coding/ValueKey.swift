import FoundationEssentials

/// A key in JSON, by its name.
struct ValueKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral text: String) { stringValue = text }
    init?(intValue: Int) { return nil }
    init(_ property: MediaProperty) { stringValue = property.rawValue }
}

// MARK: - Values of properties, as JSON has them

extension KeyedEncodingContainer<ValueKey> {
    /// Writes the value of a property, if there is one.
    mutating func encode(_ value: MediaValue?, for property: MediaProperty) throws {
        let key = ValueKey(property)
        switch value {
        case nil: return
        case .text(let text): try encode(text, forKey: key)
        case .texts(let texts): try encode(texts, forKey: key)
        case .integer(let number): try encode(number, forKey: key)
        // JSON has no other numbers.
        case .number(let number): if number.isFinite { try encode(number, forKey: key) }
        case .boolean(let flag): try encode(flag, forKey: key)
        case .timestamp(let moment): try encode(moment.iso8601, forKey: key)
        case .bytes(let bytes): try encode(Data(bytes).base64EncodedString(), forKey: key)
        case .chapters(let chapters): try encode(chapters, forKey: key)
        case .credits(let credits): try encode(credits, forKey: key)
        case .artwork(let pictures): try encode(pictures, forKey: key)
        case .tags(let tags):
            var names = nestedContainer(keyedBy: ValueKey.self, forKey: key)
            for tag in tags { try names.encode(tag.values, forKey: .init(stringValue: tag.name)) }
        }
    }
}

extension KeyedDecodingContainer<ValueKey> {
    /// The value of a property, of the type that the place has; `nil` if the key is absent.
    func value<Value: Decodable>(_ property: MediaProperty) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: ValueKey(property))
    }

    /// The moment that a property has as text.
    func moment(_ property: MediaProperty) throws -> Date? {
        try parsed(property) { Date(iso8601: $0) }
    }

    /// The value that a property has as text.
    func parsed<Value>(_ property: MediaProperty, _ parse: (String) -> Value?) throws -> Value? {
        guard let text: String = try value(property) else { return nil }
        guard let value = parse(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: ValueKey(property), in: self,
                debugDescription: "\(property.rawValue) cannot be '\(text)'")
        }
        return value
    }
}

// MARK: - Texts

/// A value whose JSON is its text. One with a raw value, whose JSON would be that, says so itself.
protocol CodableAsText: Codable, LosslessStringConvertible {}

extension CodableAsText {
    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }

    /// Reads the text.
    public init(from decoder: any Decoder) throws { try self.init(textFrom: decoder) }
}

extension LosslessStringConvertible {
    func encodeText(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }

    init(textFrom decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no \(Self.self)")
        }
        self = value
    }
}

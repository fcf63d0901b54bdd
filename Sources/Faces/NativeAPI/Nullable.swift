/// A value that must be in a body, and may be null there, which removes it; a body without it, with a misspelt name
/// perhaps, is an error.
struct Nullable<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value?.self)
    }
}

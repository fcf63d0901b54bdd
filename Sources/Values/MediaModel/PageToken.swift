import FoundationEssentials

/// The place where a page of a list ended: the values by which its last result is sorted.
///
/// The next page begins after these values, even if that result was changed or deleted in the meantime. A token is
/// valid for the list and the order that it comes from. Its text is opaque, and safe in URLs.
public struct PageToken: Hashable, Sendable {
    /// One value of the order.
    package enum Value: Hashable, Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case bytes([UInt8])
    }

    /// A digest of the name of list and order.
    private let list: UInt64
    /// The seed of everything random in the list.
    package let seed: UInt32
    /// The values of the order's terms, the id last.
    package let values: [Value]

    /// - Parameter list: Name of the list and its order.
    package init(of list: String, seed: UInt32, values: [Value]) {
        self.list = Self.digest(list)
        self.seed = seed
        self.values = values
    }

    /// Whether the token is of the list and order with this name.
    package func isOf(_ list: String) -> Bool { self.list == Self.digest(list) }

    // FNV-1a, 64 bits.
    private static func digest(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

// MARK: - Text

/// The text is base64url (RFC 4648, section 5) without padding: a version, the digest, the seed, and the values, each
/// after a byte for its kind. Numbers are big-endian, lengths take four bytes.
extension PageToken: LosslessStringConvertible {
    private static let version: UInt8 = 1
    /// The longest text that is read: paths of a page may have some kilobytes.
    private static let longest = 1 << 17
    /// More than an order has terms.
    private static let mostValues = 100

    /// The text of the token.
    public var description: String {
        var bytes = [Self.version] + Self.bytes(of: list) + Self.bytes(of: seed)
        for value in values {
            switch value {
            case .null: bytes.append(0)
            case .integer(let number): bytes += [1] + Self.bytes(of: number)
            case .real(let number): bytes += [2] + Self.bytes(of: number.bitPattern)
            case .text(let text): bytes += [3] + Self.counted(Array(text.utf8))
            case .bytes(let value): bytes += [4] + Self.counted(value)
            }
        }
        return Data(bytes).base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_").replacing("=", with: "")
    }

    /// Reads the text of a token; `nil` for any other text.
    public init?(_ description: String) {
        guard description.utf8.count <= Self.longest else { return nil }
        let base64 = description.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64 + padding) else { return nil }
        var reader = Reader(bytes: Array(data)[...])
        guard reader.byte() == Self.version, let list: UInt64 = reader.number(),
            let seed: UInt32 = reader.number()
        else { return nil }
        var values: [Value] = []
        while let kind = reader.byte() {
            guard values.count < Self.mostValues, let value = reader.value(kind) else { return nil }
            values.append(value)
        }
        (self.list, self.seed, self.values) = (list, seed, values)
        // One text for each token.
        guard self.description == description else { return nil }
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }

    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        Self.bytes(of: UInt32(bytes.count)) + bytes
    }

    /// Takes bytes apart from the front.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func byte() -> UInt8? { bytes.popFirst() }

        mutating func number<Number: FixedWidthInteger>() -> Number? {
            take(Number.bitWidth / 8)?.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }

        mutating func value(_ kind: UInt8) -> Value? {
            switch kind {
            case 0: .null
            case 1: number().map(Value.integer)
            case 2: number().map { .real(Double(bitPattern: $0)) }
            case 3: counted().flatMap { String(validating: $0, as: UTF8.self) }.map(Value.text)
            case 4: counted().map { .bytes(Array($0)) }
            default: nil
            }
        }

        private mutating func counted() -> ArraySlice<UInt8>? {
            let count: UInt32? = number()
            return count.flatMap { take(Int($0)) }
        }

        private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard bytes.count >= count else { return nil }
            defer { bytes.removeFirst(count) }
            return bytes.prefix(count)
        }
    }
}

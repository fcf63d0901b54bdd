package import FoundationEssentials
package import PhonolithMediaModel

extension Data {
    /// The bytes written as pairs of hexadecimal digits; empty for any other text.
    package init(hexadecimal digits: String) { self.init([UInt8](hexadecimal: digits) ?? []) }
}

extension MediaPath {
    package init(data: Data) { self.init(bytes: Array(data)) }

    /// The bytes, to be stored.
    package var data: Data { Data(bytes) }
}

extension AudioSignature {
    /// Takes what was stored; SQLite has no unsigned numbers.
    package init?(stored: Int64?) {
        guard let stored else { return nil }
        self.init(rawValue: UInt64(bitPattern: stored))
    }

    /// The number, to be stored.
    package var stored: Int64 { Int64(bitPattern: rawValue) }
}

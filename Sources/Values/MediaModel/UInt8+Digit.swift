extension UInt8 {
    /// Whether it is one of ASCII's digits.
    package var isDigit: Bool { (0x30...0x39).contains(self) }
}

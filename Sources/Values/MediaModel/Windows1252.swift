extension String {
    /// Takes bytes for Latin-1 with Windows' additions; its five gaps stay what they are in Latin-1, so
    /// that no bytes are without a text.
    package init(windows1252 bytes: some Sequence<UInt8>) {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let extra = (0x80..<0xA0) ~= byte ? windowsExtras[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(extra) ?? Unicode.Scalar(byte))
        }
        self.init(text)
    }
}

private let windowsExtras: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
    0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
]

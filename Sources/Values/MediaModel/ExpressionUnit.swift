/// Units of numbers in expressions: `10 MB`, `320 kbps`, `44.1 kHz`, `5 min`.
enum ExpressionUnit {
    /// By how much a number is multiplied that has the unit after it; `nil` if the property has no such unit.
    static func factor(of name: String, for property: MediaProperty) -> Int? {
        factors(for: property)[name.asciiLowercased]
    }

    /// The number and the unit of `10MB`; `nil` for what is something else.
    static func split(_ text: String, for property: MediaProperty) -> (number: String, factor: Int)?
    {
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        guard !number.isEmpty,
            let factor = factor(of: String(text.dropFirst(number.count)), for: property)
        else { return nil }
        return (String(number), factor)
    }

    private static func factors(for property: MediaProperty) -> [String: Int] {
        switch property {
        case .fileSize:
            [
                "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
                "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
            ]
        case .bitRate: ["kbps": 1, "kbit/s": 1, "mbps": 1000, "mbit/s": 1000]
        case .sampleRate: ["hz": 1, "khz": 1000]
        default:
            property.isInSeconds
                ? ["s": 1, "seconds": 1, "min": 60, "minutes": 60, "h": 3600, "hours": 3600] : [:]
        }
    }
}

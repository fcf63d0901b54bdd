import PhonolithMediaModel

extension Double {
    /// Seconds from `90`, `1:30` or `1:02:03.5`, below 10⁹; `nil` for anything else.
    package init?(clockText text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let hasOnlyDigits = parts.allSatisfy { $0.utf8.allSatisfy { $0.isDigit || $0 == 0x2E } }
        guard hasOnlyDigits, (1...3).contains(parts.count),
            let seconds = Double(parts[parts.count - 1])
        else { return nil }
        let whole = parts.dropLast().compactMap { Int($0) }.map(Double.init)
        guard whole.count == parts.count - 1,
            (whole + [seconds]).dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        self = (whole + [seconds]).reduce(0) { $0 * 60 + $1 }
        if self >= 1e9 { return nil }
    }
}

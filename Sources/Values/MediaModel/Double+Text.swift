extension Double {
    /// The number in decimal digits, with a point and without groups, rounded to so many decimals: `4.20` with 2, and
    /// `0.3` for 0.25 with 1.
    ///
    /// - Parameter decimals: From 0 to 9.
    package func text(decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
        guard
            let units = Int(exactly: (magnitude * Double(scale)).rounded(.toNearestOrAwayFromZero))
        else {
            return "\(self)"
        }
        let sign = self < 0 && units > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(units)" }
        let digits = String(units % scale)
        let zeros = String(repeating: "0", count: decimals - digits.count)
        return "\(sign)\(units / scale).\(zeros)\(digits)"
    }

    /// The number rounded to at most so many decimals: `4.2` and `4` with 3.
    package func text(upToDecimals decimals: Int) -> String {
        let text = text(decimals: decimals)
        guard text.contains(".") else { return text }
        let kept = text.reversed().drop { $0 == "0" }
        return String((kept.first == "." ? kept.dropFirst() : kept).reversed())
    }
}

extension Double {
    /// Seconds as `3:05` or `1:02:03`; empty for what no clock shows.
    package var clockText: String {
        guard let all = Int(exactly: rounded()) else { return "" }
        let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, (all % 60).padded(2))
        return hours > 0 ? "\(hours):\(minutes.padded(2)):\(seconds)" : "\(minutes):\(seconds)"
    }
}

extension Int {
    /// The number with zeros in front, if it has fewer digits.
    package func padded(_ digitCount: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, digitCount - text.count)) + text
    }
}

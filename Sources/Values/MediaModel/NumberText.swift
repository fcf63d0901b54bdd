package import FoundationEssentials

/// Moments to the second, in UTC: as a library keeps them, and as expressions, JSON and OpenSubsonic write them.
extension Date {
    private static let style = Date.ISO8601FormatStyle(timeZone: .gmt)

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Takes the whole seconds since 1970-01-01T00:00:00Z, without leap seconds.
    package init(secondsSince1970 seconds: Int) {
        self.init(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Whole seconds since 1970-01-01T00:00:00Z; 0 for what no clock can show.
    package var secondsSince1970: Int { Int(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }

    /// The moment without its fraction of a second.
    var toTheSecond: Date {
        let whole = timeIntervalSinceReferenceDate.rounded(.down)
        return whole == timeIntervalSinceReferenceDate
            ? self : Date(timeIntervalSinceReferenceDate: whole)
    }

    /// The first second of a date, of its first month and day where it does not name them.
    package init(startOf date: PartialDate) {
        let day = DateComponents(year: date.year, month: date.month ?? 1, day: date.day ?? 1)
        self = Self.calendar.date(from: day) ?? .distantPast
    }

    /// Parses `2026-11-21T09:30:00Z`, and `2026-11-21` for the day's first second, of the years 1 to 9999.
    package init?(iso8601 text: String) {
        guard let day = PartialDate(String(text.prefix(10))), day.day != nil else { return nil }
        guard text.count > 10 else {
            self.init(startOf: day)
            return
        }
        // The style also takes hour 24, days that no month has, and other zones; it writes none of them.
        guard let date = try? Self.style.parse(text), date.iso8601 == text else { return nil }
        self = date
    }

    // `2026-11-21T09:30:00Z`
    package var iso8601: String { Self.style.format(self) }
}

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

extension UInt8 {
    /// Whether the byte is an ASCII digit.
    package var isDigit: Bool { (0x30...0x39).contains(self) }
}

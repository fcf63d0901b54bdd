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

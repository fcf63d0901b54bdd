/// A date that can be incomplete: a year, a year and month, or a day.
public struct PartialDate: Hashable, Sendable, Comparable, LosslessStringConvertible {
    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int?
    /// 1 to the last day of the month; only with a month.
    public let day: Int?

    /// Makes a date; `nil` for a year, month or day that no calendar has. A day without a month is left
    /// out.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year) else { return nil }
        guard let month else {
            self.year = year
            self.month = nil
            self.day = nil
            return
        }
        guard (1...12).contains(month) else { return nil }
        if let day, !(1...Self.lastDay(of: month, in: year)).contains(day) { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses `1997`, `1997-09` and `1997-09-20`; nothing else.
    public init?(_ description: String) {
        let parts = description.utf8.split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let widths = [4, 2, 2]
        guard (1...3).contains(parts.count),
            zip(parts, widths).allSatisfy({ $0.count == $1 && $0.allSatisfy(\.isDigit) })
        else { return nil }
        let numbers = parts.map { digits in
            digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        self.init(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil,
            day: numbers.count > 2 ? numbers[2] : nil)
    }

    /// `1997`, `1997-09` or `1997-09-20`.
    public var description: String {
        [year.padded(4), month.map { $0.padded(2) }, day.map { $0.padded(2) }]
            .compactMap(\.self).joined(separator: "-")
    }

    /// Orders by time; an incomplete date comes before the dates it includes.
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
    }

    /// The last day that the date may mean: itself, or the last of its month or year.
    package var lastDay: PartialDate {
        let month = month ?? 12
        return PartialDate(year, month, day ?? Self.lastDay(of: month, in: year))
    }

    /// Takes a day that is known to be in the calendar.
    private init(_ year: Int, _ month: Int, _ day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    private static func lastDay(of month: Int, in year: Int) -> Int {
        switch month {
        case 2:
            (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400)
                ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

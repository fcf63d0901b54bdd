import Foundation

/// A moment, to the second.
public struct Timestamp: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let secondsSince1970: Int

    /// Takes the seconds since 1970-01-01T00:00:00Z.
    public init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    /// Parses `2026-11-21T09:30:00Z`, and `2026-11-21` for the day's first second; both in UTC, of the
    /// years 1 to 9999.
    public init?(_ description: String) {
        let parts = description.split(separator: "T", omittingEmptySubsequences: false)
        guard let date = PartialDate(String(parts[0])), date.day != nil, parts.count <= 2
        else { return nil }
        guard parts.count == 2 else {
            self.init(startOf: date)
            return
        }
        guard let time = Self.secondsOfDay(parts[1]) else { return nil }
        self.init(secondsSince1970: Self(startOf: date).secondsSince1970 + time)
    }

    /// The first second of a date, in UTC.
    package init(startOf date: PartialDate) {
        let day = Self.days(year: date.year, month: date.month ?? 1, day: date.day ?? 1)
        secondsSince1970 = day * 86_400
    }

    /// The moment at which it is asked for.
    public static var now: Timestamp {
        Timestamp(secondsSince1970: Int(Date().timeIntervalSince1970))
    }

    /// ISO 8601 in UTC: `2026-11-21T09:30:00Z`.
    public var description: String {
        let (days, rest) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
        let time = rest < 0 ? rest + 86_400 : rest
        let (year, month, date) = Self.date(ofDay: rest < 0 ? days - 1 : days)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let digits = String(year.magnitude)
        let years = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(year < 0 ? "-" : "")\(years)-\(two(month))-\(two(date))T"
            + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))Z"
    }

    /// Orders moments by time.
    public static func < (left: Self, right: Self) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    // MARK: - The calendar

    /// Days since 1970-01-01 in the Gregorian calendar, which repeats after 146 097 days; years begin in
    /// March here, so that the leap day is the last (Richards, "Mapping Time", 1998).
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let day = day + 719_468
        let era = (day >= 0 ? day : day - 146_096) / 146_097
        let dayOfEra = day - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let date = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        return (yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth, date)
    }

    /// Of `09:30:00Z`.
    private static func secondsOfDay(_ text: Substring) -> Int? {
        let parts = text.dropLast().split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
                ? Int(part) : nil
        }
        guard text.last == "Z", parts.count == 3, numbers.count == 3, numbers[0] < 24,
            numbers[1] < 60, numbers[2] < 60
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    }
}

package import FoundationEssentials
import PhonolithMediaModel

/// The dates and durations of feeds.
package enum FeedTime {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    /// The zones of RFC 822, in hours; all others are given as numbers.
    private static let zones = [
        "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
    ]

    /// Parses `Mon, 06 Sep 2021 10:00:00 +0200` (RFC 822), `2021-09-06T10:00:00+02:00` (RFC 3339, and with a blank or nothing
    /// between), and what C writes, `Mon Sep  6 10:00:00 2021`; `nil` for anything else, and for a day that no calendar has.
    package static func date(_ text: String) -> Date? {
        if text.count >= 4, text.prefix(4).allSatisfy(\.isNumber) { return isoDate(text) }
        var words = text.lowercased().split { $0 == "," || $0.isWhitespace }
        // The day of the week, in any language: after it, or for it, there is the day of the month.
        if words.count > 1, words[0].first?.isLetter == true,
            month(words[0]) == nil || month(words[1]) != nil || dashed(words[1]) != nil
                || words.count > 2 && month(words[2]) != nil
        {
            words.removeFirst()
        }
        if let first = words.first, let parts = dashed(first) {
            words.replaceSubrange(0...0, with: parts)
        }
        if words.count > 1, month(words[0]) != nil { words.swapAt(0, 1) }
        // C has the year last.
        if words.count > 3, words[2].contains(":") { words.swapAt(2, 3) }
        guard words.count >= 3, let day = Int(words[0]), let month = month(words[1]),
            var year = Int(words[2])
        else { return nil }
        if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
        return moment(
            year, month, day, words.count > 3 ? words[3] : "00:00",
            zone: words.count > 4 ? words[4] : "gmt")
    }

    /// The number of a month, from 1, by its name in English.
    private static func month(_ word: Substring) -> Int? {
        months.firstIndex(of: String(word.prefix(3))).map { $0 + 1 }
    }

    /// The parts of `06-Sep-21` (RFC 850).
    private static func dashed(_ word: Substring) -> [Substring]? {
        let parts = word.split(separator: "-")
        return parts.count == 3 && month(parts[1]) != nil ? parts : nil
    }

    /// A date of ISO 8601, of which the day and the month may be missing (W3C's profile).
    private static func isoDate(_ text: String) -> Date? {
        let date = text.prefix { $0.isNumber || $0 == "-" }
        let isBasic = date.count == 8 && date.allSatisfy(\.isNumber)
        let parts =
            isBasic
            ? [date.prefix(4), date.dropFirst(4).prefix(2), date.suffix(2)]
            : date.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard (1...3).contains(parts.count), numbers.count == parts.count, parts[0].count == 4,
            parts.dropFirst().allSatisfy({ (1...2).contains($0.count) })
        else { return nil }
        let (month, day) = (numbers.count > 1 ? numbers[1] : 1, numbers.count > 2 ? numbers[2] : 1)
        var rest = text.dropFirst(date.count)
        if rest.isEmpty { return moment(numbers[0], month, day, "00:00", zone: "z") }
        guard let sign = rest.popFirst(), "Tt ".contains(sign) else { return nil }
        let time = rest.prefix { $0.isNumber || $0 == ":" }
        let zone = rest.dropFirst(time.count).drop { $0.isNumber || $0 == "." || $0 == " " }
        let pairs =
            time.contains(":") || time.count < 4
            ? time
            : time.enumerated().reduce(into: "") { pairs, digit in
                pairs += (digit.offset > 0 && digit.offset % 2 == 0 ? ":" : "") + "\(digit.element)"
            }[...]
        return moment(numbers[0], month, day, pairs, zone: zone)
    }

    private static func moment(
        _ year: Int, _ month: Int, _ day: Int, _ time: Substring, zone: Substring
    ) -> Date? {
        let parts = time.split(separator: ":").map { Int($0) }
        guard (1970...9998).contains(year), (1...12).contains(month), (1...31).contains(day),
            (2...3).contains(parts.count), let hour = parts[0], (0...24).contains(hour),
            let minute = parts[1], (0...59).contains(minute),
            let start = Date(iso8601: "\(year)-\(month.padded(2))-\(day.padded(2))")
        else { return nil }
        let second = min(max((parts.count > 2 ? parts[2] : 0) ?? 0, 0), 59)
        return Date(
            secondsSince1970: start.secondsSince1970 + hour * 3600 + minute * 60 + second
                - offset(zone))
    }

    /// Seconds east of Greenwich; 0 for a zone that is not known.
    private static func offset(_ zone: Substring) -> Int {
        guard let sign = zone.first, sign == "+" || sign == "-" else {
            return (zones[zone.lowercased()] ?? 0) * 3600
        }
        let digits = zone.dropFirst().filter(\.isNumber)
        // PostgreSQL writes hours alone.
        guard digits.count == 2 || digits.count == 4,
            let number = Int(digits.count == 2 ? digits + "00" : digits)
        else { return 0 }
        return (sign == "-" ? -1 : 1) * (number / 100 * 3600 + number % 100 * 60)
    }

    /// Parses `1:02:03`, `62:03` and `3723`; `nil` for anything else, and for 0, by which feeds say that they do not know.
    package static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let part, part >= 0, part < 1e7 else { return nil }
            seconds = seconds * 60 + part
        }
        return seconds > 0 && seconds < 1e7 ? seconds : nil
    }
}

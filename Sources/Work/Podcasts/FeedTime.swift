package import Foundation
import MediaModel

/// The dates and durations of feeds.
package enum FeedTime {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    /// The zones of RFC 822, in hours; all others are given as numbers.
    private static let zones = [
        "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
    ]

    /// Parses `Mon, 06 Sep 2021 10:00:00 +0200` (RFC 822) and `2021-09-06T10:00:00+02:00` (RFC 3339); `nil` for
    /// anything else, and for a day that no calendar has.
    package static func date(_ text: String) -> Date? {
        if text.first?.isNumber == true, text.prefix(5).last == "-" { return date3339(text) }
        var words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\n" }
        if words.first?.first?.isLetter == true { words.removeFirst() }
        guard words.count >= 3, let day = Int(words[0]),
            let month = months.firstIndex(of: String(words[1].prefix(3))),
            var year = Int(words[2])
        else { return nil }
        if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
        return moment(
            year, month + 1, day, words.count > 3 ? words[3] : "00:00",
            zone: words.count > 4 ? words[4] : "gmt")
    }

    private static func date3339(_ text: String) -> Date? {
        let parts = text.split(separator: "T", maxSplits: 1)
        let numbers = parts[0].split(separator: "-").map { Int($0) }
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1],
            let day = numbers[2]
        else { return nil }
        guard parts.count == 2 else { return moment(year, month, day, "00:00", zone: "z") }
        let time = parts[1].prefix { $0.isNumber || $0 == ":" }
        let rest = parts[1].dropFirst(time.count).drop { $0.isNumber || $0 == "." }
        return moment(year, month, day, time, zone: rest)
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
        guard digits.count == 4, let number = Int(digits) else { return 0 }
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

package import PhonolithMediaModel

/// Dates as writers of tags put them down.
extension ParsedValue {
    /// The date as far as the text states it without doubt.
    ///
    /// ISO 8601 whole or in part, with or without time and zone; `20050927`; `2005/09/27`; with the month in
    /// English words (`Oct 3, 1995`, `3rd October 1995`, `1995-Oct-03`, `Tue Oct  3 07:00:00 1995`); with the year at the end
    /// (`27.9.2005`, `27/09/2005`, `09/27/2005`). Else the first year in it: `05/06/2005` is May or June.
    package static func date(_ text: String) -> PartialDate? {
        let day = Substring(text.utf8.prefix { $0 != UInt8(ascii: "T") && $0 != UInt8(ascii: " ") })
        // Digits alone would make May of `1987-Sep-05`.
        let date = monthInWords(text) ?? yearFirst(digits(in: day)) ?? yearLast(day)
        if let date { return date }
        let year = digits(in: text[...]).first { $0.utf8.count == 4 }.flatMap { Int($0) }
        return year.flatMap { commonYears ~= $0 ? PartialDate(year: $0) : nil }
    }

    private static let commonYears = 1000...2999

    /// `2005`, `2005 9`, `2005 9 27` and `20050927`.
    private static func yearFirst(_ parts: [Substring]) -> PartialDate? {
        guard let first = parts.first, let number = Int(first) else { return nil }
        if first.utf8.count == 8, parts.count == 1 {
            let date = PartialDate(
                year: number / 10_000, month: number / 100 % 100, day: number % 100)
            return date.flatMap { commonYears ~= $0.year ? $0 : nil }
        }
        guard first.utf8.count == 4, number >= 100 else { return nil }
        let month = parts.count > 1 ? Int(parts[1]) : nil
        return PartialDate(year: number, month: month, day: parts.count > 2 ? Int(parts[2]) : nil)
            ?? PartialDate(year: number, month: month) ?? PartialDate(year: number)
    }

    /// `27.09.2005` is written with the day first wherever it is written with dots; with other marks the order
    /// differs between countries, and counts only where one of the numbers is not a month.
    private static func yearLast(_ text: Substring) -> PartialDate? {
        let parts = digits(in: text)
        guard let last = parts.last, last.utf8.count == 4, let year = Int(last),
            commonYears ~= year, parts.dropLast().allSatisfy({ $0.utf8.count <= 2 })
        else { return nil }
        let numbers = parts.dropLast().compactMap { Int($0) }
        switch numbers.count {
        case 1: return PartialDate(year: year, month: numbers[0])
        case 2:
            let dayFirst = PartialDate(year: year, month: numbers[1], day: numbers[0])
            if text.contains(".") { return dayFirst }
            let monthFirst = PartialDate(year: year, month: numbers[0], day: numbers[1])
            return dayFirst == nil || monthFirst == nil || dayFirst == monthFirst
                ? dayFirst ?? monthFirst : nil
        default: return nil
        }
    }

    /// A year of four digits, the English name of a month or its first three letters, and next to it the day.
    private static func monthInWords(_ text: String) -> PartialDate? {
        // Most dates have no word.
        guard text.utf8.count(where: { (0x61...0x7A) ~= $0 | 0x20 }) >= 3 else { return nil }
        let words = words(in: text)
        let named = words.indices.filter { month(words[$0]) != nil }
        guard let place = named.first, named.count == 1, let month = month(words[place]),
            let year = words.first(where: { $0.utf8.count == 4 && Int($0) != nil }).flatMap({
                Int($0)
            }), commonYears ~= year
        else { return nil }
        let days = [place - 1, place + 1].compactMap { beside -> Int? in
            guard words.indices.contains(beside), words[beside].utf8.count <= 2 else { return nil }
            return Int(words[beside])
        }
        return (days.count == 1 ? PartialDate(year: year, month: month, day: days[0]) : nil)
            ?? PartialDate(year: year, month: month)
    }

    /// The runs of digits and of ASCII letters, without what may stand between the day and the month.
    private static func words(in text: String) -> [String] {
        var words: [[UInt8]] = []
        var previous: Bool?
        for byte in text.utf8 {
            let isLetter = (0x61...0x7A) ~= byte | 0x20
            let isWord = isLetter || byte.isDigit
            if isWord, previous == isLetter, !words.isEmpty {
                words[words.count - 1].append(byte | (isLetter ? 0x20 : 0))
            } else if isWord {
                words.append([byte | (isLetter ? 0x20 : 0)])
            }
            previous = isWord ? isLetter : nil
        }
        return words.map { String(decoding: $0, as: UTF8.self) }
            .filter { !["st", "nd", "rd", "th", "of", "the"].contains($0) }
    }

    private static func month(_ word: String) -> Int? {
        guard word.utf8.count >= 3 else { return nil }
        let index = months.firstIndex {
            $0 == word || $0.prefix(3) == word || $0 == "september" && word == "sept"
        }
        return index.map { $0 + 1 }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
}

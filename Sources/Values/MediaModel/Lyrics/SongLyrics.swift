/// Lyrics as text or in the LRC form, whose lines begin with times: `[01:23.45]text`, several where a line is sung
/// several times. Signs in front, `[ar:…]` and others, describe the whole.
package struct SongLyrics: Hashable, Sendable {
    package struct Line: Hashable, Sendable {
        /// In milliseconds; of synced lyrics only.
        package var start: Int?
        package var text: String
        /// The words with times, if the lyrics have them.
        package var words: [Word] = []
    }

    /// A word or a syllable of a line.
    package struct Word: Hashable, Sendable {
        // In milliseconds.
        package var start: Int
        /// In milliseconds; either all words of a line have it or none.
        package var end: Int?
        /// Where it is in the line's text, in bytes of UTF-8.
        package var bytes: Range<Int>
    }

    /// Most texts with times kept of one track, one for each language.
    package static let mostLanguages = 8

    /// In the order of time, or as they are written.
    package private(set) var lines: [Line] = []
    /// Milliseconds by which the lines come sooner.
    package private(set) var offset = 0
    // As `[la:…]` has it.
    package private(set) var language: String?

    /// Whether the lines have times.
    package var isSynced: Bool { lines.first?.start != nil }

    /// The text without times and without what describes the whole.
    package var words: String { lines.map(\.text).joined(separator: "\n") }

    /// When a line is sung, in milliseconds from the start of the track; `nil` without times.
    package func time(of line: Line) -> Int? { line.start.map { max(0, $0 - offset) } }

    /// Which line is sung at a time: the last that has begun; `nil` before the first, or without times.
    ///
    /// - Parameter time: In seconds.
    package func line(at time: Double) -> Int? {
        let now = Int((min(max(time, 0), 1e9) * 1000).rounded()) + offset
        return lines.lastIndex { $0.start.map { $0 <= now } ?? false }
    }

    package init(_ text: String) {
        var timed: [Line] = []
        var plain: [Line] = []
        for row in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var rest = row[...]
            var starts: [Int] = []
            // Blanks may stand between the times of a line.
            while let (sign, behind) = Self.sign(starts.isEmpty ? rest : rest.drop { $0 == " " }) {
                if let time = Self.milliseconds(sign) {
                    starts.append(time)
                } else if starts.isEmpty, readDescription(sign) {
                } else {
                    break
                }
                rest = behind
            }
            let line = TimedWords(rest)
            if !starts.isEmpty {
                // A line that comes again has the times of the words of its first place.
                let words = starts.count == 1 ? line.words : []
                timed += starts.map { Line(start: $0, text: line.text, words: words) }
            } else if rest.count == row.count || !line.text.isEmpty {
                plain.append(Line(text: String(rest)))
            }
        }
        // Lines without a time among others that have one belong to no moment.
        lines =
            timed.isEmpty
            ? plain.trimmed
            : timed.enumerated().sorted {
                ($0.element.start ?? 0, $0.offset) < ($1.element.start ?? 0, $1.offset)
            }.map(\.element)
    }

    /// The text in brackets at the beginning, and the text after it.
    private static func sign(_ text: Substring) -> (sign: Substring, rest: Substring)? {
        guard text.first == "[", let end = text.firstIndex(of: "]") else { return nil }
        return (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
    }

    /// Of `01:23`, `01:23.4`, `01:23.45`, `01:23,45`, `01:23.456`, `01:23:45` and `1:01:23.45`: three numbers and a fraction
    /// begin with hours, three without are a fraction in the way of old programs.
    static func milliseconds(_ text: Substring) -> Int? {
        let halves = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        var parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
        var fraction = halves.count > 1 ? halves[1] : ""
        if halves.count == 1, parts.count == 3 { fraction = parts.removeLast() }
        let isWhole = halves.count == 1 || !fraction.isEmpty
        guard halves.count < 3, (2...3).contains(parts.count), isWhole,
            (parts + [fraction]).allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        var seconds = 0
        for (index, part) in parts.enumerated() {
            guard let number = Int(part), number < (index == 0 ? 10_000 : 60) else { return nil }
            seconds = seconds * 60 + number
        }
        let digits = fraction.prefix(3)
        return seconds * 1000
            + (Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0)
    }

    /// - Returns: Whether it was one: a word, a colon and a value.
    private mutating func readDescription(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let name = parts[0].filter { $0 != " " }
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter && $0.isASCII }) else { return false }
        let value = parts[1].filter { !$0.isWhitespace }
        switch name.lowercased() {
        case "offset": offset = Self.signedNumber(value) ?? 0
        case "la", "lang", "language": language = value.isEmpty ? nil : String(value)
        default: break
        }
        return true
    }

    /// A number with a sign or without, in milliseconds; text after its digits, such as the unit, is ignored.
    private static func signedNumber(_ text: String) -> Int? {
        let isNegative = text.hasPrefix("-") || text.hasPrefix("\u{2212}")
        let digits = text.drop { "+-\u{2212}".contains($0) }.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number <= mostOffset else { return nil }
        return isNegative ? -number : number
    }

    private static let mostOffset = 86_400_000
}

extension [SongLyrics.Line] {
    /// Without empty lines at both ends.
    fileprivate var trimmed: [SongLyrics.Line] {
        var lines = self[...]
        while lines.first?.text.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
        while lines.last?.text.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        return Array(lines)
    }
}

internal import FoundationEssentials
public import PhonolithMediaModel

/// Why a text is no equalizer.
public struct EqualizerError: PhonolithError {
    /// The kind of the error.
    public let code: Code
    /// The part of the text in question; empty where there is none.
    public let subject: String
    /// The line of the text, from 1; `nil` for the whole of it.
    public private(set) var line: Int?
    private let reason: String
    /// One line: the line's number, what is wrong, and what is expected.
    public var description: String { line.map { "line \($0): \(reason)" } ?? reason }

    /// The kinds of ``EqualizerError``.
    public struct Code: ErrorCode {
        /// The name.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text has no filters.
        public static let empty = Code(rawValue: "empty")
        /// The text has too many lines.
        public static let tooLong = Code(rawValue: "tooLong")
        /// A line, or a part of one, is not of the form that it has to be.
        public static let syntax = Code(rawValue: "syntax")
        /// A statement or a type of filter is not supported.
        public static let unsupported = Code(rawValue: "unsupported")
        /// A value is missing.
        public static let missingValue = Code(rawValue: "missingValue")
        /// A value is no number, or out of its range.
        public static let invalidValue = Code(rawValue: "invalidValue")
    }

    fileprivate init(_ code: Code, _ subject: Substring, _ reason: String) {
        (self.code, self.subject, self.reason) = (code, String(subject), reason)
    }

    fileprivate func on(line: Int) -> EqualizerError {
        var error = self
        error.line = line
        return error
    }
}

extension Equalizer {
    /// Reads an equalizer as Equalizer APO and AutoEq write it: lines `Preamp: -6 dB`,
    /// `Filter 1: ON PK Fc 105 Hz Gain -3.1 dB Q 0.70` (also `LSC` and `HSC`), and `GraphicEQ: 20 -1.5; 21 -1.4; …`.
    ///
    /// - Throws: ``EqualizerError``.
    public init(text: String) throws(EqualizerError) {
        // Editors on Windows begin a file with a byte order mark.
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.count <= Self.largestLineCount else {
            throw EqualizerError(.tooLong, "", "has more than \(Self.largestLineCount) lines")
        }
        var isEmpty = true
        for (index, line) in lines.enumerated() {
            let content = line.prefix { $0 != "#" }.trimmed
            guard !content.isEmpty else { continue }
            isEmpty = false
            do throws(EqualizerError) {
                try read(content)
            } catch {
                throw error.on(line: index + 1)
            }
        }
        if isEmpty { throw EqualizerError(.empty, "", "has no filters") }
    }

    private static let largestLineCount = 10_000

    private mutating func read(_ line: Substring) throws(EqualizerError) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].trimmed.lowercased()
        guard parts.count == 2 else {
            throw EqualizerError(
                .syntax, line, "'\(line)' is not a name, a colon and a value")
        }
        if name == "preamp" {
            preamplification = try Self.number(parts[1].split(separator: " ").first, "gain", 100)
        } else if name == "graphiceq" {
            curve = try Self.curve(parts[1])
        } else if name.split(separator: " ").first == "filter" {
            if let filter = try Self.filter(parts[1].split(separator: " ")) {
                filters.append(filter)
            }
        } else {
            throw EqualizerError(
                .unsupported, parts[0],
                "'\(parts[0])' is not supported; use Preamp, Filter or GraphicEQ")
        }
    }

    private static func curve(_ text: Substring) throws(EqualizerError) -> [Point] {
        var points: [Point] = []
        for pair in text.split(separator: ";") where !pair.trimmed.isEmpty {
            let words = pair.split(separator: " ")
            guard words.count == 2 else {
                throw EqualizerError(
                    .syntax, pair.trimmed, "'\(pair.trimmed)' is not a frequency and a gain")
            }
            points.append(
                Point(
                    frequency: try frequency(words[0]), gain: try number(words[1], "gain", 100)))
        }
        guard !points.isEmpty else {
            throw EqualizerError(.missingValue, "", "GraphicEQ has no points")
        }
        return points.sorted { $0.frequency < $1.frequency }
    }

    /// - Returns: `nil` for a filter that is off.
    private static func filter(_ words: [Substring]) throws(EqualizerError) -> Filter? {
        guard let state = words.first?.lowercased(), ["on", "off"].contains(state), words.count > 1
        else { throw EqualizerError(.syntax, "", "a filter begins with ON or OFF and its type") }
        if state == "off" { return nil }
        guard let kind = kinds[words[1].uppercased()] else {
            throw EqualizerError(
                .unsupported, words[1],
                "filters of type \(words[1]) are not supported; use PK, LSC or HSC")
        }
        func value(after key: String) -> Substring? {
            let index = words.firstIndex { $0.lowercased() == key }
            return index.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        }
        let quality = try value(after: "q").map { (text) throws(EqualizerError) in
            try number(text, "Q", 1000)
        }
        // A shelf without Q is as steep as possible without a peak.
        let usual = 0.5.squareRoot()
        guard let quality = quality ?? (kind == .peak ? nil : usual), quality > 0 else {
            throw EqualizerError(
                quality == nil ? .missingValue : .invalidValue, "",
                "a filter of type PK needs a Q above 0")
        }
        return Filter(
            kind, frequency: try frequency(value(after: "fc")),
            gain: try number(value(after: "gain"), "gain", 100), quality: quality)
    }

    private static let kinds: [String: Filter.Kind] = [
        "PK": .peak, "PEQ": .peak, "LS": .lowShelf, "LSC": .lowShelf, "LSQ": .lowShelf,
        "HS": .highShelf, "HSC": .highShelf, "HSQ": .highShelf,
    ]

    private static func frequency(_ text: Substring?) throws(EqualizerError) -> Double {
        let value = try number(text, "frequency", 1e6)
        guard value > 0 else {
            throw EqualizerError(
                .invalidValue, text ?? "", "a frequency is above 0 Hz, not \(value)")
        }
        return value
    }

    private static func number(
        _ text: Substring?, _ name: String, _ limit: Double
    ) throws(EqualizerError) -> Double {
        guard let text else { throw EqualizerError(.missingValue, "", "the \(name) is missing") }
        guard let value = Double(text), value.isFinite, abs(value) <= limit else {
            throw EqualizerError(.invalidValue, text, "'\(text)' is not a \(name)")
        }
        return value
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.prefix(
            upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)
    }
}

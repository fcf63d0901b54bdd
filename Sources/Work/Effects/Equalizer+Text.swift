/// Why a text is no equalizer.
public struct EqualizerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: the line's number, what is wrong, and what is expected.
    public let description: String
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
            throw EqualizerError(description: "has more than \(Self.largestLineCount) lines")
        }
        var isEmpty = true
        for (index, line) in lines.enumerated() {
            let content = line.prefix { $0 != "#" }.trimmed
            guard !content.isEmpty else { continue }
            isEmpty = false
            do throws(EqualizerError) {
                try read(content)
            } catch {
                throw EqualizerError(description: "line \(index + 1): \(error)")
            }
        }
        if isEmpty { throw EqualizerError(description: "has no filters") }
    }

    private static let largestLineCount = 10_000

    private mutating func read(_ line: Substring) throws(EqualizerError) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].trimmed.lowercased()
        guard parts.count == 2 else {
            throw EqualizerError(description: "'\(line)' is not a name, a colon and a value")
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
                description: "'\(parts[0])' is not supported; use Preamp, Filter or GraphicEQ")
        }
    }

    private static func curve(_ text: Substring) throws(EqualizerError) -> [Point] {
        var points: [Point] = []
        for pair in text.split(separator: ";") where !pair.trimmed.isEmpty {
            let words = pair.split(separator: " ")
            guard words.count == 2 else {
                throw EqualizerError(description: "'\(pair.trimmed)' is not a frequency and a gain")
            }
            points.append(
                Point(
                    frequency: try frequency(words[0]), gain: try number(words[1], "gain", 100)))
        }
        guard !points.isEmpty else { throw EqualizerError(description: "GraphicEQ has no points") }
        return points.sorted { $0.frequency < $1.frequency }
    }

    /// - Returns: `nil` for a filter that is off.
    private static func filter(_ words: [Substring]) throws(EqualizerError) -> Filter? {
        guard let state = words.first?.lowercased(), ["on", "off"].contains(state), words.count > 1
        else { throw EqualizerError(description: "a filter begins with ON or OFF and its type") }
        if state == "off" { return nil }
        guard let kind = kinds[words[1].uppercased()] else {
            throw EqualizerError(
                description: "filters of type \(words[1]) are not supported; use PK, LSC or HSC")
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
            throw EqualizerError(description: "a filter of type PK needs a Q above 0")
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
            throw EqualizerError(description: "a frequency is above 0 Hz, not \(value)")
        }
        return value
    }

    private static func number(
        _ text: Substring?, _ name: String, _ limit: Double
    ) throws(EqualizerError) -> Double {
        guard let text else { throw EqualizerError(description: "the \(name) is missing") }
        guard let value = Double(text), value.isFinite, abs(value) <= limit else {
            throw EqualizerError(description: "'\(text)' is not a \(name)")
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

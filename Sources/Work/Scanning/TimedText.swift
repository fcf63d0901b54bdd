import PhonolithMediaModel
import PhonolithPlaylists

/// Lyrics in TTML (w3.org/TR/ttml2), as Apple's programs and those after them write it: a `p` for each line, a `span` for
/// each word or syllable, both with their times, which count from the beginning of the song.
struct TimedText {
    /// An element that is open.
    private struct Element {
        let name: String
        let language: String?
        // In milliseconds.
        let end: Int?
        /// Whether it says the line in another way: a translation, or in Latin letters.
        let isOtherWording: Bool
    }

    /// The lines by languages, in the order in which these come.
    private var texts: [(language: String?, text: String)] = []
    private var open: [Element] = []
    /// How many open elements are other wordings.
    private var otherWordings = 0
    /// The line that is read, as LRC.
    private var line: String?

    /// Whether a text is such a document.
    static func isMeant(by text: String) -> Bool {
        let head = text.prefix(2000)
        return head.contains("<tt ") || head.contains("<tt>") || head.contains("<tt\n")
    }

    /// The lyrics as LRC, one text for each language; up to the first mistake of a document.
    static func texts(in document: String) -> [String] {
        var reader = TimedText()
        do {
            var parser = XMLReader(Array(document.utf8))
            while let event = try parser.next() { reader.take(event) }
        } catch {
            // The text before the mistake is read.
        }
        return reader.texts.map { language, text in
            (language.map { "[la:\($0)]\n" } ?? "") + text
        }
    }

    private mutating func take(_ event: XMLReader.Event) {
        switch event {
        case .start(let name, let attributes): begin(name, attributes)
        case .end: endElement()
        case .text(let text):
            guard line != nil, otherWordings == 0 else { return }
            // Line breaks in the document are spaces in the line.
            line? += text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
                .joined(separator: " ")
        }
    }

    private mutating func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
        let role = attributes["ttm:role"] ?? ""
        let element = Element(
            name: Self.localName(name), language: attributes["xml:lang"] ?? open.last?.language,
            end: attributes["end"].flatMap(Self.milliseconds),
            isOtherWording: role == "x-translation" || role == "x-roman")
        open.append(element)
        if element.isOtherWording { otherWordings += 1 }
        let start = attributes["begin"].flatMap(Self.milliseconds)
        switch element.name {
        case "p": line = start.map { "[\(Self.stamp($0))]" } ?? ""
        case "span" where line != nil && otherWordings == 0:
            if let start { line? += "<\(Self.stamp(start))>" }
        case "br": line? += " "
        default: break
        }
    }

    private mutating func endElement() {
        guard let element = open.popLast() else { return }
        if element.isOtherWording { otherWordings -= 1 }
        if element.name == "span", let end = element.end, line?.hasSuffix(">") == false,
            !element.isOtherWording, otherWordings == 0
        {
            line? += "<\(Self.stamp(end))>"
        }
        guard element.name == "p", let line else { return }
        self.line = nil
        let text = Self.withoutRepetition(line)
        guard !SongLyrics(text).words.allSatisfy(\.isWhitespace) else { return }
        if let index = texts.firstIndex(where: { $0.language == element.language }) {
            texts[index].text += "\n" + text
        } else if texts.count < SongLyrics.mostLanguages {
            texts.append((element.language, text))
        }
    }

    /// Without spaces that come twice.
    private static func withoutRepetition(_ line: String) -> String {
        line.split(separator: " ").joined(separator: " ")
    }

    private static func localName(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }

    private static func stamp(_ milliseconds: Int) -> String {
        (milliseconds / 60_000).padded(2) + ":" + (milliseconds / 1000 % 60).padded(2) + "."
            + (milliseconds % 1000).padded(3)
    }

    /// Of `1:02:03.4`, `02:03.45`, `123.456`, `12.5s`, `1500ms`, `2m` and `1h`; `nil` for frames and ticks.
    private static func milliseconds(_ text: String) -> Int? {
        let units: [(suffix: String, factor: Double)] = [
            ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
        ]
        var (number, factor) = (text[...], 1000.0)
        if let unit = units.first(where: { text.hasSuffix($0.suffix) }) {
            (number, factor) = (text.dropLast(unit.suffix.count), unit.factor)
        }
        let parts = number.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            guard part.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }),
                let value = Double(part)
            else { return nil }
            seconds = seconds * 60 + value
        }
        let milliseconds = seconds * factor
        // The longest that LRC can say.
        return milliseconds < 600_000_000 ? Int(milliseconds.rounded()) : nil
    }
}

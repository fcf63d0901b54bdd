internal import Glibc
internal import PhonolithMediaModel

/// Numbers and gains as writers of tags put them down.
package enum ParsedValue {
    /// `3`, `03`, `3/12`, `3 of 12`, `#3`, `Disc 1 of 2`, in the digits of any script: the number and the total; 0 is not a
    /// number. Other numbers behind the first are no total: `2.5`, `7 disc 2`, `4 (bonus 3)`.
    package static func numberAndTotal(_ text: String) -> (number: Int?, total: Int?) {
        let bytes = withoutWord(narrow(text)).utf8
        func number(_ digits: some Sequence<UInt8>) -> Int? {
            Int(String(decoding: Array(digits), as: UTF8.self)).flatMap {
                (1...99_999) ~= $0 ? $0 : nil
            }
        }
        let digits = bytes.prefix { $0.isDigit }
        let rest = bytes.dropFirst(digits.count)
        let mark = CleanText.trimmed(String(decoding: rest.prefix { !$0.isDigit }, as: UTF8.self))
        let total =
            totalMarks.contains(mark.lowercased())
            ? number(rest.drop { !$0.isDigit }.prefix { $0.isDigit }) : nil
        return (number(digits), digits.isEmpty && mark != "/" ? nil : total)
    }

    /// The words between a number and the total, in Western languages and Russian.
    private static let totalMarks: Set = [
        "/", "\\", "|", "of", "von", "de", "sur", "di", "van", "av", "af", "out of", "из", "z",
    ]

    /// The text behind a mark or a word that says what the number counts.
    private static func withoutWord(_ text: String) -> Substring {
        guard let first = text.utf8.first, !first.isDigit else { return text[...] }
        let word = text.prefix { !$0.isASCII || !$0.isNumber }
        return numberWords.contains(CleanText.trimmed(String(word)).lowercased())
            ? text[word.endIndex...] : text[...]
    }

    /// The words before a number, in Western languages and Russian, and the sign of Chinese and Japanese.
    private static let numberWords: Set = [
        "#", "no", "no.", "n°", "nº", "№", "nr", "nr.", "num.", "number", "track", "trk", "disc",
        "disk", "cd", "dvd", "vol", "vol.", "volume", "titel", "nummer", "piste", "disque", "pista",
        "disco", "faixa", "spår", "skiva", "трек", "диск", "第",
    ]

    /// The text with the digits of all scripts, and the wide forms of East Asia, as those of ASCII.
    private static func narrow(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var narrow = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.numericType == .decimal,
                let digit = scalar.properties.numericValue.flatMap({ Int(exactly: $0) })
            {
                narrow.append(Unicode.Scalar(UInt8(0x30 + digit)))
            } else if (0xFF01...0xFF5E).contains(scalar.value) {
                // At the distance from ASCII of the Unicode block "Halfwidth and Fullwidth Forms".
                narrow.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
            } else {
                narrow.append(scalar == "\u{3000}" ? " " : scalar)
            }
        }
        return String(narrow)
    }

    /// The number of a track on a record: the side, 1 for `A`, and the number on it: `A1`, `b-02`, `C 3/4`. A side
    /// alone is its only track; `AA` is the other side of a single.
    package static func side(_ text: String) -> (side: Int, number: Int)? {
        let text = text.utf8.prefix { $0 != UInt8(ascii: "/") }
        let letters = text.prefix { (0x61...0x7A) ~= $0 | 0x20 }.map { $0 & 0xDF }
        let rest = text.dropFirst(letters.count).drop { " -.".utf8.contains($0) }
        let digits = rest.prefix { $0.isDigit }
        guard let letter = letters.first, digits.count <= 2, digits.count == rest.count,
            letters.count == 1 || letters == [0x41, 0x41]
        else { return nil }
        let number = digits.isEmpty ? 1 : Int(String(decoding: digits, as: UTF8.self)) ?? 0
        return number == 0 ? nil : (letters.count == 2 ? 2 : Int(letter) - 0x40, number)
    }

    /// The number of a season or an episode, which may be 0.
    package static func ordinal(_ text: String) -> Int? {
        let text = narrow(text)
        guard let first = text.utf8.first, first.isDigit, let digits = digits(in: text[...]).first,
            let number = Int(digits), number <= 99_999
        else { return nil }
        return number
    }

    /// A tempo, rounded; from 1.
    package static func tempo(_ text: String) -> Int? {
        guard let tempo = decimal(text), tempo >= 0.5, tempo < 10_000 else { return nil }
        return Int(tempo.rounded())
    }

    /// A gain in dB, with or without the unit.
    package static func gain(_ text: String) -> Double? {
        guard let gain = decimal(text), abs(gain) <= 100 else { return nil }
        return gain
    }

    /// A gain as Opus stores it: in 1/256 dB (Q7.8), to −23 LUFS, 5 dB below ReplayGain's reference
    /// (RFC 7845, section 5.2.1; RFC 7845 refers to EBU R 128).
    package static func opusGain(_ text: String) -> Double? {
        guard let steps = Int(CleanText.trimmed(text)), (-32_768...32_767) ~= steps else {
            return nil
        }
        return Double(steps) / 256 + 5
    }

    /// iTunes' Sound Check: ten numbers of eight hexadecimal digits. The first two are the loudness of the left
    /// and right channel in thousandths of a milliwatt, the seventh and eighth their peaks in steps of 16 bits.
    /// Not specified by Apple; as all programs that convert it read it.
    package static func soundCheck(_ text: String) -> (gain: Double, peak: Double)? {
        let numbers = text.split(separator: " ").compactMap { Int($0, radix: 16) }
        guard numbers.count == 10, let loudest = numbers[..<2].max(), loudest > 0,
            let peak = numbers[6..<8].max(), peak <= 65_536
        else { return nil }
        return (-10 * log10(Double(loudest) / 1000), Double(peak) / 32_768)
    }

    /// A peak; 1 is full scale.
    package static func peak(_ text: String) -> Double? {
        guard let peak = decimal(text), (0...100) ~= peak else { return nil }
        return peak
    }

    /// The codes of languages that ID3v2 has one behind the other (ID3v2.3, section 4.2.1: `TLAN`): `engger` are two. A text
    /// that is not made of codes in common use is one language by its name.
    package static func languages(_ text: String) -> [String] {
        guard text.utf8.count > 3, LanguageTag(named: text) == nil else { return [text] }
        let runs = text.split { "/,;| ".contains($0) }
        let codes = runs.flatMap { run in
            stride(from: 0, to: run.utf8.count, by: 3).map {
                String(decoding: Array(run.utf8.dropFirst($0).prefix(3)), as: UTF8.self)
            }
        }
        return codes.allSatisfy { LanguageTag($0)?.isWidelyUsed == true && $0.utf8.count == 3 }
            ? codes : [text]
    }

    /// `1`, `true`, `yes` and their opposites.
    package static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "true", "yes", "y": true
        case "0", "false", "no", "n": false
        default: nil
        }
    }

    /// The number that the text begins with; the decimal mark may be a comma, the minus the typographer's, and a
    /// space may follow the sign.
    private static func decimal(_ text: String) -> Double? {
        let mark = UInt8(ascii: ".")
        var text = Substring(text.replacing("\u{2212}", with: "-"))
        if let sign = text.first, sign == "-" || sign == "+" {
            text = Substring(String(sign) + text.dropFirst().drop { $0 == " " })
        }
        let bytes = text.utf8.prefix { $0.isDigit || decimalSigns.contains($0) }
            .map { $0 == UInt8(ascii: ",") ? mark : $0 }
        guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    private static let decimalSigns = Array("+-.,eE".utf8)

    /// The runs of ASCII digits.
    static func digits(in text: Substring) -> [Substring] {
        text.utf8.split { !$0.isDigit }.map { Substring($0) }
    }
}

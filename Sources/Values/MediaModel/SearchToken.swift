import FoundationEssentials

/// One word of a text as searching sees it, or a form of words that are before it.
package struct SearchToken: Hashable, Sendable {
    /// Folded, at most ``maximumLength`` characters, without spaces and ASCII punctuation.
    package var text: String
    /// Whether the token is no word of its own, but only another way to find what exists: words without the
    /// punctuation between them (`acdc` of AC/DC), and neighbours in text that has no spaces (夜の of 夜の港).
    package var isForm: Bool

    /// Longer words are cut, in what is searched as in what is asked.
    package static let maximumLength = 64
    /// The number of words taken of one text; no title has more, but a comment that fell into one may.
    package static let maximumCount = 200

    package init(_ text: String, isForm: Bool = false) {
        self.text = text
        self.isForm = isForm
    }

    /// Whether the token is one or two characters of a script without spaces between words.
    var isIdeographic: Bool { text.unicodeScalars.first?.isIdeographic ?? false }
}

extension String {
    /// The words of the text, in order, each followed by its other forms.
    ///
    /// Letters of any script, digits and the marks on them make words; case, accents and width (ｂ is b) do
    /// not matter. `AC/DC` gives `ac`, `dc` and the form `acdc`; `夜の港` gives each character, and between
    /// two of them the form that is both. A text without letters and digits has its signs for words, so
    /// that the band `!!!` is found.
    package var searchTokens: [SearchToken] {
        let text = withoutWidth.folded
        var tokenizer = Tokenizer()
        for scalar in text.unicodeScalars {
            tokenizer.take(scalar)
            if tokenizer.tokens.count >= SearchToken.maximumCount { break }
        }
        tokenizer.endWord()
        return tokenizer.tokens.isEmpty ? text.signs : tokenizer.tokens
    }

    /// Whether the text has a letter or digit.
    var hasLetters: Bool {
        withoutWidth.folded.unicodeScalars.contains { ![.blank, .sign].contains($0.searchRole) }
    }

    /// The text with wide, narrow and joined forms of letters as the letters themselves (Unicode's NFKC);
    /// as it is where there are none.
    private var withoutWidth: String {
        unicodeScalars.contains(where: \.isCompatibilityForm)
            ? normalized(.compatible) : self
    }

    /// The parts between spaces, of a text without letters. ASCII's signs become wide ones, because the index
    /// takes the narrow ones for separators.
    private var signs: [SearchToken] {
        split(separator: " ").prefix(SearchToken.maximumCount).compactMap { word in
            let scalars = word.unicodeScalars.lazy.filter { $0.searchRole == .sign }
                .prefix(SearchToken.maximumLength)
                .compactMap { $0.isASCII ? Unicode.Scalar($0.value + 0xFEE0) : $0 }
            return scalars.isEmpty ? nil : SearchToken(String(String.UnicodeScalarView(scalars)))
        }
    }
}

/// Takes a folded text apart, scalar by scalar.
private struct Tokenizer {
    private(set) var tokens: [SearchToken] = []
    /// The word that is being read, in UTF-8, and what of it stood before a sign.
    private var part: [UInt8] = []
    private var partLength = 0
    private var parts: [String] = []
    /// The character before, of a script without spaces.
    private var neighbour: Unicode.Scalar?

    mutating func take(_ scalar: Unicode.Scalar) {
        switch scalar.searchRole {
        case .blank: endWord()
        case .sign: endPart()
        case .letter:
            neighbour = nil
            guard partLength < SearchToken.maximumLength else { return }
            part.append(contentsOf: scalar.utf8)
            partLength += 1
        case .ideograph:
            let before = neighbour
            endWord()
            if let before {
                tokens.append(SearchToken("\(before)\(scalar)", isForm: true))
            }
            tokens.append(SearchToken(String(scalar)))
            neighbour = scalar
        }
    }

    /// A sign inside a word parts it, and yet does not.
    private mutating func endPart() {
        guard partLength > 0 else { return }
        if parts.count < SearchToken.maximumCount {
            parts.append(String(decoding: part, as: UTF8.self))
        }
        part.removeAll(keepingCapacity: true)
        partLength = 0
    }

    mutating func endWord() {
        neighbour = nil
        endPart()
        guard !parts.isEmpty else { return }
        for part in parts { tokens.append(SearchToken(part)) }
        if parts.count > 1 {
            let joined = parts.joined().unicodeScalars.prefix(SearchToken.maximumLength)
            tokens.append(SearchToken(String(joined), isForm: true))
        }
        parts.removeAll(keepingCapacity: true)
    }
}

// MARK: - Characters

private enum SearchRole {
    case blank, sign, letter, ideograph
}

extension Unicode.Scalar {
    fileprivate var searchRole: SearchRole {
        switch value {
        case 0x61...0x7A, 0x30...0x39: .letter
        case 0...0x20, 0x7F: .blank
        case 0x21...0x60, 0x7B...0x7E: .sign
        default: isIdeographic ? .ideograph : otherRole
        }
    }

    private var otherRole: SearchRole {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark,
            .enclosingMark:
            .letter
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: .blank
        default: .sign
        }
    }

    /// Chinese characters, Japanese syllables, Korean ones and their letters: scripts in which words are
    /// not distinguished by spaces, or grow at their ends. Blocks by Unicode 15.
    fileprivate var isIdeographic: Bool {
        switch value {
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF,
            0x3105...0x318E, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0x1100...0x11FF, 0x1B000...0x1B16F, 0x20000...0x323AF:
            true
        default: false
        }
    }

    /// Whether the block has forms of letters that stand for others: wide, narrow, joined, raised, circled,
    /// mathematical.
    fileprivate var isCompatibilityForm: Bool {
        switch value {
        case 0xB2...0xB3, 0xB9, 0x132...0x133, 0x1C4...0x1CC, 0x2070...0x209C, 0x2100...0x2188,
            0x2460...0x24FF, 0x3131...0x318E, 0x3200...0x33FF, 0xF900...0xFAFF, 0xFB00...0xFDFF,
            0xFE70...0xFFEE, 0x1D400...0x1D7FF, 0x2F800...0x2FA1F:
            true
        default: false
        }
    }
}

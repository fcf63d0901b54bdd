import PhonolithMediaModel

extension FactsFromTags {
    /// Everyone in the tags besides artists, album artists and composers, each once in a role; 256 at most.
    func credits(_ tags: TagResolution) -> [MediaCredit] {
        var credits: [MediaCredit] = []
        var seen: Set<MediaCredit> = []
        for (property, role) in TagProperty.ofCredits {
            for field in tags.sources(property).winners {
                for credit in self.credits(role, in: field)
                where credits.count < OtherTags.mostValues && seen.insert(credit).inserted {
                    credits.append(credit)
                }
            }
        }
        return credits
    }

    /// Several values stay several names; a single one is cut as those of artists are.
    private func credits(_ role: MediaCredit.Role, in field: RawField) -> [MediaCredit] {
        let values = field.values.map { OtherTags.limited(CleanText.line($0)) }
        if role == .performer {
            let instrument = field.instrument
            return values.map { value in
                if let instrument {
                    return MediaCredit(role: role, name: value, instrument: instrument)
                }
                let (name, instrument) = Self.performer(value)
                return MediaCredit(role: role, name: name, instrument: instrument)
            }
        }
        let isOne = values.count == 1
        return (isOne ? names(in: values[0]) : values).map { MediaCredit(role: role, name: $0) }
    }

    /// `Name (instrument)`, as Vorbis comments have it.
    private static func performer(_ text: String) -> (name: String, instrument: String?) {
        guard let open = openingBracket(ofLastIn: text) else { return (text, nil) }
        let name = CleanText.trimmed(String(text[..<open]))
        let instrument = CleanText.trimmed(String(text[open...].dropFirst().dropLast()))
        return name.isEmpty ? (text, nil) : (name, instrument.isEmpty ? nil : instrument)
    }

    /// Where the bracket opens that closes at the end, `guitar (acoustic)` may be in it; after a blank, and not at the
    /// beginning.
    private static func openingBracket(ofLastIn text: String) -> String.Index? {
        guard text.last == ")" else { return nil }
        var depth = 0
        for index in text.indices.reversed() {
            switch text[index] {
            case ")": depth += 1
            case "(": depth -= 1
            default: continue
            }
            if depth == 0 {
                guard index > text.startIndex else { return nil }
                return text[text.index(before: index)] == " " ? index : nil
            }
        }
        return text.lastIndex(of: "(").flatMap { $0 > text.startIndex ? $0 : nil }
    }

    /// Which movement of a work it is.
    func setMovement(of facts: inout MediaFacts, _ tags: TagResolution) {
        // `MOVEMENT` is the number where Picard wrote it, and the name where others did.
        facts.movement = tags.first(.movement) { text in
            let isNumber = text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "/") }
            return isNumber ? nil : CleanText.line(text)
        }
        facts.movementNumber =
            tags.first(.movementNumber) { ParsedValue.numberAndTotal($0).number }
        facts.movementCount =
            tags.first(.movementCount) { ParsedValue.numberAndTotal($0).number }
            ?? tags.first(.movementNumber) { ParsedValue.numberAndTotal($0).total }
    }
}

extension RawField {
    /// The instrument, or the part that has no role of its own, in the keys of ID3v2 that have one.
    fileprivate var instrument: String? {
        guard kind.family == .id3v2, ["TMCL:", "TIPL:"].contains(key.prefix(5).uppercased()),
            let text = CleanText.text(String(key.dropFirst(5))),
            text.lowercased() != MediaCredit.Role.performer.rawValue
        else { return nil }
        return OtherTags.limited(text)
    }
}

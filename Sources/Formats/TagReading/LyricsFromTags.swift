import PhonolithMediaModel

/// The lyrics of a file's tags: those of the highest rank as words, and all that have times, one for each language.
struct LyricsFromTags {
    private(set) var words: String?
    private(set) var timed: [String] = []

    init(_ tags: TagResolution) {
        let sources = tags.sources(.lyrics)
        var languages: Set<String?> = []
        var plain: [String] = []
        for (index, field) in (sources.winners + sources.losers).enumerated() {
            for text in field.values {
                let lyrics = text.utf8.contains(UInt8(ascii: "[")) ? SongLyrics(text) : nil
                guard let lyrics, lyrics.isSynced else {
                    // Lower ranks often repeat the same text.
                    let isWinner = index < sources.winners.count
                    if words == nil, isWinner || plain.isEmpty { plain.append(text) }
                    continue
                }
                if plain.isEmpty { words = words ?? lyrics.words }
                let language = lyrics.language ?? Self.language(of: field)
                guard timed.count < SongLyrics.mostLanguages,
                    languages.insert(language).inserted
                else { continue }
                let isNamed = language == nil || lyrics.language != nil
                timed.append(isNamed ? text : "[la:\(language ?? "")]\n\(text)")
            }
        }
        if !plain.isEmpty { words = plain.withoutRepetition.joined(separator: "\n\n") }
    }

    /// The language in the name of ID3's frames: `SYLT:eng:Description`; `nil` if it is missing.
    private static func language(of field: RawField) -> String? {
        guard field.kind.family == .id3v2 else { return nil }
        let parts = field.key.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0] == "SYLT" || parts[0] == "USLT" else { return nil }
        let language = parts[1].lowercased()
        let isSaid = language.count == 3 && language.allSatisfy { $0.isASCII && $0.isLetter }
        return isSaid && language != "xxx" && language != "und" ? language : nil
    }
}

import FoundationEssentials
import PhonolithFiles
package import PhonolithMediaModel

/// Lyrics in a file next to a track: LRC, with times in brackets, or TTML.
package struct LyricsFile: Hashable, Sendable {
    /// More is no song's text.
    private static let sizeLimit = 1 << 20

    /// Without times; `nil` if there is nothing but times.
    package let words: String?
    /// With times, as LRC, one text for each language.
    package let timed: [String]

    /// Reads a file; `nil` if there is none, or nothing readable in it. Blocks its thread.
    init?(_ name: MediaPath, of track: MediaPath, in folder: MediaPath) {
        guard let bytes = folder.appending(name).contents(upTo: Self.sizeLimit) else { return nil }
        self.init(bytes, language: name.stem == track.stem ? nil : name.lyricsLanguage)
    }

    /// - Parameter language: That of what does not say its own.
    package init?(_ bytes: [UInt8], language: String? = nil) {
        guard let text = Self.text(bytes) else { return nil }
        let texts = TimedText.isMeant(by: text) ? TimedText.texts(in: text) : [text]
        timed = texts.compactMap { text in
            let lyrics = SongLyrics(text)
            guard lyrics.isSynced else { return nil }
            guard let language, lyrics.language == nil else { return text }
            return "[la:\(language)]\n\(text)"
        }
        words = texts.first.flatMap(Self.words)
        if words == nil, timed.isEmpty { return nil }
    }

    /// Puts the lyrics instead of those that a track's tags have.
    ///
    /// - Parameter files: The first has the words.
    static func describe(_ facts: inout MediaFacts, _ files: [LyricsFile]) {
        if let words = files.lazy.compactMap(\.words).first { facts.lyrics = words }
        let timed = files.flatMap(\.timed)
        if !timed.isEmpty { facts.timedLyrics = Array(timed.prefix(SongLyrics.mostLanguages)) }
    }

    /// Puts the lyrics in files next to a track, as a scan would find them, instead of those that its tags have. Blocks its
    /// thread.
    package static func describe(_ facts: inout MediaFacts, at track: MediaPath) {
        var (lyrics, media): ([MediaPath], [MediaPath]) = ([], [])
        _ = track.parent.forEachEntry { name, _ in
            switch FileKind(name: name) {
            case .lyrics: lyrics.append(name)
            case .media: media.append(name)
            default: break
            }
        }
        let name = track.lastComponent
        let names = LyricsOfFolder(lyrics, of: media).names(of: name)
        describe(&facts, names.compactMap { LyricsFile($0, of: name, in: track.parent) })
    }

    /// UTF-16 where a byte order mark says so, as Windows' editor writes it; UTF-8 where it can be; else the
    /// encoding that the text makes most sense in.
    package static func text(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return String(data: Data(bytes), encoding: .utf16)
        }
        let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if let text = String(validating: rest, as: UTF8.self) { return text }
        // The times are no part of the words.
        let texts = rest.split { $0 == 0x0A || $0 == 0x0D }.map { line in
            Array(line.split { $0 == UInt8(ascii: "]") }.last ?? [])
        }
        return LegacyEncoding.guess(texts).decode(Array(rest))
            ?? LegacyEncoding.windows1252.decode(Array(rest))
    }

    /// The words without times (`[01:02.33]`, `<01:02.33>`) and without what is said of the song
    /// (`[ar:…]`).
    package static func words(of text: String) -> String? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            $0.replacing(#/\[[a-zA-Z#]+:[^\]]*\]/#, with: "")
                .replacing(#/[\[<]\d+:\d+(:\d+)?([.,:]\d+)?[\]>]/#, with: "")
                .trimmed(of: \.isBlank)
        }
        let words = lines.joined(separator: "\n").trimmed(of: \.isWhitespace)
        return words.isEmpty ? nil : words.normalizedNFC
    }
}

extension MediaPath {
    /// All bytes of a small file; `nil` if it cannot be read, or is empty or longer than the limit.
    /// Blocks its thread.
    func contents(upTo limit: Int) -> [UInt8]? {
        guard let bytes = try? allBytes(upTo: limit), !bytes.isEmpty else { return nil }
        return bytes
    }
}

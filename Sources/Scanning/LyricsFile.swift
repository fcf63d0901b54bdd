import Foundation
import MediaModel

/// Lyrics in a `.lrc` file beside a track: lines with times in brackets.
enum LyricsFile {
    /// More is no song's text.
    private static let sizeLimit = 1 << 20

    /// The plain words of a file; `nil` where there is none, or nothing readable in it. Blocks its thread.
    static func lyrics(at path: MediaPath) -> String? {
        guard var bytes = path.contents(upTo: sizeLimit) else { return nil }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(data: Data(bytes), encoding: .windowsCP1252)
        return text.flatMap(words)
    }

    /// The words without times (`[01:02.33]`, `<01:02.33>`) and without what is said of the song
    /// (`[ar:…]`).
    static func words(of text: String) -> String? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            $0.replacing(#/\[[a-zA-Z#]+:[^\]]*\]/#, with: "")
                .replacing(#/[\[<]\d+:\d+([.:]\d+)?[\]>]/#, with: "")
                .trimmingCharacters(in: .whitespaces)
        }
        let words = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        return words.isEmpty ? nil : words.normalizedNFC
    }
}

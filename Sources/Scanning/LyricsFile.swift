import Foundation
import MediaModel

/// Lyrics in a `.lrc` file beside a track: lines with times in brackets.
package enum LyricsFile {
    /// More is no song's text.
    private static let sizeLimit = 1 << 20

    /// The plain words of a file; `nil` where there is none, or nothing readable in it. Blocks its thread.
    static func lyrics(at path: MediaPath) -> String? {
        guard let bytes = path.contents(upTo: sizeLimit) else { return nil }
        return text(bytes).flatMap(words)
    }

    /// UTF-16 where a byte order mark says so, as Windows' editor writes it; UTF-8 where it can be; else the
    /// Latin letters of Windows.
    package static func text(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return String(data: Data(bytes), encoding: .utf16)
        }
        let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return String(validating: rest, as: UTF8.self)
            ?? String(data: Data(rest), encoding: .windowsCP1252)
    }

    /// The words without times (`[01:02.33]`, `<01:02.33>`) and without what is said of the song
    /// (`[ar:…]`).
    package static func words(of text: String) -> String? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            $0.replacing(#/\[[a-zA-Z#]+:[^\]]*\]/#, with: "")
                .replacing(#/[\[<]\d+:\d+([.:]\d+)?[\]>]/#, with: "")
                .trimmingCharacters(in: .whitespaces)
        }
        let words = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        return words.isEmpty ? nil : words.normalizedNFC
    }
}

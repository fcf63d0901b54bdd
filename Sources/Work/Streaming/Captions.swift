import FoundationEssentials
import PhonolithFiles
package import PhonolithMediaModel

/// A file of captions next to a video: `film.srt`, `film.en.vtt`.
package struct Captions: Hashable, Sendable {
    /// The forms that are known.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case srt, vtt

        package var mimeType: String {
            self == .srt ? "application/x-subrip; charset=utf-8" : "text/vtt; charset=utf-8"
        }
    }

    package var path: MediaPath
    package var format: Format
    /// The part of the name between the video's name and the extension, as a rule a language.
    package var label: String?

    /// The language that the name tells (BCP 47): `en`, `pt-BR`; `nil` if it tells none.
    package var language: String? {
        label?.split(separator: ".").first {
            $0.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*/) != nil
        }.map { String($0).replacing("_", with: "-") }
    }

    /// No file of captions is larger, in bytes.
    private static let largestFile = 16 << 20

    /// Finds the captions of a video, by name. Blocks its thread.
    package static func find(besides video: MediaPath) -> [Captions] {
        files(besides: video).compactMap { path, label in
            Format(rawValue: path.pathExtension).map {
                Captions(path: path, format: $0, label: label)
            }
        }
    }

    /// The files whose names are that of a video and perhaps a label, with any extension: `film.srt` and `film.en.ass`
    /// of `film.mkv`, the label of the latter `en`. Blocks its thread.
    package static func files(besides video: MediaPath) -> [(path: MediaPath, label: String?)] {
        let suffix = video.pathExtension
        let stem = video.lastComponent.bytes.dropLast(suffix.isEmpty ? 0 : suffix.utf8.count + 1)
        guard let folder = video.parent.bytes.isEmpty ? nil : video.parent else { return [] }
        var files: [(path: MediaPath, label: String?)] = []
        folder.forEachEntry { name, _ in
            guard name.bytes.starts(with: stem) else { return }
            let rest = name.bytes.dropFirst(stem.count)
                .dropLast(name.pathExtension.utf8.count + 1)
            guard rest.isEmpty || rest.first == UInt8(ascii: ".") else { return }
            let label = String(decoding: rest.dropFirst(), as: UTF8.self)
            files.append((folder.appending(name), label.isEmpty ? nil : label))
        }
        return files.sorted { $0.path < $1.path }
    }

    /// The captions in a format; `nil` if they cannot be read or converted: SubRip becomes WebVTT, not the other
    /// way. Blocks its thread.
    package func text(as wanted: Format) -> [UInt8]? {
        let isRight = { (name: MediaPath) in Format(rawValue: name.pathExtension) != nil }
        guard let file = try? OpenFile(path, named: isRight),
            file.representation.length <= Self.largestFile
        else {
            return nil
        }
        let length = file.representation.length
        let bytes =
            length == 0 ? [] : try? file.bytes(ByteRange(0, length - 1), most: length)
        guard let bytes else { return nil }
        if wanted == format { return bytes }
        return wanted == .vtt ? Self.webVTT(fromSubRip: bytes) : nil
    }

    /// WebVTT has a heading, UTF-8, and a point where SubRip has a comma in times (W3C WebVTT, 4.1). Places in braces, which
    /// some programs write, are no part of the text.
    package static func webVTT(fromSubRip bytes: [UInt8]) -> [UInt8] {
        let lines = text(of: bytes).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let body = lines.map { line in
            cueTimes(in: line) ?? withoutPlaces(line)
        }.joined(separator: "\n").drop { $0 == "\u{FEFF}" }
        return Array(("WEBVTT\n\n" + body).utf8)
    }

    private static func withoutPlaces(_ line: Substring) -> String {
        line.contains("{\\") ? String(line.replacing(/\{\\[^}]*\}/, with: "")) : String(line)
    }

    /// Nothing in SubRip says its encoding.
    private static func text(of bytes: [UInt8]) -> String {
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        return isUTF16 ? String(bytes: bytes, encoding: .utf16) ?? "" : LegacyEncoding.text(bytes)
    }

    /// The line of a cue's times in WebVTT; `nil` for any other line.
    private static func cueTimes(in line: Substring) -> String? {
        let pattern =
            /\s*(\d+):(\d\d?):(\d\d?)[,.](\d+)\s*-->\s*(\d+):(\d\d?):(\d\d?)[,.](\d+)/
        guard line.contains("-->"), let match = line.prefixMatch(of: pattern)?.output else {
            return nil
        }
        func text(_ hours: Substring, _ minutes: Substring, _ seconds: Substring, _ rest: Substring)
            -> String
        {
            func padded(_ digits: Substring) -> String {
                digits.count < 2 ? "0\(digits)" : "\(digits)"
            }
            let fraction = (rest + "00").prefix(3)
            return "\(padded(hours)):\(padded(minutes)):\(padded(seconds)).\(fraction)"
        }
        return text(match.1, match.2, match.3, match.4) + " --> "
            + text(match.5, match.6, match.7, match.8)
    }
}

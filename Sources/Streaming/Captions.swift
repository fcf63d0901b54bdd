import Foundation
package import MediaModel

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
    /// What the name has between the video's name and the extension, as a rule a language.
    package var label: String?

    /// No file of captions is larger, in bytes.
    private static let largestFile = 16 << 20

    /// Finds the captions of a video, by name. Blocks its thread.
    package static func find(besides video: MediaPath) -> [Captions] {
        let suffix = video.pathExtension
        let stem = video.lastComponent.bytes.dropLast(suffix.isEmpty ? 0 : suffix.utf8.count + 1)
        guard let folder = video.parent.bytes.isEmpty ? nil : video.parent else { return [] }
        return names(in: folder).compactMap { name in
            let path = MediaPath(bytes: name)
            guard name.starts(with: stem), let format = Format(rawValue: path.pathExtension)
            else { return nil }
            let rest = name.dropFirst(stem.count).dropLast(format.rawValue.utf8.count + 1)
            guard rest.isEmpty || rest.first == UInt8(ascii: ".") else { return nil }
            let label = String(decoding: rest.dropFirst(), as: UTF8.self)
            return Captions(
                path: folder.appending(path), format: format, label: label.isEmpty ? nil : label)
        }.sorted { $0.path < $1.path }
    }

    private static func names(in folder: MediaPath) -> [[UInt8]] {
        guard let stream = opendir(folder.description) else { return [] }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
        }
        return names
    }

    /// The captions in a format; `nil` if they cannot be read or converted: SubRip becomes WebVTT, not the other
    /// way. Blocks its thread.
    package func text(as wanted: Format) -> [UInt8]? {
        guard let file = try? OpenFile(path), file.representation.length <= Self.largestFile else {
            return nil
        }
        let length = file.representation.length
        let bytes =
            length == 0 ? [] : try? file.bytes(ByteRange(0, length - 1), most: length)
        guard let bytes else { return nil }
        if wanted == format { return bytes }
        return wanted == .vtt ? Self.webVTT(fromSubRip: bytes) : nil
    }

    /// WebVTT has a heading, and a point where SubRip has a comma in times (W3C WebVTT, 4.1).
    package static func webVTT(fromSubRip bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            $0.contains("-->") ? String($0).replacing(",", with: ".") : String($0)
        }
        let body = lines.joined(separator: "\n").drop { $0 == "\u{FEFF}" }
        return Array(("WEBVTT\n\n" + body).utf8)
    }
}

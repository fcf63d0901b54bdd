internal import PhonolithFiles
package import PhonolithMediaModel
internal import PhonolithStreaming

/// A file of subtitles beside a film: SubRip, WebVTT or Advanced SubStation Alpha.
package struct SubtitleFile: Hashable, Sendable {
    package let path: MediaPath
    /// The part of the name between the film's and the extension, as a rule a language; `nil` for none.
    package let label: String?
    private let film: MediaPath

    package init(path: MediaPath, label: String?, film: MediaPath) {
        (self.path, self.label, self.film) = (path, label, film)
    }

    /// No file of subtitles is larger, in bytes.
    private static let largestFile = 16 << 20

    /// The language that the label names, by a code or by its name; `nil` if it names none.
    package var language: LanguageTag? {
        let named = words.filter { !Self.marks.contains($0) }.compactMap(LanguageTag.init(named:))
        // Words such as `web` look like codes of rare languages.
        return named.first(where: \.isWidelyUsed) ?? named.first
    }

    /// Whether the label states that they are for what is spoken in another language alone.
    package var isForced: Bool { words.contains("forced") || words.contains("foreign") }

    /// Whether the label states that they are shown where none are chosen.
    package var isDefault: Bool { words.contains("default") }

    private var words: [String] { label?.lowercased().split(separator: ".").map(String.init) ?? [] }

    /// Words of labels that are no languages; some are codes of rare ones, too.
    private static let marks: Set = ["forced", "foreign", "default", "sdh", "cc", "full"]

    /// Finds the subtitles of a film, by name. Blocks its thread.
    package static func find(besides film: MediaPath) -> [SubtitleFile] {
        Captions.files(besides: film).filter { path, _ in
            ["srt", "vtt", "ass", "ssa"].contains(path.pathExtension)
        }.map { SubtitleFile(path: $0.path, label: $0.label, film: film) }
    }

    /// Whether it can be read, and has texts. Blocks its thread.
    package var hasTexts: Bool {
        if ["ass", "ssa"].contains(path.pathExtension) {
            let bytes = try? path.allBytes(upTo: Self.largestFile)
            return bytes.map { $0.contains(Array("Dialogue:".utf8)) } ?? false
        }
        return cues?.isEmpty == false
    }

    /// `nil` if it cannot be read.
    private var cues: [WebVTTCue]? {
        guard
            let captions = Captions.find(besides: film).first(where: { $0.path == path }),
            let text = captions.text(as: .vtt)
        else { return nil }
        return WebVTTCue.cues(in: String(decoding: text, as: UTF8.self))
    }

    /// Prepares its subtitles; `nil` if it cannot be read. Blocks its thread.
    package func renderer() -> SubtitleRenderer? {
        guard let renderer = SubtitleRenderer() else { return nil }
        if ["ass", "ssa"].contains(path.pathExtension) {
            let bytes = try? path.allBytes(upTo: Self.largestFile)
            return bytes.map(renderer.read) ?? false ? renderer : nil
        }
        guard let cues else { return nil }
        for (index, cue) in cues.enumerated() {
            renderer.add(cue.line(number: index), at: cue.time, lasting: cue.duration)
        }
        return renderer
    }
}

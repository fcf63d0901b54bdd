internal import MediaModel

/// The cue sheet of a recording, for formats without chapters.
enum RecordingCueSheet {
    /// The text of a cue sheet.
    ///
    /// - Parameter name: The name of the file, in the same folder.
    static func text(of chapters: [Chapter], inFileNamed name: String) -> String {
        // Quotation marks cannot be escaped.
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "'"))\"" }
        var lines = ["FILE \(quoted(name)) WAVE"]
        for (index, chapter) in chapters.enumerated() {
            let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
            lines.append("  TRACK \(number) AUDIO")
            if let title = chapter.title { lines.append("    TITLE \(quoted(title))") }
            lines.append("    INDEX 01 \(position(chapter.startTime))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Minutes, seconds and frames of 1/75 s.
    private static func position(_ time: Double) -> String {
        let frames = Int((time * 75).rounded())
        return [frames / 75 / 60, frames / 75 % 60, frames % 75]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

internal import PhonolithMediaModel

/// The cue sheet of a recording, for formats without chapters.
enum RecordingCueSheet {
    /// Where the sheet of a file can be: with its name, and where another sheet has that, with its extension, too.
    static func places(beside file: MediaPath) -> [MediaPath] {
        let suffix = file.pathExtension
        let stem = suffix.isEmpty ? file.bytes : file.bytes.dropLast(suffix.utf8.count + 1)
        return [stem, file.bytes].map { MediaPath(bytes: $0 + Array(".cue".utf8)) }
    }

    /// The text of a cue sheet.
    ///
    /// - Parameter name: The name of the file, in the same folder.
    static func text(of chapters: [Chapter], inFileNamed name: String) -> String {
        var lines = [signature, "FILE \(quoted(name)) WAVE"]
        for (index, chapter) in chapters.enumerated() {
            let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
            lines.append("  TRACK \(number) AUDIO")
            if let title = chapter.title { lines.append("    TITLE \(quoted(title))") }
            lines.append("    INDEX 01 \(position(chapter.startTime))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Marks the sheets that this program wrote; other programs use the same kind of comment.
    private static let signature = "REM COMMENT \"Phonolith\""

    /// Whether this is the text of a sheet that was made for a recording.
    ///
    /// - Parameter name: The name of the recording's file.
    static func isOwn(_ text: String, ofFileNamed name: String) -> Bool {
        text.hasPrefix("\(signature)\nFILE \(quoted(name)) WAVE\n")
    }

    /// Quotation marks cannot be escaped.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "'"))\""
    }

    /// Minutes, seconds and frames of 1/75 s.
    private static func position(_ time: Double) -> String {
        let frames = Int((time * 75).rounded())
        return [frames / 75 / 60, frames / 75 % 60, frames % 75]
            .map { $0.padded(2) }.joined(separator: ":")
    }
}

/// A text of WebVTT that is shown for a while (W3C WebVTT, 4.1).
package struct WebVTTCue: Hashable, Sendable {
    // In seconds.
    package var time: Double
    // In seconds.
    package var duration: Double
    /// With its tags, lines apart.
    package var text: String

    /// Joins a time and a text.
    package init(time: Double, duration: Double, text: String) {
        (self.time, self.duration, self.text) = (time, duration, text)
    }

    /// The cues of a file, in its order. Other blocks are skipped: comments, styles and regions.
    package static func cues(in file: String) -> [WebVTTCue] {
        let lines = file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var cues: [WebVTTCue] = []
        var isInCue = false
        for line in lines {
            if let (start, end) = times(in: line) {
                cues.append(WebVTTCue(time: start, duration: max(0, end - start), text: ""))
                isInCue = true
            } else if line.allSatisfy(\.isWhitespace) {
                isInCue = false
            } else if isInCue, let last = cues.indices.last {
                cues[last].text += (cues[last].text.isEmpty ? "" : "\n") + line
            }
        }
        return cues.filter { !$0.text.isEmpty }
    }

    // `00:01.000 --> 00:02.500 align:start`
    private static func times(in line: Substring) -> (Double, Double)? {
        let parts = line.split(separator: " ", maxSplits: 3)
        guard parts.count >= 3, parts[1] == "-->", let start = seconds(parts[0]),
            let end = seconds(parts[2])
        else { return nil }
        return (start, end)
    }

    // `hh:mm:ss.fff` or `mm:ss.fff`
    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) }
        guard (2...3).contains(parts.count) else { return nil }
        return parts.reduce(0) { whole, part in
            guard let whole, let part, part >= 0 else { return nil }
            return whole * 60 + part
        }
    }

    /// As renderers take it: `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`.
    ///
    /// Italics, bold and underline stay; other tags are left out. Braces, which would be read as commands, become round
    /// brackets.
    package func line(number: Int) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += SubtitleRenderer.plain(rest[..<start])
            let end = rest[start...].firstIndex(of: rest[start] == "<" ? ">" : ";")
            let mark = end.map { rest[rest.index(after: start)..<$0] }
            guard let end, let mark, let meaning = Self.meaning(mark, isTag: rest[start] == "<")
            else {
                // A sign that means itself.
                result.append(rest[start])
                rest = rest[rest.index(after: start)...]
                continue
            }
            result += meaning
            rest = rest[rest.index(after: end)...]
        }
        return "\(number),0,Default,,0,0,0,," + result + SubtitleRenderer.plain(rest)
    }

    private static func meaning(_ mark: Substring, isTag: Bool) -> String? {
        isTag ? command(mark) : entities[mark]
    }

    private static func command(_ tag: Substring) -> String {
        let isEnd = tag.hasPrefix("/")
        let name = (isEnd ? tag.dropFirst() : tag).prefix { $0.isLetter }
        return ["i", "b", "u"].contains(name) ? "{\\\(name)\(isEnd ? 0 : 1)}" : ""
    }

    private static let entities: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
    ]
}

import PhonolithMediaModel

/// M3U and M3U8: a path or URI a line, and lines with `#` that tell of the next one. There is no
/// standard; the words are those of Winamp and of what is called "extended M3U".
enum M3U {
    /// Parses a file, extended or not.
    static func parse(_ bytes: [UInt8]) throws(PlaylistError) -> PlaylistReading {
        if isMarkup(bytes) { throw PlaylistError("is a web page or other markup, not a playlist") }
        var parser = M3UParser()
        let bytes = parser.decoded(bytes)
        try PlaylistText.forEachLine(of: bytes) { (line) throws(PlaylistError) in
            try parser.take(line)
        }
        return parser.finish()
    }

    /// Whether the text is a document of HTML or XML: a page that a server sent in the place of a file, for one.
    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        let start = bytes.drop { $0 <= 0x20 }.prefix(16)
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return ["<!doctype", "<html", "<?xml", "<!--"].contains { text.hasPrefix($0) }
    }
}

/// Writes an extended M3U file.
///
/// `#EXTM3U` is the first line, alone, and nothing but digits is before the comma of `#EXTINF`: MPD reads no more
/// than that.
struct M3UForm: PlaylistForm {
    private var writer = LineWriter()
    private let remarks: [String]
    var bytes: [UInt8] {
        get { writer.bytes }
        set { writer.bytes = newValue }
    }
    var problems: [PlaylistProblem] { writer.problems }

    init(_ head: PlaylistDocument, namesEncoding: Bool) {
        remarks = head.details.remarks ?? []
        writer.write("#EXTM3U")
        if namesEncoding { writer.write("#EXTENC:UTF-8") }
        if let title = head.title {
            writer.write("#PLAYLIST:" + writer.oneLine(title, nil, "the list's title"))
        }
    }

    mutating func add(_ entry: PlaylistEntry, _ index: Int) {
        guard let location = writer.location(of: entry, index) else { return }
        for remark in entry.details.remarks ?? [] { writer.write(remark) }
        let seconds = PlaylistText.wholeSeconds(entry.duration)
        let text = writer.artistAndTitle(of: entry, index)
        if text != nil || seconds != nil {
            writer.write("#EXTINF:\(seconds ?? -1),\(text ?? "")")
        }
        for (word, value) in [
            ("#EXTALB:", entry.album), ("#EXTART:", entry.albumArtist),
            ("#EXTGENRE:", entry.genre), ("#EXTIMG:", entry.details.image),
        ] {
            if let value {
                writer.write(word + writer.oneLine(value, index, "the value of \(word)"))
            }
        }
        writer.write("", location)
        writer.warnOfDetails(entry, index, keepsRemarks: true)
    }

    /// Lines after the last entry belong to the list.
    mutating func finish() {
        for remark in remarks { writer.write(remark) }
    }
}

/// Takes the lines of an M3U file one by one.
private struct M3UParser {
    private var document = PlaylistDocument()
    private var next = PlaylistEntry()
    private var problems: [PlaylistProblem] = []

    /// The file in the encoding that it declares, as UTF-8; as it is where that is not known, or is not its encoding.
    mutating func decoded(_ bytes: [UInt8]) -> [UInt8] {
        guard let name = Self.declaredEncoding(bytes) else { return bytes }
        guard let encoding = DeclaredEncoding.encoding(named: name) else {
            problems.append(
                PlaylistProblem(entry: nil, "the encoding '\(name)' is not known"))
            return bytes
        }
        return DeclaredEncoding.utf8(bytes, as: encoding) ?? bytes
    }

    /// The value of `#EXTENC:` before the first entry.
    private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        let word = "#EXTENC:"
        let lines = bytes.prefix(4096).split { $0 == 0x0A || $0 == 0x0D }
        return lines.prefix { $0.first == 0x23 || $0.allSatisfy { $0 <= 0x20 } }
            .first { $0.starts(withWord: word) }
            .flatMap { PlaylistText.trimmed($0.dropFirst(word.utf8.count)) }
    }

    mutating func take(_ line: ArraySlice<UInt8>) throws(PlaylistError) {
        guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
        guard first == 0x23 else {
            next.location = PlaylistLocation(line: Array(line))
            next.share(with: document.entries.last)
            document.entries.append(next)
            next = PlaylistEntry()
            return
        }
        try takeWord(line.drop { $0 == 0x20 || $0 == 0x09 })
    }

    private mutating func takeWord(_ line: ArraySlice<UInt8>) throws(PlaylistError) {
        func value(_ word: String) -> ArraySlice<UInt8>? {
            line.starts(withWord: word) ? line.dropFirst(word.utf8.count) : nil
        }
        if value("#EXT-X-") != nil { throw PlaylistError.isStream }
        if let value = value("#EXTINF:") { return takeInformation(value) }
        if value("#EXTM3U") != nil || value("#EXTENC:") != nil { return }
        if let value = value("#PLAYLIST:") {
            document.title = PlaylistText.trimmed(value)
        } else if let value = value("#EXTALB:") {
            next.album = PlaylistText.trimmed(value)
        } else if let value = value("#EXTART:") {
            next.albumArtist = PlaylistText.trimmed(value)
        } else if let value = value("#EXTGENRE:") {
            next.genre = PlaylistText.trimmed(value)
        } else if let value = value("#EXTIMG:") ?? value("#EXTALBUMARTURL:") {
            next.details.image = PlaylistText.trimmed(value)
        } else {
            next.details.remarks = (next.details.remarks ?? []) + [PlaylistText.text(line)]
        }
    }

    /// `185,Artist - Title`; between the number and the comma there may be `key="value"`.
    private mutating func takeInformation(_ value: ArraySlice<UInt8>) {
        var isQuoted = false
        let end = value.firstIndex { byte in
            if byte == 0x22 { isQuoted.toggle() }
            return byte == 0x2C && !isQuoted
        }
        let number = value[..<(end ?? value.endIndex)].drop { $0 == 0x20 }
            .prefix { $0.isDigit || $0 == 0x2E || $0 == 0x2D }
        if let seconds = Double(String(decoding: number, as: UTF8.self)), seconds > 0 {
            next.duration = seconds.asPlaylistTime
        }
        guard let end else { return }
        let text = PlaylistText.trimmed(value[(end + 1)...])
        (next.artist, next.title) = PlaylistText.artistAndTitle(text)
    }

    /// Lines after the last entry belong to the list.
    mutating func finish() -> PlaylistReading {
        document.details.remarks = next.details.remarks
        return PlaylistReading(document: document, problems: problems)
    }
}

extension ArraySlice<UInt8> {
    /// Whether a line begins with a word in capitals, which some programs write in small letters.
    fileprivate func starts(withWord word: String) -> Bool {
        starts(with: word.utf8) { byte, capital in
            byte == capital || (0x61...0x7A) ~= byte && byte & 0xDF == capital
        }
    }
}

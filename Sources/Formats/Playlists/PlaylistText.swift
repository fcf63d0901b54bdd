import FoundationEssentials
import PhonolithMediaModel

/// Bytes and lines of playlist files.
package enum PlaylistText {
    /// The bytes without byte order mark; UTF-16, with such a mark or without, as UTF-8.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        guard let encoding = hasMark ? .utf16 : unmarkedUTF16(bytes) else { return bytes }
        // A byte behind the last pair is no character.
        return String(bytes: bytes.dropLast(bytes.count % 2), encoding: encoding)
            .map { Array($0.utf8) } ?? bytes
    }

    /// The bytes without what old systems put behind the end of a text: Ctrl-Z, and zeros to the end of a block.
    static func withoutFilling(_ bytes: [UInt8]) -> [UInt8] {
        let end = bytes.lastIndex { $0 != 0x1A && $0 != 0 }.map { $0 + 1 } ?? 0
        return end == bytes.count ? bytes : Array(bytes[..<end])
    }

    /// Whether bytes are text but for zeros: they have no other signs that texts do not have.
    static func isTextWithZeros(_ bytes: [UInt8]) -> Bool {
        // Beside tabulators, line ends and form feeds, Ctrl-Z ends a text and Escape changes its encoding.
        !bytes.contains {
            $0 < 0x20 && $0 != 0 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1A, 0x1B].contains($0)
        }
    }

    /// Which UTF-16 bytes without a mark are, if they begin as a playlist does: with ASCII.
    private static func unmarkedUTF16(_ bytes: [UInt8]) -> String.Encoding? {
        guard bytes.count >= 8 else { return nil }
        func isASCII(_ first: Int) -> Bool {
            stride(from: 0, to: 8, by: 2).allSatisfy {
                bytes[$0 + first] != 0 && bytes[$0 + first] < 0x80 && bytes[$0 + 1 - first] == 0
            }
        }
        return isASCII(0) ? .utf16LittleEndian : isASCII(1) ? .utf16BigEndian : nil
    }

    /// Calls back with each line, without its end: LF, CR LF or CR. A zero ends what counts of a line, as in C; zeros before it
    /// are filling.
    package static func forEachLine<Failure>(
        of bytes: [UInt8], _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
            if index > start { try body(withoutZeros(bytes[start..<index])) }
            start = index + 1
        }
        if start < bytes.count { try body(withoutZeros(bytes[start...])) }
    }

    private static func withoutZeros(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.contains(0) ? line.drop { $0 == 0 }.prefix { $0 != 0 } : line
    }

    /// Whether all bytes are UTF-8; looked at in pieces, for a text of a whole file would be as large again.
    package static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A piece ends where a character does.
            let end = rest.dropFirst(1 << 16).firstIndex { $0 & 0xC0 != 0x80 } ?? rest.endIndex
            guard String(validating: rest[..<end], as: UTF8.self) != nil else { return false }
            rest = rest[end...]
        }
        return true
    }

    /// The text of bytes: UTF-8, if they are that; else the code page of Western Europe.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(windows1252: bytes)
    }

    /// The text without spaces at its ends; `nil` if nothing is left.
    package static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
        var end = bytes.endIndex
        while end > bytes.startIndex, bytes[bytes.index(before: end)] <= 0x20 {
            end = bytes.index(before: end)
        }
        let rest = bytes[..<end].drop { $0 <= 0x20 }
        return rest.isEmpty ? nil : text(rest)
    }

    /// `Artist - Title` taken apart at the first hyphen between spaces, else at the first longer dash.
    package static func artistAndTitle(_ text: String?) -> (artist: String?, title: String?) {
        guard let text else { return (nil, nil) }
        guard let dash = hyphen(in: text.utf8) ?? dash(in: text.utf8) else { return (nil, text) }
        let artist = text[..<dash.lowerBound].trimmed(of: \.isBlank)
        let title = text[dash.upperBound...].trimmed(of: \.isBlank)
        return artist.isEmpty || title.isEmpty ? (nil, text) : (artist, title)
    }

    /// The first hyphen between spaces. Searched by hand: the library's search costs more than all else of an entry.
    private static func hyphen(in text: String.UTF8View) -> Range<String.Index>? {
        var rest = text[...]
        while let dash = rest.firstIndex(of: 0x2D) {
            rest = rest[rest.index(after: dash)...]
            if rest.first == 0x20, text[..<dash].last == 0x20 { return dash..<rest.startIndex }
        }
        return nil
    }

    /// The first en dash or em dash between spaces.
    private static func dash(in text: String.UTF8View) -> Range<String.Index>? {
        var rest = text[...]
        while let dash = rest.firstIndex(of: 0xE2) {
            let sign = rest[dash...].prefix(3)
            rest = rest[rest.index(after: dash)...]
            let isDash =
                sign.elementsEqual([0xE2, 0x80, 0x93]) || sign.elementsEqual([0xE2, 0x80, 0x94])
            guard isDash, text[..<dash].last == 0x20, text[sign.endIndex...].first == 0x20 else {
                continue
            }
            return dash..<sign.endIndex
        }
        return nil
    }

    /// `Artist - Title` of an entry; `nil` if it has neither.
    package static func artistAndTitle(of entry: PlaylistEntry) -> String? {
        switch (entry.artist, entry.title) {
        case (let artist?, let title?): "\(artist) - \(title)"
        case (nil, let title?): title
        case (let artist?, nil): "\(artist) - "
        case (nil, nil): nil
        }
    }

    /// Whole seconds, rounded; `nil` for what is unknown or too long for a number.
    package static func wholeSeconds(_ duration: Double?) -> Int? {
        guard let duration, duration > 0 else { return nil }
        return Int(exactly: duration.rounded())
    }
}

/// A file that is a sequence of lines, as it is written.
struct LineWriter {
    /// Bytes written and not taken yet.
    var bytes: [UInt8] = []
    private(set) var problems: [PlaylistProblem] = []

    mutating func write(_ line: String) {
        bytes += line.utf8
        bytes.append(0x0A)
    }

    mutating func write(_ prefix: String, _ line: [UInt8]) {
        bytes += prefix.utf8
        bytes += line
        bytes.append(0x0A)
    }

    mutating func warn(_ entry: Int?, _ reason: String) {
        problems.append(PlaylistProblem(entry: entry, reason))
    }

    /// The text as one line. Line ends become spaces, which is warned of.
    mutating func oneLine(_ text: String, _ entry: Int?, _ what: String) -> String {
        let isOneLine = !text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
        if isOneLine { return text }
        warn(entry, "\(what) has several lines; they were joined into one")
        return String(
            decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D || $0 == 0 ? 0x20 : $0 },
            as: UTF8.self)
    }

    /// `Artist - Title`, and a warning where it cannot be taken apart again.
    mutating func artistAndTitle(of entry: PlaylistEntry, _ index: Int) -> String? {
        guard let text = PlaylistText.artistAndTitle(of: entry) else { return nil }
        let line = oneLine(text, index, "the title")
        let parts = PlaylistText.artistAndTitle(PlaylistText.trimmed(Array(line.utf8)))
        if line == text, parts != (entry.artist, entry.title) {
            warn(index, "'\(text)' will be read back as a different artist and title")
        }
        return line
    }

    /// Where the entry is, as bytes of a line; `nil`, with a warning, for what no line can say.
    mutating func location(of entry: PlaylistEntry, _ index: Int) -> [UInt8]? {
        guard let location = entry.location else {
            warn(
                index,
                "'\(entry.name)' is skipped: it has no path or URL, which the format requires")
            return nil
        }
        if case .uri(let text) = location, location.hasScheme { return Array(text.utf8) }
        guard let path = location.path else { return nil }
        if path.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            guard path.bytes.first == 0x2F else {
                warn(
                    index,
                    "'\(path)' is skipped: its name contains a line end; use --paths absolute or uri to keep it"
                )
                return nil
            }
            warn(index, "'\(path)' contains a line end in its name and is written as a URI")
            return Array(PercentEncoding.reference(to: path).utf8)
        }
        if path.bytes.last == 0x20 || path.bytes.last == 0x09 {
            warn(index, "'\(path)' ends with a space, which some players drop")
        }
        return Self.needsDot(path.bytes) ? [0x2E, 0x2F] + path.bytes : path.bytes
    }

    /// Whether a path would be taken for a comment, a URI or a setting, or lose a space.
    private static func needsDot(_ path: [UInt8]) -> Bool {
        guard let first = path.first, first != 0x2F else { return false }
        if first == 0x23 || first == 0x3B || first == 0x5B || first <= 0x20 || first == 0xEF {
            return true
        }
        let start = String(decoding: path.prefix(4), as: UTF8.self).unicodeScalars.first
        if start?.properties.isWhitespace == true { return true }
        return path.prefix { $0 != 0x2F }.contains(0x3A) && !MediaPath(bytes: path).isAbsolute
    }

    /// Warns of what the format has no words for.
    mutating func warnOfDetails(_ entry: PlaylistEntry, _ index: Int, keepsRemarks: Bool) {
        var details = entry.details
        if keepsRemarks { (details.remarks, details.image) = (nil, nil) }
        if !details.isEmpty { warn(index, "the format cannot store \(details.names)") }
        if entry.startTime != nil || entry.endTime != nil {
            warn(index, "'\(entry.name)' is a part of its file, which the format cannot express")
        }
    }
}

extension PlaylistDetails {
    /// The names of the details, for messages: `a note, links`.
    var names: String {
        let names: [(String, Bool)] = [
            ("a note", annotation != nil), ("a page about it", info != nil),
            ("a picture", image != nil), ("its own address", location != nil),
            ("a date", date != nil), ("a licence", license != nil),
            ("identifiers", identifiers != nil), ("other places", otherLocations != nil),
            ("where it comes from", attributions != nil), ("links", links != nil),
            ("further words", metas != nil), ("comments", remarks != nil),
        ]
        return names.filter(\.1).map(\.0).joined(separator: ", ")
    }
}

extension Double {
    /// The number as a time in seconds; `nil` for what none is: negative, not finite, or longer than thirty
    /// years.
    var asPlaylistTime: Double? { (0...1e9).contains(self) ? self : nil }
}

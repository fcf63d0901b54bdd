import PhonolithMediaModel

/// Reads XML piece by piece: tags, texts, references to characters. Memory does not grow with the file.
///
/// It knows no document type definitions, and so no entities beyond those of XML and HTML: nothing outside of the
/// file is ever looked for, and nothing in it grows when it is read.
package struct XMLReader {
    /// The next part of a file.
    package enum Event {
        /// `<name …>`; of `<name/>` the end follows.
        case start(name: String, attributes: [(name: String, value: String)])
        // `</name>`.
        case end(name: String)
        /// Text between tags, its references resolved.
        case text(String)
    }

    private let bytes: [UInt8]
    /// Whether names are lowered, HTML's characters are known, and tags need not match.
    private let isLenient: Bool
    private var index = 0
    private var open: [String] = []
    private var pendingEnd: String?
    private var hasRoot = false

    package init(_ bytes: [UInt8], isLenient: Bool = false) {
        self.isLenient = isLenient
        self.bytes = DeclaredEncoding.utf8(ofXML: bytes)
    }

    /// The next piece; `nil` at the end of the file.
    package mutating func next() throws(PlaylistError) -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while index < bytes.count {
            guard bytes[index] == 0x3C else {
                if let text = try text() { return .text(text) }
                continue
            }
            if has("<!--") {
                try skip(past: "-->")
            } else if has("<![CDATA[") {
                return .text(try characterData())
            } else if has("<?") {
                try skip(past: "?>")
            } else if has("<!") {
                try skipDeclaration()
            } else if has("</") {
                if let end = try endTag() { return end }
            } else if isLenient, index + 1 < bytes.count, !Self.beginsName(bytes[index + 1]) {
                index += 1
                if !open.isEmpty { return .text("<") }
            } else {
                return try startTag()
            }
        }
        guard open.isEmpty || isLenient else { throw error("<\(open.last ?? "")> does not end") }
        return nil
    }

    /// Whether all bytes are read, but for those in which a mark such as `<![CDATA[` may be cut off.
    var isAtEnd: Bool { index + 8 >= bytes.count }

    var hasOpenElements: Bool { !open.isEmpty }

    private func error(_ reason: String) -> PlaylistError {
        let line = bytes[..<min(index, bytes.count)].count { $0 == 0x0A } + 1
        return PlaylistError("is not XML: \(reason) (line \(line))")
    }

    // MARK: - Text

    private mutating func text() throws(PlaylistError) -> String? {
        let start = index
        while index < bytes.count, bytes[index] != 0x3C { index += 1 }
        if open.isEmpty {
            let isBlank = bytes[start..<index].allSatisfy { $0 <= 0x20 }
            guard isBlank || isLenient else {
                throw error("there is text outside the root element")
            }
            return nil
        }
        return resolved(bytes[start..<index])
    }

    private mutating func characterData() throws(PlaylistError) -> String {
        let start = index + 9
        index = start
        try skip(past: "]]>")
        return String(decoding: bytes[start..<(index - 3)], as: UTF8.self)
    }

    /// The text with its references resolved (XML 1.0, 4.1). One bad character does not cost the file: a `&` that begins no
    /// reference is itself, and a reference to no character is left out. Some programs write a character beyond U+FFFF as the
    /// two halves of UTF-16.
    private func resolved(_ part: ArraySlice<UInt8>) -> String {
        guard part.contains(0x26) else { return String(decoding: part, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = part
        while let sign = rest.firstIndex(of: 0x26) {
            text += rest[..<sign]
            rest = rest[sign...]
            guard let (name, end) = Self.reference(at: rest) else {
                text.append(0x26)
                rest = rest.dropFirst()
                continue
            }
            rest = rest[end...]
            if let character = Self.character(name, orOfHTML: true) {
                text += character.utf8
            } else if let high = Self.number(name) {
                if let (next, end) = Self.reference(at: rest), let low = Self.number(next),
                    UTF16.isLeadSurrogate(high), UTF16.isTrailSurrogate(low)
                {
                    text += String(decoding: [high, low], as: UTF16.self).utf8
                    rest = rest[end...]
                }
            } else if !name.hasPrefix("#") {
                text += "&\(name);".utf8
            }
        }
        return String(decoding: text + rest, as: UTF8.self)
    }

    /// The name of the reference that begins here, and where the text goes on; `nil` if none does.
    private static func reference(at text: ArraySlice<UInt8>) -> (name: String, end: Int)? {
        guard text.first == 0x26, let end = text.prefix(12).firstIndex(of: 0x3B) else { return nil }
        let name = text[(text.startIndex + 1)..<end]
        let isName = name.enumerated().allSatisfy { offset, byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                || offset == 0 && byte == 0x23
        }
        return isName && !name.isEmpty ? (String(decoding: name, as: UTF8.self), end + 1) : nil
    }

    /// The number of a reference below U+10000.
    private static func number(_ name: String) -> UInt16? {
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        return digits.lowercased().hasPrefix("x")
            ? UInt16(digits.dropFirst(), radix: 16) : UInt16(digits)
    }

    /// The character of a reference, without `&` and `;`; `nil` for one that is not defined.
    static func character(_ name: String, orOfHTML isHTML: Bool) -> String? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return isHTML ? HTMLEntity.character(name) : nil }
            let digits = name.dropFirst()
            let number =
                digits.lowercased().hasPrefix("x")
                ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let number, number > 0 else { return nil }
            // Where there are controls, programs mean the characters of Windows, as HTML has it (13.2.5.80).
            if isHTML, (0x80...0x9F).contains(number) {
                return String(windows1252: [UInt8(number)])
            }
            return Unicode.Scalar(number).map(String.init)
        }
    }

    // MARK: - Tags

    private mutating func startTag() throws(PlaylistError) -> Event {
        index += 1
        let name = try name()
        if open.isEmpty, hasRoot, !isLenient { throw error("there are two roots") }
        guard open.count < 256 else { throw error("elements are nested too deeply") }
        hasRoot = true
        var attributes: [(name: String, value: String)] = []
        while true {
            skipBlanks()
            if has(">") {
                index += 1
                open.append(name)
                return .start(name: name, attributes: attributes)
            }
            if has("/>") {
                index += 2
                pendingEnd = name
                return .start(name: name, attributes: attributes)
            }
            if index < bytes.count, bytes[index] == 0x2F, isLenient {
                index += 1
                continue
            }
            attributes.append(try attribute())
        }
    }

    private mutating func endTag() throws(PlaylistError) -> Event? {
        index += 2
        let name = try name()
        skipBlanks()
        guard has(">") else { throw error("</\(name) does not end") }
        index += 1
        if open.last == name {
            open.removeLast()
            return .end(name: name)
        }
        guard isLenient else { throw error("</\(name)> has no opening tag") }
        guard open.contains(name) else { return nil }
        // Elements left open end here, too.
        while let last = open.popLast(), last != name {}
        return .end(name: name)
    }

    private mutating func attribute() throws(PlaylistError) -> (name: String, value: String) {
        let name = try name()
        skipBlanks()
        guard has("=") else {
            guard isLenient else { throw error("'\(name)' has no value") }
            return (name, "")
        }
        index += 1
        skipBlanks()
        guard index < bytes.count else { throw error("'\(name)' has no value") }
        let quote = bytes[index]
        let isQuoted = quote == 0x22 || quote == 0x27
        guard isQuoted || isLenient else { throw error("the value of '\(name)' has no quotes") }
        let start = isQuoted ? index + 1 : index
        var end = start
        while end < bytes.count,
            isQuoted ? bytes[end] != quote : bytes[end] > 0x20 && bytes[end] != 0x3E
        {
            end += 1
        }
        index = isQuoted ? end + 1 : end
        guard !isQuoted || end < bytes.count else {
            throw error("the value of '\(name)' does not end")
        }
        return (name, resolved(bytes[start..<end]))
    }

    private mutating func name() throws(PlaylistError) -> String {
        let start = index
        while index < bytes.count, Self.isPartOfName(bytes[index]) { index += 1 }
        guard index > start else { throw error("a name is missing") }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        return isLenient ? name.lowercased() : name
    }

    /// Whether a name may begin with the byte (XML 1.0, 2.3): a digit does not.
    private static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x3A, 0x5F, 0x80...0xFF: true
        default: false
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x20, 0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3D, 0x3E: false
        default: true
        }
    }

    // MARK: - Bytes

    private func has(_ text: StaticString) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount
        where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    private mutating func skip(past end: StaticString) throws(PlaylistError) {
        while index < bytes.count {
            if has(end) {
                index += end.utf8CodeUnitCount
                return
            }
            index += 1
        }
        throw error("an element is not closed")
    }

    /// A document type. One with declarations of its own is refused: they could make entities.
    private mutating func skipDeclaration() throws(PlaylistError) {
        while index < bytes.count, bytes[index] != 0x3E {
            if bytes[index] == 0x5B {
                throw error("it contains declarations, which are not allowed")
            }
            index += 1
        }
        index += 1
    }
}

extension [(name: String, value: String)] {
    /// The value of an attribute; `nil` if the element does not have it.
    package subscript(name: String) -> String? { first { $0.name == name }?.value }
}

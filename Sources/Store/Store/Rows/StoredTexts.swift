package import FoundationEssentials
package import PhonolithMediaModel

/// Values with names, all those of an item in one column: credits by their roles, and tags.
///
/// Each entry is U+001E, the name, U+001F, the value, U+001F, and what is only shown (an instrument); tags have none of
/// these characters. A second column has the entries with folded values and without what is only shown; it is NULL where
/// `lower` makes the same of the first.
package struct StoredEntries: Hashable, Sendable {
    package let text: String
    /// `nil` if SQLite's `lower` makes the same of ``text``.
    package let folded: String?

    /// - Returns: `nil` for no entries.
    private init?(_ entries: [(name: String, value: String, extra: String?)]) {
        if entries.isEmpty { return nil }
        var text: [UInt8] = []
        var folded: [UInt8] = []
        for entry in entries {
            Self.append(entry.name, entry.value, entry.extra ?? "", to: &text)
            Self.append(entry.name.asciiLowercased, entry.value.folded, "", to: &folded)
        }
        self.text = String(decoding: text, as: UTF8.self)
        let lowercase = self.text.asciiLowercased
        self.folded =
            lowercase.utf8.elementsEqual(folded) ? nil : String(decoding: folded, as: UTF8.self)
    }

    private static func append(
        _ name: String, _ value: String, _ extra: String, to text: inout [UInt8]
    ) {
        text.append(0x1E)
        text.append(contentsOf: name.utf8)
        text.append(0x1F)
        text.append(contentsOf: value.utf8)
        text.append(0x1F)
        text.append(contentsOf: extra.utf8)
    }

    package init?(_ credits: [MediaCredit]) {
        self.init(credits.map { ($0.role.rawValue, $0.name, $0.instrument) })
    }

    package init?(_ tags: [MediaTag]) {
        self.init(tags.flatMap { tag in tag.values.map { (tag.name, $0, nil) } })
    }

    /// The credits in a stored text.
    package static func credits(in text: String?) -> [MediaCredit] {
        fields(in: text).compactMap { fields in
            MediaCredit.Role(rawValue: fields[0]).map {
                MediaCredit(
                    role: $0, name: fields[1], instrument: fields[2].isEmpty ? nil : fields[2])
            }
        }
    }

    /// The tags in a stored text.
    package static func tags(in text: String?) -> [MediaTag] {
        var tags: [MediaTag] = []
        for fields in fields(in: text) {
            if tags.last?.name == fields[0] {
                tags[tags.count - 1].values.append(fields[1])
            } else {
                tags.append(MediaTag(name: fields[0], values: [fields[1]]))
            }
        }
        return tags
    }

    /// Name, value and what is only shown of each entry. Byte by byte: characters would have to be distinguished.
    package static func fields(in text: String?) -> [[String]] {
        guard let text else { return [] }
        return text.utf8.split(separator: 0x1E).compactMap { entry in
            let fields = entry.split(separator: 0x1F, omittingEmptySubsequences: false)
            return fields.count == 3 ? fields.map { String(Substring($0)) } : nil
        }
    }
}

/// Several names in one column, with U+001F between them.
package enum StoredNames {
    private static let separator: Unicode.Scalar = "\u{1F}"

    // `nil` for none.
    package static func text(of names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: String(separator))
    }

    /// `nil` if the names say no more than the text to show.
    package static func text(of names: [String], shown: String?) -> String? {
        names.count == 1 && names[0] == shown ? nil : text(of: names)
    }

    /// The names in a column, and those in the text to show where that says as much.
    package static func names(in text: String?, shown: String? = nil) -> [String] {
        guard let text else { return shown.map { [$0] } ?? [] }
        // Byte by byte: characters would have to be distinguished.
        return text.utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
    }
}

/// Lyrics with times in one column, with U+001E between those of several languages.
enum StoredLyrics {
    // `nil` for none.
    static func text(of texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: "\u{1E}")
    }

    static func texts(in text: String?) -> [String] {
        text.map { $0.utf8.split(separator: 0x1E).map { String(Substring($0)) } } ?? []
    }
}

extension Data {
    /// The bytes written as pairs of hexadecimal digits; empty for any other text.
    package init(hexadecimal digits: String) { self.init([UInt8](hexadecimal: digits) ?? []) }
}

extension MediaPath {
    package init(data: Data) { self.init(bytes: Array(data)) }

    /// The bytes, to be stored.
    package var data: Data { Data(bytes) }
}

extension AudioSignature {
    /// Takes what was stored; SQLite has no unsigned numbers.
    package init?(stored: Int64?) {
        guard let stored else { return nil }
        self.init(rawValue: UInt64(bitPattern: stored))
    }

    /// The number, to be stored.
    package var stored: Int64 { Int64(bitPattern: rawValue) }
}

import Foundation
package import MediaModel

/// One thing to print: its fields in order, without those that are absent.
package struct Record {
    var fields: [(name: String, value: MediaValue)]

    /// The value of a field.
    subscript(name: String) -> MediaValue? { fields.first { $0.name == name }?.value }

    package init(_ fields: [(name: String, value: MediaValue?)]) {
        self.fields = fields.compactMap { name, value in value.map { (name, $0) } }
    }

    /// An item with all that it has, keyed as DESIGN's JSON.
    init(_ item: MediaItem) {
        self.init(MediaProperty.allCases.map { ($0.rawValue, item.value(for: $0)) })
    }

    /// A collection with what its grouping has.
    init(_ collection: MediaItemCollection) {
        self.init([
            ("persistentID", .text(String(collection.persistentID))),
            ("title", .text(collection.title)), ("count", .integer(collection.count)),
            ("playbackDuration", .number((collection.playbackDuration * 1000).rounded() / 1000)),
            ("albumCount", collection.albumCount.map(MediaValue.integer)),
            ("albumArtist", collection.albumArtist.map(MediaValue.text)),
            ("year", collection.year.map(MediaValue.integer)),
            ("isCompilation", collection.isCompilation.map(MediaValue.boolean)),
            ("artworkSha256", collection.artworkSHA256.map(MediaValue.text)),
        ])
    }
}

extension MediaValue {
    /// The value as JSON (RFC 8259).
    package var json: String {
        switch self {
        case .text(let text): text.jsonQuoted
        case .texts(let texts): "[" + texts.map(\.jsonQuoted).joined(separator: ",") + "]"
        case .integer(let number): String(number)
        case .number(let number): number.isFinite ? Self.decimal(number) : "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .timestamp(let moment): moment.description.jsonQuoted
        case .bytes(let bytes): Data(bytes).base64EncodedString().jsonQuoted
        case .chapters(let chapters):
            "[" + chapters.map { Record($0).json }.joined(separator: ",") + "]"
        case .artwork(let pictures):
            "[" + pictures.map { Record($0).json }.joined(separator: ",") + "]"
        }
    }

    /// The value as text for a person or a spreadsheet.
    package var plainText: String {
        switch self {
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: "; ")
        case .timestamp(let moment): moment.description
        case .bytes(let bytes): Data(bytes).base64EncodedString()
        default: json
        }
    }

    /// Whole numbers without a fraction, so that a duration of a minute is 60.
    private static func decimal(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension Record {
    /// One JSON object, on one line.
    package var json: String {
        "{" + fields.map { "\($0.name.jsonQuoted):\($0.value.json)" }.joined(separator: ",") + "}"
    }

    fileprivate init(_ chapter: Chapter) {
        self.init([
            ("startTime", .number(chapter.startTime)),
            ("endTime", chapter.endTime.map(MediaValue.number)),
            ("title", chapter.title.map(MediaValue.text)),
        ])
    }

    fileprivate init(_ picture: MediaArtwork) {
        self.init([
            ("type", .text(picture.kind.name)), ("source", .text(picture.source.rawValue)),
            ("mimeType", .text(picture.mimeType)), ("width", picture.width.map(MediaValue.integer)),
            ("height", picture.height.map(MediaValue.integer)),
            ("byteCount", .integer(picture.byteCount)), ("sha256", .text(picture.sha256)),
        ])
    }
}

extension String {
    /// The text as a JSON string, quotes included. `JSONEncoder` would not keep the order of keys.
    package var jsonQuoted: String {
        var quoted: [UInt8] = [0x22]
        quoted.reserveCapacity(utf8.count + 2)
        for byte in utf8 {
            switch byte {
            case 0x22, 0x5C: quoted += [0x5C, byte]
            case 0x0A: quoted += [0x5C, 0x6E]
            case 0x09: quoted += [0x5C, 0x74]
            case 0x0D: quoted += [0x5C, 0x72]
            case 0x00..<0x20, 0x7F:
                quoted += Array("\\u00".utf8) + [byte >> 4, byte & 15].map(Self.hexadecimalDigit)
            default: quoted.append(byte)
            }
        }
        quoted.append(0x22)
        return String(decoding: quoted, as: UTF8.self)
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x61 + value - 10
    }
}

extension Record {
    /// All fields that a collection of that grouping may have.
    static func fields(of grouping: MediaGrouping) -> [String] {
        let all = ["persistentID", "title", "count", "playbackDuration"]
        return switch grouping {
        case .album: all + ["albumArtist", "year", "isCompilation", "artworkSha256"]
        case .artist, .albumArtist, .composer, .genre: all + ["albumCount"]
        case .podcastTitle: all + ["artworkSha256"]
        case .title, .playlist: all
        }
    }
}

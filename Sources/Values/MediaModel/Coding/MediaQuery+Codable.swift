import FoundationEssentials

/// As text that is safe in URLs.
extension PageToken: CodableAsText {}

/// As the keys of `--sort` are written: `year:desc`.
extension MediaOrder: CodableAsText {
    /// The key's name, with `:desc` for a descending order.
    public var description: String { Self.text(of: [self]) }

    /// Parses one key; `nil` for one that is unknown.
    public init?(_ description: String) {
        guard let order = Self.order(of: description), order.count == 1 else { return nil }
        self = order[0]
    }
}

/// As an expression writes it: `30 days`.
extension TimeSpan: CodableAsText {
    /// Parses a count and a unit with a space between them.
    public init?(_ description: String) {
        let parts = description.split(separator: " ")
        guard parts.count == 2, let count = Int(parts[0]), count >= 0,
            let unit = Unit(named: String(parts[1]))
        else { return nil }
        self.init(count, unit)
    }
}

/// By name: `album`.
extension MediaGrouping: Codable, LosslessStringConvertible {
    /// Writes the name.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }

    /// Reads the name.
    public init(from decoder: any Decoder) throws { try self.init(textFrom: decoder) }

    /// The name of the case.
    public var description: String {
        switch self {
        case .title: "title"
        case .album: "album"
        case .artist: "artist"
        case .albumArtist: "albumArtist"
        case .composer: "composer"
        case .genre: "genre"
        case .playlist: "playlist"
        case .podcastTitle: "podcastTitle"
        }
    }

    /// The grouping of that name.
    public init?(_ description: String) {
        guard let grouping = Self.allCases.first(where: { $0.description == description }) else {
            return nil
        }
        self = grouping
    }
}

/// Texts, whole numbers, lists of texts, yes and no as they are in JSON; all else under the name of its case.
extension MediaValue: Codable {
    private enum Name: String, CodingKey {
        case number, timestamp, bytes, chapters, credits, tags, artwork
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        func named(_ value: some Encodable, _ name: Name) throws {
            var object = encoder.container(keyedBy: Name.self)
            try object.encode(value, forKey: name)
        }
        func plain(_ value: some Encodable) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
        switch self {
        case .text(let text): try plain(text)
        case .texts(let texts): try plain(texts)
        case .integer(let number): try plain(number)
        case .boolean(let flag): try plain(flag)
        case .number(let number): try named(number, .number)
        case .timestamp(let moment): try named(moment.iso8601, .timestamp)
        case .bytes(let bytes): try named(Data(bytes).base64EncodedString(), .bytes)
        case .chapters(let chapters): try named(chapters, .chapters)
        case .credits(let credits): try named(credits, .credits)
        case .tags(let tags): try named(tags, .tags)
        case .artwork(let pictures): try named(pictures, .artwork)
        }
    }

    /// Reads a value.
    public init(from decoder: any Decoder) throws {
        guard let object = try? decoder.container(keyedBy: Name.self) else {
            self = try Self.plain(decoder.singleValueContainer())
            return
        }
        guard let name = object.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no known kind of value"))
        }
        func wrong(_ words: String) -> DecodingError {
            .dataCorruptedError(forKey: name, in: object, debugDescription: words)
        }
        switch name {
        case .number: self = .number(try object.decode(Double.self, forKey: name))
        case .timestamp:
            guard let moment = Date(iso8601: try object.decode(String.self, forKey: name)) else {
                throw wrong("no moment like 2026-11-21T09:30:00Z")
            }
            self = .timestamp(moment)
        case .bytes:
            guard let data = Data(base64Encoded: try object.decode(String.self, forKey: name))
            else { throw wrong("no Base64") }
            self = .bytes(Array(data))
        case .chapters: self = .chapters(try object.decode([Chapter].self, forKey: name))
        case .credits: self = .credits(try object.decode([MediaCredit].self, forKey: name))
        case .tags: self = .tags(try object.decode([MediaTag].self, forKey: name))
        case .artwork: self = .artwork(try object.decode([MediaArtwork].self, forKey: name))
        }
    }

    private static func plain(_ value: any SingleValueDecodingContainer) throws -> MediaValue {
        if let flag = try? value.decode(Bool.self) { return .boolean(flag) }
        if let number = try? value.decode(Int.self) { return .integer(number) }
        if let text = try? value.decode(String.self) { return .text(text) }
        return .texts(try value.decode([String].self))
    }
}

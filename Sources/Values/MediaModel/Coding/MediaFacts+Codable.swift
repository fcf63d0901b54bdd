/// By the keys of an item's JSON, absent values left out; `genre` and `year` are written for those who read, and derived again.
extension MediaFacts: Codable {
    private static let properties = MediaProperty.listed.filter {
        $0.field != nil || [.mediaType, .genre, .year, .chapters, .credits, .tags].contains($0)
    }
    // Lists do not show it.
    private static let timedLyricsKey: ValueKey = "timedLyrics"

    /// Writes all that there is.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: ValueKey.self)
        for property in Self.properties where property != .mediaType {
            try values.encode(value(for: property), for: property)
        }
        if !mediaType.isEmpty { try values.encode(mediaType, forKey: ValueKey(.mediaType)) }
        if !timedLyrics.isEmpty { try values.encode(timedLyrics, forKey: Self.timedLyricsKey) }
    }

    /// Reads what there is; keys that are not known are ignored.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: ValueKey.self)
        for property in Self.properties {
            guard let field = property.field else { continue }
            switch field {
            case .text(let access), .code(let access): access.set(&self, try values.value(property))
            case .texts(let access), .codes(let access):
                access.set(&self, try values.value(property) ?? [])
            case .integer(let access): access.set(&self, try values.value(property))
            case .number(let access): access.set(&self, try values.value(property))
            case .flag(let access): access.set(&self, try values.value(property))
            case .date(let access):
                access.set(&self, try values.parsed(property) { PartialDate($0) })
            }
        }
        mediaType = try values.value(.mediaType) ?? []
        chapters = try values.value(.chapters) ?? []
        credits = try values.value(.credits) ?? []
        let texts: [String: [String]] = try values.value(.tags) ?? [:]
        tags = texts.map { MediaTag(name: $0.key, values: $0.value) }.sorted { $0.name < $1.name }
        timedLyrics = try values.decodeIfPresent([String].self, forKey: Self.timedLyricsKey) ?? []
    }
}

extension PartialDate: CodableAsText {}

import PhonolithMediaModel

/// A value as a tag has it, and the property that it became; the counterpart of AVMetadataItem.
public struct MetadataItem: Hashable, Sendable {
    /// The kind of tag: `ID3v2.3`, `Vorbis`, `MP4`, …
    public let format: String
    /// The frame, field, item, atom or attribute, as the format names it: `TIT2`, `ALBUMARTIST`, `©nam`, …
    public let key: String
    /// The value, as clean text; a field of several has an entry for each.
    public let value: String
    /// The key in JSON of the property that it is the value of: `title`, `artists`, …; `nil` where another tag outranks it,
    /// or where it has no property.
    public let property: String?
    /// The key of the property for which other tags outrank it; `nil` where none does.
    public let outrankedFor: String?
}

extension TagResolution {
    /// The fields, value by value, and what each is in the facts that they gave.
    func entries(of facts: MediaFacts) -> [MetadataItem] {
        var (winners, losers) = ([RawField: String](), [RawField: String]())
        for property in TagProperty.allCases where !property.value(in: facts).isEmpty {
            let sources = sources(property)
            for field in sources.winners where winners[field] == nil {
                winners[field] = property.name
            }
            for field in sources.losers where losers[field] == nil { losers[field] = property.name }
        }
        return fields.flatMap { field in
            field.values.map { value in
                MetadataItem(
                    format: field.kind.name, key: field.key, value: value,
                    property: winners[field],
                    outrankedFor: winners[field] == nil ? losers[field] : nil)
            }
        }
    }
}

extension MediaFile {
    /// The kinds of tags that the file has, each once (`availableMetadataFormats`).
    public var metadataFormats: [String] {
        var seen: Set<String> = []
        return metadata.map(\.format).filter { seen.insert($0).inserted }
    }

    /// The entries of one kind of tag (`metadata(forFormat:)`).
    public func metadata(inFormat format: String) -> [MetadataItem] {
        metadata.filter { $0.format == format }
    }
}

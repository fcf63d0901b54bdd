import FoundationEssentials

/// One thing to print: its fields in order, without those that are absent.
package struct Record {
    package var fields: [(name: String, value: MediaValue)]

    /// The value of a field.
    package subscript(name: String) -> MediaValue? { fields.first { $0.name == name }?.value }

    package init(_ fields: [(name: String, value: MediaValue?)]) {
        self.fields = fields.compactMap { name, value in value.map { (name, $0) } }
    }

    /// An item with all that it has, by the keys of JSON.
    package init(_ item: MediaItem) {
        self.init(MediaProperty.listed.map { ($0.rawValue, item.value(for: $0)) })
    }

    /// A file that no library knows, by the keys of an item.
    package init(_ facts: MediaFacts, at location: MediaItem.Location, artwork: [MediaArtwork]) {
        self.init(
            MediaProperty.listed.map { property in
                let ofFile: MediaValue? =
                    switch property {
                    case .artwork: artwork.isEmpty ? nil : .artwork(artwork)
                    case .relativePath: nil
                    default: location.value(for: property)
                    }
                return (property.rawValue, ofFile ?? facts.value(for: property))
            })
    }

    /// A collection with what its grouping has.
    package init(_ collection: MediaItemCollection) {
        self.init([
            ("persistentID", .text(collection.persistentID.description)),
            ("title", .text(collection.title)), ("count", .integer(collection.count)),
            ("playbackDuration", .thousandths(collection.playbackDuration)),
            ("albumCount", collection.albumCount.map(MediaValue.integer)),
            ("albumArtist", collection.albumArtist.map(MediaValue.text)),
            ("year", collection.year.map(MediaValue.integer)),
            ("isCompilation", collection.isCompilation.map(MediaValue.boolean)),
            ("artworkSha256", collection.artworkSHA256.map(MediaValue.text)),
        ])
    }
}

extension MediaValue {
    /// The value as text for a person or a spreadsheet.
    package var plainText: String {
        switch self {
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: "; ")
        case .timestamp(let moment): moment.iso8601
        case .bytes(let bytes): Data(bytes).base64EncodedString()
        default: json
        }
    }
}

extension Record {
    package init(_ chapter: Chapter) {
        self.init([
            ("startTime", .number(chapter.startTime)),
            ("endTime", chapter.endTime.map(MediaValue.number)),
            ("title", chapter.title.map(MediaValue.text)),
        ])
    }

    package init(_ credit: MediaCredit) {
        self.init([
            ("role", .text(credit.role.rawValue)), ("name", .text(credit.name)),
            ("instrument", credit.instrument.map(MediaValue.text)),
        ])
    }

    package init(_ picture: MediaArtwork) {
        self.init([
            ("type", .text(picture.kind.name)), ("source", .text(picture.source.rawValue)),
            ("mimeType", .text(picture.mimeType)), ("width", picture.width.map(MediaValue.integer)),
            ("height", picture.height.map(MediaValue.integer)),
            ("byteCount", .integer(picture.byteCount)), ("sha256", .text(picture.sha256)),
        ])
    }
}

extension Record {
    /// All fields that a collection of that grouping may have.
    package static func fields(of grouping: MediaGrouping) -> [String] {
        let all = ["persistentID", "title", "count", "playbackDuration"]
        return switch grouping {
        case .album: all + ["albumArtist", "year", "isCompilation", "artworkSha256"]
        case .artist, .albumArtist, .composer, .genre: all + ["albumCount"]
        case .podcastTitle: all + ["artworkSha256"]
        case .title, .playlist: all
        }
    }
}

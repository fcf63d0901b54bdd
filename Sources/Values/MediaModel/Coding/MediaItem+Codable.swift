import FoundationEssentials

/// By the keys of an item's JSON, with those of its facts beside its own.
extension MediaItem: Codable {
    private static let ownProperties = MediaProperty.listed.filter {
        $0.field == nil
            && ![.mediaType, .genre, .year, .chapters, .credits, .tags].contains($0)
    }

    /// Writes all that there is.
    public func encode(to encoder: any Encoder) throws {
        try facts.encode(to: encoder)
        var values = encoder.container(keyedBy: ValueKey.self)
        for property in Self.ownProperties {
            try values.encode(value(for: property), for: property)
        }
    }

    /// Reads what there is; ids, paths and what else an item cannot be without are required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: ValueKey.self)
        self.init(
            persistentID: try values.decode(MediaItemID.self, forKey: ValueKey(.persistentID)),
            facts: try MediaFacts(from: decoder), location: try Location(values),
            albumPersistentID: try values.value(.albumPersistentID),
            artistPersistentID: try values.value(.artistPersistentID),
            albumArtistPersistentID: try values.value(.albumArtistPersistentID),
            composerPersistentID: try values.value(.composerPersistentID),
            genrePersistentID: try values.value(.genrePersistentID),
            podcastPersistentID: try values.value(.podcastPersistentID),
            artwork: try values.value(.artwork) ?? [], userValues: try UserValues(values),
            isMissing: try values.value(.isMissing) ?? false,
            isAvailable: try values.value(.isAvailable) ?? true)
    }
}

extension MediaItem.Location {
    fileprivate init(_ values: KeyedDecodingContainer<ValueKey>) throws {
        let bytes = try values.parsed(.pathBase64) { Data(base64Encoded: $0).map(Array.init) }
        let path =
            try bytes.map(MediaPath.init(bytes:))
            ?? values.decode(MediaPath.self, forKey: ValueKey(.path))
        let relative: String? = try values.value(.relativePath)
        let (root, below) = Self.split(path, before: relative ?? "")
        self.init(
            root: root, relativePath: below, fileSize: try values.value(.fileSize) ?? 0,
            startTime: try values.value(.startTime), endTime: try values.value(.endTime))
    }

    /// The path as the root and what is below it. The relative path has as many components in bytes as it has in text, even where
    /// the bytes are no UTF-8.
    private static func split(
        _ path: MediaPath, before relative: String
    ) -> (root: MediaPath, below: MediaPath) {
        guard !relative.isEmpty else { return (path, MediaPath("")) }
        var slashes = relative.utf8.count { $0 == 0x2F }
        let start = path.bytes.indices.reversed().first { index in
            if path.bytes[index] != 0x2F { return false }
            slashes -= 1
            return slashes < 0
        }
        guard let start else { return (MediaPath(""), path) }
        let root = path.bytes[..<max(start, 1)]
        return (MediaPath(bytes: Array(root)), MediaPath(bytes: Array(path.bytes[(start + 1)...])))
    }
}

extension MediaItem.UserValues {
    fileprivate init(_ values: KeyedDecodingContainer<ValueKey>) throws {
        self.init(
            rating: try values.value(.rating), favoriteDate: try values.moment(.favoriteDate),
            playCount: try values.value(.playCount) ?? 0,
            skipCount: try values.value(.skipCount) ?? 0,
            lastPlayedDate: try values.moment(.lastPlayedDate),
            dateAdded: try values.moment(.dateAdded) ?? Date(secondsSince1970: 0),
            bookmarkTime: try values.value(.bookmarkTime))
    }
}

/// By name: `front`.
extension MediaArtwork.Kind: Codable {
    /// Writes the name.
    public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }

    /// Reads the name.
    public init(from decoder: any Decoder) throws {
        let name = try String(from: decoder)
        guard let kind = Self(named: name) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "'\(name)' is no kind of picture"))
        }
        self = kind
    }
}

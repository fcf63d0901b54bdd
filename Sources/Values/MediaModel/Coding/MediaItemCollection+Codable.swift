import FoundationEssentials

/// By the keys of a collection's JSON, and what its grouping is.
extension MediaItemCollection: Codable {
    private enum CodingKeys: String, CodingKey {
        case persistentID, grouping, title, count, playbackDuration
        case mediaTypes = "mediaType"
        case representativeItemID = "representativePersistentID"
        case albumCount, albumArtist, year, isCompilation
        case artworkSHA256 = "artworkSha256"
        case playlist, items
    }

    /// Writes all that there is.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(persistentID, forKey: .persistentID)
        try values.encode(grouping, forKey: .grouping)
        try values.encode(title, forKey: .title)
        try values.encode(count, forKey: .count)
        try values.encode(playbackDuration, forKey: .playbackDuration)
        try values.encode(mediaTypes, forKey: .mediaTypes)
        try values.encodeIfPresent(representativeItemID, forKey: .representativeItemID)
        try values.encodeIfPresent(albumCount, forKey: .albumCount)
        try values.encodeIfPresent(albumArtist, forKey: .albumArtist)
        try values.encodeIfPresent(year, forKey: .year)
        try values.encodeIfPresent(isCompilation, forKey: .isCompilation)
        try values.encodeIfPresent(artworkSHA256, forKey: .artworkSHA256)
        try values.encodeIfPresent(playlist, forKey: .playlist)
        if !items.isEmpty { try values.encode(items, forKey: .items) }
    }

    /// Reads what there is.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let id = try values.decode(MediaCollectionID.self, forKey: .persistentID)
        self.init(
            group: MediaGroup(
                try values.decode(MediaGrouping.self, forKey: .grouping), id.rawValue),
            title: try values.decode(String.self, forKey: .title),
            count: try values.decode(Int.self, forKey: .count),
            playbackDuration: try values.decode(Double.self, forKey: .playbackDuration),
            mediaTypes: try values.decodeIfPresent(MediaType.self, forKey: .mediaTypes) ?? [],
            representativeItemID: try values.decodeIfPresent(
                MediaItemID.self, forKey: .representativeItemID),
            albumCount: try values.decodeIfPresent(Int.self, forKey: .albumCount),
            albumArtist: try values.decodeIfPresent(String.self, forKey: .albumArtist),
            year: try values.decodeIfPresent(Int.self, forKey: .year),
            isCompilation: try values.decodeIfPresent(Bool.self, forKey: .isCompilation),
            artworkSHA256: try values.decodeIfPresent(String.self, forKey: .artworkSHA256),
            playlist: try values.decodeIfPresent(MediaPlaylist.self, forKey: .playlist),
            items: try values.decodeIfPresent([MediaItem].self, forKey: .items) ?? [])
    }
}

extension MediaGroup: Codable {
    private enum CodingKeys: String, CodingKey { case grouping, persistentID }

    /// Writes the grouping by name, and the id as text.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(grouping, forKey: .grouping)
        try values.encode(MediaCollectionID(persistentID), forKey: .persistentID)
    }

    /// Reads both.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(MediaGrouping.self, forKey: .grouping),
            try values.decode(MediaCollectionID.self, forKey: .persistentID).rawValue)
    }
}

/// By the keys of a playlist's JSON.
extension MediaPlaylist: Codable {
    private enum CodingKeys: String, CodingKey {
        case persistentID, uuid, name, isSmart
        case descriptionText = "description"
        case authorDisplayName = "author"
        case dateCreated, dateModified
    }

    /// Writes all that there is; moments as ISO 8601.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(persistentID, forKey: .persistentID)
        try values.encode(uuid, forKey: .uuid)
        try values.encode(name, forKey: .name)
        try values.encode(isSmart, forKey: .isSmart)
        try values.encodeIfPresent(descriptionText, forKey: .descriptionText)
        try values.encodeIfPresent(authorDisplayName, forKey: .authorDisplayName)
        try values.encode(dateCreated.iso8601, forKey: .dateCreated)
        try values.encode(dateModified.iso8601, forKey: .dateModified)
    }

    /// Reads what there is.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func moment(_ key: CodingKeys) throws -> Date {
            guard let moment = Date(iso8601: try values.decode(String.self, forKey: key)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: values,
                    debugDescription: "no moment like 2026-11-21T09:30:00Z")
            }
            return moment
        }
        self.init(
            persistentID: try values.decode(MediaPlaylistID.self, forKey: .persistentID),
            uuid: try values.decode(String.self, forKey: .uuid),
            name: try values.decode(String.self, forKey: .name),
            isSmart: try values.decode(Bool.self, forKey: .isSmart),
            descriptionText: try values.decodeIfPresent(String.self, forKey: .descriptionText),
            authorDisplayName: try values.decodeIfPresent(String.self, forKey: .authorDisplayName),
            dateCreated: try moment(.dateCreated), dateModified: try moment(.dateModified))
    }
}

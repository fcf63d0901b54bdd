public import FoundationEssentials

/// Everything that can be asked of an item. The raw value is the key in JSON, never renamed; the order
/// here is the order there, of those that are ``listed``.
public enum MediaProperty: String, Codable, Hashable, Sendable, CaseIterable {
    case persistentID, mediaType, title, albumTitle, albumPersistentID, artist, artists
    case artistPersistentID, albumArtist, albumArtists, albumArtistPersistentID, composer, composers
    case composerPersistentID, genre, genres, genrePersistentID, albumTrackNumber, albumTrackCount,
        discNumber, discCount, discSubtitle
    case year, releaseDate, originalDate, isCompilation, isExplicit, podcastTitle
    case podcastPersistentID, tvShow, seasonNumber, episodeNumber, episodeID, userGrouping
    case beatsPerMinute, comments, lyrics, playbackDuration, bitRate, sampleRate, channelCount
    case bitDepth, codec, container, fileSize, path, pathBase64, relativePath, startTime, endTime
    case chapters, replayGainTrackGain, replayGainTrackPeak, replayGainAlbumGain
    case replayGainAlbumPeak, isrc, musicBrainzRecordingID, musicBrainzTrackID, musicBrainzAlbumID
    case musicBrainzReleaseGroupID, musicBrainzArtistIDs, musicBrainzAlbumArtistIDs, titleSort
    case artistSort, albumSort, albumArtistSort, composerSort, credits, ensemble, work, opus
    case movement, movementNumber, movementCount, label, catalogNumber, barcode, media, releaseType
    case releaseStatus, releaseCountry, language, mood, key, energy, encoder, tags, artwork, width
    case height, frameRate, rotation, videoCodec, hasProtectedAsset, rating, isFavorite
    case favoriteDate, playCount, skipCount, lastPlayedDate, dateAdded, bookmarkTime, isMissing
    case isAvailable
    case assetURL
    /// The names of the credits in a role.
    case conductor, performer, lyricist, writer, arranger, remixer, producer, engineer, mixer
    case djmixer, director, narrator

    /// The properties that lists show: all but those that repeat others, ``assetURL`` and the roles, of which
    /// ``credits`` has all.
    public static let listed = allCases.filter { $0 != .assetURL && $0.role == nil }
}

extension MediaItem {
    /// The item's value of that property; `nil` if it has none.
    public func value(for property: MediaProperty) -> MediaValue? {
        switch property {
        case .persistentID: .text(persistentID.description)
        case .albumPersistentID: albumPersistentID.map { .text($0.description) }
        case .artistPersistentID: artistPersistentID.map { .text($0.description) }
        case .albumArtistPersistentID: albumArtistPersistentID.map { .text($0.description) }
        case .composerPersistentID: composerPersistentID.map { .text($0.description) }
        case .genrePersistentID: genrePersistentID.map { .text($0.description) }
        case .podcastPersistentID: podcastPersistentID.map { .text($0.description) }
        case .fileSize, .path, .pathBase64, .relativePath, .startTime, .endTime:
            location.value(for: property)
        case .artwork: artwork.isEmpty ? nil : .artwork(artwork)
        case .rating: userValues.rating.map(MediaValue.integer)
        case .isFavorite: .boolean(userValues.isFavorite)
        case .favoriteDate: userValues.favoriteDate.map(MediaValue.timestamp)
        case .playCount: .integer(userValues.playCount)
        case .skipCount: .integer(userValues.skipCount)
        case .lastPlayedDate: userValues.lastPlayedDate.map(MediaValue.timestamp)
        case .dateAdded: .timestamp(userValues.dateAdded)
        case .bookmarkTime: userValues.bookmarkTime.map(MediaValue.number)
        case .isMissing: .boolean(isMissing)
        case .isAvailable: .boolean(isAvailable)
        case .assetURL: assetURL.map { .text($0.absoluteString) }
        default: facts.value(for: property)
        }
    }
}

extension MediaItem.Location {
    /// The location's value of a property; `nil` for properties of anything else.
    package func value(for property: MediaProperty) -> MediaValue? {
        switch property {
        case .fileSize: .integer(fileSize)
        case .path: .text(path.description)
        case .pathBase64: path.isUTF8 ? nil : .bytes(path.bytes)
        case .relativePath: .text(relativePath.description)
        case .startTime: startTime.map(MediaValue.number)
        case .endTime: endTime.map(MediaValue.number)
        default: nil
        }
    }
}

extension MediaItem {
    /// The file as a `file:` URL, byte by byte; `nil` if a program cannot play it for its protection.
    public var assetURL: URL? {
        facts.hasProtectedAsset == true ? nil : location.path.fileURL
    }
}

extension MediaFacts {
    /// The file's value of that property; `nil` if it has none, and for properties that a file cannot have.
    public func value(for property: MediaProperty) -> MediaValue? {
        if let field = property.field { return value(of: field) }
        return switch property {
        case .mediaType: texts(mediaType.names)
        case .genre: genre.map(MediaValue.text)
        case .year: year.map(MediaValue.integer)
        case .chapters: chapters.isEmpty ? nil : .chapters(chapters)
        case .credits: credits.isEmpty ? nil : .credits(credits)
        case .tags: tags.isEmpty ? nil : .tags(tags)
        default: property.role.flatMap { texts(names(of: $0)) }
        }
    }

    /// The names of the credits in a role, each once.
    package func names(of role: MediaCredit.Role) -> [String] {
        var seen: Set<String> = []
        return credits.filter { $0.role == role && seen.insert($0.name).inserted }.map(\.name)
    }
}

extension MediaProperty {
    /// Names that are shorter than the keys in JSON and mean the same, for people who type.
    package static let shortNames: [String: MediaProperty] = [
        "album": .albumTitle, "track": .albumTrackNumber, "disc": .discNumber,
        "duration": .playbackDuration, "added": .dateAdded, "show": .tvShow,
        "season": .seasonNumber, "episode": .episodeNumber, "lastPlayed": .lastPlayedDate,
        "credit": .credits,
    ]

    /// All names of all properties: the keys in JSON, and the short ones.
    package static let names: [String: MediaProperty] = Dictionary(
        allCases.map { ($0.rawValue, $0) } + shortNames, uniquingKeysWith: { key, _ in key })

    /// The property of that name, in any case of letters.
    package init?(named name: String) {
        guard let property = Self.namesInLowerCase[name.asciiLowercased] else { return nil }
        self = property
    }

    private static let namesInLowerCase = Dictionary(
        uniqueKeysWithValues: names.map { ($0.asciiLowercased, $1) })
}

/// How the values of a property compare.
public enum MediaPropertyKind: Hashable, Sendable {
    /// Text for people: compared folded (``Swift/String/folded``).
    case text
    /// Identifiers (ISRC, MusicBrainz ids, codecs, catalogue numbers): compared ignoring the case of ASCII letters.
    case code
    /// A number, whole or not.
    case number
    /// A date if known, compared as its text: `1997` comes before `1997-09`.
    case date
    /// A date and time.
    case timestamp
    /// Yes or no; where the file says nothing, it is taken for no.
    case boolean
    /// A persistent ID; only equality and order of the numbers.
    case identifier
    /// The kinds of an item, compared by their names; as a list of codes.
    case mediaType
    /// Chapters, pictures, raw bytes and what only programs read: only whether there are any can be asked.
    case structure
}

extension MediaProperty {
    /// How the property's values compare.
    public var kind: MediaPropertyKind {
        if let field { return field.kind }
        return switch self {
        case .genre, .path, .relativePath, .credits, .tags, .conductor, .performer, .lyricist,
            .writer, .arranger, .remixer, .producer, .engineer, .mixer, .djmixer, .director,
            .narrator:
            .text
        case .year, .fileSize, .startTime, .endTime, .rating, .playCount, .skipCount,
            .bookmarkTime:
            .number
        case .lastPlayedDate, .dateAdded, .favoriteDate: .timestamp
        case .isMissing, .isAvailable, .isFavorite: .boolean
        case .persistentID, .albumPersistentID, .artistPersistentID, .albumArtistPersistentID,
            .composerPersistentID, .genrePersistentID, .podcastPersistentID:
            .identifier
        case .mediaType: .mediaType
        case .chapters, .artwork, .pathBase64, .assetURL: .structure
        default: preconditionFailure("\(self) has neither a field nor a kind")
        }
    }
}

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

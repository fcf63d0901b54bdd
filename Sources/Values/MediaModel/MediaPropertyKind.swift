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
        switch self {
        case .title, .albumTitle, .artist, .artists, .albumArtist, .albumArtists, .composer,
            .composers, .genre, .genres, .discSubtitle, .podcastTitle, .tvShow, .userGrouping,
            .comments,
            .lyrics, .titleSort, .artistSort, .albumSort, .albumArtistSort, .composerSort, .path,
            .relativePath, .credits, .work, .movement, .label, .mood, .tags, .conductor, .performer,
            .lyricist, .writer, .arranger, .remixer, .producer, .engineer, .mixer, .djmixer,
            .director, .narrator:
            .text
        case .codec, .videoCodec, .container, .episodeID, .isrc, .musicBrainzRecordingID,
            .musicBrainzTrackID,
            .musicBrainzAlbumID, .musicBrainzReleaseGroupID, .musicBrainzArtistIDs,
            .musicBrainzAlbumArtistIDs, .catalogNumber, .barcode, .media, .releaseType,
            .releaseStatus, .releaseCountry, .language, .key, .encoder:
            .code
        case .albumTrackNumber, .albumTrackCount, .discNumber, .discCount, .year, .beatsPerMinute,
            .playbackDuration, .bitRate, .sampleRate, .channelCount, .bitDepth, .fileSize,
            .startTime, .endTime, .replayGainTrackGain, .replayGainTrackPeak,
            .replayGainAlbumGain, .replayGainAlbumPeak, .width, .height, .frameRate, .rotation,
            .rating, .playCount, .skipCount, .bookmarkTime, .seasonNumber, .episodeNumber,
            .movementNumber, .movementCount:
            .number
        case .releaseDate, .originalDate: .date
        case .lastPlayedDate, .dateAdded, .favoriteDate: .timestamp
        case .isCompilation, .isExplicit, .hasProtectedAsset, .isMissing, .isAvailable,
            .isFavorite:
            .boolean
        case .persistentID, .albumPersistentID, .artistPersistentID, .albumArtistPersistentID,
            .composerPersistentID, .genrePersistentID, .podcastPersistentID:
            .identifier
        case .mediaType: .mediaType
        case .chapters, .artwork, .pathBase64, .assetURL: .structure
        }
    }
}

import PhonolithMediaModel

/// A property of an item that a tag can state: the rows of ``TagMapping``.
package enum TagProperty: Int, Hashable, Sendable, CaseIterable {
    case title, albumTitle, artist, artists, albumArtist, albumArtists, composer, genres
    case titleSort, albumSort, artistSort, albumArtistSort, composerSort
    case discSubtitle, comments, lyrics, userGrouping, podcastTitle
    case albumTrackNumber, albumTrackCount, discNumber, discCount
    case releaseDate, originalDate, isCompilation, beatsPerMinute, isrc
    case musicBrainzRecordingID, musicBrainzTrackID, musicBrainzAlbumID, musicBrainzReleaseGroupID
    case musicBrainzArtistIDs, musicBrainzAlbumArtistIDs
    case replayGainTrackGain, replayGainTrackPeak, replayGainAlbumGain, replayGainAlbumPeak
    case tvShow, seasonNumber, episodeNumber, episodeID
    case conductor, performer, lyricist, writer, arranger, remixer, producer, engineer, mixer
    case djmixer, director, narrator
    case ensemble, work, opus, movement, movementNumber, movementCount, label, catalogNumber
    case barcode, media
    case releaseType, releaseStatus, releaseCountry, language, mood, key, energy, encoder
    case isExplicit, mediaType

    /// The name, as in the JSON of an item, or the role of credits.
    package var name: String { Self.names[rawValue] }

    /// The field of the item that it says, if it says one.
    var field: FactField? { Self.fields[rawValue] }

    /// The role of the credits that it says.
    var role: MediaCredit.Role? { MediaCredit.Role(rawValue: name) }

    /// The properties of credits with their roles, in the order of the roles.
    static let ofCredits = allCases.compactMap { property in
        property.role.map { (property: property, role: $0) }
    }

    private static let fields = allCases.map { MediaProperty(rawValue: $0.name)?.field }
    private static let names = allCases.map { String(describing: $0) }
}

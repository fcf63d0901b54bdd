public import Foundation

/// Everything that can be asked of an item. The raw value is the key in JSON, never renamed; the order
/// here is the order there, of those that are ``listed``.
public enum MediaProperty: String, Hashable, Sendable, CaseIterable {
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
    case artistSort, albumSort, albumArtistSort, composerSort, credits, work, movement
    case movementNumber, movementCount, label, catalogNumber, barcode, media, releaseType
    case releaseStatus, releaseCountry, language, mood, key, encoder, tags, artwork, width, height
    case frameRate, rotation, videoCodec, hasProtectedAsset, rating, isFavorite, favoriteDate,
        playCount
    case skipCount, lastPlayedDate, dateAdded, bookmarkTime, isMissing, isAvailable
    case assetURL
    /// The names of the credits in a role.
    case conductor, performer, lyricist, writer, arranger, remixer, producer, engineer, mixer
    case djmixer, director, narrator

    /// The properties that lists show: all but those that repeat others, ``assetURL`` and the roles, of which
    /// ``credits`` has all.
    public static let listed = allCases.filter { $0 != .assetURL && $0.role == nil }
}

extension MediaItem {
    /// What the item has of that property; `nil` if it has nothing.
    public func value(for property: MediaProperty) -> MediaValue? {
        switch property {
        case .persistentID: .text(persistentID.description)
        case .albumPersistentID: albumPersistentID.map { .text($0.description) }
        case .artistPersistentID: artistPersistentID.map { .text($0.description) }
        case .albumArtistPersistentID: albumArtistPersistentID.map { .text($0.description) }
        case .composerPersistentID: composerPersistentID.map { .text($0.description) }
        case .genrePersistentID: genrePersistentID.map { .text($0.description) }
        case .podcastPersistentID: podcastPersistentID.map { .text($0.description) }
        case .fileSize: .integer(location.fileSize)
        case .path: .text(location.path.description)
        case .pathBase64: location.path.isUTF8 ? nil : .bytes(location.path.bytes)
        case .relativePath: .text(location.relativePath.description)
        case .startTime: location.startTime.map(MediaValue.number)
        case .endTime: location.endTime.map(MediaValue.number)
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

extension MediaItem {
    /// The file as a `file:` URL, byte by byte; `nil` if a program cannot play it for its protection.
    public var assetURL: URL? {
        facts.hasProtectedAsset == true ? nil : location.path.fileURL
    }
}

extension MediaFacts {
    /// What the file has of that property; `nil` if it has nothing, and for properties that a file
    /// cannot have.
    public func value(for property: MediaProperty) -> MediaValue? {
        switch property {
        case .mediaType: texts(mediaType.names)
        case .title: text(title)
        case .albumTitle: text(albumTitle)
        case .artist: text(artist)
        case .artists: texts(artists)
        case .albumArtist: text(albumArtist)
        case .albumArtists: texts(albumArtists)
        case .composer: text(composer)
        case .composers: texts(composers)
        case .genre: text(genres.first)
        case .genres: texts(genres)
        case .albumTrackNumber: integer(albumTrackNumber)
        case .albumTrackCount: integer(albumTrackCount)
        case .discNumber: integer(discNumber)
        case .discCount: integer(discCount)
        case .discSubtitle: text(discSubtitle)
        case .year: integer(releaseDate?.year)
        case .releaseDate: text(releaseDate?.description)
        case .originalDate: text(originalDate?.description)
        case .isCompilation: isCompilation.map(MediaValue.boolean)
        case .isExplicit: isExplicit.map(MediaValue.boolean)
        case .hasProtectedAsset: hasProtectedAsset.map(MediaValue.boolean)
        case .podcastTitle: text(podcastTitle)
        case .tvShow: text(tvShow)
        case .seasonNumber: integer(seasonNumber)
        case .episodeNumber: integer(episodeNumber)
        case .episodeID: text(episodeID)
        case .userGrouping: text(userGrouping)
        case .beatsPerMinute: integer(beatsPerMinute)
        case .comments: text(comments)
        case .lyrics: text(lyrics)
        case .playbackDuration: number(playbackDuration)
        case .bitRate: integer(bitRate)
        case .sampleRate: integer(sampleRate)
        case .channelCount: integer(channelCount)
        case .bitDepth: integer(bitDepth)
        case .codec: text(codec)
        case .container: text(container)
        case .chapters: chapters.isEmpty ? nil : .chapters(chapters)
        case .replayGainTrackGain: number(replayGainTrackGain)
        case .replayGainTrackPeak: number(replayGainTrackPeak)
        case .replayGainAlbumGain: number(replayGainAlbumGain)
        case .replayGainAlbumPeak: number(replayGainAlbumPeak)
        case .isrc: text(isrc)
        case .musicBrainzRecordingID: text(musicBrainzRecordingID)
        case .musicBrainzTrackID: text(musicBrainzTrackID)
        case .musicBrainzAlbumID: text(musicBrainzAlbumID)
        case .musicBrainzReleaseGroupID: text(musicBrainzReleaseGroupID)
        case .musicBrainzArtistIDs: texts(musicBrainzArtistIDs)
        case .musicBrainzAlbumArtistIDs: texts(musicBrainzAlbumArtistIDs)
        case .titleSort: text(titleSort)
        case .artistSort: text(artistSort)
        case .albumSort: text(albumSort)
        case .albumArtistSort: text(albumArtistSort)
        case .composerSort: text(composerSort)
        case .credits: credits.isEmpty ? nil : .credits(credits)
        case .work: text(work)
        case .movement: text(movement)
        case .movementNumber: integer(movementNumber)
        case .movementCount: integer(movementCount)
        case .label: text(label)
        case .catalogNumber: text(catalogNumber)
        case .barcode: text(barcode)
        case .media: text(media)
        case .releaseType: text(releaseType)
        case .releaseStatus: text(releaseStatus)
        case .releaseCountry: text(releaseCountry)
        case .language: text(language)
        case .mood: text(mood)
        case .key: text(key)
        case .encoder: text(encoder)
        case .tags: tags.isEmpty ? nil : .tags(tags)
        case .width: integer(width)
        case .height: integer(height)
        case .frameRate: number(frameRate)
        case .rotation: integer(rotation)
        case .videoCodec: text(videoCodec)
        default: property.role.flatMap { texts(names(of: $0)) }
        }
    }

    /// The names of the credits in a role, each once.
    package func names(of role: MediaCredit.Role) -> [String] {
        var seen: Set<String> = []
        return credits.filter { $0.role == role && seen.insert($0.name).inserted }.map(\.name)
    }

    private func text(_ value: String?) -> MediaValue? { value.map(MediaValue.text) }
    private func texts(_ value: [String]) -> MediaValue? { value.isEmpty ? nil : .texts(value) }
    private func integer(_ value: Int?) -> MediaValue? { value.map(MediaValue.integer) }
    private func number(_ value: Double?) -> MediaValue? { value.map(MediaValue.number) }
}

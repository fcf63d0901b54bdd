/// What a tag can say of an item: the rows of ``TagMapping``.
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
    case isExplicit, mediaType

    /// The name, as in the JSON of an item.
    package var name: String { String(describing: self) }
}

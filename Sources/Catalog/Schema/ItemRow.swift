internal import GRDB
import MediaModel

/// A row of `items` in both directions. The order of ``columns`` is that of ``bind(_:to:)`` and of what
/// ``facts(from:)`` reads.
package enum ItemRow {
    /// The columns that come from the file, in order.
    package static let columns = [
        "media_type", "title", "title_sort", "album_title", "album_sort", "artist", "artist_sort",
        "artists", "album_artist", "album_artist_sort", "album_artists", "composer",
        "composer_sort", "composers", "genres", "track_number", "track_count", "disc_number",
        "disc_count", "disc_subtitle", "year", "release_date", "original_date", "is_compilation",
        "is_explicit", "beats_per_minute", "isrc", "podcast_title", "user_grouping", "duration",
        "bit_rate", "sample_rate", "channel_count", "bit_depth", "codec", "container", "width",
        "height", "frame_rate", "rotation", "is_protected", "track_gain", "track_peak",
        "album_gain", "album_peak",
        "musicbrainz_recording_id", "musicbrainz_track_id", "musicbrainz_album_id",
        "musicbrainz_release_group_id", "musicbrainz_artist_ids", "musicbrainz_album_artist_ids",
        "comments", "lyrics", "tv_show", "season_number", "episode_number", "episode_id",
        "video_codec",
    ]

    /// Binds the values of ``columns``.
    static func bind(_ facts: MediaFacts, to row: inout Insertion) {
        row.bind(facts.mediaType.rawValue)
        row.bind(facts.title)
        row.bind(facts.titleSort)
        row.bind(facts.albumTitle)
        row.bind(facts.albumSort)
        row.bind(facts.artist)
        row.bind(facts.artistSort)
        row.bind(list(facts.artists, facts.artist))
        row.bind(facts.albumArtist)
        row.bind(facts.albumArtistSort)
        row.bind(list(facts.albumArtists, facts.albumArtist))
        row.bind(facts.composer)
        row.bind(facts.composerSort)
        row.bind(list(facts.composers, facts.composer))
        row.bind(joined(facts.genres))
        row.bind(facts.albumTrackNumber)
        row.bind(facts.albumTrackCount)
        row.bind(facts.discNumber)
        row.bind(facts.discCount)
        row.bind(facts.discSubtitle)
        row.bind(facts.releaseDate?.year)
        row.bind(facts.releaseDate?.description)
        row.bind(facts.originalDate?.description)
        row.bind(facts.isCompilation)
        row.bind(facts.isExplicit)
        row.bind(facts.beatsPerMinute)
        row.bind(facts.isrc)
        row.bind(facts.podcastTitle)
        row.bind(facts.userGrouping)
        row.bind(facts.playbackDuration)
        row.bind(facts.bitRate)
        row.bind(facts.sampleRate)
        row.bind(facts.channelCount)
        row.bind(facts.bitDepth)
        row.bind(facts.codec)
        row.bind(facts.container)
        row.bind(facts.width)
        row.bind(facts.height)
        row.bind(facts.frameRate)
        row.bind(facts.rotation)
        row.bind(facts.hasProtectedAsset)
        row.bind(facts.replayGainTrackGain)
        row.bind(facts.replayGainTrackPeak)
        row.bind(facts.replayGainAlbumGain)
        row.bind(facts.replayGainAlbumPeak)
        row.bind(facts.musicBrainzRecordingID)
        row.bind(facts.musicBrainzTrackID)
        row.bind(facts.musicBrainzAlbumID)
        row.bind(facts.musicBrainzReleaseGroupID)
        row.bind(joined(facts.musicBrainzArtistIDs))
        row.bind(joined(facts.musicBrainzAlbumArtistIDs))
        row.bind(facts.comments)
        row.bind(facts.lyrics)
        row.bind(facts.tvShow)
        row.bind(facts.seasonNumber)
        row.bind(facts.episodeNumber)
        row.bind(facts.episodeID)
        row.bind(facts.videoCodec)
    }

    /// Reads ``columns``, which must be the row's first, in order. Chapters are in a table of their own.
    static func facts(from row: Row) -> MediaFacts {
        var column = ColumnReader(row: row)
        return facts(&column)
    }

    /// The same of a row that is read on behind them.
    static func facts(_ column: inout ColumnReader<some ColumnValues>) -> MediaFacts {
        var facts = MediaFacts()
        facts.mediaType = MediaType(rawValue: column.next() ?? 0)
        facts.title = column.next()
        facts.titleSort = column.next()
        facts.albumTitle = column.next()
        facts.albumSort = column.next()
        facts.artist = column.next()
        facts.artistSort = column.next()
        facts.artists = list(column.next(), facts.artist)
        facts.albumArtist = column.next()
        facts.albumArtistSort = column.next()
        facts.albumArtists = list(column.next(), facts.albumArtist)
        facts.composer = column.next()
        facts.composerSort = column.next()
        facts.composers = list(column.next(), facts.composer)
        facts.genres = list(column.next(), nil)
        facts.albumTrackNumber = column.next()
        facts.albumTrackCount = column.next()
        facts.discNumber = column.next()
        facts.discCount = column.next()
        facts.discSubtitle = column.next()
        column.skip()  // The year is the release date's.
        facts.releaseDate = column.next().flatMap(PartialDate.init)
        facts.originalDate = column.next().flatMap(PartialDate.init)
        facts.isCompilation = column.next()
        facts.isExplicit = column.next()
        facts.beatsPerMinute = column.next()
        facts.isrc = column.next()
        facts.podcastTitle = column.next()
        facts.userGrouping = column.next()
        readStreams(&column, into: &facts)
        facts.musicBrainzRecordingID = column.next()
        facts.musicBrainzTrackID = column.next()
        facts.musicBrainzAlbumID = column.next()
        facts.musicBrainzReleaseGroupID = column.next()
        facts.musicBrainzArtistIDs = list(column.next(), nil)
        facts.musicBrainzAlbumArtistIDs = list(column.next(), nil)
        facts.comments = column.next()
        facts.lyrics = column.next()
        facts.tvShow = column.next()
        facts.seasonNumber = column.next()
        facts.episodeNumber = column.next()
        facts.episodeID = column.next()
        facts.videoCodec = column.next()
        return facts
    }

    private static func readStreams(
        _ column: inout ColumnReader<some ColumnValues>, into facts: inout MediaFacts
    ) {
        facts.playbackDuration = column.next()
        facts.bitRate = column.next()
        facts.sampleRate = column.next()
        facts.channelCount = column.next()
        facts.bitDepth = column.next()
        facts.codec = column.next()
        facts.container = column.next()
        facts.width = column.next()
        facts.height = column.next()
        facts.frameRate = column.next()
        facts.rotation = column.next()
        facts.hasProtectedAsset = column.next()
        facts.replayGainTrackGain = column.next()
        facts.replayGainTrackPeak = column.next()
        facts.replayGainAlbumGain = column.next()
        facts.replayGainAlbumPeak = column.next()
    }

    // MARK: - Lists

    private static let separator: Unicode.Scalar = "\u{1F}"

    private static func joined(_ values: [String]) -> String? {
        values.isEmpty ? nil : values.joined(separator: String(separator))
    }

    /// `nil` where the list says no more than the text to show.
    private static func list(_ values: [String], _ shown: String?) -> String? {
        values.count == 1 && values[0] == shown ? nil : joined(values)
    }

    /// The names of a list, and of the text to show where that says as much.
    static func list(_ text: String?, _ shown: String?) -> [String] {
        guard let text else { return shown.map { [$0] } ?? [] }
        // Byte by byte: characters would have to be told apart.
        return text.utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
    }
}

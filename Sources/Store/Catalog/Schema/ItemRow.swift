internal import GRDB
import MediaModel

/// The rows of an item in both directions: in `items`, and in the tables of what most items lack. The order of the columns is
/// that of the functions that bind them and of ``facts(from:)``.
package enum ItemRow {
    /// The columns that come from the file, in order.
    package static let columns = [
        "media_type", "title", "title_sort", "album_title", "album_sort", "artist", "artist_sort",
        "artists", "album_artist", "album_artist_sort", "album_artists", "composer",
        "composer_sort", "composers", "genres", "track_number", "track_count", "disc_number",
        "disc_count", "disc_subtitle", "year", "release_date", "original_date", "is_compilation",
        "is_explicit", "beats_per_minute", "podcast_title", "user_grouping", "duration",
        "bit_rate", "sample_rate", "channel_count", "bit_depth", "codec", "container", "width",
        "height", "frame_rate", "rotation", "is_protected", "track_gain", "track_peak",
        "album_gain", "album_peak", "tv_show", "season_number", "episode_number", "video_codec",
    ]
    /// The columns of `item_identifiers`, in order.
    package static let identifierColumns = [
        "isrc", "episode_id", "musicbrainz_recording_id", "musicbrainz_track_id",
        "musicbrainz_album_id", "musicbrainz_release_group_id", "musicbrainz_artist_ids",
        "musicbrainz_album_artist_ids",
    ]
    /// The columns of `item_texts`, in order.
    package static let textColumns = ["comments", "lyrics", "timed_lyrics"]

    /// The columns of `item_details`, in order, except for credits.
    package static let detailColumns = [
        "work", "movement", "movement_number", "movement_count", "label", "catalog_number",
        "barcode", "media", "release_type", "release_status", "release_country", "language",
        "mood", "initial_key", "encoder",
    ]

    /// What ``facts(from:)`` reads.
    static let selection = selectedColumns.joined(separator: ", ")
    static let selectedColumnCount = selectedColumns.count
    private static let selectedColumns =
        columns.map { "items." + $0 } + identifierColumns.map { "item_identifiers." + $0 }
        + textColumns.map { "item_texts." + $0 } + detailColumns.map { "item_details." + $0 }
        + [EntryList.credits.column, EntryList.tags.column]
    /// Joins the identifiers to the rows of `items` before it.
    static let identifiers = "LEFT JOIN item_identifiers ON item_identifiers.item_id = items.id"
    /// Joins the long texts.
    static let texts = "LEFT JOIN item_texts ON item_texts.item_id = items.id"

    /// Joins what rarer tags say.
    static let details = "LEFT JOIN item_details ON item_details.item_id = items.id"
    /// Joins all that ``selection`` has beside `items`.
    static let extensions =
        "\(identifiers) \(texts) \(details) LEFT JOIN item_tags ON item_tags.item_id = items.id"

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
        row.bind(facts.podcastTitle)
        row.bind(facts.userGrouping)
        bindStreams(facts, to: &row)
        row.bind(facts.tvShow)
        row.bind(facts.seasonNumber)
        row.bind(facts.episodeNumber)
        row.bind(facts.videoCodec)
    }

    private static func bindStreams(_ facts: MediaFacts, to row: inout Insertion) {
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
    }

    /// Whether any of ``identifierColumns`` has a value; items without have no row.
    static func hasIdentifiers(_ facts: MediaFacts) -> Bool {
        facts.isrc != nil || facts.episodeID != nil || facts.musicBrainzRecordingID != nil
            || facts.musicBrainzTrackID != nil || facts.musicBrainzAlbumID != nil
            || facts.musicBrainzReleaseGroupID != nil || !facts.musicBrainzArtistIDs.isEmpty
            || !facts.musicBrainzAlbumArtistIDs.isEmpty
    }

    /// Binds the values of ``identifierColumns``.
    static func bindIdentifiers(of facts: MediaFacts, to row: inout Insertion) {
        row.bind(facts.isrc)
        row.bind(facts.episodeID)
        row.bind(facts.musicBrainzRecordingID)
        row.bind(facts.musicBrainzTrackID)
        row.bind(facts.musicBrainzAlbumID)
        row.bind(facts.musicBrainzReleaseGroupID)
        row.bind(joined(facts.musicBrainzArtistIDs))
        row.bind(joined(facts.musicBrainzAlbumArtistIDs))
    }

    /// Whether any of ``textColumns`` has a value; items without have no row.
    static func hasTexts(_ facts: MediaFacts) -> Bool {
        facts.comments != nil || facts.lyrics != nil || !facts.timedLyrics.isEmpty
    }

    /// Binds the values of ``textColumns``.
    static func bindTexts(of facts: MediaFacts, to row: inout Insertion) {
        row.bind(facts.comments)
        row.bind(facts.lyrics)
        row.bind(StoredLyrics.text(of: facts.timedLyrics))
    }

    /// Whether any of ``detailColumns`` has a value, or there are credits; items without have no row.
    static func hasDetails(_ facts: MediaFacts) -> Bool {
        let texts = [
            facts.work, facts.movement, facts.label, facts.catalogNumber, facts.barcode,
            facts.media, facts.releaseType, facts.releaseStatus, facts.releaseCountry,
            facts.language, facts.mood, facts.key, facts.encoder,
        ]
        return texts.contains { $0 != nil } || facts.movementNumber != nil
            || facts.movementCount != nil || !facts.credits.isEmpty
    }

    /// Binds the values of ``detailColumns``.
    static func bindDetails(of facts: MediaFacts, to row: inout Insertion) {
        row.bind(facts.work)
        row.bind(facts.movement)
        row.bind(facts.movementNumber)
        row.bind(facts.movementCount)
        row.bind(facts.label)
        row.bind(facts.catalogNumber)
        row.bind(facts.barcode)
        row.bind(facts.media)
        row.bind(facts.releaseType)
        row.bind(facts.releaseStatus)
        row.bind(facts.releaseCountry)
        row.bind(facts.language)
        row.bind(facts.mood)
        row.bind(facts.key)
        row.bind(facts.encoder)
    }

    /// Reads ``selection``, which must be the row's first columns. Chapters are in a table of their own.
    static func facts(from row: Row) -> MediaFacts {
        var column = ColumnReader(row: row)
        return facts(&column)
    }

    /// The same of a row that is read on after them.
    static func facts(_ column: inout ColumnReader<some ColumnValues>) -> MediaFacts {
        var facts = MediaFacts()
        facts.mediaType = MediaType(rawValue: column.next() ?? 0)
        (facts.title, facts.titleSort) = (column.next(), column.next())
        (facts.albumTitle, facts.albumSort) = (column.next(), column.next())
        (facts.artist, facts.artistSort) = (column.next(), column.next())
        facts.artists = list(column.next(), facts.artist)
        (facts.albumArtist, facts.albumArtistSort) = (column.next(), column.next())
        facts.albumArtists = list(column.next(), facts.albumArtist)
        (facts.composer, facts.composerSort) = (column.next(), column.next())
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
        facts.podcastTitle = column.next()
        facts.userGrouping = column.next()
        readStreams(&column, into: &facts)
        facts.tvShow = column.next()
        (facts.seasonNumber, facts.episodeNumber) = (column.next(), column.next())
        facts.videoCodec = column.next()
        readIdentifiers(&column, into: &facts)
        facts.comments = column.next()
        facts.lyrics = column.next()
        facts.timedLyrics = StoredLyrics.texts(in: column.next())
        readDetails(&column, into: &facts)
        facts.credits = StoredEntries.credits(in: column.next())
        facts.tags = StoredEntries.tags(in: column.next())
        return facts
    }

    private static func readDetails(
        _ column: inout ColumnReader<some ColumnValues>, into facts: inout MediaFacts
    ) {
        facts.work = column.next()
        facts.movement = column.next()
        facts.movementNumber = column.next()
        facts.movementCount = column.next()
        facts.label = column.next()
        facts.catalogNumber = column.next()
        facts.barcode = column.next()
        facts.media = column.next()
        facts.releaseType = column.next()
        facts.releaseStatus = column.next()
        facts.releaseCountry = column.next()
        facts.language = column.next()
        facts.mood = column.next()
        facts.key = column.next()
        facts.encoder = column.next()
    }

    private static func readIdentifiers(
        _ column: inout ColumnReader<some ColumnValues>, into facts: inout MediaFacts
    ) {
        facts.isrc = column.next()
        facts.episodeID = column.next()
        facts.musicBrainzRecordingID = column.next()
        facts.musicBrainzTrackID = column.next()
        facts.musicBrainzAlbumID = column.next()
        facts.musicBrainzReleaseGroupID = column.next()
        facts.musicBrainzArtistIDs = list(column.next(), nil)
        facts.musicBrainzAlbumArtistIDs = list(column.next(), nil)
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

    /// `nil` if the list says no more than the text to show.
    private static func list(_ values: [String], _ shown: String?) -> String? {
        values.count == 1 && values[0] == shown ? nil : joined(values)
    }

    /// The names of a list, and of the text to show where that says as much.
    static func list(_ text: String?, _ shown: String?) -> [String] {
        guard let text else { return shown.map { [$0] } ?? [] }
        // Byte by byte: characters would have to be distinguished.
        return text.utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
    }
}

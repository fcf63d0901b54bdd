package import PhonolithDatabase
package import PhonolithMediaModel

/// The facts of an item in the database, in both directions: in `items`, and in the tables of what most items lack.
package enum ItemRow {
    /// A table that has facts of items, at most one row for each.
    package struct Table: Sendable {
        package let name: String
        let columns: [FactColumn]

        /// Joins its rows to those of `items` before it.
        package var join: String { "LEFT JOIN \(name) ON \(name).item_id = items.id" }
        /// The columns, each with those of its folded form and key.
        package var storedColumns: [String] {
            columns.flatMap {
                $0.isKeyed ? [$0.name, $0.name + "_folded", $0.name + "_key"] : [$0.name]
            }
        }

        /// Whether any column has a value; items without have no row.
        package func hasValues(of facts: MediaFacts) -> Bool {
            columns.contains { $0.hasValue(in: facts) }
        }

        /// Binds the values of ``storedColumns``.
        package func bind(_ facts: MediaFacts, _ keys: ItemKeys, to row: inout Insertion) {
            for column in columns {
                column.bind(facts, to: &row)
                if let index = column.keyIndex { row.bind(keys.texts[index]) }
            }
        }
    }

    package static let items = Table(
        name: "items",
        columns: [
            FactColumn("media_type", .mediaType), FactColumn(.title, "title"),
            FactColumn(.titleSort, "title_sort"), FactColumn(.albumTitle, "album_title"),
            FactColumn(.albumSort, "album_sort"), FactColumn(.artist, "artist"),
            FactColumn(.artistSort, "artist_sort"),
            FactColumn(
                "artists",
                .names(
                    .init({ $0.artists }, { $0.artists = $1 }),
                    shown: .init({ $0.artist }, { $0.artist = $1 }))),
            FactColumn(.albumArtist, "album_artist"),
            FactColumn(.albumArtistSort, "album_artist_sort"),
            FactColumn(
                "album_artists",
                .names(
                    .init({ $0.albumArtists }, { $0.albumArtists = $1 }),
                    shown: .init({ $0.albumArtist }, { $0.albumArtist = $1 }))),
            FactColumn(.composer, "composer"), FactColumn(.composerSort, "composer_sort"),
            FactColumn(
                "composers",
                .names(
                    .init({ $0.composers }, { $0.composers = $1 }),
                    shown: .init({ $0.composer }, { $0.composer = $1 }))),
            FactColumn(.genres, "genres"), FactColumn(.albumTrackNumber, "track_number"),
            FactColumn(.albumTrackCount, "track_count"), FactColumn(.discNumber, "disc_number"),
            FactColumn(.discCount, "disc_count"), FactColumn(.discSubtitle, "disc_subtitle"),
            FactColumn("year", .year), FactColumn(.releaseDate, "release_date"),
            FactColumn(.originalDate, "original_date"),
            FactColumn(.isCompilation, "is_compilation"), FactColumn(.isExplicit, "is_explicit"),
            FactColumn(.beatsPerMinute, "beats_per_minute"),
            FactColumn(.podcastTitle, "podcast_title"),
            FactColumn(.userGrouping, "user_grouping"), FactColumn(.playbackDuration, "duration"),
            FactColumn(.bitRate, "bit_rate"), FactColumn(.sampleRate, "sample_rate"),
            FactColumn(.channelCount, "channel_count"), FactColumn(.bitDepth, "bit_depth"),
            FactColumn(.codec, "codec"), FactColumn(.container, "container"),
            FactColumn(.width, "width"), FactColumn(.height, "height"),
            FactColumn(.frameRate, "frame_rate"), FactColumn(.rotation, "rotation"),
            FactColumn(.hasProtectedAsset, "is_protected"),
            FactColumn(.replayGainTrackGain, "track_gain"),
            FactColumn(.replayGainTrackPeak, "track_peak"),
            FactColumn(.replayGainAlbumGain, "album_gain"),
            FactColumn(.replayGainAlbumPeak, "album_peak"), FactColumn(.tvShow, "tv_show"),
            FactColumn(.seasonNumber, "season_number"),
            FactColumn(.episodeNumber, "episode_number"), FactColumn(.videoCodec, "video_codec"),
        ])
    package static let identifiers = Table(
        name: "item_identifiers",
        columns: [
            FactColumn(.isrc, "isrc"), FactColumn(.episodeID, "episode_id"),
            FactColumn(.musicBrainzRecordingID, "musicbrainz_recording_id"),
            FactColumn(.musicBrainzTrackID, "musicbrainz_track_id"),
            FactColumn(.musicBrainzAlbumID, "musicbrainz_album_id"),
            FactColumn(.musicBrainzReleaseGroupID, "musicbrainz_release_group_id"),
            FactColumn(.musicBrainzArtistIDs, "musicbrainz_artist_ids"),
            FactColumn(.musicBrainzAlbumArtistIDs, "musicbrainz_album_artist_ids"),
        ])
    package static let texts = Table(
        name: "item_texts",
        columns: [
            FactColumn(.comments, "comments"), FactColumn(.lyrics, "lyrics"),
            FactColumn("timed_lyrics", .timedLyrics),
        ])
    package static let details = Table(
        name: "item_details",
        columns: [
            FactColumn(.ensemble, "ensemble"), FactColumn(.work, "work"),
            FactColumn(.opus, "opus"), FactColumn(.movement, "movement"),
            FactColumn(.movementNumber, "movement_number"),
            FactColumn(.movementCount, "movement_count"), FactColumn(.label, "label"),
            FactColumn(.catalogNumber, "catalog_number"), FactColumn(.barcode, "barcode"),
            FactColumn(.media, "media"), FactColumn(.releaseType, "release_type"),
            FactColumn(.releaseStatus, "release_status"),
            FactColumn(.releaseCountry, "release_country"), FactColumn(.language, "language"),
            FactColumn(.mood, "mood"), FactColumn(.key, "initial_key"),
            FactColumn(.energy, "energy"),
            FactColumn(.encoder, "encoder"),
        ])
    /// The column of credits, as ``StoredEntries``, with its table.
    package static let creditsColumn = "item_details.credits"
    /// The column of tags, as ``StoredEntries``, with its table.
    package static let tagsColumn = "item_tags.tags"
    private static let tables = [items, identifiers, texts, details]
    private static let columns = tables.flatMap { table in
        table.columns.map { (place: "\(table.name).\($0.name)", column: $0) }
    }

    /// The columns of the fields that are stored as they are, with their tables.
    package static let places = Dictionary(
        uniqueKeysWithValues: tables.flatMap { table in
            table.columns.compactMap { column in
                column.property.map { ($0, "\(table.name).\(column.name)") }
            }
        })

    /// Joins the tables that ``facts(_:)`` reads beside `items`.
    package static let extensions =
        "\(identifiers.join) \(texts.join) \(details.join) LEFT JOIN item_tags ON item_tags.item_id = items.id"

    /// The facts of an item, without chapters, which are in a table of their own.
    package static func facts(_ column: inout Columns) -> MediaFacts {
        var facts = MediaFacts()
        for (place, fact) in columns { fact.read(&column, place, into: &facts) }
        facts.credits = StoredEntries.credits(in: column("\(sql: creditsColumn)"))
        facts.tags = StoredEntries.tags(in: column("\(sql: tagsColumn)"))
        return facts
    }
}

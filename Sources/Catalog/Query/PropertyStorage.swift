import MediaModel

/// Where a property lies in the database, and so how it is asked.
enum PropertyStorage {
    /// A number in a column of `items`.
    case number(String)
    /// The user's own number, in a column of `user_values`.
    case userNumber(String)
    /// The user's own number, in a column of `user_values` where NULL is 0.
    case userCount(String)
    /// Whether a column of `user_values` has a value.
    case userFlag(String)
    /// A flag in a column of `items`; NULL is no.
    case flag(String)
    /// A partial date in a column of `items`.
    case date(String)
    /// Text in a column of `items`, and beside it what it folds to.
    case foldedText(String, folded: String)
    /// Text in a column of `items`, folded when it is asked, and beside it its sort key, whose index has those
    /// that have the text.
    case text(String, key: String)
    /// A mark in a column of `items` whose index does not tell case.
    case code(String)
    /// Marks in one column of `items`, with U+001F between them.
    case codes(String)
    /// Names in `credits`; the text to show in a column, folded in another where it is not the only name.
    case names(Credit.Role, shown: String, folded: String)
    /// Names in `item_genres`.
    case genres
    /// The bits of the kinds.
    case mediaType
    /// An id in a column of `items`.
    case identifier(String)
    /// The artist of the first credit in a role.
    case firstCredit(Credit.Role)
    /// The first genre.
    case firstGenre
    /// The path, from these columns.
    case path([String])
    /// An expression that is 0 or 1.
    case condition(String)
    /// Nothing but whether there is any can be asked, by this condition.
    case presence(String)
}

extension MediaProperty {
    /// Where the property lies.
    var storage: PropertyStorage {
        switch self {
        case .persistentID: .identifier("items.id")
        case .mediaType: .mediaType
        case .title: .foldedText("items.title", folded: "items.title_folded")
        case .albumTitle: .foldedText("items.album_title", folded: "items.album_folded")
        case .albumPersistentID: .identifier("items.album_id")
        case .artist, .artists:
            .names(.artist, shown: "items.artist", folded: "items.artist_folded")
        case .artistPersistentID: .firstCredit(.artist)
        case .albumArtist, .albumArtists:
            .names(
                .albumArtist, shown: "items.album_artist", folded: "items.album_artist_folded")
        case .albumArtistPersistentID: .firstCredit(.albumArtist)
        case .composer, .composers:
            .names(.composer, shown: "items.composer", folded: "items.composer_folded")
        case .composerPersistentID: .firstCredit(.composer)
        case .genre, .genres: .genres
        case .genrePersistentID: .firstGenre
        case .albumTrackNumber: .number("items.track_number")
        case .albumTrackCount: .number("items.track_count")
        case .discNumber: .number("items.disc_number")
        case .discCount: .number("items.disc_count")
        case .discSubtitle: .text("items.disc_subtitle", key: "items.disc_subtitle_key")
        case .year: .number("items.year")
        case .releaseDate: .date("items.release_date")
        case .originalDate: .date("items.original_date")
        case .isCompilation: .flag("items.is_compilation")
        case .isExplicit: .flag("items.is_explicit")
        case .hasProtectedAsset: .flag("items.is_protected")
        case .podcastTitle: .text("items.podcast_title", key: "items.podcast_title_key")
        case .podcastPersistentID: .identifier("items.podcast_id")
        case .tvShow: .text("items.tv_show", key: "items.tv_show_key")
        case .seasonNumber: .number("items.season_number")
        case .episodeNumber: .number("items.episode_number")
        case .episodeID: .code("items.episode_id")
        case .userGrouping: .text("items.user_grouping", key: "items.user_grouping_key")
        case .beatsPerMinute: .number("items.beats_per_minute")
        case .comments: .text("items.comments", key: "items.comments_key")
        case .lyrics: .text("items.lyrics", key: "items.lyrics_key")
        case .playbackDuration: .number("items.duration")
        case .bitRate: .number("items.bit_rate")
        case .sampleRate: .number("items.sample_rate")
        case .channelCount: .number("items.channel_count")
        case .bitDepth: .number("items.bit_depth")
        case .codec: .code("items.codec")
        case .container: .code("items.container")
        case .fileSize: .number("items.file_size")
        case .path: .path(["roots.path", "folders.path", "files.name"])
        case .relativePath: .path(["folders.path", "files.name"])
        case .pathBase64:
            .presence(
                """
                (SELECT path_text(1, roots.path, folders.path, files.name) FROM files \
                JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id \
                WHERE files.id = items.file_id) IS NULL
                """)
        case .startTime: .number("items.start_time")
        case .endTime: .number("items.end_time")
        case .chapters:
            .presence("EXISTS (SELECT 1 FROM chapters WHERE item_id = items.id)")
        case .replayGainTrackGain: .number("items.track_gain")
        case .replayGainTrackPeak: .number("items.track_peak")
        case .replayGainAlbumGain: .number("items.album_gain")
        case .replayGainAlbumPeak: .number("items.album_peak")
        case .isrc: .code("items.isrc")
        case .musicBrainzRecordingID: .code("items.musicbrainz_recording_id")
        case .musicBrainzTrackID: .code("items.musicbrainz_track_id")
        case .musicBrainzAlbumID: .code("items.musicbrainz_album_id")
        case .musicBrainzReleaseGroupID: .code("items.musicbrainz_release_group_id")
        case .musicBrainzArtistIDs: .codes("items.musicbrainz_artist_ids")
        case .musicBrainzAlbumArtistIDs: .codes("items.musicbrainz_album_artist_ids")
        case .titleSort: .text("items.title_sort", key: "items.title_sort_key")
        case .artistSort: .text("items.artist_sort", key: "items.artist_sort_key")
        case .albumSort: .text("items.album_sort", key: "items.album_sort_key")
        case .albumArtistSort: .text("items.album_artist_sort", key: "items.album_artist_sort_key")
        case .composerSort: .text("items.composer_sort", key: "items.composer_sort_key")
        case .artwork:
            .presence(
                """
                (EXISTS (SELECT 1 FROM item_artworks WHERE item_id = items.id) \
                OR EXISTS (SELECT 1 FROM files JOIN folder_artworks \
                ON folder_artworks.folder_id = files.folder_id \
                WHERE files.id = items.file_id AND artwork_id IS NOT NULL))
                """)
        case .width: .number("items.width")
        case .height: .number("items.height")
        case .frameRate: .number("items.frame_rate")
        case .rotation: .number("items.rotation")
        case .videoCodec: .code("items.video_codec")
        case .rating: .userNumber("rating")
        case .isFavorite: .userFlag("favorite_date")
        case .favoriteDate: .userNumber("favorite_date")
        case .playCount: .userCount("play_count")
        case .skipCount: .userCount("skip_count")
        case .lastPlayedDate: .userNumber("last_played")
        case .dateAdded: .number("items.date_added")
        case .bookmarkTime: .userNumber("bookmark_time")
        case .isMissing: .flag("items.is_missing")
        case .isAvailable: .condition(Self.availability)
        case .isCloudItem: .condition("(NOT \(Self.availability))")
        case .isPreorder: .condition("0")
        case .playbackStoreID: .presence("0")
        case .assetURL: .presence("(items.is_protected IS NOT 1)")
        }
    }
}

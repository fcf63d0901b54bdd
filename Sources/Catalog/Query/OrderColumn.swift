import MediaModel

/// How a property is sorted.
struct OrderColumn {
    var source = QueryOrder.Source.items
    /// The columns, the property's own first.
    var columns: [String]
    /// Whether the case of ASCII letters does not count in the first column, for marks.
    var ignoresCase = false
    /// The index of the source that gives the order.
    var index: String
    var isOptional = true
    /// What is NULL where there is no value; `nil` where that is the first column itself.
    var presence: String?
    /// The index by which the items without a value are walked; `nil` for a walk by the rows' numbers.
    var absentIndex: String?
    /// Whether there are but two values, 0 and 1. Then no index has them: items are walked by their ids, those of
    /// the one value and then those of the other.
    var isEither = false

    /// The terms of ORDER BY. Absent values come last in both directions; what follows the first column
    /// (disc and track of an album) stands as the index has it.
    func terms(_ isDescending: Bool, isFirst: Bool) -> [QueryOrder.Term] {
        columns.enumerated().map { position, column in
            let nulls: QueryOrder.Term.Nulls =
                if position == 0 {
                    isOptional && !isFirst ? .last : .none
                } else {
                    source == .paths ? .none : isDescending ? .last : .first
                }
            // Of two values the one that comes last is as if it were absent.
            return QueryOrder.Term(
                column: isEither ? "nullif(\(column), \(isDescending ? 0 : 1))" : column,
                ignoresCase: position == 0 && ignoresCase, isDescending: isDescending,
                nulls: nulls)
        }
    }
}

extension MediaProperty {
    /// What can be sorted by: everything but lists of chapters and pictures, and bytes.
    var isSortable: Bool { kind != .structure }

    var orderColumn: OrderColumn {
        switch self {
        case .title: .full(["items.title_key"], "items_title_key", isOptional: false)
        case .albumTitle:
            .full(
                ["items.album_key", "items.disc_number", "items.track_number"], "items_album_key")
        case .albumPersistentID:
            .full(["items.album_id", "items.disc_number", "items.track_number"], "items_album")
        case .artist, .artists: .full(["items.artist_key"], "items_artist_key")
        case .albumArtist, .albumArtists:
            .full(
                [
                    "items.album_artist_key", "items.album_key", "items.disc_number",
                    "items.track_number",
                ], "items_album_artist_key")
        case .genre, .genres: .full(["items.genre_key"], "items_genre_key")
        case .composer, .composers: .partial("items.composer_key", "items_composer_key")
        case .persistentID, .isMissing:
            .full([], "items_listed", isOptional: false)
        case .mediaType: .full(["items.media_type"], "items_media_type", isOptional: false)
        case .albumTrackNumber: .full(["items.track_number"], "items_track_number")
        case .discNumber: .full(["items.disc_number"], "items_disc_number")
        case .year: .full(["items.year"], "items_year")
        case .releaseDate: .full(["items.release_date"], "items_release_date")
        case .playbackDuration: .full(["items.duration"], "items_duration")
        case .bitRate: .full(["items.bit_rate"], "items_bit_rate")
        case .sampleRate: .full(["items.sample_rate"], "items_sample_rate")
        case .channelCount: .full(["items.channel_count"], "items_channel_count")
        case .codec: .full(["items.codec"], "items_codec", ignoresCase: true)
        case .container: .full(["items.container"], "items_container", ignoresCase: true)
        case .fileSize: .full(["items.file_size"], "items_file_size", isOptional: false)
        case .path, .relativePath:
            OrderColumn(
                source: .paths,
                // The last tells files apart that stood at one path, one after the other.
                columns: [
                    "roots.path_key", "roots.path", "folders.path_key", "folders.path",
                    "files.name_key", "files.name", "files.displaced",
                ], index: "files_name_key", isOptional: false)
        case .rating: .user("rating")
        case .playCount: .user("play_count", isOptional: false)
        case .skipCount: .user("skip_count", isOptional: false)
        case .lastPlayedDate: .user("last_played")
        case .dateAdded: .full(["items.date_added"], "items_date_added", isOptional: false)
        case .bookmarkTime:
            OrderColumn(
                source: .users, columns: ["user_values.bookmark_time"],
                index: "user_values_bookmark_time")
        case .comments, .lyrics:
            .partial("items.\(rawValue)_key", "items_\(rawValue)")
        case .albumTrackCount: .partial("items.track_count", "items_track_count")
        case .discCount: .partial("items.disc_count", "items_disc_count")
        case .discSubtitle: .partial("items.disc_subtitle_key", "items_disc_subtitle")
        case .originalDate: .partial("items.original_date", "items_original_date")
        case .isCompilation: .partial("items.is_compilation", "items_compilation")
        case .isExplicit: .partial("items.is_explicit", "items_explicit")
        case .hasProtectedAsset: .partial("items.is_protected", "items_protected")
        case .podcastTitle: .partial("items.podcast_title_key", "items_podcast_title")
        case .podcastPersistentID: .partial("items.podcast_id", "items_podcast")
        case .tvShow: .partial("items.tv_show_key", "items_tv_show")
        case .seasonNumber: .partial("items.season_number", "items_season_number")
        case .episodeNumber: .partial("items.episode_number", "items_episode_number")
        case .episodeID: .partial("items.episode_id", "items_episode_id", ignoresCase: true)
        case .userGrouping: .partial("items.user_grouping_key", "items_user_grouping")
        case .beatsPerMinute: .partial("items.beats_per_minute", "items_beats_per_minute")
        case .bitDepth: .partial("items.bit_depth", "items_bit_depth")
        case .startTime: .partial("items.start_time", "items_start_time")
        case .endTime: .partial("items.end_time", "items_end_time")
        case .replayGainTrackGain: .partial("items.track_gain", "items_track_gain")
        case .replayGainTrackPeak: .partial("items.track_peak", "items_track_peak")
        case .replayGainAlbumGain: .partial("items.album_gain", "items_album_gain")
        case .replayGainAlbumPeak: .partial("items.album_peak", "items_album_peak")
        case .isrc: .partial("items.isrc", "items_isrc", ignoresCase: true)
        case .musicBrainzRecordingID:
            .partial(
                "items.musicbrainz_recording_id", "items_musicbrainz_recording", ignoresCase: true)
        case .musicBrainzTrackID:
            .partial("items.musicbrainz_track_id", "items_musicbrainz_track", ignoresCase: true)
        case .musicBrainzAlbumID:
            .partial("items.musicbrainz_album_id", "items_musicbrainz_album", ignoresCase: true)
        case .musicBrainzReleaseGroupID:
            .partial(
                "items.musicbrainz_release_group_id", "items_musicbrainz_release_group",
                ignoresCase: true)
        case .musicBrainzArtistIDs:
            .partial("items.musicbrainz_artist_ids", "items_musicbrainz_artists", ignoresCase: true)
        case .musicBrainzAlbumArtistIDs:
            .partial(
                "items.musicbrainz_album_artist_ids", "items_musicbrainz_album_artists",
                ignoresCase: true)
        case .titleSort: .partial("items.title_sort_key", "items_title_sort")
        case .artistSort: .partial("items.artist_sort_key", "items_artist_sort")
        case .albumSort: .partial("items.album_sort_key", "items_album_sort")
        case .albumArtistSort:
            .partial("items.album_artist_sort_key", "items_album_artist_sort")
        case .composerSort: .partial("items.composer_sort_key", "items_composer_sort")
        case .width: .partial("items.width", "items_width")
        case .height: .partial("items.height", "items_height")
        case .frameRate: .partial("items.frame_rate", "items_frame_rate")
        case .rotation: .partial("items.rotation", "items_rotation")
        case .videoCodec: .partial("items.video_codec", "items_video_codec", ignoresCase: true)
        case .artistPersistentID: first(.artist, absent: "items_without_artist")
        case .albumArtistPersistentID: first(.albumArtist, absent: "items_album_artist_name")
        // Most have none.
        case .composerPersistentID: first(.composer, absent: "items_listed")
        case .genrePersistentID:
            OrderColumn(
                source: .genres, columns: [identifier], index: "item_genres_genre",
                presence: "items.genre_key", absentIndex: "items_genre_key")
        case .isAvailable: .either(Self.availability)
        case .isCloudItem: .either("(NOT \(Self.availability))")
        // Of nothing that comes from no store.
        case .isPreorder: .full([], "items_listed", isOptional: false)
        case .chapters, .artwork, .pathBase64, .assetURL, .playbackStoreID:
            .full([], "items_listed", isOptional: false)
        }
    }

    /// The id of the artist who is the first in a role.
    private func first(_ role: Credit.Role, absent index: String) -> OrderColumn {
        OrderColumn(
            source: .credits(role), columns: [identifier], index: "artist_names_artist",
            presence: role.firstName, absentIndex: index)
    }
}

extension OrderColumn {
    /// A column that most files have a value in; its index has all rows, and covers the list.
    fileprivate static func full(
        _ columns: [String], _ index: String, ignoresCase: Bool = false, isOptional: Bool = true
    ) -> OrderColumn {
        OrderColumn(
            columns: columns, ignoresCase: ignoresCase, index: index, isOptional: isOptional,
            absentIndex: index)
    }

    /// A column that only some files have a value in.
    fileprivate static func partial(
        _ column: String, _ index: String, ignoresCase: Bool = false
    ) -> OrderColumn {
        OrderColumn(columns: [column], ignoresCase: ignoresCase, index: index)
    }

    /// A condition that is 0 or 1.
    fileprivate static func either(_ condition: String) -> OrderColumn {
        OrderColumn(
            columns: [condition], index: "items_listed", absentIndex: "items_listed",
            isEither: true)
    }

    /// A column of the user's own values.
    fileprivate static func user(_ column: String, isOptional: Bool = true) -> OrderColumn {
        OrderColumn(
            source: .users, columns: ["user_values." + column], index: "user_values_" + column,
            isOptional: isOptional, absentIndex: "user_values_" + column)
    }
}

import MediaModel

/// How a property is sorted.
struct OrderColumn {
    var source = QueryOrder.Source.items
    /// The columns, the property's own first.
    var columns: [String]
    /// What of the first column is compared.
    var form = Form.whole
    var index: String?
    var isOptional = true
    var isIndexPartial = false

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
            return QueryOrder.Term(
                column: column, form: position == 0 ? form : .whole, isDescending: isDescending,
                nulls: nulls)
        }
    }

    /// Whether the first items come from an index. Others are sorted when they are asked: what few have or
    /// nobody sorts by would cost each scan more than it saves.
    var isIndexed: Bool { index != nil && !form.isMadeWhenAsked }

    /// What of a column is compared.
    enum Form {
        case whole
        /// Without the case of ASCII letters, for marks.
        case ignoringCase
        /// The sort key of a text that has no column for it.
        case name
        /// The same of the beginning of a long text.
        case beginning
        /// The key of what a tag says that names are to be sorted by.
        case sortName

        /// In Unicode scalars.
        static let beginningLength = 64

        fileprivate var isMadeWhenAsked: Bool {
            switch self {
            case .whole, .ignoringCase: false
            case .name, .beginning, .sortName: true
            }
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
        case .codec: .full(["items.codec"], "items_codec", .ignoringCase)
        case .container: .full(["items.container"], "items_container", .ignoringCase)
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
        case .dateAdded: .user("date_added", isOptional: false)
        case .bookmarkTime:
            OrderColumn(
                source: .users, columns: ["user_values.bookmark_time"],
                index: "user_values_bookmark_time", isIndexPartial: true)
        case .comments, .lyrics:
            .partial("items.\(rawValue)", "items_\(rawValue)", .beginning)
        case .albumTrackCount: .partial("items.track_count", "items_track_count")
        case .discCount: .partial("items.disc_count", "items_disc_count")
        case .discSubtitle: .partial("items.disc_subtitle", "items_disc_subtitle", .name)
        case .originalDate: .partial("items.original_date", "items_original_date")
        case .isCompilation: .partial("items.is_compilation", "items_compilation")
        case .isExplicit: .partial("items.is_explicit", "items_explicit")
        case .hasProtectedAsset: .partial("items.is_protected", "items_protected")
        case .podcastTitle: .partial("items.podcast_title", "items_podcast_title", .name)
        case .podcastPersistentID: .partial("items.podcast_id", "items_podcast")
        case .tvShow: .partial("items.tv_show", "items_tv_show", .name)
        case .seasonNumber: .partial("items.season_number", "items_season_number")
        case .episodeNumber: .partial("items.episode_number", "items_episode_number")
        case .episodeID: .partial("items.episode_id", "items_episode_id", .ignoringCase)
        case .userGrouping: .partial("items.user_grouping", "items_user_grouping", .name)
        case .beatsPerMinute: .partial("items.beats_per_minute", "items_beats_per_minute")
        case .bitDepth: .partial("items.bit_depth", "items_bit_depth")
        case .startTime: .partial("items.start_time", "items_start_time")
        case .endTime: .partial("items.end_time", "items_end_time")
        case .replayGainTrackGain: .partial("items.track_gain", "items_track_gain")
        case .replayGainTrackPeak: .partial("items.track_peak", "items_track_peak")
        case .replayGainAlbumGain: .partial("items.album_gain", "items_album_gain")
        case .replayGainAlbumPeak: .partial("items.album_peak", "items_album_peak")
        case .isrc: .partial("items.isrc", "items_isrc", .ignoringCase)
        case .musicBrainzRecordingID:
            .partial("items.musicbrainz_recording_id", "items_musicbrainz_recording", .ignoringCase)
        case .musicBrainzTrackID:
            .partial("items.musicbrainz_track_id", "items_musicbrainz_track", .ignoringCase)
        case .musicBrainzAlbumID:
            .partial("items.musicbrainz_album_id", "items_musicbrainz_album", .ignoringCase)
        case .musicBrainzReleaseGroupID:
            .partial(
                "items.musicbrainz_release_group_id", "items_musicbrainz_release_group",
                .ignoringCase)
        case .musicBrainzArtistIDs:
            .partial("items.musicbrainz_artist_ids", "items_musicbrainz_artists", .ignoringCase)
        case .musicBrainzAlbumArtistIDs:
            .partial(
                "items.musicbrainz_album_artist_ids", "items_musicbrainz_album_artists",
                .ignoringCase)
        case .titleSort: .partial("items.title_sort", "items_title_sort", .sortName)
        case .artistSort: .partial("items.artist_sort", "items_artist_sort", .sortName)
        case .albumSort: .partial("items.album_sort", "items_album_sort", .sortName)
        case .albumArtistSort:
            .partial("items.album_artist_sort", "items_album_artist_sort", .sortName)
        case .composerSort: .partial("items.composer_sort", "items_composer_sort", .sortName)
        case .width: .partial("items.width", "items_width")
        case .height: .partial("items.height", "items_height")
        case .frameRate: .partial("items.frame_rate", "items_frame_rate")
        case .rotation: .partial("items.rotation", "items_rotation")
        case .videoCodec: .partial("items.video_codec", "items_video_codec", .ignoringCase)
        // Ids of artists and genres put nothing in an order that anybody wants, and roots that are away are
        // few: these are sorted when they are asked.
        case .artistPersistentID, .albumArtistPersistentID, .composerPersistentID,
            .genrePersistentID:
            OrderColumn(columns: [identifier])
        case .isAvailable: OrderColumn(columns: [Self.availability], isOptional: false)
        case .isCloudItem:
            OrderColumn(columns: ["(NOT \(Self.availability))"], isOptional: false)
        // Of nothing that comes from no store.
        case .isPreorder: .full([], "items_listed", isOptional: false)
        case .chapters, .artwork, .pathBase64, .assetURL, .playbackStoreID:
            OrderColumn(columns: [], isOptional: false)
        }
    }
}

extension OrderColumn {
    /// A column that most files have a value in; its index has all rows, and covers the list.
    fileprivate static func full(
        _ columns: [String], _ index: String, _ form: Form = .whole, isOptional: Bool = true
    ) -> OrderColumn {
        OrderColumn(columns: columns, form: form, index: index, isOptional: isOptional)
    }

    /// A column that only some files have a value in.
    fileprivate static func partial(
        _ column: String, _ index: String, _ form: Form = .whole
    ) -> OrderColumn {
        OrderColumn(columns: [column], form: form, index: index, isIndexPartial: true)
    }

    /// A column of the user's own values.
    fileprivate static func user(_ column: String, isOptional: Bool = true) -> OrderColumn {
        OrderColumn(
            source: .users, columns: ["user_values." + column], index: "user_values_" + column,
            isOptional: isOptional)
    }
}

internal import GRDB
import MediaModel

/// An order in SQL: from which table and index it is read, and by which terms.
struct QueryOrder {
    /// Which table the rows are walked by.
    var source: Source
    /// The index of that table that gives the order; `nil` where there is none, and SQLite sorts.
    var index: String?
    /// The terms, the item's id last.
    var terms: [Term]
    /// Whether the first term may be NULL. Then the items without it come last, by the other terms.
    var isFirstOptional: Bool
    /// Whether the index holds only rows that have the first term.
    var isIndexPartial: Bool

    /// One term of ORDER BY.
    struct Term {
        var column: String
        var form = OrderColumn.Form.whole
        var isDescending: Bool
        var nulls: Nulls

        /// Where NULL stands; SQLite takes it for the least value.
        enum Nulls { case none, first, last }
    }

    /// A table whose index gives an order.
    enum Source { case items, users, paths }

    /// Composes the order that is asked for; that of shelves, where none is.
    init(_ order: [MediaOrder]) {
        let order = Self.withoutRepetitions(order)
        let first = order.first ?? MediaOrder(.albumArtist)
        let column = first.property.orderColumn
        (source, index) = (column.source, column.index)
        (isFirstOptional, isIndexPartial) = (column.isOptional, column.isIndexPartial)
        terms = column.terms(first.isDescending, isFirst: true)
        for key in order.dropFirst() {
            terms += key.property.orderColumn.terms(key.isDescending, isFirst: false)
        }
        let id = source == .users ? "user_values.item_id" : "items.id"
        terms.append(Term(column: id, isDescending: first.isDescending, nulls: .none))
        needsUsers = order.dropFirst().contains { $0.property.orderColumn.source == .users }
        needsPaths = order.dropFirst().contains { $0.property.orderColumn.source == .paths }
    }

    /// What is equal in a property is equal in it the second time, too.
    private static func withoutRepetitions(_ order: [MediaOrder]) -> [MediaOrder] {
        var properties: Set<MediaProperty> = []
        return order.filter { properties.insert($0.property).inserted }
    }

    private var needsUsers: Bool
    private var needsPaths: Bool

    /// The FROM clause, beginning with the table that gives the order: CROSS JOIN keeps the planner from
    /// putting another in front.
    ///
    /// - Parameter index: The index to walk; `nil` for a walk by the row's number.
    func walked(by index: String?) -> SQL {
        let hint = index.map { "INDEXED BY \($0)" } ?? "NOT INDEXED"
        switch source {
        case .items: return SQL(sql: "items \(hint)\(others)")
        case .users:
            return SQL(
                sql:
                    "user_values \(hint) CROSS JOIN items ON items.id = user_values.item_id\(others)"
            )
        case .paths:
            return SQL(
                sql: """
                    roots CROSS JOIN folders ON folders.root_id = roots.id \
                    CROSS JOIN files ON files.folder_id = folders.id \
                    CROSS JOIN items ON items.file_id = files.id\(others)
                    """)
        }
    }

    /// The FROM clause for items that are picked by their ids.
    var picked: SQL {
        let users = needsUsers || source == .users
        let paths = needsPaths || source == .paths
        return SQL(
            sql: "items NOT INDEXED" + (users ? Self.users : "") + (paths ? Self.paths : ""))
    }

    private var others: String {
        (needsUsers && source != .users ? Self.users : "")
            + (needsPaths && source != .paths ? Self.paths : "")
    }

    private static let users = " CROSS JOIN user_values ON user_values.item_id = items.id"
    private static let paths = """
         CROSS JOIN files ON files.id = items.file_id \
        CROSS JOIN folders ON folders.id = files.folder_id \
        CROSS JOIN roots ON roots.id = folders.root_id
        """
}

extension QueryOrder.Term {
    /// What is compared.
    var sql: String {
        switch form {
        case .whole: column
        case .ignoringCase: column + " COLLATE NOCASE"
        case .beginning: "substr(\(column), 1, 64) COLLATE NOCASE"
        }
    }

    /// The term in ORDER BY.
    var order: SQL {
        switch (isDescending, nulls) {
        case (true, .first): SQL(sql: sql + " DESC NULLS FIRST")
        case (true, _): SQL(sql: sql + " DESC")
        case (false, .last): SQL(sql: sql + " ASC NULLS LAST")
        case (false, _): SQL(sql: sql)
        }
    }

    /// Whether a row stands behind a value in this term.
    fileprivate func isBehind(_ value: DatabaseValue) -> SQL {
        let column = SQL(sql: sql)
        let nullsAreLast = isDescending ? nulls != .first : nulls == .last
        if value.isNull { return nullsAreLast ? "0" : "\(column) IS NOT NULL" }
        let behind: SQL = isDescending ? "\(column) < \(value)" : "\(column) > \(value)"
        return nulls != .none && nullsAreLast ? "(\(behind) OR \(column) IS NULL)" : behind
    }
}

extension QueryOrder {
    /// Whether a row stands behind a given one, whose terms have these values.
    ///
    /// - Parameters:
    ///   - values: `nil` for no such row, and true for all.
    ///   - terms: The terms that the rows are ordered by; as many as there are values.
    static func isBehind(_ values: [DatabaseValue]?, in terms: [Term]) -> SQL {
        guard let values else { return "1" }
        // Not one in the other: SQLite's parser takes some twenty parentheses in each other.
        let pairs = Array(zip(terms, values))
        let condition = anyOf(
            pairs.indices.map { index in
                let (term, value) = pairs[index]
                let before = pairs[..<index].map { "\(sql: $0.sql) IS \($1)" as SQL }
                return allOf(before + [term.isBehind(value)])
            })
        // Said once more alone, so that the walk begins there.
        guard let term = terms.first, let value = values.first, !value.isNull, term.nulls == .none
        else { return condition }
        let bound: SQL =
            term.isDescending ? "\(sql: term.sql) <= \(value)" : "\(sql: term.sql) >= \(value)"
        return "\(bound) AND \(condition)"
    }
}

// MARK: - Columns

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

    /// What of a column is compared.
    enum Form {
        case whole
        /// Without the case of ASCII letters.
        case ignoringCase
        /// The first 64 characters, without the case of ASCII letters: of long texts an index holds the
        /// beginning.
        case beginning
    }
}

extension MediaProperty {
    /// What can be sorted by: everything but lists of chapters and pictures, and bytes.
    var isSortable: Bool { kind != .structure }

    fileprivate var orderColumn: OrderColumn {
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
                columns: ["roots.path", "folders.path", "files.name", "files.displaced"],
                index: "files", isOptional: false)
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
        case .discSubtitle: .partial("items.disc_subtitle", "items_disc_subtitle", .ignoringCase)
        case .originalDate: .partial("items.original_date", "items_original_date")
        case .isCompilation: .partial("items.is_compilation", "items_compilation")
        case .isExplicit: .partial("items.is_explicit", "items_explicit")
        case .podcastTitle: .partial("items.podcast_title", "items_podcast_title", .ignoringCase)
        case .podcastPersistentID: .partial("items.podcast_id", "items_podcast")
        case .tvShow: .partial("items.tv_show", "items_tv_show", .ignoringCase)
        case .seasonNumber: .partial("items.season_number", "items_season_number")
        case .episodeNumber: .partial("items.episode_number", "items_episode_number")
        case .episodeID: .partial("items.episode_id", "items_episode_id", .ignoringCase)
        case .userGrouping: .partial("items.user_grouping", "items_user_grouping", .ignoringCase)
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
        case .titleSort: .partial("items.title_sort", "items_title_sort", .ignoringCase)
        case .artistSort: .partial("items.artist_sort", "items_artist_sort", .ignoringCase)
        case .albumSort: .partial("items.album_sort", "items_album_sort", .ignoringCase)
        case .albumArtistSort:
            .partial("items.album_artist_sort", "items_album_artist_sort", .ignoringCase)
        case .composerSort: .partial("items.composer_sort", "items_composer_sort", .ignoringCase)
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
        case .chapters, .artwork, .pathBase64: OrderColumn(columns: [], isOptional: false)
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

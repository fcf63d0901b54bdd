internal import PhonolithDatabase
import PhonolithMediaModel

/// How a property is sorted.
struct OrderColumn {
    /// The columns, the property's own first.
    var columns: [String]
    /// The sort expression in place of the first column.
    var expression: SQL?
    /// Whether the case of ASCII letters does not count in the first column.
    var ignoresCase = false
    /// The index that gives the order; `nil` for an order that is sorted.
    var index: String?
    /// Whether the index leaves out music.
    var isIndexWithoutMusic = false
    var isNullable = true
    /// Whether an absent value is 0, and not the last in both directions.
    var isZeroIfAbsent = false

    /// The terms of ORDER BY. Absent values come last in both directions; each column after the first (disc and
    /// track of an album) comes as the index has it.
    func terms(_ isDescending: Bool, isFirst: Bool) -> [QueryOrder.Term] {
        columns.enumerated().map { position, column in
            let nulls: QueryOrder.Term.Nulls =
                if position == 0 {
                    isFirst ? presentNulls : absentPlace(isDescending)
                } else {
                    column.hasPrefix("items.") ? isDescending ? .last : .first : .none
                }
            return QueryOrder.Term(
                column: column, expression: position == 0 ? expression : nil,
                ignoresCase: position == 0 && ignoresCase, isDescending: isDescending, nulls: nulls)
        }
    }

    /// The same of items that have a value in the first column.
    private var presentNulls: QueryOrder.Term.Nulls {
        isNullable && columns[0].hasPrefix("items.") ? .excluded : .none
    }

    /// Where absent values of the first column come.
    func absentPlace(_ isDescending: Bool) -> QueryOrder.Term.Nulls {
        if !isNullable { return .none }
        return isZeroIfAbsent && !isDescending ? .first : .last
    }
}

extension MediaOrder.Key {
    /// How items are sorted by it; ``QueryOrder`` leaves out the number of items.
    ///
    /// - Parameter seed: Of the random key.
    func orderColumn(_ seed: UInt32?) -> OrderColumn {
        switch self {
        case .property(let property): property.orderColumn
        case .random:
            OrderColumn(
                columns: [RandomOrder.sql(of: "items.id", seed: seed ?? 0)], isNullable: false)
        case .itemCount: OrderColumn(columns: [])
        }
    }
}

extension MediaProperty {
    /// The order of the tracks of an album.
    private static let places = ["items.disc_number", "items.track_number", "items.place_key"]

    fileprivate var orderColumn: OrderColumn {
        switch self {
        case .title: .indexed(["items.title_key"], by: "items_title_key", isNullable: false)
        case .albumTitle:
            .indexed(
                ["items.album_key", "items.album_id"] + Self.places, by: "items_album_key")
        case .albumPersistentID:
            .indexed(["items.album_id"] + Self.places, by: "items_album")
        case .artist, .artists: .indexed(["items.artist_key"], by: "items_artist_key")
        case .albumArtist, .albumArtists:
            .indexed(
                ["items.album_artist_key", "items.album_key", "items.album_id"] + Self.places,
                by: "items_album_artist_key")
        case .genre, .genres: .indexed(["items.genre_key"], by: "items_genre_key")
        case .composer, .composers: .indexed(["items.composer_key"], by: "items_composer_key")
        case .year: .indexed(["items.year"], by: "items_year")
        case .releaseDate: .indexed(["items.release_date"], by: "items_release_date")
        case .playbackDuration: .indexed(["items.duration"], by: "items_duration")
        case .tvShow:
            OrderColumn(
                columns: ["items.tv_show_key"], index: "items_other_than_music",
                isIndexWithoutMusic: true)
        case .path, .relativePath:
            .indexed(
                // The last distinguishes files that were at one path, one after the other.
                [
                    "roots.path_key", "roots.path", "folders.path_key", "folders.path",
                    "files.name_key", "files.name", "files.displaced",
                ], by: "files_name_key", isNullable: false)
        case .rating: .userValue("rating")
        case .favoriteDate: .userValue("favorite_date")
        case .isFavorite:
            .sorted("user_values.favorite_date", by: .flag("user_values.favorite_date IS NOT NULL"))
        case .playCount: .userValue("play_count", isZeroIfAbsent: true)
        case .lastPlayedDate: .userValue("last_played")
        case .dateAdded:
            .indexed(["items.date_added"], by: "items_date_added", isNullable: false)
        case .skipCount: .sorted("coalesce(user_values.skip_count, 0)", isNullable: false)
        case .bookmarkTime: .sorted("user_values.bookmark_time")
        case .persistentID, .isMissing, .chapters, .tags, .artwork, .pathBase64, .assetURL:
            OrderColumn(columns: [], index: "the ids", isNullable: false)
        case .isAvailable: .sorted("availability", by: .flag(SQL(sql: Self.availability)))
        case .artistPersistentID: .sorted("artist_name.artist_id")
        case .albumArtistPersistentID: .sorted("album_artist_name.artist_id")
        case .genrePersistentID: .sorted("first_genre.genre_id")
        case .composerPersistentID: .sorted(identifier)
        default: sortedColumn
        }
    }

    /// The column of `items` of a property that is stored as it is sorted, or has a key next to it.
    private var sortedColumn: OrderColumn {
        switch storage {
        case .number("items.file_size"): .sorted("items.file_size", isNullable: false)
        case .number(let column), .date(let column), .identifier(let column), .flag(let column),
            .text(_, _, key: let column):
            .sorted(column)
        case .code(let column), .codes(let column): .sorted(column, ignoresCase: true)
        case .mediaType: .sorted("items.media_type", isNullable: false)
        case .entries(let list):
            OrderColumn(columns: [list.column + (list.name ?? "")], expression: list.first)
        case .userNumber, .userCount, .userFlag, .names, .genres, .firstCredit,
            .firstGenre, .path,
            .condition, .presence:
            preconditionFailure("\(self) has an order of its own")
        }
    }
}

extension OrderColumn {
    fileprivate static func indexed(
        _ columns: [String], by index: String, isNullable: Bool = true
    ) -> OrderColumn {
        OrderColumn(columns: columns, index: index, isNullable: isNullable)
    }

    fileprivate static func sorted(
        _ column: String, ignoresCase: Bool = false, isNullable: Bool = true
    ) -> OrderColumn {
        OrderColumn(columns: [column], ignoresCase: ignoresCase, isNullable: isNullable)
    }

    /// - Parameter expression: An expression that is never NULL.
    fileprivate static func sorted(_ name: String, by expression: SQL) -> OrderColumn {
        OrderColumn(columns: [name], expression: expression, isNullable: false)
    }

    fileprivate static func userValue(
        _ column: String, isZeroIfAbsent: Bool = false
    ) -> OrderColumn {
        OrderColumn(
            columns: ["user_values." + column], index: "user_values_" + column,
            isZeroIfAbsent: isZeroIfAbsent)
    }
}

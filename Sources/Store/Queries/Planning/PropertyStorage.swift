import PhonolithMediaModel
import PhonolithStore

/// Where a property is in the database, and so how it is queried. Texts, marks and numbers may be in a table other than `items`
/// that has at most one row for an item.
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
    /// Text in a column, its folded form, and its sort key.
    case text(String, folded: String, key: String)
    /// A mark in a column, of which the case of ASCII letters does not count.
    case code(String)
    /// Marks in one column, with U+001F between them.
    case codes(String)
    /// Names in `credits`; the text to show in a column, folded in another where it is not the only name.
    case names(Credit.Role, shown: String, folded: String)
    /// Values with names in one column of a table beside `items`.
    case entries(EntryList)
    // Names in `item_genres`.
    case genres
    /// The bits of the kinds.
    case mediaType
    /// An id in a column of `items`.
    case identifier(String)
    /// The artist of the first credit in a role.
    case firstCredit(Credit.Role)
    case firstGenre
    /// The path, whose folded form is this expression.
    case path(folded: String)
    case condition(String)
    /// Nothing but whether there is any can be asked, by this condition.
    case presence(String)
}

extension MediaProperty {
    /// The place of the property.
    var storage: PropertyStorage {
        switch self {
        case .persistentID: .identifier("items.id")
        case .mediaType: .mediaType
        case .albumTitle:
            .text("items.album_title", folded: "items.album_folded", key: "items.album_key")
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
        case .year: .number("items.year")
        case .podcastPersistentID: .identifier("items.podcast_id")
        case .fileSize: .number("items.file_size")
        case .path: .path(folded: PathConditions.foldedPath)
        case .relativePath: .path(folded: PathConditions.foldedRelativePath)
        // Whether there is any is found out before the query (PathConditions.swift).
        case .pathBase64: .presence("false")
        case .startTime: .number("items.start_time")
        case .endTime: .number("items.end_time")
        case .chapters:
            .presence("EXISTS (SELECT 1 FROM chapters WHERE item_id = items.id)")
        case .artwork:
            .presence(
                """
                (EXISTS (SELECT 1 FROM item_artworks WHERE item_id = items.id) \
                OR EXISTS (SELECT 1 FROM files JOIN folder_artworks \
                ON folder_artworks.folder_id = files.folder_id \
                WHERE files.id = items.file_id AND artwork_id IS NOT NULL))
                """)
        case .credits: .entries(.credits)
        case .conductor, .performer, .lyricist, .writer, .arranger, .remixer, .producer, .engineer,
            .mixer, .djmixer, .director, .narrator:
            .entries(.credits.named(rawValue))
        case .tags: .entries(.tags)
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
        case .assetURL: .presence("(items.is_protected IS DISTINCT FROM 1)")
        default: fieldStorage
        }
    }

    /// The storage of a field in a column of its own.
    private var fieldStorage: PropertyStorage {
        guard let field, let column = ItemRow.places[self] else {
            preconditionFailure("\(self) has no column")
        }
        return switch field {
        case .text: .text(column, folded: column + "_folded", key: column + "_key")
        case .code: .code(column)
        case .texts, .codes: .codes(column)
        case .integer, .number: .number(column)
        case .date: .date(column)
        case .flag: .flag(column)
        }
    }
}

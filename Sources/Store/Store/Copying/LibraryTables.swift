/// The tables of a library, as far as copying them goes.
package enum LibraryTables {
    /// Each after those that it refers to. The last two are written by triggers of others, and replaced at the end.
    package static let all = [
        "roots", "folders", "files", "problems", "artists", "artist_names", "artist_totals",
        "albums",
        "genres", "genre_totals", "podcasts", "items", "item_identifiers", "item_texts",
        "item_details", "item_tags", "measured_loudness", "credits", "item_genres", "chapters",
        "artworks", "item_artworks", "folder_artworks", "users", "closed_roots", "user_values",
        "plays", "playlists", "playlist_exports", "playlist_entries", "queue_entries",
        "queue_state", "chosen_outputs", "search_items", "search_albums", "search_artists",
        "search_words",
        "search_rules", "passwords", "app_passwords", "sessions", "album_values", "artist_values",
        "denied_rights", "radio_stations", "feeds",
        "feed_episodes", "shares", "share_entries", "chat_messages", "bookmark_notes", "changes",
    ]

    /// The columns of full-text indexes: of SQLite's the row id is not listed, and PostgreSQL's have one that is computed.
    static let searchColumns = [
        "search_items": ["rowid", "words"], "search_albums": ["rowid", "words"],
        "search_artists": ["rowid", "words"],
    ]

    /// Tables whose ids are never used again.
    static let withLastingIDs = [
        "roots", "artists", "albums", "genres", "podcasts", "items", "users", "playlists",
        "playlist_entries", "app_passwords", "radio_stations", "feeds", "feed_episodes", "shares",
        "chat_messages", "changes",
    ]

    /// Tables whose other ids the database gives.
    static let withIDs = [
        "folders", "files", "artist_names", "artworks", "plays", "playlist_exports",
        "queue_entries",
    ]
}

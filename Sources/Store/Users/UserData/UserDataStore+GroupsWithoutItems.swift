import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

// Albums and artists that the user rated or gave a star, and that no item is of any more. They come back with their names.

extension UserDataStore {
    /// The names of such albums, and of such artists, in order.
    package func namesWithoutItems() throws -> [(grouping: MediaGrouping, name: String)] {
        try read { database in
            let albums = try Row.fetchAll(
                database,
                literal: """
                    SELECT title, album_artist FROM albums
                    WHERE id IN (SELECT album_id FROM album_values)
                        AND \(sql: Self.albumHasNoItems) ORDER BY title_key, id
                    """
            ).map { row -> (grouping: MediaGrouping, name: String) in
                let artist = (row[1] as String?).map { " by \($0)" } ?? ""
                return (.album, row[0] + artist)
            }
            let artists = try String.fetchAll(
                database,
                literal: """
                    SELECT name FROM artists WHERE id IN (SELECT artist_id FROM artist_values)
                        AND NOT EXISTS (SELECT 1 FROM artist_names WHERE artist_id = artists.id)
                    ORDER BY name_key, id
                    """
            ).map { (grouping: MediaGrouping.artist, name: $0) }
            return albums + artists
        }
    }

    private static let albumHasNoItems = """
        NOT EXISTS (SELECT 1 FROM items WHERE items.album_id = albums.id)
        """

    /// Albums without items, with what the user of this catalogue thinks of them; `nil` for none.
    func portableAlbums() throws -> [UserData.Album]? {
        let albums = try read { database in
            try Projection { column in
                UserData.Album(
                    title: column("title"), albumArtist: column("album_artist"),
                    musicBrainzID: column("musicbrainz_id"), rating: column("rating"),
                    favoriteDate: column("favorite_date"))
            }.fetchAll(
                database,
                from: """
                    album_values JOIN albums ON albums.id = album_id
                    WHERE user_id = \(userID) AND (rating IS NOT NULL OR favorite_date IS NOT NULL)
                        AND \(sql: Self.albumHasNoItems)
                    ORDER BY title_key, albums.id
                    """)
        }
        return albums.isEmpty ? nil : albums
    }

    /// The id of an album of user data. One that the library does not have is made, without items: it comes back with them.
    func albumID(of album: UserData.Album, _ database: Connection) throws -> Int64? {
        var facts = MediaFacts()
        facts.albumTitle = album.title
        facts.albumArtist = album.albumArtist
        facts.musicBrainzAlbumID = album.musicBrainzID
        // Without an artist an album is held together by its folder, which another library does not have.
        guard album.albumArtist != nil || album.musicBrainzID != nil,
            let identity = AlbumIdentity(facts: facts, folder: "")
        else { return nil }
        return try Int64.fetchOne(
            database,
            literal: """
                INSERT INTO albums (identity, title, title_folded, title_key, album_artist,
                album_artist_key, musicbrainz_id, is_current)
                VALUES (\(identity.text(rootID: 0)), \(album.title), \(album.title.folded),
                    \(sortKeys.key(for: album.title)), \(album.albumArtist),
                    \(album.albumArtist.map { sortKeys.key(for: $0) }), \(album.musicBrainzID), 1)
                ON CONFLICT (identity) DO UPDATE SET identity = excluded.identity RETURNING id
                """, cached: true)
    }

    /// The id of an artist of user data, by MusicBrainz' id, else by the name. One that the library does not have is made, without
    /// names in tags: it comes back with its name.
    func artistID(of artist: UserData.Artist, _ database: Connection) throws -> Int64 {
        let known = try Int64.fetchOne(
            database,
            literal: """
                SELECT artist_id FROM artist_names
                WHERE musicbrainz_id <> '' AND musicbrainz_id = \(artist.musicBrainzID ?? "")
                OR name_folded = \(artist.name.folded)
                ORDER BY musicbrainz_id = \(artist.musicBrainzID ?? "") DESC, artist_id LIMIT 1
                """, cached: true)
        if let known { return known }
        let made = try Int64.fetchOne(
            database,
            literal: """
                SELECT id FROM artists WHERE name_folded = \(artist.name.folded)
                AND musicbrainz_id IS NOT DISTINCT FROM \(artist.musicBrainzID)
                    AND NOT EXISTS (SELECT 1 FROM artist_names WHERE artist_id = artists.id)
                ORDER BY id LIMIT 1
                """, cached: true)
        if let made { return made }
        return try database.insertedID(
            """
            INSERT INTO artists (name, name_folded, name_key, musicbrainz_id)
            VALUES (\(artist.name), \(artist.name.folded), \(sortKeys.key(for: artist.name)),
                \(artist.musicBrainzID))
            """)
    }
}

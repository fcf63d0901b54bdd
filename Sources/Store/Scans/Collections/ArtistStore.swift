internal import PhonolithDatabase
import PhonolithIdentity
import PhonolithMediaModel
package import PhonolithStore
import PhonolithUsers

/// Artists, brought up to date with the names in tags.
package struct ArtistStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var artists: ArtistStore { ArtistStore(catalog: self) }
}

extension ArtistStore {
    /// Decides again which spellings are one artist, for those that items took or lost, and for all that share an id
    /// or an artist with them.
    func resolve() throws {
        let outdated: SQL = "SELECT DISTINCT name_folded FROM artist_names WHERE is_resolved = 0"
        // Few enough to be arguments of one statement.
        try catalog.scans.bringUpToDate(outdated, atOnce: 1000) { (names: [String], database) in
            var artists = try deleteUnusedSpellings(named: names, database)
            artists.formUnion(try resolve(spellings(named: names, database), database))
            try database.execute(
                literal: "UPDATE artist_names SET is_resolved = 1 WHERE name_folded IN \(names)")
            try takeBackValues(named: names, database)
            try deleteUnused(artists: artists, database)
        }
    }

    /// Deletes artists without spellings, unless a user thinks something of them: their names may come back.
    private func deleteUnused(artists: Set<Int64>, _ database: Connection) throws {
        if artists.isEmpty { return }
        let deleted = try Int64.fetchAll(
            database.cachedStatement(
                literal: """
                    DELETE FROM artists WHERE id IN \(.ids(artists))
                        AND NOT EXISTS (SELECT 1 FROM artist_names WHERE artist_id = artists.id)
                        AND NOT EXISTS (SELECT 1 FROM artist_values WHERE artist_id = artists.id)
                    RETURNING id
                    """))
        try SearchTable.artists.remove(deleted, database)
    }

    /// Gives artists what users thought of the artists of these names before the names went.
    private func takeBackValues(named names: [String], _ database: Connection) throws {
        let rows = try Row.fetchAll(
            database,
            literal: """
                SELECT artists.id, min(artist_names.artist_id) FROM artists
                JOIN artist_names ON artist_names.name_folded = artists.name_folded
                JOIN artists AS named ON named.id = artist_names.artist_id
                    AND (artists.musicbrainz_id IS NULL
                        OR named.musicbrainz_id = artists.musicbrainz_id)
                WHERE artists.name_folded IN \(names)
                    AND artists.id IN (SELECT artist_id FROM artist_values)
                    AND NOT EXISTS (SELECT 1 FROM artist_names own WHERE own.artist_id = artists.id)
                GROUP BY artists.id
                """)
        for row in rows {
            try GroupValues.move(.artist, from: row[0], to: row[1], database)
            try deleteUnused(artists: [row[0]], database)
        }
    }

    /// Deletes spellings that no item uses any more: they must neither join nor separate those that are used.
    ///
    /// - Returns: The artists that had them.
    private func deleteUnusedSpellings(
        named names: [String], _ database: Connection
    ) throws -> Set<Int64> {
        try Int64.fetchSet(
            database,
            literal: """
                DELETE FROM artist_names
                WHERE name_folded IN \(names)
                    AND NOT EXISTS (SELECT 1 FROM credits WHERE name_id = artist_names.id)
                RETURNING artist_id
                """)
    }

    private func spellings(
        named names: [String], _ database: Connection
    ) throws -> [ArtistResolution.Spelling] {
        let spellings = Projection { column in
            ArtistResolution.Spelling(
                id: column("id"), nameFolded: column("name_folded"),
                musicBrainzID: column("musicbrainz_id"), artistID: column("artist_id"))
        }
        return try spellings.fetchAll(
            database,
            literal: """
                WITH named AS (SELECT * FROM artist_names WHERE name_folded IN \(names))
                SELECT \(spellings.columns) FROM artist_names
                WHERE name_folded IN (SELECT name_folded FROM named)
                    OR name_folded IN (SELECT name_folded FROM artist_names WHERE musicbrainz_id
                        IN (SELECT musicbrainz_id FROM named WHERE musicbrainz_id <> ''))
                    OR artist_id IN (SELECT artist_id FROM named)
                """)
    }

    /// - Returns: The artists that the spellings had, or have now.
    private func resolve(
        _ spellings: [ArtistResolution.Spelling], _ database: Connection
    ) throws -> Set<Int64> {
        let changes = ArtistResolution.changes(to: spellings)
        let changed = changes.flatMap { $0.spellings.map(\.id) }
        let new = try ItemTotals(creditedTo: changed, database).updating(database) {
            try apply(changes, database)
        }
        let artists = new.union(spellings.map(\.artistID))
        try refresh(artists, database)
        return artists
    }

    /// - Returns: The artists that some spellings have now and others had before, or none.
    private func apply(
        _ changes: [(spellings: [ArtistResolution.Spelling], artistID: Int64?)],
        _ database: Connection
    ) throws -> Set<Int64> {
        var artists: Set<Int64> = []
        for change in changes {
            let artistID: Int64
            if let id = change.artistID {
                artistID = id
            } else if let id = try joinedArtist(of: change.spellings[0], database) {
                artistID = id
            } else {
                let made = try Int64.fetchOne(
                    database,
                    literal: """
                        INSERT INTO artists (name, name_folded, name_key, musicbrainz_id)
                        SELECT name, name_folded, name_folded, nullif(musicbrainz_id, '')
                        FROM artist_names WHERE id = \(change.spellings[0].id)
                        RETURNING id
                        """)
                guard let made else { continue }
                artistID = made
            }
            artists.insert(artistID)
            for spelling in change.spellings {
                try database.execute(
                    literal:
                        "UPDATE artist_names SET artist_id = \(artistID) WHERE id = \(spelling.id)")
            }
            for old in Set(change.spellings.map(\.artistID)) {
                let isOver =
                    try Bool.fetchOne(
                        database,
                        literal:
                            "SELECT NOT EXISTS (SELECT 1 FROM artist_names WHERE artist_id = \(old))"
                    ) == true
                if isOver { try join(old, into: artistID, database) }
            }
        }
        return artists
    }

    /// Gives what users think of an artist to the one that it is now. One with a MusicBrainz id keeps it as well, because
    /// only a credit without an id joined the two: it is an artist again when that credit gets one.
    private func join(_ old: Int64, into artist: Int64, _ database: Connection) throws {
        let hasID =
            try Bool.fetchOne(
                database.cachedStatement(
                    literal: "SELECT musicbrainz_id IS NOT NULL FROM artists WHERE id = \(old)"))
            == true
        if hasID {
            try GroupValues.copy(.artist, from: old, to: artist, database)
            try SearchTable.artists.remove([old], database)
        } else {
            try GroupValues.move(.artist, from: old, to: artist, database)
        }
    }

    /// The artist that a spelling with a MusicBrainz id was, before a credit without one joined it to another.
    private func joinedArtist(
        of spelling: ArtistResolution.Spelling, _ database: Connection
    ) throws -> Int64? {
        if spelling.musicBrainzID.isEmpty { return nil }
        return try Int64.fetchOne(
            database.cachedStatement(
                literal: """
                    SELECT id FROM artists WHERE name_folded = \(spelling.nameFolded) AND musicbrainz_id = \(spelling.musicBrainzID)
                        AND NOT EXISTS (SELECT 1 FROM artist_names WHERE artist_id = artists.id)
                    ORDER BY id LIMIT 1
                    """))
    }
}

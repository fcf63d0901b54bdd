package import PhonolithDatabase
package import PhonolithIdentity
package import PhonolithMediaModel
import PhonolithStore

extension AlbumStore {
    /// Gives each version of an album an album of its own, and each track its place among those with the same number.
    func separateVersions(of albums: [Int64], _ database: Connection) throws {
        for album in try Self.withRepetitionsOrVersions(albums, database) {
            try separateVersions(of: album, database)
        }
    }

    /// The albums that have several tracks with the same disc and track number, or other versions. A change of one of the
    /// others changes none of them.
    private static func withRepetitionsOrVersions(
        _ albums: [Int64], _ database: Connection
    ) throws -> [Int64] {
        let endings = AlbumVersion.texts(of: "")
        let rows = try Row.fetchAll(
            database.cachedStatement(
                literal: """
                    SELECT id, identity, \(repetitions(in: "albums.id"))
                        OR EXISTS (SELECT 1 FROM albums AS versions
                            WHERE versions.identity > albums.identity || \(endings.lowerBound)
                                AND versions.identity < albums.identity || \(endings.upperBound))
                    FROM albums WHERE id IN \(.ids(albums)) ORDER BY id
                    """))
        return rows.filter { row in
            let text: String = row[1]
            return row[2] || AlbumVersion.album(of: text) != text
        }.map { $0[0] }
    }

    private func separateVersions(of album: Int64, _ database: Connection) throws {
        guard let text = try Self.text(of: album, database) else { return }
        let versions = AlbumVersionRows(of: AlbumVersion.album(of: text), database)
        let hasRepetitions = try Self.hasRepetitions(album, database)
        if hasRepetitions { try Self.setPlaces(inAlbum: album, database) }
        if try hasRepetitions || versions.areSeveral() { try versions.separate() }
    }

    /// The year, codec or artist that distinguishes an album from others with its title; `nil` where the user sees no others.
    package func version(ofAlbum album: MediaAlbumID) throws -> AlbumVersion? {
        try read { database in
            guard let text = try Self.text(of: album.rawValue, database),
                let version = AlbumVersion(ofText: text)
            else { return nil }
            let viewer = try viewer(database)
            if !viewer.isRestricted { return version }
            let texts = AlbumVersion.texts(of: AlbumVersion.album(of: text))
            let seesOthers = try Bool.fetchOne(
                database,
                literal: """
                    SELECT EXISTS (SELECT 1 FROM albums JOIN items ON album_id = albums.id
                        WHERE identity > \(texts.lowerBound) AND identity < \(texts.upperBound) AND albums.id <> \(album.rawValue) AND is_missing = 0
                            AND \(sql: viewer.sees()))
                    """)
            return seesOthers == true ? version : nil
        }
    }

    private static func text(of album: Int64, _ database: Connection) throws -> String? {
        try String.fetchOne(
            database.cachedStatement(literal: "SELECT identity FROM albums WHERE id = \(album)"))
    }

    private static func hasRepetitions(_ album: Int64, _ database: Connection) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(literal: "SELECT \(repetitions(in: "\(album)"))")) ?? false
    }

    /// Whether several tracks have the same disc and track number.
    private static func repetitions(in album: SQL) -> SQL {
        """
        EXISTS (SELECT 1 FROM items
            WHERE album_id = \(album) AND is_missing = 0 AND track_number IS NOT NULL
            GROUP BY disc_number, track_number HAVING count(*) > 1)
        """
    }

    /// Selects the key of an item's path below its root, as ``SortKeyMaker/key(for:)-(MediaPath)`` makes it.
    static let placeKey = """
        SELECT CASE WHEN path_key = '' THEN '' ELSE path_key || '\u{1}' END || name_key
        FROM files JOIN folders ON folders.id = folder_id WHERE files.id = file_id
        """

    private static func setPlaces(inAlbum album: Int64, _ database: Connection) throws {
        try database.cachedStatement(
            literal: """
                UPDATE items SET place_key = (\(sql: placeKey))
                WHERE album_id = \(album) AND is_missing = 0 AND place_key IS NULL
                    AND EXISTS (SELECT 1 FROM items AS others
                        WHERE others.album_id = \(album) AND others.is_missing = 0 AND others.id <> items.id
                            AND others.disc_number IS NOT DISTINCT FROM items.disc_number
                            AND others.track_number = items.track_number)
                """
        ).execute()
    }
}

/// The albums that have one title and artist, one release id, or one title and folder.
package struct AlbumVersionRows {
    /// The beginning that their texts in `albums.identity` share.
    private let text: String
    private let database: Connection

    init(of text: String, _ database: Connection) { (self.text, self.database) = (text, database) }

    /// Whether there are versions already.
    func areSeveral() throws -> Bool {
        let texts = AlbumVersion.texts(of: text)
        return try Bool.fetchOne(
            database.cachedStatement(
                literal:
                    "SELECT EXISTS (SELECT 1 FROM albums WHERE identity > \(texts.lowerBound) AND identity < \(texts.upperBound))"
            )) ?? false
    }

    /// Compares the tracks of all, and moves those that belong to another version.
    func separate() throws {
        let albums = try albums()
        let tracks = try tracks(of: Array(albums.keys))
        let groups = groups(of: tracks.map(\.facts))
        if groups.count <= 1 && albums.count == 1 { return }
        var moved: [Int64: [Int64]] = [:]
        for (group, album) in zip(groups, try rows(for: groups, of: tracks, albums)) {
            let others = group.tracks.map { tracks[$0] }.filter { $0.album != album }
            if !others.isEmpty { moved[album] = others.map(\.item) }
        }
        try move(moved, touching: Set(albums.keys).union(moved.keys))
    }

    private func groups(of tracks: [AlbumVersions.Track]) -> [AlbumVersions.Group] {
        text.hasPrefix(AlbumIdentity.folderPrefix)
            ? AlbumVersions.groupsByArtist(of: tracks)
            : AlbumVersions.groups(
                of: tracks, comparesYears: !text.hasPrefix(AlbumIdentity.releasePrefix))
    }

    package struct Track {
        var item: Int64
        var album: Int64
        var facts: AlbumVersions.Track
    }

    package static let tracks = Projection { column in
        Track(
            item: column("items.id AS item"), album: column("album_id"),
            facts: AlbumVersions.Track(
                folder: AlbumVersions.Folder(rootID: column("root_id"), path: column("path")),
                disc: column("disc_number"), number: column("track_number"), year: column("year"),
                codec: column("codec"),
                artist: StoredNames.names(in: column("artists"), shown: column("artist"))
                    .first?.folded,
                isCompilation: column("is_compilation")))
    }

    private func albums() throws -> [Int64: String] {
        let texts = AlbumVersion.texts(of: text)
        let rows = try Row.fetchAll(
            database.cachedStatement(
                literal: """
                    SELECT id, identity FROM albums
                    WHERE identity = \(text) OR (identity > \(texts.lowerBound) AND identity < \(texts.upperBound))
                    """))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    private func tracks(of albums: [Int64]) throws -> [Track] {
        try Self.tracks.fetchAll(
            database,
            from: """
                items JOIN files ON files.id = file_id JOIN folders ON folders.id = folder_id
                WHERE album_id IN \(.ids(albums)) AND items.is_missing = 0
                ORDER BY items.id
                """, cached: true)
    }

    /// The album of each group: the one of its version, else the one that most of its tracks are in, else a new one.
    private func rows(
        for groups: [AlbumVersions.Group], of tracks: [Track], _ albums: [Int64: String]
    ) throws -> [Int64] {
        let texts = groups.map { $0.version.text(of: text) }
        var free = albums
        var rows: [Int: Int64] = [:]
        for (index, text) in texts.enumerated() {
            guard let album = free.first(where: { $0.value == text })?.key else { continue }
            rows[index] = album
            free[album] = nil
        }
        for (index, group) in groups.enumerated() where rows[index] == nil {
            let counts = Dictionary(grouping: group.tracks.map { tracks[$0].album }) { $0 }
                .filter { free[$0.key] != nil }
            let most = counts.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
            if let most {
                free[most] = nil
                if groups.count > 1 { try setText(texts[index], of: most) }
            }
            rows[index] = try most ?? make(texts[index], like: albums.keys.min() ?? 0)
        }
        return groups.indices.compactMap { rows[$0] }
    }

    private func setText(_ text: String, of album: Int64) throws {
        try database.cachedStatement(
            literal: "UPDATE albums SET identity = \(text) WHERE id = \(album)"
        ).execute()
    }

    private func make(_ text: String, like album: Int64) throws -> Int64 {
        let made = try Int64.fetchOne(
            database.cachedStatement(
                literal: """
                    INSERT INTO albums (identity, title, title_folded, title_key)
                    SELECT \(text), title, title_folded, title_key FROM albums WHERE id = \(album)
                    RETURNING id
                    """))
        return made ?? album
    }

    private func move(_ items: [Int64: [Int64]], touching albums: Set<Int64>) throws {
        if items.isEmpty { return }
        var totals = try ItemTotals(database)
        totals.albums = albums
        try totals.updating(database) {
            for (album, items) in items {
                try database.cachedStatement(
                    literal: """
                        UPDATE items SET album_id = \(album) WHERE id IN \(.ids(items))
                        """
                ).execute()
            }
        }
        try GoneItemStore.markAlbumsOutdated(albums, database)
    }
}

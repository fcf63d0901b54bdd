import Foundation
internal import GRDB
import MediaModel

/// The numbers of rows that many items share, made where they are not there yet, and remembered while a
/// scan writes.
struct RowNumbers {
    private var folders: [MediaPath: Int64] = [:]
    private var albums: [AlbumIdentity.Rule: Int64] = [:]
    private var names: [CreditedName: Int64] = [:]
    private var genres: [String: Int64] = [:]
    private var podcasts: [String: Int64] = [:]
    private var artworks: [String: Int64] = [:]
    /// Words that items have.
    var searchVocabulary = SearchVocabulary()

    /// Keeps memory bounded however large the library is: neighbours share most, strangers little.
    mutating func forgetIfMany() {
        let most = 20_000
        if folders.count > most { folders = [:] }
        if albums.count > most { albums = [:] }
        if names.count > most { names = [:] }
        if genres.count > most { genres = [:] }
        if podcasts.count > most { podcasts = [:] }
        if artworks.count > most { artworks = [:] }
    }

    mutating func folder(
        _ path: MediaPath, _ root: PersistentID<Root>, _ database: Database
    ) throws -> Int64 {
        if let id = folders[path] { return id }
        let id =
            try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id FROM folders WHERE root_id = ? AND path = ?"),
                arguments: [root.rawValue, path.data])
            ?? inserted(
                database, "INSERT INTO folders (root_id, path, path_key) VALUES (?, ?, ?)",
                [root.rawValue, path.data, SortKeyMaker.key(for: path)])
        folders[path] = id
        return id
    }

    mutating func album(
        _ album: AlbumIdentity, _ root: PersistentID<Root>, _ database: Database
    ) throws -> Int64 {
        if let id = albums[album.rule] { return id }
        let identity = album.text(rootID: root.rawValue)
        // The title's keys are made with the rest when the scan ends.
        let id =
            try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT id FROM albums WHERE identity = ?"),
                arguments: [identity])
            ?? inserted(
                database,
                "INSERT INTO albums (identity, title, title_folded, title_key) VALUES (?, ?, ?, ?)",
                [identity, album.title, album.title.folded, album.title.folded])
        albums[album.rule] = id
        return id
    }

    mutating func artistName(
        _ name: CreditedName, _ sortKeys: SortKeyMaker, _ database: Database
    ) throws -> Int64 {
        if let id = names[name] { return id }
        if let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT id, sort_name FROM artist_names WHERE name = ? AND musicbrainz_id = ?
                    """),
            arguments: [name.name, name.musicBrainzID])
        {
            let id: Int64 = row[0]
            let sortName: String? = row[1]
            names[name] = id
            guard let new = name.sortName, new != sortName else { return id }
            try database.execute(
                sql: "UPDATE artist_names SET sort_name = ?, is_resolved = 0 WHERE id = ?",
                arguments: [new, id])
            return id
        }
        let folded = name.name.folded
        let artistID = try inserted(
            database,
            """
            INSERT INTO artists (name, name_folded, name_key, musicbrainz_id)
            VALUES (?, ?, ?, nullif(?, ''))
            """,
            [
                name.name, folded, sortKeys.key(for: name.name, sortName: name.sortName),
                name.musicBrainzID,
            ])
        let id = try inserted(
            database,
            """
            INSERT INTO artist_names (name, name_folded, sort_name, musicbrainz_id, artist_id)
            VALUES (?, ?, ?, ?, ?)
            """,
            [name.name, folded, name.sortName, name.musicBrainzID, artistID])
        names[name] = id
        return id
    }

    mutating func genre(
        _ name: String, _ sortKeys: SortKeyMaker, _ database: Database
    ) throws -> Int64 {
        if let id = genres[name] { return id }
        let folded = name.folded
        let id =
            try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT id FROM genres WHERE name_folded = ?"),
                arguments: [folded])
            ?? inserted(
                database, "INSERT INTO genres (name, name_folded, name_key) VALUES (?, ?, ?)",
                [name, folded, sortKeys.key(for: name)])
        genres[name] = id
        return id
    }

    mutating func podcast(
        _ title: String, _ sortKeys: SortKeyMaker, _ database: Database
    ) throws -> Int64 {
        if let id = podcasts[title] { return id }
        let folded = title.folded
        let id =
            try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT id FROM podcasts WHERE title_folded = ?"),
                arguments: [folded])
            ?? inserted(
                database,
                "INSERT INTO podcasts (title, title_folded, title_key) VALUES (?, ?, ?)",
                [title, folded, sortKeys.key(for: title)])
        podcasts[title] = id
        return id
    }

    mutating func artwork(_ picture: Picture, _ database: Database) throws -> Int64 {
        let artwork = picture.artwork
        if let id = artworks[artwork.sha256] { return id }
        let digest = Data(hexadecimal: artwork.sha256)
        let id =
            try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT id FROM artworks WHERE sha256 = ?"),
                arguments: [digest])
            ?? inserted(
                database,
                """
                INSERT INTO artworks (sha256, mime_type, width, height, bytes)
                VALUES (?, ?, ?, ?, ?)
                """,
                [
                    digest, artwork.mimeType, artwork.width, artwork.height, Data(picture.bytes),
                ])
        artworks[artwork.sha256] = id
        return id
    }

    private func inserted(
        _ database: Database, _ sql: String, _ arguments: StatementArguments
    ) throws -> Int64 {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
        return database.lastInsertedRowID
    }
}

extension Data {
    /// The bytes that an even number of hexadecimal digits stand for.
    init(hexadecimal digits: String) {
        self.init()
        var rest = digits[...]
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            append(byte)
            rest = rest.dropFirst(2)
        }
    }
}

extension Sequence<UInt8> {
    /// Two lower-case hexadecimal digits a byte.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension MediaPath {
    /// Takes what was stored.
    init(data: Data) { self.init(bytes: Array(data)) }

    /// The bytes, to be stored.
    var data: Data { Data(bytes) }
}

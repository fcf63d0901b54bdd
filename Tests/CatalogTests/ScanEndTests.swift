import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithTestSupport
import Testing

/// The end of a scan shares the library with other programs that write to it.
@Suite struct ScanEndTests {
    /// A library in a file, with as many albums as artists, and another program's connection to it.
    private func withLibrary(
        of count: Int, _ body: (_ world: inout World, _ other: SQLiteDatabase) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-scan-end-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        let path = folder.appendingPathComponent("library.sqlite").path
        var world = try World(library: path)
        try world.addAll(
            (0..<count).map { number in
                (
                    MediaPath("\(number)/1.mp3"),
                    { facts in
                        facts.albumTitle = "Album \(number)"
                        facts.setArtist("Artist \(number)")
                        facts.releaseDate = PartialDate("1990")
                    }
                )
            })
        try body(&world, SQLiteDatabase(path: path))
        try world.catalog.close()
    }

    @Test(
        "what another program marks while albums and artists are brought up to date is done as well"
    )
    func marksMeanwhile() throws {
        try withLibrary(of: 3) { world, other in
            // The other program changes Album 1 and Artist 1, and marks them just when Album 0 and Artist 0 are written.
            try other.write { database in
                try database.execute(
                    sql: """
                        UPDATE items SET year = 1999 WHERE album_title = 'Album 1';
                        UPDATE artist_names SET sort_name = 'Zz' WHERE name = 'Artist 1';
                        CREATE TRIGGER album_meanwhile AFTER UPDATE OF title ON albums
                        WHEN NEW.title = 'Album 0' BEGIN
                            UPDATE albums SET is_current = 0 WHERE title = 'Album 1';
                        END;
                        CREATE TRIGGER artist_meanwhile AFTER UPDATE OF name ON artists
                        WHEN NEW.name = 'Artist 0' BEGIN
                            UPDATE artist_names SET is_resolved = 0 WHERE name = 'Artist 1';
                        END;
                        UPDATE albums SET is_current = 0 WHERE title = 'Album 0';
                        UPDATE artist_names SET is_resolved = 0 WHERE name = 'Artist 0';
                        """)
            }
            try world.add("new.mp3")
            let albums = try world.catalog.collections.all(of: .albums)
            #expect(albums.first { $0.title == "Album 1" }?.year == 1999)
            let artists = try world.catalog.collections.all(of: .artists).map(\.title)
            #expect(artists == ["Artist 0", "Artist 2", "Artist 1"])
        }
    }

    @Test(
        "no transaction brings all of many albums or artists up to date, so that others can write")
    func boundedTransactions() throws {
        try withLibrary(of: 1500) { world, other in
            // Each transaction ends with a row of what is still to be done.
            try other.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE transactions (albums INTEGER, names INTEGER) STRICT;
                        CREATE TRIGGER transaction_ends AFTER UPDATE ON library BEGIN
                            INSERT INTO transactions VALUES (
                                (SELECT count(*) FROM albums WHERE is_current = 0),
                                (SELECT count(*) FROM artist_names WHERE is_resolved = 0));
                        END;
                        UPDATE albums SET is_current = 0;
                        UPDATE artist_names SET is_resolved = 0;
                        """)
            }
            try world.add("new.mp3")
            let left = try other.read {
                try Row.fetchAll($0, sql: "SELECT albums, names FROM transactions ORDER BY rowid")
            }
            let (albums, names) = (left.map { $0[0] as Int }, left.map { $0[1] as Int })
            #expect(albums.first == 1500 && albums.last == 0)
            #expect(names.first == 1500 && names.last == 0)
            #expect(zip(albums, albums.dropFirst()).allSatisfy { $0 - $1 <= 1000 }, "\(albums)")
            #expect(zip(names, names.dropFirst()).allSatisfy { $0 - $1 <= 1000 }, "\(names)")
        }
    }
}

import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import Testing

/// Stored totals of genres and artists, compared with the sums of their items, after each change.
@Suite final class ItemTotalsTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("phonolith-totals-\(UUID().uuidString)")
    private var library: String { folder.appendingPathComponent("library.sqlite").path }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Nine tracks of three albums and three more without one, by artists and in genres that have them in common.
    private func world() throws -> World {
        var world = try World(library: library)
        for number in 0..<12 {
            try world.add(MediaPath("album \(number % 3)/\(number).mp3")) {
                $0.setArtist("Artist \(number % 5)")
                $0.setAlbumArtist(number % 4 == 0 ? "Somebody" : "Various Artists")
                $0.albumTitle = number < 9 ? "Album \(number % 3)" : nil
                $0.genres = number % 2 == 0 ? ["Rock", "ROCK", "Pop"] : ["Pop"]
                $0.playbackDuration = Double(number)
                if number == 7 { $0.mediaType = .podcast }
            }
        }
        return world
    }

    /// The rows of both tables as they are when all items are counted.
    static func countedTotals(_ database: Connection) throws -> [[SQLValue]] {
        func rows(_ keys: String, _ joined: String) throws -> [Row] {
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(keys), media_type, count(*), total(duration), count(DISTINCT album_id), min(id)
                    FROM (SELECT DISTINCT \(keys), items.* FROM items \(joined) WHERE is_missing = 0)
                    GROUP BY \(keys), media_type ORDER BY 1, 2, 3
                    """)
        }
        return try
            (rows("genre_id", "JOIN item_genres ON item_id = items.id")
            + rows(
                "artist_id, role",
                """
                JOIN credits ON item_id = items.id JOIN artist_names ON artist_names.id = name_id
                """))
            .map { $0.sqlValues }
    }

    private func storedTotals(_ database: Connection) throws -> [[SQLValue]] {
        try ["genre_totals", "artist_totals"].flatMap {
            try Row.fetchAll(database, sql: "SELECT * FROM \($0) ORDER BY 1, 2, 3")
        }.map { $0.sqlValues }
    }

    private func inLibrary<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        let queue = try SQLiteDatabase(path: library)
        defer { try? queue.close() }  // Closed with the value if not now.
        return try queue.write(body)
    }

    private static let changes: [(String, @Sendable (inout World) throws -> Void)] = [
        ("nothing", { _ in }),
        ("one more", { try $0.add("more.mp3") { $0.setAlbumArtist("Various Artists") } }),
        (
            "one more of an album",
            {
                try $0.add("album 1/more.mp3") {
                    $0.setArtist("Artist 9")
                    $0.setAlbumArtist("Various Artists")
                    $0.albumTitle = "Album 1"
                    $0.genres = ["Jazz", "Pop"]
                }
            }
        ),
        ("one gone", { try $0.hide("album 1/1.mp3") }),
        ("the first gone", { try $0.hide("album 0/0.mp3") }),
        ("one gone without an album", { try $0.hide("album 0/9.mp3") }),
        (
            "one gone and back",
            {
                try $0.hide("album 1/1.mp3")
                try $0.show("album 1/1.mp3")
            }
        ),
        (
            "a whole album gone",
            { for number in [1, 4, 7] { try $0.hide(MediaPath("album 1/\(number).mp3")) } }
        ),
        ("one longer", { try $0.change("album 1/1.mp3") { $0.playbackDuration = 99 } }),
        ("one of another genre", { try $0.change("album 0/0.mp3") { $0.genres = ["Jazz"] } }),
        ("one by another", { try $0.change("album 1/1.mp3") { $0.setAlbumArtist("Somebody") } }),
        ("one in another album", { try $0.change("album 1/1.mp3") { $0.albumTitle = "Other" } }),
        ("one in no album", { try $0.change("album 1/1.mp3") { $0.albumTitle = nil } }),
        (
            "one of no album in one",
            { try $0.change("album 0/9.mp3") { $0.albumTitle = "Album 0" } }
        ),
        (
            "two artists that become one",
            { try $0.add("x.mp3") { $0.setArtist("ARTIST 1") } }
        ),
        (
            "one moved to another album",
            { world in
                var facts = MediaFacts()
                facts.mediaType = .music
                facts.genres = ["Pop"]
                facts.albumTitle = "Elsewhere"
                try world.move(
                    "album 2/2.mp3", to: "x/2.mp3",
                    .item(
                        ItemContents(
                            facts: facts, pictures: [], path: "x/2.mp3", sortKeys: SortKeyMaker())))
            }
        ),
        ("the root removed", { _ = try $0.catalog.roots.remove("/music") }),
    ]

    @Test("what is stored is what would be counted, whatever changed", arguments: changes.indices)
    func agreement(index: Int) throws {
        var world = try world()
        try Self.changes[index].1(&world)
        let (stored, counted) = try inLibrary { database in
            (try storedTotals(database), try Self.countedTotals(database))
        }
        #expect(stored == counted, "\(Self.changes[index].0)")
        #expect(index == Self.changes.count - 1 || !stored.isEmpty)
    }

    @Test("what is stored is what lists show")
    func shown() throws {
        let catalog = try world().catalog
        try inLibrary {
            try $0.execute(sql: "UPDATE artist_totals SET item_count = 1000 + item_count")
        }
        let query = MediaQuery(mediaType: .music, groupingType: .albumArtist)
        #expect(try catalog.collections.all(of: query).map(\.count) == [1003, 1008])
    }
}

import Catalog
import Foundation
import GRDB
import MediaModel
import Testing

/// What is counted once for large artists, compared with what is counted when it is asked.
@Suite struct ArtistTotalsTests {
    private static func world(at library: String? = nil) throws -> World {
        var world = try World(library: library)
        for number in 0..<9 {
            try world.add(MediaPath("album \(number % 3)/\(number).mp3")) {
                $0.setArtist("Artist \(number)")
                $0.setAlbumArtist(number % 4 == 0 ? "Somebody" : "Various Artists")
                $0.albumTitle = "Album \(number % 3)"
                $0.playbackDuration = Double(number)
                if number == 7 { $0.mediaType = .podcast }
            }
        }
        return world
    }

    /// Collections of every kind that the totals may be taken for.
    private static func collections(_ catalog: Catalog) throws -> [[MediaItemCollection]] {
        try [MediaGrouping.artist, .albumArtist, .composer].flatMap { grouping in
            try [MediaType.any, .music, .podcast].map {
                try catalog.collections(of: MediaQuery(mediaType: $0, groupingType: grouping))
            }
        }
    }

    @Test("what is kept is what would be counted")
    func agreement() throws {
        let catalog = try Self.world().catalog
        let counted = try Self.collections(catalog)
        #expect(counted[3].map(\.count) == [3, 6])
        try catalog.countLargeArtists(size: 2)
        #expect(try Self.collections(catalog) == counted)
    }

    @Test("what is kept is what is shown, and only large artists have it")
    func kept() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        let library = folder.appendingPathComponent("library.sqlite").path
        let catalog = try Self.world(at: library).catalog
        try catalog.countLargeArtists(size: 4)
        try DatabaseQueue(path: library).write {
            #expect(try Int.fetchOne($0, sql: "SELECT count(*) FROM artist_totals") == 2)
            try $0.execute(sql: "UPDATE artist_totals SET item_count = 1000 + item_count")
        }
        let counts = try Self.collections(catalog)[3...5].map { $0.map(\.count) }
        // Of two kinds there are two counts, and albums that have both would count twice. Few items are counted.
        #expect(counts == [[3, 6], [3, 1005], [1]])
        let query = MediaQuery(
            mediaType: .music, filterPredicates: [.isMissing(.composer)],
            groupingType: .albumArtist)
        #expect(try catalog.collections(of: query).map(\.count) == [3, 5])
    }

    /// What may happen to items.
    private static let changes: [(String, @Sendable (inout World) throws -> Void)] = [
        ("one more", { try $0.add("more.mp3") { $0.setAlbumArtist("Various Artists") } }),
        ("one gone", { try $0.hide("album 1/1.mp3") }),
        (
            "one gone and back",
            {
                try $0.hide("album 1/1.mp3")
                try $0.catalog.countLargeArtists(size: 2)
                try $0.show("album 1/1.mp3")
            }
        ),
        ("one longer", { try $0.change("album 1/1.mp3") { $0.playbackDuration = 99 } }),
        ("one by another", { try $0.change("album 1/1.mp3") { $0.setAlbumArtist("Somebody") } }),
        ("one in another album", { try $0.change("album 1/1.mp3") { $0.albumTitle = "Other" } }),
        ("the root removed", { _ = try $0.catalog.removeRoot("/music") }),
    ]

    @Test("what changes is not shown as it was", arguments: changes.indices)
    func changed(index: Int) throws {
        let (name, change) = Self.changes[index]
        var (world, other) = try (Self.world(), Self.world())
        try world.catalog.countLargeArtists(size: 2)
        try change(&world)
        try change(&other)
        #expect(try Self.collections(world.catalog) == Self.collections(other.catalog), "\(name)")
    }
}

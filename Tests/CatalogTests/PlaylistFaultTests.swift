import Foundation
import PhonolithCatalogTestSupport
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

/// Smart playlists whose rules are slow or wrong, and playlists that are too long.
@Suite struct PlaylistFaultTests {
    private var world: World

    init() throws {
        world = try World()
        try world.add("1.mp3") { $0.title = String(repeating: "a", count: 60) + "!" }
        try world.add("2.mp3") { $0.title = "Two" }
    }

    private func smart(_ name: String, _ predicate: MediaPredicate) throws {
        _ = try world.catalog.playlists.create(
            PlaylistCreationMetadata(name: name), rule: SmartPlaylistRule(predicate: predicate))
    }

    /// Names of playlists, their counts, and the beginnings of their problems.
    private func listed() throws -> [String] {
        try world.catalog.playlists.summaries(of: world.catalog.playlists.all()).map { summary in
            "\(summary.playlist.name) \(summary.entryCount) \(summary.problem?.prefix(30) ?? "")"
        }
    }

    @Test(
        "A rule that is slow or wrong is listed with its problem, and the others with their counts")
    func faults() throws {
        try smart("Good", .equalTo(.title, .text("Two")))
        try smart("Slow", .hasMatch(.title, "^(a+)+$"))
        try smart("Slow by another", .inPlaylist("Slow"))
        try smart("Wrong", .equalTo(.title, .text("Two")))
        try smart("Newer", .equalTo(.title, .text("Two")))
        try smart("Zero", .equalTo(.title, .text("None")))
        try world.catalog.database.write { database in
            try database.execute(
                sql: "UPDATE playlists SET rule = 'title is (' WHERE name = 'Wrong'")
            try database.execute(
                sql: "UPDATE playlists SET rule = 'colour = 3' WHERE name = 'Newer'")
        }
        let slow = "the regular expression (^(a+)+"
        let expected = [
            "Good 1 ", "Newer 0 the rule cannot be read: ", "Slow 0 \(slow)",
            "Slow by another 0 \(slow)", "Wrong 0 the rule cannot be read: ", "Zero 0 ",
        ]
        let list = try listed()
        #expect(list.map { line in expected.last { line.hasPrefix($0) } ?? line } == expected)
    }

    /// Conditions, and the lists that have items of them, with their counts.
    static let conditions: [(predicates: [MediaPredicate], listed: [String])] = [
        (
            [], ["Good 1", "Made 2", "Slow 0", "Slow by another 0", "Wrong 0", "Zero 0"]
        ),
        ([.equalTo(.title, .text("Two"))], ["Good 1", "Made 1"]),
        ([.hasMatch(.title, "^T")], ["Good 1", "Made 1"]),
        ([.inPlaylist("Good")], ["Good 1", "Made 1"]),
        ([.equalTo(.title, .text("None"))], []),
    ]

    @Test("A rule that is slow or wrong costs no other list its place", arguments: conditions)
    func conditioned(predicates: [MediaPredicate], listed: [String]) throws {
        try smart("Good", .equalTo(.title, .text("Two")))
        try smart("Slow", .hasMatch(.title, "^(a+)+$"))
        try smart("Slow by another", .inPlaylist("Slow"))
        try smart("Wrong", .equalTo(.title, .text("Two")))
        try smart("Zero", .equalTo(.title, .text("None")))
        try world.catalog.database.write { database in
            try database.execute(
                sql: "UPDATE playlists SET rule = 'title is (' WHERE name = 'Wrong'")
        }
        let items = try world.catalog.items.ids(matching: MediaQuery())
        _ = try world.catalog.playlists.create(
            PlaylistCreationMetadata(name: "Made"), entries: items.map { .item($0) })
        let query = MediaQuery(filterPredicates: predicates, groupingType: .playlist)
        let collections = world.catalog.collections
        let (all, count) = try PatternConditions.$longestSearch.withValue(.milliseconds(200)) {
            try (collections.all(of: query), collections.count(of: query))
        }
        #expect(all.map { "\($0.title) \($0.count)" } == listed)
        #expect(count == listed.count)
    }

    @Test("A condition that is slow itself is an error, whatever lists there are")
    func slowCondition() throws {
        try smart("Good", .equalTo(.title, .text("Two")))
        let query = MediaQuery(
            filterPredicates: [.hasMatch(.title, "^(a+)+$")], groupingType: .playlist)
        #expect(throws: CatalogError.self) {
            try PatternConditions.$longestSearch.withValue(.milliseconds(200)) {
                try world.catalog.collections.all(of: query)
            }
        }
    }

    @Test("Rules that take long are given up together, in the order of the list")
    func longList() throws {
        for number in 1...4 { try smart("Slow \(number)", .hasMatch(.title, "^(a+)+$")) }
        try smart("Z", .equalTo(.title, .text("Two")))
        let list = try listed()
        #expect(list.count == 5 && list.last == "Z 1 ")
    }

    /// Edits that leave a playlist of three entries with one more, and one that does not.
    static let edits:
        [(name: String, make: @Sendable (Catalog, MediaPlaylistID, [MediaItemID]) throws -> Void)] =
            [
                (
                    "create",
                    { catalog, _, items in
                        _ = try catalog.playlists.create(
                            PlaylistCreationMetadata(name: "New"),
                            entries: (items + items).map { .item($0) })
                    }
                ),
                ("add", { try $0.playlistEntries.add([.item($2[0])], to: $1) }),
                ("insert", { try $0.playlistEntries.insert([.item($2[0])], into: $1, at: 0) }),
                (
                    "replace",
                    { try $0.playlists.replaceItems(of: $1, removing: [], adding: [$2[0]]) }
                ),
                ("set items", { try $0.playlists.setItems(of: $1, to: $2 + $2) }),
                (
                    "set entries",
                    {
                        try $0.playlists.setEntries(of: $1, to: ($2 + $2).map { .item($0) })
                    }
                ),
            ]

    @Test(
        "A playlist has a longest length for clients, and none for commands",
        arguments: edits.indices)
    func length(index: Int) throws {
        let items = try world.catalog.items.ids(matching: MediaQuery())
        let limited = world.catalog.limitingPlaylists(to: 3)
        let list = try limited.playlists.create(
            PlaylistCreationMetadata(name: "List"), entries: ([items[0]] + items).map { .item($0) })
        let edit = Self.edits[index].make
        #expect(throws: PlaylistEditError.tooManyEntries(most: 3)) {
            try edit(limited, list.persistentID, items)
        }
        #expect(try world.catalog.playlists.all().map(\.name) == ["List"])
        #expect(try world.catalog.playlists.summary(of: list).entryCount == 3)
        try limited.playlists.replaceItems(of: list.persistentID, removing: [0], adding: [items[1]])
        #expect(try world.catalog.playlists.summary(of: list).entryCount == 3)
        try edit(world.catalog, list.persistentID, items)
    }
}

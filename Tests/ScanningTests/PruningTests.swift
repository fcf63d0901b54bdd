import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// What is deleted for good, and what is only if the user insists.
@Suite("Pruning") struct PruningTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan() async throws {
        _ = try await LibraryScanner(catalog: catalog).scan([folder.path.appending("m")])
    }

    private func write(_ sound: Int, to name: String) throws {
        let url = folder.url("m/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Disc.wave(
            samples: (0..<1000).map { UInt8(truncatingIfNeeded: $0 / 7 &* sound) },
            tags: [
                ("INAM", "Song \(sound)"), ("IART", "A"), ("IPRD", "Album of \(name.prefix(1))"),
            ]
        ).write(to: url)
    }

    private func outcome(forces: Bool = false) throws -> [String: String] {
        let pruning = try Pruning(of: catalog, forces: forces)
        let gone = pruning.gone.map { ($0.path.lastComponent.description, "deleted") }
        let kept = pruning.doubtful.map {
            ($0.item.path.lastComponent.description, $0.doubt.rawValue)
        }
        return Dictionary(uniqueKeysWithValues: gone + kept)
    }

    @Test(
        "keeps folders and albums half of which went at once",
        arguments: [
            (1, 4, "deleted"), (2, 4, "wentTogether"), (2, 5, "deleted"), (3, 5, "wentTogether"),
            (4, 4, "wentTogether"), (1, 1, "deleted"), (1, 2, "deleted"), (2, 2, "wentTogether"),
        ])
    func half(gone: Int, of all: Int, outcome: String) async throws {
        for number in 1...all { try write(number, to: "a/\(number).wav") }
        try write(90, to: "b/90.wav")
        try await scan()
        for number in 1...gone { try folder.remove("m/a/\(number).wav") }
        try await scan()
        let names = (1...gone).map { "\($0).wav" }
        #expect(try self.outcome() == Dictionary(uniqueKeysWithValues: names.map { ($0, outcome) }))
        #expect(
            try self.outcome(forces: true)
                == Dictionary(uniqueKeysWithValues: names.map { ($0, "deleted") }))
    }

    @Test("deletes what went one by one")
    func oneByOne() async throws {
        for number in 1...4 { try write(number, to: "a/\(number).wav") }
        try await scan()
        for number in 1...3 {
            try folder.remove("m/a/\(number).wav")
            try await scan()
            // Times of scans are whole seconds.
            let items = try catalog.items.all(matching: MediaQuery(isMissing: true))
            #expect(items.count == number)
            try await Task.sleep(for: .seconds(1))
        }
        #expect(try outcome() == ["1.wav": "deleted", "2.wav": "deleted", "3.wav": "deleted"])
    }

    /// A user's values, as far as items that are one give them to each other.
    struct Values: Hashable, Sendable {
        var rating: Int?
        var bookmark: Double?
        var favorite: Int?
        var plays = 0
    }

    private func set(_ values: Values, of item: MediaItemID, for user: Catalog) throws {
        if let rating = values.rating { try user.values.setRating(rating, of: item) }
        if let bookmark = values.bookmark { try user.values.setBookmark(bookmark, of: item) }
        if let favorite = values.favorite {
            try user.values.setFavorite(true, item, at: Date(secondsSince1970: favorite))
        }
        for play in 0..<values.plays {
            try user.values.notePlay(of: item, at: Date(secondsSince1970: 1000 + play))
        }
    }

    private func values(of item: MediaItemID, for user: Catalog) throws -> Values {
        let values = try #require(try user.items.item(item)).userValues
        return Values(
            rating: values.rating, bookmark: values.bookmarkTime,
            favorite: values.favoriteDate?.secondsSince1970, plays: values.playCount)
    }

    /// What a user has of the item that is gone and of the present one, and has of this then.
    static let handOvers: [(gone: Values, present: Values, after: Values)] = [
        (Values(rating: 5), Values(), Values(rating: 5)),
        (Values(rating: 5), Values(rating: 2), Values(rating: 2)),
        (Values(rating: 5), Values(bookmark: 0.5), Values(rating: 5, bookmark: 0.5)),
        (
            Values(rating: 5, bookmark: 0.25), Values(bookmark: 0.5),
            Values(rating: 5, bookmark: 0.5)
        ),
        (Values(bookmark: 0.25), Values(rating: 2), Values(rating: 2, bookmark: 0.25)),
        (Values(favorite: 100), Values(favorite: 200), Values(favorite: 100)),
        (Values(favorite: 200), Values(favorite: 100), Values(favorite: 100)),
        (Values(favorite: 100), Values(rating: 2), Values(rating: 2, favorite: 100)),
        (Values(plays: 2), Values(plays: 1), Values(plays: 3)),
        (Values(), Values(rating: 2), Values(rating: 2)),
        (Values(), Values(), Values()),
    ]

    @Test(
        "hands over to a present item with the same sound what it does not have itself, of each user",
        arguments: handOvers.indices)
    func sameSound(row: Int) async throws {
        for number in 1...4 { try write(number, to: "a/\(number).wav") }
        try write(1, to: "b/1 copy.wav")
        try await scan()
        let original = try catalog.items.all(at: folder.path.appending("m/a/1.wav"))[0]
        let copy = try catalog.items.all(at: folder.path.appending("m/b/1 copy.wav"))[0]
        let (gone, present, after) = Self.handOvers[row]
        let other = catalog.acting(as: try catalog.users.add("Other").id)
        // One that the other user knows keeps the copy from being an heir.
        let another = Self.handOvers[1]
        for (user, gone, present) in [
            (catalog, gone, present), (other, another.gone, another.present),
        ] {
            try set(gone, of: original.persistentID, for: user)
            try set(present, of: copy.persistentID, for: user)
        }
        try folder.remove("m/a/1.wav")
        try await scan()
        #expect(try outcome() == ["1.wav": "sameSound"])
        let doubtful = try Pruning(of: catalog).doubtful.map(\.item)
        #expect(doubtful.map(\.copy?.id) == [copy.persistentID])
        try catalog.goneItems.handOver(doubtful)
        #expect(try catalog.goneItems.delete(doubtful.map(\.id)) == 1)
        let left = try catalog.items.all(at: folder.path.appending("m/b/1 copy.wav"))[0]
        #expect(left.persistentID == copy.persistentID)
        #expect(try values(of: copy.persistentID, for: catalog) == after)
        #expect(try values(of: copy.persistentID, for: other) == another.after)
        #expect(try catalog.statistics.integrityProblems() == [])
    }
}

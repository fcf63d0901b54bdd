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

    @Test("hands values over to a present item with the same sound", arguments: [false, true])
    func sameSound(isCopyRated: Bool) async throws {
        for number in 1...4 { try write(number, to: "a/\(number).wav") }
        try write(1, to: "b/1 copy.wav")
        try await scan()
        let original = try catalog.items.all(at: folder.path.appending("m/a/1.wav"))[0]
        let copy = try catalog.items.all(at: folder.path.appending("m/b/1 copy.wav"))[0]
        try catalog.values.setRating(5, of: original.persistentID)
        // A copy with values of its own is no heir.
        try catalog.values.setBookmark(0.5, of: copy.persistentID)
        if isCopyRated { try catalog.values.setRating(2, of: copy.persistentID) }
        try folder.remove("m/a/1.wav")
        try await scan()
        #expect(try outcome() == ["1.wav": "sameSound"])
        let doubtful = try Pruning(of: catalog).doubtful.map(\.item)
        #expect(doubtful.map(\.copy?.id) == [copy.persistentID])
        try catalog.goneItems.handOver(doubtful)
        #expect(try catalog.goneItems.delete(doubtful.map(\.id)) == 1)
        let left = try catalog.items.all(at: folder.path.appending("m/b/1 copy.wav"))[0]
        #expect(left.persistentID == copy.persistentID)
        #expect((left.userValues.rating, left.userValues.bookmarkTime) == (5, 0.5))
        #expect(try catalog.statistics.integrityProblems() == [])
    }
}

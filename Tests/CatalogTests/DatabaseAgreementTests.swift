import Catalog
import CatalogTestSupport
import Foundation
import MediaModel
import MediaModelTestSupport
import Testing

/// Random libraries on a server, where the tests run on one, and their copies in memory.
@Suite struct DatabaseAgreementTests {
    private func libraries(seed: UInt64) throws -> (library: Catalog, copy: Catalog) {
        var world = try World()
        let tracks = RandomLibrary(seed: seed).tracks
        try world.addAll(tracks)
        for track in tracks.prefix(8) { try world.hide(track.relativePath) }
        let copy = try Catalog.inMemory()
        try LibraryCopy(from: world.catalog, to: copy).run()
        return (world.catalog, copy)
    }

    @Test("both databases find the same items in the same order", arguments: 21...22)
    func items(seed: UInt64) throws {
        let (library, copy) = try libraries(seed: seed)
        let items = try copy.items(matching: MediaQuery())
        var numbers = SeededGenerator(seed: seed)
        for predicate in RandomPredicates(seed: seed, items: items, areSayable: false).prefix(100) {
            let order = (0..<numbers.number(in: 0...2)).map { _ in
                MediaOrder(
                    .property(numbers.one(of: MediaProperty.sortable)),
                    isDescending: numbers.holds(percent: 50))
            }
            let query = MediaQuery(
                filterPredicates: [predicate], isMissing: numbers.holds(percent: 20), order: order,
                limit: numbers.number(in: 1...80), seed: UInt32(numbers.number(in: 0...9)))
            #expect(
                try library.items(matching: query) == copy.items(matching: query),
                "\(order): \(predicate)")
        }
    }

    @Test("both databases make the same collections in the same order", arguments: 31...32)
    func collections(seed: UInt64) throws {
        let (library, copy) = try libraries(seed: seed)
        let items = try copy.items(matching: MediaQuery())
        var predicates = RandomPredicates(seed: seed, items: items, areSayable: false)
        for grouping in MediaGrouping.allCases {
            for predicate in [nil, predicates.next(), predicates.next()] {
                let query = MediaQuery(
                    filterPredicates: predicate.map { [$0] } ?? [], groupingType: grouping)
                let found = try [library, copy].map { catalog in
                    try catalog.collections(of: query).map { collection in
                        // Numbers are added in another order.
                        var collection = collection
                        collection.playbackDuration.round()
                        return collection
                    }
                }
                #expect(
                    found[0] == found[1], "\(grouping): \(String(describing: predicate))")
            }
        }
    }

    @Test("both databases find the same words, ranked alike", arguments: 41...42)
    func search(seed: UInt64) throws {
        let (library, copy) = try libraries(seed: seed)
        var numbers = SeededGenerator(seed: seed)
        let texts = try copy.items(matching: MediaQuery()).flatMap {
            [$0.title, $0.artist, $0.albumTitle].compactMap(\.self)
        }
        for _ in 0..<100 {
            let text = numbers.one(of: texts)
            let words = String(text.prefix(numbers.number(in: 1...max(1, text.count))))
            let found = try [library, copy].map { catalog in "\(try catalog.search(words))" }
            #expect(found[0] == found[1], "\(words)")
        }
    }
}

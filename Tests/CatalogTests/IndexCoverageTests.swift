import Catalog
import MediaModel
import Testing

/// Every order and every filter has an index; without one, the first page of a large library takes as
/// long as the last.
@Suite struct IndexCoverageTests {
    let catalog: Catalog

    init() throws {
        var world = try World()
        for number in 0..<20 {
            try world.add(MediaPath("\(number).mp3")) {
                $0.title = "Title \(number)"
                $0.setArtist("Artist \(number % 5)")
                $0.genres = ["Genre \(number % 3)"]
                $0.albumTitle = "Album \(number % 7)"
            }
        }
        catalog = world.catalog
    }

    private static let orders: [MediaOrder] = Catalog.orders.flatMap {
        [MediaOrder($0), MediaOrder($0, isDescending: true)]
    }

    @Test(
        "the first items in any order come from an index, not from sorting all", arguments: orders)
    func order(order: MediaOrder) throws {
        let plan = try catalog.plan(of: MediaQuery(order: [order], limit: 50))
        // What is equal in the first key may be sorted: that is a few.
        #expect(!plan.contains { $0.hasPrefix("USE TEMP B-TREE FOR ORDER BY") }, "\(plan)")
    }

    @Test("the order of shelves is that of one index")
    func shelves() throws {
        let plan = try catalog.plan(of: MediaQuery(limit: 50))
        #expect(plan == ["SCAN items USING INDEX items_album_artist_key"])
    }

    @Test(
        "what a filter asks for is found by an index",
        arguments: [
            .equalTo(.title, "x"), .equalTo(.artist, "x"), .equalTo(.albumTitle, "x"),
            .equalTo(.albumArtist, "x"), .equalTo(.composer, "x"), .equalTo(.genre, "x"),
            .between(.year, 1990...1999), .isTrue(.isCompilation),
        ] as [MediaPredicate])
    func filter(predicate: MediaPredicate) throws {
        let plan = try catalog.plan(
            of: MediaQuery(predicates: [predicate], order: [MediaOrder(.persistentID)]))
        #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("USING") }, "\(plan)")
    }
}

import Phonolith
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers
import Testing

/// Random orders, which a seed decides.
@Suite struct RandomOrderTests {
    private static let count = 1300

    private static let world = Result {
        var world = try World()
        try world.addAll(
            (1...count).map { number in
                (path: MediaPath("\(number).mp3"), describe: { $0.albumTitle = "\(number % 400)" })
            })
        return world
    }
    private let catalog: Catalog

    init() throws { catalog = try Self.world.get().catalog }

    @Test("pages of a random order neither repeat nor omit an item")
    func pages() throws {
        for grouping in [MediaGrouping.title, .album] {
            var query = MediaQuery(
                groupingType: grouping, order: [MediaOrder(.random)], limit: 100)
            let count = try catalog.collections.count(of: MediaQuery(groupingType: grouping))
            var ids: [Int64] = []
            repeat {
                let (collections, token) = try catalog.collectionPage(of: query)
                ids += collections.map(\.group.persistentID)
                query.after = token
            } while query.after != nil
            #expect(ids.count == count && Set(ids).count == count)
        }
    }

    @Test("items of a library come once each in a random order, the same in every iterator")
    func items() async throws {
        let library = MediaLibrary(catalog)
        let items = MediaQuery(order: [MediaOrder(.random)]).items(in: library)
        var ids: [MediaItemID] = []
        for try await item in items { ids.append(item.persistentID) }
        #expect(ids.count == Self.count && Set(ids).count == Self.count)
        let stretch = try await items.items(500..<510).map(\.persistentID)
        #expect(stretch == Array(ids[500..<510]))
    }

    @Test("pages of a smart playlist with a random selection are of one selection")
    func smart() throws {
        let rule = SmartPlaylistRule(
            predicate: .atLeast(.persistentID, 1), order: [MediaOrder(.random)],
            limit: .items(300))
        let list = try catalog.playlists.create(PlaylistCreationMetadata(name: "Some"), rule: rule)
        var query = MediaQuery(group: MediaGroup(.playlist, list.persistentID.rawValue), limit: 70)
        var ids: [MediaItemID] = []
        repeat {
            let (items, token) = try catalog.page(of: query)
            ids += items.map(\.persistentID)
            query.after = token
        } while query.after != nil
        #expect(ids.count == 300 && Set(ids).count == 300)
    }

    @Test("the same seed gives the same order, another one another")
    func seeds() throws {
        let orders = try [1, 1, 2, .max, nil, nil].map { (seed: UInt32?) in
            try catalog.items.ids(matching: MediaQuery(order: [MediaOrder(.random)], seed: seed))
        }
        #expect(orders[0] == orders[1])
        #expect(Set(orders).count == 5)
    }

    @Test("every item is as likely in every place, and neighbours are not kept together")
    func fairness() throws {
        // 2000 orders of 8 items: each item is expected 250 times in each place; 100 is more than 6 standard deviations.
        var world = try World()
        for number in 1...8 { try world.add(MediaPath("\(number).mp3")) }
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 8), count: 8)
        var neighbours = 0
        for seed in 0..<2000 {
            let ids = try world.catalog.items.ids(
                matching: MediaQuery(order: [MediaOrder(.random)], seed: UInt32(seed)))
            for (place, id) in ids.enumerated() { counts[Int(id.rawValue) - 1][place] += 1 }
            neighbours += zip(ids, ids.dropFirst()).count { $0.rawValue + 1 == $1.rawValue }
        }
        #expect(counts.joined().allSatisfy { (150...350).contains($0) }, "\(counts)")
        // Seven pairs, each of which is kept in one order of eight.
        #expect((1500...2000).contains(neighbours), "\(neighbours)")
    }
}

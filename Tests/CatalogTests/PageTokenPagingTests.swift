import Catalog
import Foundation
import MediaModel
import MediaModelTestSupport
import Testing

/// Pages that begin at tokens, while the library changes.
@Suite struct PageTokenPagingTests {
    private static let orders: [[MediaOrder]] =
        [[], [MediaOrder(.random)], [MediaOrder(.year), MediaOrder(.random, isDescending: true)]]
        + MediaProperty.sortable.flatMap { property in
            [false, true].map { [MediaOrder(property, isDescending: $0)] }
        }

    private static func world(seed: UInt64) throws -> World {
        var world = try World()
        let tracks = RandomLibrary(seed: seed, count: 25).tracks
        try world.addAll(tracks.map { track in (track.relativePath, { $0 = track.facts }) })
        for (number, track) in tracks.enumerated() {
            try world.catalog.setUserValues(
                track.userValues, of: MediaItemID(Int64(number + 1)))
        }
        return world
    }

    @Test(
        "pages joined are the whole list, also if the last item of each is deleted before the next",
        arguments: orders, [false, true])
    func items(order: [MediaOrder], areDeleted: Bool) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var world = try Self.world(seed: seed)
        var query = MediaQuery(order: order, seed: 7)
        let whole = try world.catalog.items(matching: query)
        let paths = Dictionary(
            uniqueKeysWithValues: whole.map { ($0.persistentID, $0.location.relativePath) })
        var pages: [MediaItemID] = []
        query.limit = 6
        while true {
            let (items, token) = try world.catalog.page(of: query)
            pages += items.map(\.persistentID)
            guard let token, let last = items.last?.persistentID, let path = paths[last] else {
                break
            }
            query.after = PageToken(token.description)
            if areDeleted {
                try world.hide(path)
                #expect(try world.catalog.delete([last]) == 1)
            }
        }
        #expect(pages == whole.map(\.persistentID), "seed \(seed)")
    }

    @Test(
        "pages of collections joined are all, also if the last album of each goes before the next",
        arguments: MediaGrouping.allCases.filter { $0 != .playlist && $0 != .title })
    func collections(grouping: MediaGrouping) throws {
        for key in grouping.orders {
            for isDescending in [false, true] {
                var world = try Self.world(seed: 3)
                var query = MediaQuery(
                    groupingType: grouping, order: [MediaOrder(key, isDescending: isDescending)],
                    limit: 3, seed: 9)
                let whole = try world.catalog.collections(of: query.all).map(\.group)
                var pages: [MediaGroup] = []
                repeat {
                    let (collections, token) = try world.catalog.collectionPage(of: query)
                    pages += collections.map(\.group)
                    query.after = token
                    // Items of one album are of no other, whose totals would change.
                    if grouping == .album, let last = collections.last {
                        let items = try world.catalog.items(matching: query.all.items(of: last))
                        for item in items { try world.hide(item.location.relativePath) }
                        let count = try world.catalog.delete(items.map(\.persistentID))
                        #expect(count == items.count)
                    }
                } while query.after != nil
                #expect(pages == whole, "\(key.name)")
            }
        }
    }

    @Test("a page after an item that was changed begins where the item was")
    func changed() throws {
        var world = try World()
        for number in 1...9 { try world.add(MediaPath("\(number).mp3")) { $0.title = "\(number)" } }
        var query = MediaQuery(order: [MediaOrder(.title)], limit: 3)
        let (items, token) = try world.catalog.page(of: query)
        #expect(items.map(\.title) == ["1", "2", "3"])
        try world.change("3.mp3") { $0.title = "99" }
        query.after = token
        #expect(try world.catalog.items(matching: query).map(\.title) == ["4", "5", "6"])
    }

    @Test("no token is given where nothing follows")
    func end() throws {
        var world = try World()
        for number in 1...4 { try world.add(MediaPath("\(number).mp3")) }
        for (limit, offset, follows) in [
            (3, 0, true), (4, 0, false), (5, 0, false), (2, 2, false), (1, 2, true), (0, 0, false),
            (.max, 0, false),
        ] {
            let query = MediaQuery(limit: limit, offset: offset)
            #expect(try (world.catalog.page(of: query).token != nil) == follows)
            var albums = query
            albums.groupingType = .title
            #expect(try (world.catalog.collectionPage(of: albums).token != nil) == follows)
        }
        #expect(try world.catalog.page(of: MediaQuery()).token == nil)
    }

    @Test("a token of another list or order is refused")
    func otherList() throws {
        var world = try World()
        for number in 1...4 {
            try world.add(MediaPath("\(number)/1.mp3")) { $0.albumTitle = "\(number)" }
        }
        let catalog = world.catalog
        let list = try catalog.createPlaylist(
            PlaylistCreationMetadata(name: "List"), entries: [1, 2].map { .item(MediaItemID($0)) })
        let lists: [MediaQuery] = [
            MediaQuery(), MediaQuery(order: [MediaOrder(.title)]),
            MediaQuery(order: [MediaOrder(.title, isDescending: true)]),
            MediaQuery(order: [MediaOrder(.title), MediaOrder(.random)]), .albums,
            MediaQuery(groupingType: .album, order: [MediaOrder(.year)]),
            .items(of: list.persistentID),
        ]
        let tokens = try lists.map { query in
            var query = query
            query.limit = 1
            return try #require(try catalog.collectionPage(of: query).token)
        }
        for (number, query) in lists.enumerated() {
            for (other, token) in tokens.enumerated() {
                var query = query
                query.after = token
                if number == other {
                    #expect(try !catalog.collections(of: query).isEmpty)
                } else {
                    #expect(throws: CatalogError(.otherList, path: "")) {
                        try catalog.collections(of: query)
                    }
                }
            }
        }
    }

    @Test("pages of a playlist in its own order have each entry once, whatever is in it twice")
    func playlist() throws {
        var world = try World()
        for number in 1...5 { try world.add(MediaPath("\(number).mp3")) }
        let ids = (0..<40).map { MediaItemID(1 + $0 * $0 % 5) }
        let list = try world.catalog.createPlaylist(
            PlaylistCreationMetadata(name: "List"), entries: ids.map { .item($0) })
        for limit in 1...9 {
            var query = MediaQuery.items(of: list.persistentID)
            query.limit = limit
            var pages: [MediaItemID] = []
            while pages.count <= ids.count {
                let (items, token) = try world.catalog.page(of: query)
                pages += items.map(\.persistentID)
                guard let token else { break }
                query.after = token
            }
            #expect(pages == ids)
        }
    }

    @Test("pages of plays have each once, whatever is played and imported between them")
    func plays() throws {
        var world = try World()
        let item = try world.add("1.mp3").persistentID
        for second in [50, 10, 20, 20, 20, 40, 30] {
            try world.catalog.notePlay(of: item, at: Date(secondsSince1970: second))
        }
        var (seconds, after): ([Int], PageToken?) = ([], nil)
        repeat {
            after = try world.catalog.forEachPlay(limit: 2, after: after) { play, found in
                #expect(found?.persistentID == item)
                seconds.append(play.date.secondsSince1970)
            }
            // One is newer than all, one is older than what was read.
            for second in [99, 45] {
                try world.catalog.notePlay(of: item, at: Date(secondsSince1970: second))
            }
        } while after != nil
        #expect(seconds == [50, 40, 30, 20, 20, 20, 10])
    }
}

extension MediaQuery {
    fileprivate var all: MediaQuery {
        var query = self
        (query.limit, query.offset, query.after) = (nil, 0, nil)
        return query
    }
}

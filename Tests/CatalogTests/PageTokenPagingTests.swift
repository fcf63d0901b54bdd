import Foundation
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Pages that begin at tokens, while the library changes.
@Suite(.thorough) struct PageTokenPagingTests {
    private static let orders: [[MediaOrder]] =
        [[], [MediaOrder(.random)], [MediaOrder(.year), MediaOrder(.random, isDescending: true)]]
        + MediaProperty.sortable.map { [MediaOrder($0)] }

    /// A library in which deleting a file does not change the artist of another. It has no MusicBrainz IDs of artists: they
    /// identify an artist only if all credits of the name have one, and the last credit without may be deleted.
    private static func world(seed: UInt64) throws -> World {
        var world = try World()
        var tracks = RandomLibrary(seed: seed, count: 11).tracks
        for index in tracks.indices {
            tracks[index].facts.musicBrainzArtistIDs = []
            tracks[index].facts.musicBrainzAlbumArtistIDs = []
        }
        try world.addAll(tracks.map { track in (track.relativePath, { $0 = track.facts }) })
        for (number, track) in tracks.enumerated() {
            try world.catalog.values.setUserValues(
                track.userValues, of: MediaItemID(Int64(number + 1)))
        }
        return world
    }

    @Test(
        "pages joined are the whole list, also if the last item of each is deleted before the next",
        arguments: orders)
    func items(order: [MediaOrder]) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var world = try Self.world(seed: seed)
        let reversed = order.map { MediaOrder($0.key, isDescending: !$0.isDescending) }
        try checkPages(in: order, areDeleted: false, &world, seed)
        try checkPages(in: reversed, areDeleted: true, &world, seed)
    }

    private func checkPages(
        in order: [MediaOrder], areDeleted: Bool, _ world: inout World, _ seed: UInt64
    ) throws {
        var query = MediaQuery(order: order, seed: 7)
        let whole = try world.catalog.items.all(matching: query)
        query.limit = 4
        var pages: [MediaItem] = []
        repeat {
            let (items, token) = try world.catalog.page(of: query)
            pages += items
            query.after = token.flatMap { PageToken($0.description) }
            guard areDeleted, let last = items.last else { continue }
            try world.hide(last.location.relativePath)
            #expect(try world.catalog.goneItems.delete([last.persistentID]) == 1)
        } while query.after != nil
        #expect(
            pages.map(\.persistentID) == whole.map(\.persistentID),
            "seed \(seed), \(order), deleted: \(areDeleted)")
    }

    @Test("pages by path go on from one root to the next", arguments: [false, true])
    func roots(isDescending: Bool) throws {
        let files: [MediaPath] = ["d.mp3", "1/c.mp3", "2/a.mp3", "2/b.mp3"]
        var world = try World(root: "/c")
        for root in ["/c", "/a", "/c-d", "/b"] as [MediaPath] {
            if root != "/c" { try world.enter(root) }
            for file in files.reversed() { try world.add(file) }
        }
        var query = MediaQuery(
            order: [MediaOrder(.path, isDescending: isDescending)], limit: 3)
        var pages: [MediaPath] = []
        repeat {
            let (items, token) = try world.catalog.page(of: query)
            pages += items.map(\.location.path)
            query.after = token
        } while query.after != nil
        let whole = (["/a", "/b", "/c", "/c-d"] as [MediaPath]).flatMap { root in
            files.map { root.appending($0) }
        }
        #expect(pages == (isDescending ? whole.reversed() : whole))
    }

    @Test(
        "pages of collections joined are all",
        arguments: MediaGrouping.allCases.filter { $0 != .playlist && $0 != .title })
    func collections(grouping: MediaGrouping) throws {
        let world = try Self.world(seed: 3)
        for key in grouping.orders {
            for isDescending in [false, true] {
                let query = MediaQuery(
                    groupingType: grouping, order: [MediaOrder(key, isDescending: isDescending)],
                    seed: 9)
                let whole = try world.catalog.collections.all(of: query)
                var page = query
                page.limit = 3
                var pages: [MediaItemCollection] = []
                repeat {
                    let (collections, token) = try world.catalog.collectionPage(of: page)
                    pages += collections
                    page.after = token
                } while page.after != nil
                #expect(pages == whole, "\(key.name)")
            }
        }
    }

    @Test(
        "pages of albums joined are all, also if the last of each is deleted before the next",
        arguments: MediaGrouping.album.orders)
    func albums(key: MediaOrder.Key) throws {
        var world = try Self.world(seed: 4)
        let query = MediaQuery(groupingType: .album, order: [MediaOrder(key)], seed: 9)
        let whole = try world.catalog.collections.all(of: query).map(\.group)
        var page = query
        page.limit = 2
        var pages: [MediaGroup] = []
        repeat {
            let (collections, token) = try world.catalog.collectionPage(of: page)
            pages += collections.map(\.group)
            page.after = token
            guard let last = collections.last else { break }
            let items = try world.catalog.items.all(matching: query.items(of: last))
            for item in items { try world.hide(item.location.relativePath) }
            #expect(try world.catalog.goneItems.delete(items.map(\.persistentID)) == items.count)
        } while page.after != nil
        #expect(pages == whole)
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
        #expect(try world.catalog.items.all(matching: query).map(\.title) == ["4", "5", "6"])
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
        let list = try catalog.playlists.create(
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
                    #expect(try !catalog.collections.all(of: query).isEmpty)
                } else {
                    let error = #expect(throws: CatalogError.self) {
                        try catalog.collections.all(of: query)
                    }
                    #expect(error?.code == .otherList)
                }
            }
        }
    }

    @Test("pages of a playlist in its own order have each entry once, whatever is in it twice")
    func playlist() throws {
        var world = try World()
        for number in 1...5 { try world.add(MediaPath("\(number).mp3")) }
        let ids = (0..<40).map { MediaItemID(1 + $0 * $0 % 5) }
        let list = try world.catalog.playlists.create(
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
            try world.catalog.values.notePlay(of: item, at: Date(secondsSince1970: second))
        }
        var (seconds, after): ([Int], PageToken?) = ([], nil)
        repeat {
            after = try world.catalog.plays.forEach(limit: 2, after: after) { play, found in
                #expect(found?.persistentID == item)
                seconds.append(play.date.secondsSince1970)
            }
            // One is newer than all, one is older than what was read.
            for second in [99, 45] {
                try world.catalog.values.notePlay(of: item, at: Date(secondsSince1970: second))
            }
        } while after != nil
        #expect(seconds == [50, 40, 30, 20, 20, 20, 10])
    }
}

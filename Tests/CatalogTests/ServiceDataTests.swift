import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

/// User data that only the service sets: it goes to other libraries, and stays whatever happens to tags.
@Suite struct ServiceDataTests {
    // MARK: - Another library

    /// Does everything by the service that a user can do.
    private func useService(_ two: TwoUsers) throws {
        let (catalog, items) = (two.anna, two.items)
        let album = try #require(try catalog.items.item(items[0])?.albumPersistentID)
        let artist = try #require(try catalog.items.item(items[0])?.artistPersistentID)
        let date = Date(secondsSince1970: 1000)
        try catalog.values.setFavorite(true, MediaGroup(.album, album.rawValue), at: date)
        try catalog.values.setRating(4, of: MediaGroup(.album, album.rawValue))
        try catalog.values.setRating(2, of: MediaGroup(.artist, artist.rawValue))
        try catalog.values.setBookmark(30, of: items[1])
        try catalog.values.setBookmarkComment("the solo", of: items[1])
        try catalog.keepQueue([items[1], items[0], items[1]], at: 2, time: 1.5, by: "Phone")
        _ = try catalog.shares.add(
            of: [items[1], items[0]], token: "abc", description: "For you", expires: nil, now: date)
        try catalog.access.setRights(
            Set(UserRight.allCases).subtracting([.download]), of: catalog.user)
        _ = try two.owner.radioStations.add(
            name: "FIP", streamURL: "https://example.org/fip", homePageURL: nil)
        _ = try two.owner.feeds.add("https://example.org/feed.xml")
    }

    /// That data, as a user sees it.
    private func everything(_ two: TwoUsers, _ catalog: Catalog) throws -> [String] {
        let items = try two.owner.items.all(two.items)
        let albums = Set(items.compactMap(\.albumPersistentID?.rawValue))
        let artists = Set(items.compactMap(\.artistPersistentID?.rawValue))
        func values(_ ids: Set<Int64>, _ grouping: MediaGrouping) throws -> String {
            "\(try catalog.values.groupValues(of: Array(ids), groupedBy: grouping).values)"
        }
        let titles = { (ids: [MediaItemID]) in try catalog.items.all(ids).map(\.title) }
        let queue = try catalog.queue.shown()
        let shares = try catalog.shares.all()
        return [
            try values(albums, .album), try values(artists, .artist),
            "\(try catalog.values.bookmarkNotes().values.map(\.comment))",
            "\(try titles(queue.items)) \(queue.queue.currentIndex as Int?)",
            "\(queue.time) \(queue.dateChanged as Date?) \(queue.changedBy)",
            "\(try shares.map { try catalog.shares.items(of: $0.id).map(\.title) })",
            "\(shares.map { "\($0.token) \($0.description ?? "") \($0.dateCreated)" })",
            "\(try catalog.access.deniedRights(of: catalog.user))",
            "\(try catalog.radioStations.all().map { "\($0.name) \($0.streamURL)" })",
            "\(try catalog.feeds.all().map(\.url))",
        ]
    }

    @Test("what users have by the service goes to another library, once however often")
    func export() throws {
        let two = try TwoUsers()
        try useService(two)
        let expected = try everything(two, two.anna)
        let other = try TwoUsers(hasAnna: false)
        for _ in 0..<2 {
            let result = try other.owner.userData.importData(two.owner.userData.export())
            #expect((result.unmatched.count, result.unresolvedEntries) == (0, 0))
        }
        let anna = other.owner.acting(as: try other.owner.users.user(named: "Anna").id)
        #expect(try everything(other, anna) == expected)
        #expect(try other.owner.values.groupValues(of: [1, 2], groupedBy: .album) == [:])
    }

    @Test("what is here already stays when the same comes from elsewhere")
    func merging() throws {
        let two = try TwoUsers()
        try useService(two)
        let data = try two.owner.userData.export()
        let album = try #require(try two.anna.items.item(two.items[0])?.albumPersistentID).rawValue
        try two.anna.values.setRating(5, of: MediaGroup(.album, album))
        try two.anna.keepQueue([two.items[0]], at: 0, time: 0, by: "Desk")
        _ = try two.owner.userData.importData(data)
        #expect(try two.anna.values.groupValues(of: [album], groupedBy: .album)[album]?.rating == 5)
        #expect(try two.anna.queue.kept().changedBy == "Desk")
    }

    @Test("a queue of items goes on at the next one where the current one is not seen")
    func queuePlace() throws {
        let two = try TwoUsers()
        let anna = try two.owner.users.user(named: "Anna")
        func place(_ items: [MediaItemID], at index: Int) throws -> [Int?] {
            try two.owner.users.setRoots(open: [two.closed], for: anna)
            try two.anna.keepQueue(items, at: index, time: 2, by: "Phone")
            try two.owner.users.setRoots(closed: [two.closed], for: anna)
            let queue = try two.anna.queue.shown()
            return [queue.items.count, queue.queue.currentIndex, Int(queue.time)]
        }
        let (one, another, secret) = (two.items[0], two.items[1], two.items[2])
        #expect(try place([one, secret, another], at: 2) == [2, 1, 2])
        #expect(try place([one, secret, another], at: 1) == [2, 1, 0])
        #expect(try place([one, another, secret], at: 2) == [2, 0, 0])
        #expect(try place([secret], at: 0) == [0, nil, 0])
    }

    @Test("a new queue of items keeps the entries that are not seen, each after the one before")
    func hiddenQueueEntries() throws {
        let two = try TwoUsers()
        let anna = try two.owner.users.user(named: "Anna")
        let (one, another, secret) = (two.items[0], two.items[1], two.items[2])
        func keep(_ items: [MediaItemID], at index: Int?) throws {
            try two.anna.keepQueue(items, at: index, time: 7, by: "x")
        }
        for (seen, index, whole, place) in [
            ([one, one, another], 1, [secret, one, one, secret, another], 2),
            ([another, one], 0, [secret, another, one, secret], 1),
            ([], nil, [secret, secret], nil),
        ] as [([MediaItemID], Int?, [MediaItemID], Int?)] {
            try keep([secret, one, one, secret, another], at: 0)
            try two.owner.users.setRoots(closed: [two.closed], for: anna)
            try keep(seen, at: index)
            #expect(throws: PlaylistEditError.self) { try keep([secret], at: 0) }
            #expect(try two.anna.queue.shown().items == seen)
            try two.owner.users.setRoots(open: [two.closed], for: anna)
            let queue = try two.anna.queue.shown()
            #expect(queue.items == whole && queue.queue.currentIndex == place)
        }
    }

    @Test("a share is completed when its items come")
    func incompleteShare() throws {
        let two = try TwoUsers()
        try useService(two)
        var data = try two.owner.userData.export()
        let entries = data.users[1].shares?[0].entries ?? []
        data.users[1].shares?[0].entries = entries.map { entry in
            entry.title == "One"
                ? .init(
                    path: "/nowhere/x.mp3", uri: nil, title: "x", artist: nil, album: nil,
                    duration: nil)
                : entry
        }
        let other = try TwoUsers(hasAnna: false)
        #expect(try other.owner.userData.importData(data).unresolvedEntries == 1)
        data.users[1].shares?[0].entries = entries
        #expect(try other.owner.userData.importData(data).unresolvedEntries == 0)
        let anna = other.owner.acting(as: try other.owner.users.user(named: "Anna").id)
        let share = try #require(try anna.shares.all().first)
        #expect(try anna.shares.items(of: share.id).map(\.title) == ["Two", "One"])
    }

    @Test(
        "what users think of artists that the library does not have is kept until their songs come",
        arguments: [nil, "id-of-quax"])
    func artistsWithoutItems(id: String?) throws {
        var world = try World()
        let artist = try world.add("1.mp3") { $0.setArtist("Quax", id: id) }.artistPersistentID
        try world.catalog.values.setRating(5, of: group(artist))
        let data = try world.catalog.userData.export()
        var other = try World()
        for _ in 0..<2 { _ = try other.catalog.userData.importData(data) }
        #expect(try other.catalog.userData.namesWithoutItems().map(\.name) == ["Quax"])
        #expect(try other.catalog.userData.export().users[0].artists == data.users[0].artists)
        #expect(try other.catalog.collections.all(of: .artists) == [])
        let song = try other.add("2.mp3") { $0.setArtist("Quax", id: id) }
        #expect(try rating(song.artistPersistentID, other.catalog) == 5)
        #expect(try other.catalog.userData.namesWithoutItems().map(\.name) == [])
        #expect(try other.catalog.statistics.integrityProblems() == [])
    }

    // MARK: - Other tags

    private let group = { (id: MediaArtistID?) in MediaGroup(.artist, id?.rawValue ?? 0) }

    private func rating(_ artist: MediaArtistID?, _ catalog: Catalog) throws -> Int? {
        let id = artist?.rawValue ?? 0
        return try catalog.values.groupValues(of: [id], groupedBy: .artist)[id]?.rating
    }

    @Test(
        "what a user thinks of an artist stays when the name is corrected, and when it is changed back"
    )
    func renaming() throws {
        var world = try World()
        let artist = try world.add("1.mp3") { $0.setArtist("Beatles") }.artistPersistentID
        try world.catalog.values.setRating(5, of: group(artist))
        let other = try world.change("1.mp3") { $0.setArtist("The Beatles") }.artistPersistentID
        #expect(other == artist)
        #expect(try rating(other, world.catalog) == 5)
        let again = try world.change("1.mp3") { $0.setArtist("Beatles") }.artistPersistentID
        #expect(again == artist)
        #expect(try rating(again, world.catalog) == 5)
    }

    @Test("of two artists that turn out to be one, it keeps what a user thought of either")
    func joining() throws {
        var world = try World()
        try world.add("1.mp3") { $0.setArtist("Prince", id: "id-of-prince") }
        let symbol = try world.add("2.mp3") { $0.setArtist("Symbol", id: "id-of-symbol") }
        try world.catalog.values.setRating(5, of: group(symbol.artistPersistentID))
        try world.change("2.mp3") { $0.setArtist("Symbol", id: "id-of-prince") }
        let prince = try #require(
            try world.catalog.items.all(matching: MediaQuery()).first?.artistPersistentID)
        let artists = try world.catalog.collections.all(of: .artists)
        #expect(artists.map(\.group.persistentID) == [prince.rawValue])
        #expect(try rating(prince, world.catalog) == 5)
    }
}

extension Catalog {
    /// Keeps a queue as a program of the user does.
    fileprivate func keepQueue(
        _ items: [MediaItemID], at index: Int?, time: Double, by program: String
    ) throws {
        try queue.keep(
            items, currentIndex: index, time: time, by: program, patience: .seconds(5))
    }
}

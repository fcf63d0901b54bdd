import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

/// Albums and artists that have tracks in an open root and in one that is closed to the user: the closed tracks are
/// hidden, the album stays one.
@Suite struct SharedAlbumTests {
    private let world: World
    private let anna: Catalog

    private var owner: Catalog { world.catalog }

    init() throws {
        // The closed tracks come first in every way.
        var world = try World(root: "/closed")
        try world.add("1.mp3") {
            $0.title = "Hidden"
            $0.setArtist("First Name", id: "artist")
            $0.albumTitle = "First Title"
            $0.setAlbumArtist("First Artist")
            $0.musicBrainzAlbumID = "release"
            $0.albumTrackNumber = 1
            $0.releaseDate = PartialDate("1950")
            $0.isCompilation = true
        }
        let closed = world.root
        try world.enter("/music")
        try world.add("2.mp3") {
            $0.title = "Seen"
            $0.setArtist("Known Name", id: "artist")
            $0.albumTitle = "Common Title"
            $0.setAlbumArtist("Open Artist")
            $0.musicBrainzAlbumID = "release"
            $0.albumTrackNumber = 2
            $0.releaseDate = PartialDate("2001")
        }
        try world.add("3.mp3") {
            $0.title = "Third"
            $0.setArtist("Middle Artist")
            $0.albumTitle = "Middle"
            $0.setAlbumArtist("Middle Artist")
            $0.releaseDate = PartialDate("1980")
        }
        try world.settle()
        self.world = world
        let user = try world.catalog.users.add("Anna")
        anna = world.catalog.acting(as: user.id)
        try world.catalog.users.setRoots(closed: [closed], for: user)
    }

    @Test("names and year are the stored ones, the count is that of what the user sees")
    func album() throws {
        let all = try #require(
            try owner.collections.all(of: .albums).first { $0.title == "First Title" })
        var seen = all
        seen.count = 1
        seen.playbackDuration = all.playbackDuration / 2
        seen.representativeItemID = try anna.items.all(matching: .songs).first {
            $0.title == "Seen"
        }?
        .persistentID
        #expect(
            try anna.collections.all(of: .albums).filter { $0.title == "First Title" } == [seen])
        #expect(try anna.collections.all([all.group.persistentID], groupedBy: .album) == [seen])
        #expect(all.count == 2)
    }

    @Test(
        "albums are in the same order for all users, on every page",
        arguments: [MediaProperty.albumArtist, .year, .albumTitle])
    func order(property: MediaProperty) throws {
        var query = MediaQuery.albums
        query.order = [MediaOrder(property)]
        let titles = try owner.collections.all(of: query).map(\.title)
        #expect(titles.count == 2)
        #expect(try anna.collections.all(of: query).map(\.title) == titles)
        query.limit = 1
        query.after = try anna.collectionPage(of: query).token
        #expect(try anna.collections.all(of: query).map(\.title) == [titles[1]])
    }

    @Test("collections of which the user sees a track are found, others are not")
    func search() throws {
        #expect(try anna.search.results("first title").albums.map(\.title) == ["First Title"])
        #expect(try anna.search.results("first name").artists.map(\.title) == ["First Name"])
        #expect(try anna.search.results("hidden") == SearchResults())
        try world.catalog.users.setRoots(
            closed: [world.root], for: owner.users.user(named: "Anna"))
        #expect(try anna.search.results("first title") == SearchResults())
        #expect(try anna.collections.all(of: .albums).isEmpty)
    }

    @Test("an artist has one name for all users")
    func artists() throws {
        for catalog in [owner, anna] {
            let names = try catalog.collections.all(of: .artists).map(\.title)
            #expect(names == ["First Name", "Middle Artist"])
        }
        let totals = try anna.statistics.totals(of: MediaQuery(), by: .artist)
        #expect(Set(totals.map(\.value)) == ["First Name", "Middle Artist"])
    }
}

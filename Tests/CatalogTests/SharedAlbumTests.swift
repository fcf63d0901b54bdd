import Catalog
import MediaModel
import Testing

/// Albums and artists that have tracks in an open root and in one that is closed to the user, who reads what the open
/// tracks say.
@Suite struct SharedAlbumTests {
    private var world: World
    private let anna: Catalog

    private var owner: Catalog { world.catalog }

    init() throws {
        // The closed tracks come first in every way.
        world = try World(root: "/closed")
        try world.add("1.mp3") {
            $0.title = "Hidden"
            $0.setArtist("SECRET-NAME", id: "artist")
            $0.albumTitle = "SECRET-TITLE"
            $0.setAlbumArtist("SECRET-ARTIST")
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
        let user = try world.catalog.addUser("Anna")
        anna = world.catalog.acting(as: user.id)
        try world.catalog.setRoots(closed: [closed], for: user)
    }

    @Test("title, album artist, year and compilation come from the tracks that the user sees")
    func album() throws {
        let all = try #require(
            try owner.collections(of: .albums).first { $0.title == "SECRET-TITLE" })
        #expect((all.count, all.year, all.albumArtist) == (2, 1950, "SECRET-ARTIST"))
        let album = try #require(
            try anna.collections(of: .albums).first { $0.title == "Common Title" })
        #expect(album.persistentID == all.persistentID)
        #expect((album.count, album.year, album.albumArtist) == (1, 2001, "Open Artist"))
        #expect(album.isCompilation == false)
        let single = try anna.collections([all.persistentID], groupedBy: .album)
        #expect(single == [album])
    }

    @Test(
        "albums are in the order of what the user reads, on every page",
        arguments: [
            (MediaProperty.albumArtist, ["Middle", "Common Title"]),
            (.year, ["Middle", "Common Title"]), (.albumTitle, ["Common Title", "Middle"]),
        ])
    func order(property: MediaProperty, titles: [String]) throws {
        var query = MediaQuery.albums
        query.order = [MediaOrder(property)]
        let albums = try anna.collections(of: query)
        #expect(albums.map(\.title) == titles)
        query.limit = 1
        query.after = try anna.collectionPage(of: query).token
        #expect(try anna.collections(of: query).map(\.title) == [titles[1]])
        (query.limit, query.after) = (nil, nil)
        query.order = [MediaOrder(property, isDescending: true)]
        #expect(try anna.collections(of: query).map(\.title) == Array(titles.reversed()))
        // Few items, whose totals are counted first.
        query.filterPredicates = [.equalTo(.albumTitle, "Common Title")]
        #expect(try anna.collections(of: query).map(\.title) == ["Common Title"])
        #expect(try !anna.collectionSections(of: .albums).contains { $0.title == "S" })
    }

    @Test("albums and artists are found by what the user reads, and by nothing else")
    func search() throws {
        #expect(try owner.search("secret").albums.map(\.title) == ["SECRET-TITLE"])
        #expect(try owner.search("secret-name").artists.map(\.title) == ["SECRET-NAME"])
        for text in ["secret", "SECRET-TITLE", "secret-artist", "secret-name"] {
            #expect(try anna.search(text) == SearchResults(), "\(text)")
        }
        #expect(try anna.search("common title").albums.map(\.title) == ["Common Title"])
        #expect(try anna.search("open artist").albums.map(\.title) == ["Common Title"])
        #expect(try anna.search("known name").artists.map(\.title) == ["Known Name"])
    }

    @Test("an artist has the first name that the user sees")
    func artists() throws {
        #expect(try owner.collections(of: .artists).map(\.title).contains("SECRET-NAME"))
        #expect(
            try anna.collections(of: .artists).map(\.title) == ["Known Name", "Middle Artist"])
        let totals = try anna.totals(of: MediaQuery(), by: .artist)
        #expect(Set(totals.map(\.value)) == ["Known Name", "Middle Artist"])
    }

    @Test("an album that is tagged anew is read anew")
    mutating func change() throws {
        #expect(try anna.search("common").albums.count == 1)
        try world.change("2.mp3") { $0.albumTitle = "Other Title" }
        #expect(try anna.search("common").albums.isEmpty)
        #expect(
            try anna.collections(of: .albums).map(\.title).sorted() == ["Middle", "Other Title"])
    }
}

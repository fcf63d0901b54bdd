import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithUsers
import Testing

/// Albums, artists, genres and podcasts whose names are corrected in the tags of their items.
@Suite struct CollectionContinuityTests {
    var world: World
    init() throws { world = try World() }

    private mutating func addAlbum(
        _ folder: String, _ title: String, by artist: String, count: Int = 4
    ) throws {
        try world.addAll((1...count).map { track(folder, $0, title, artist) })
    }

    private func track(
        _ folder: String, _ number: Int, _ title: String, _ artist: String
    ) -> (path: MediaPath, describe: (inout MediaFacts) -> Void) {
        (
            MediaPath("\(folder)/\(number).mp3"),
            {
                $0.title = "\(number)"
                $0.albumTitle = title
                $0.albumTrackNumber = number
                $0.setArtist(artist)
                $0.setAlbumArtist(artist)
                $0.genres = ["Rok"]
            }
        )
    }

    private func collections(_ query: MediaQuery) throws -> [String: MediaGroup] {
        Dictionary(
            uniqueKeysWithValues: try world.catalog.collections.all(of: query).map {
                ($0.title, $0.group)
            })
    }

    private func values(_ group: MediaGroup?) throws -> GroupValues? {
        guard let group else { return nil }
        return try world.catalog.values.groupValues(
            of: [group.persistentID], groupedBy: group.grouping)[
                group.persistentID]
    }

    @Test(
        "an album keeps its id and what the user thinks of it, however many scans its tracks are corrected in",
        arguments: [1, 2, 4])
    mutating func album(perScan: Int) throws {
        try addAlbum("a", "Homgenic", by: "Björk")
        let album = try #require(try collections(.albums)["Homgenic"])
        try world.catalog.values.setRating(4, of: album)
        for some in stride(from: 1, through: 4, by: perScan) {
            try world.changeAll((some..<(some + perScan)).map { MediaPath("a/\($0).mp3") }) {
                $0.albumTitle = "Homogenic"
            }
        }
        #expect(try collections(.albums) == ["Homogenic": album])
        #expect(try world.catalog.collections.all(of: .artists).map(\.count) == [4])
        #expect(try values(album)?.rating == 4)
        #expect(try world.catalog.statistics.integrityProblems() == [])
    }

    @Test(
        "an artist, an album artist, a genre and an album keep their ids when the tags of all items are corrected"
    )
    mutating func names() throws {
        try addAlbum("a", "Help!", by: "Beetles")
        let artist = try #require(try collections(.artists)["Beetles"])
        let genre = try #require(try collections(.genres)["Rok"])
        let album = try #require(try collections(.albums)["Help!"])
        try world.catalog.values.setFavorite(true, artist, at: Date(secondsSince1970: 9))
        try world.changeAll((1...4).map { MediaPath("a/\($0).mp3") }) {
            $0.setArtist("The Beatles", id: "b10bbbfc")
            $0.setAlbumArtist("The Beatles")
            $0.genres = ["Rock"]
        }
        #expect(try collections(.artists) == ["The Beatles": artist])
        #expect(try collections(.albumArtists).values.map(\.persistentID) == [artist.persistentID])
        #expect(try collections(.genres) == ["Rock": genre])
        #expect(try collections(.albums) == ["Help!": album])
        #expect(try values(artist)?.favoriteDate == Date(secondsSince1970: 9))
        #expect(try world.catalog.collections.all(of: .artists).map(\.count) == [4])
        #expect(try world.catalog.statistics.integrityProblems() == [])
    }

    @Test(
        "what is left of an album of which some tracks went stays what it was, and what came back is as it was"
    )
    mutating func parts() throws {
        try addAlbum("a", "Both", by: "Ann")
        let album = try #require(try collections(.albums)["Both"])
        try world.catalog.values.setRating(4, of: album)
        try world.changeAll(["a/1.mp3", "a/2.mp3"]) { $0.albumTitle = "Second" }
        #expect(try collections(.albums)["Both"] == album)
        #expect(try values(try collections(.albums)["Second"]) == nil)
        try world.changeAll(["a/1.mp3", "a/2.mp3"]) { $0.albumTitle = "Both" }
        #expect(try collections(.albums) == ["Both": album])
        #expect(try values(album)?.rating == 4)
    }

    @Test("an album that was merged into an older one by mistake comes back with its id and values")
    mutating func merged() throws {
        try addAlbum("a", "One", by: "Ann")
        try addAlbum("b", "Two", by: "Ann", count: 6)
        let albums = try collections(.albums)
        for (title, rating) in [("One", 2), ("Two", 5)] {
            try world.catalog.values.setRating(rating, of: try #require(albums[title]))
        }
        for title in ["One", "Two"] {
            try world.changeAll((1...6).map { MediaPath("b/\($0).mp3") }) { $0.albumTitle = title }
            #expect(try values(albums["One"])?.rating == 2)
        }
        #expect(try collections(.albums) == albums)
        #expect(try values(albums["Two"])?.rating == 5)
    }

    @Test(
        "two artists of one name that a track without id joined for a while have their ids and stars again"
    )
    mutating func artistsPart() throws {
        for id in ["x", "y"] {
            try world.add(MediaPath("\(id)/1.mp3")) { $0.setArtist("Lone Star", id: id) }
        }
        let artists = try world.catalog.collections.all(of: .artists).map(\.group)
        #expect(artists.count == 2)
        for (number, artist) in artists.enumerated() {
            try world.catalog.values.setFavorite(true, artist, at: Date(secondsSince1970: number))
        }
        try world.add("z/1.mp3") { $0.setArtist("Lone Star") }
        #expect(try world.catalog.collections.all(of: .artists).map(\.count) == [3])
        try world.change("z/1.mp3") { $0.setArtist("Lone Star", id: "x") }
        #expect(Set(try world.catalog.collections.all(of: .artists).map(\.group)) == Set(artists))
        #expect(try artists.allSatisfy { try values($0)?.favoriteDate != nil })
        #expect(try world.catalog.search.results("lone", limit: 5).artists.count == 2)
        #expect(try world.catalog.statistics.integrityProblems() == [])
    }

    @Test(
        "an album that was merged into another is exported and listed, and comes back in another library"
    )
    mutating func withoutItems() throws {
        try addAlbum("a", "One", by: "Ann")
        try addAlbum("b", "Two", by: "Ann", count: 6)
        try world.catalog.values.setRating(5, of: try #require(try collections(.albums)["Two"]))
        try world.changeAll((1...6).map { MediaPath("b/\($0).mp3") }) { $0.albumTitle = "One" }
        #expect(try world.catalog.userData.namesWithoutItems().map(\.name) == ["Two by Ann"])
        let data = try world.catalog.userData.export()
        #expect(data.users[0].albums?.map(\.title) == ["Two"])
        var other = try World()
        _ = try other.catalog.userData.importData(data)
        try other.add("x/1.mp3") {
            $0.albumTitle = "Two"
            $0.setAlbumArtist("Ann")
        }
        let album = try #require(try other.catalog.collections.all(of: .albums).first?.group)
        #expect(
            try other.catalog.values.groupValues(of: [album.persistentID], groupedBy: .album).values
                .map(
                    \.rating)
                == [5])
        #expect(try other.catalog.userData.namesWithoutItems().isEmpty)
    }

    @Test("a podcast keeps its id when all its episodes have another title of it")
    mutating func podcast() throws {
        for number in 1...3 {
            try world.add(MediaPath("p/\(number).mp3")) {
                ($0.mediaType, $0.podcastTitle) = (.podcast, "Old Name")
            }
        }
        let podcast = try #require(try collections(.podcasts)["Old Name"])
        try world.changeAll((1...3).map { MediaPath("p/\($0).mp3") }) {
            $0.podcastTitle = "New Name"
        }
        #expect(try collections(.podcasts) == ["New Name": podcast])
    }
}

import Foundation
import PhonolithMediaModel
import PhonolithOpenSubsonic
import Testing

@Suite struct LikenessTests {
    private func song(
        _ id: Int64, _ artist: String, _ genres: [String] = ["Jazz"], year: Int? = nil
    ) -> MediaItem {
        var facts = MediaFacts()
        (facts.artist, facts.genres) = (artist, genres)
        facts.releaseDate = year.flatMap { PartialDate("\($0)") }
        return MediaItem(
            persistentID: MediaItemID(id), facts: facts,
            location: .init(root: "/music", relativePath: "a", fileSize: 1),
            albumPersistentID: nil, artistPersistentID: nil, albumArtistPersistentID: nil,
            artwork: [], userValues: .init(dateAdded: Date(secondsSince1970: 0)),
            isMissing: false, isAvailable: true)
    }

    @Test("Genres count most, then names, then years")
    func score() {
        let likeness = Likeness(to: song(1, "Ella", ["Jazz", "Swing"], year: 1957).facts)
        #expect(likeness.score(song(2, "Count", ["JAZZ", "Swing"], year: 1958).facts) == 8)
        #expect(likeness.score(song(3, "ella", ["Jazz"], year: 1964).facts) == 6)
        #expect(likeness.score(song(4, "Ella", ["Pop"]).facts) == 2)
        #expect(likeness.score(song(5, "Nina", ["Pop"], year: 1999).facts) == 0)
    }

    @Test("One artist does not take the whole list, unless there is no other")
    func choice() {
        let likeness = Likeness(to: song(1, "Ella").facts)
        let ella = (2...9).map { song($0, "Ella") }
        let mixed = likeness.choose(6, from: ella + [song(10, "Nina"), song(11, "Count")])
        #expect(mixed.map(\.persistentID.rawValue) == [2, 3, 10, 11, 4, 5])
        #expect(likeness.choose(3, from: ella).map(\.persistentID.rawValue) == [2, 3, 4])
    }

    @Test("What the user likes comes first, and what the user skips last")
    func values() {
        var (liked, skipped) = (song(3, "Nina"), song(2, "Count"))
        liked.userValues.favoriteDate = Date(secondsSince1970: 1)
        skipped.userValues.skipCount = 3
        let chosen = Likeness(to: song(1, "Ella").facts).choose(
            3, from: [skipped, song(4, "Betty"), liked])
        #expect(chosen.map(\.persistentID.rawValue) == [3, 4, 2])
    }
}

import MediaModel
import Testing

@Suite struct AlbumEditionsTests {
    @Test(
        "editions are what stands at the end of a title and says so",
        arguments: [
            ("Homogenic", []), ("Homogenic (Deluxe Edition)", ["Deluxe Edition"]),
            ("Homogenic (Deluxe) [2011 Remaster]", ["Deluxe", "2011 Remaster"]),
            ("Pet Sounds (Mono)", ["Mono"]), ("Help! - Remastered", ["Remastered"]),
            ("Live (1974)", []), ("Selma Songs: Music from Dancer", []), ("(Deluxe)", []),
            ("Version 2.0", []), ("Telegram ]", []), ("", []),
        ] as [(String, [String])])
    func titles(title: String, editions: [String]) {
        #expect(AlbumEditions.editions(in: title) == editions)
    }

    private func album(
        _ id: Int64, _ title: String, _ artist: String? = "Björk", group: String? = nil
    ) -> AlbumEditions.Album {
        AlbumEditions.Album(
            id: PersistentID(id), title: title, artist: artist, releaseGroupID: group)
    }

    private func groups(_ albums: AlbumEditions.Album...) -> [[Int64]] {
        AlbumEditions(of: albums).groups.map { $0.map(\.id.rawValue) }
    }

    @Test("albums by one artist whose titles are the same without the edition are editions of one")
    func sameTitle() {
        #expect(
            groups(
                album(1, "Homogenic"), album(2, "Post"), album(3, "homogenic (Deluxe Edition)"),
                album(4, "Homogenic", "Somebody"), album(5, "Hits", nil),
                album(6, "Hits [Remastered]", nil)) == [[1, 3], [5, 6]])
        #expect(groups().isEmpty && groups(album(1, "Post")).isEmpty)
    }

    @Test("albums of one release group are editions of one, whatever they are called")
    func releaseGroups() {
        #expect(groups(album(1, "One", group: "a"), album(2, "Uno", group: "A")) == [[1, 2]])
        // What joins two groups makes them one.
        #expect(
            groups(
                album(1, "One"), album(2, "Uno", group: "a"), album(3, "Ein"),
                album(4, "One (Mono)", group: "a"), album(5, "Uno")) == [[1, 2, 4, 5]])
        #expect(groups(album(1, "One", group: "a"), album(2, "One", group: "b")) == [[1, 2]])
    }
}

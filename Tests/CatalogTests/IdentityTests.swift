import PhonolithIdentity
import PhonolithMediaModel
import PhonolithStore
import Testing

@Suite struct AlbumIdentityTests {
    private func rule(
        _ folder: MediaPath = "A", _ describe: (inout MediaFacts) -> Void
    ) -> AlbumIdentity.Rule? {
        var facts = MediaFacts()
        facts.albumTitle = "Live"
        describe(&facts)
        return AlbumIdentity(facts: facts, folder: folder)?.rule
    }

    @Test("without an album's title there is no album")
    func noTitle() {
        #expect(rule { $0.albumTitle = nil } == nil)
        #expect(
            rule {
                $0.albumTitle = nil
                $0.musicBrainzAlbumID = "1f"
            } == nil)
    }

    @Test("the release id is stronger than the album artist, and that than the folder")
    func strength() {
        #expect(rule { _ in } == .folder(title: "live", folder: "A"))
        #expect(
            rule { $0.setAlbumArtist("Mø") } == .albumArtist(title: "live", artist: "mo"))
        #expect(
            rule {
                $0.setAlbumArtist("Mø")
                $0.musicBrainzAlbumID = "1F"
            } == .musicBrainzRelease("1f"))
    }

    @Test("the artist of a track says nothing of its album")
    func artist() {
        #expect(rule { $0.setArtist("Mø") } == .folder(title: "live", folder: "A"))
    }

    @Test("spelling and discs make no other album")
    func same() {
        #expect(rule("A/CD1") { _ in } == rule("A/Disc 2") { $0.albumTitle = "LIVE" })
    }

    @Test(
        "the parts of a book are one, those of an album by its discs alone",
        arguments: [
            ("A/Teil 1", "A/Teil 2"), ("A/Part 1", "A/Part 2"), ("A/Disc A", "A/Disc B"),
            ("A/Side A", "A/Side B"),
            ("A/Teil 1/CD 1", "A/Teil 2/CD 1"), ("A/03", "A/04"),
        ] as [(MediaPath, MediaPath)])
    func parts(first: MediaPath, second: MediaPath) {
        let ofBook = [first, second].map { rule($0) { $0.mediaType = .audioBook } }
        #expect(
            ofBook == [.folder(title: "live", folder: "A"), .folder(title: "live", folder: "A")])
        #expect(rule(first) { $0.mediaType = .music } != rule(second) { $0.mediaType = .music })
    }

    @Test("the number of the disc is no part of the title, if the tags have it too")
    func discs() {
        let titles = [
            "Live (CD2)", "Live [Disc 2]", "live (disc 2)", "Live, Disc 2", "Live - CD 2",
            "LIVE CD2",
        ]
        for title in titles {
            let found = rule {
                ($0.albumTitle, $0.discNumber) = (title, 2)
            }
            #expect(found == .folder(title: "live", folder: "A"), "\(title)")
        }
        for (title, disc) in [("Live (CD2)", nil), ("Live (CD2)", 1), ("Live 2", 2), ("CD 2", 2)] {
            let found = rule {
                ($0.albumTitle, $0.discNumber) = (title, disc)
            }
            #expect(found == .folder(title: title.folded, folder: "A"), "\(title)")
        }
    }

    @Test("a compilation may be in the folders of its artists")
    func compilation() {
        func inFolder(_ folder: MediaPath, of artist: String) -> AlbumIdentity.Rule? {
            rule(folder) {
                $0.isCompilation = true
                $0.setArtist(artist)
            }
        }
        #expect(inFolder("M/AC_DC/Live", of: "AC/DC") == .compilation(title: "live", folder: "M"))
        #expect(inFolder("M/AC_DC/Live", of: "AC/DC") == inFolder("M/Ann/Live/CD1", of: "Ann"))
        #expect(inFolder("M/Rock/Live", of: "Ann") == .folder(title: "live", folder: "M/Rock/Live"))
        #expect(
            rule("M/Ann/Live") { $0.setArtist("Ann") }
                == .folder(title: "live", folder: "M/Ann/Live"))
    }

    @Test("the texts of different albums differ")
    func texts() throws {
        func text(_ folder: MediaPath, root: Int64 = 1, _ describe: (inout MediaFacts) -> Void)
            throws -> String
        {
            var facts = MediaFacts()
            facts.albumTitle = "Live"
            describe(&facts)
            return try #require(AlbumIdentity(facts: facts, folder: folder)).text(rootID: root)
        }
        let texts = [
            try text("A") { _ in },
            try text("A", root: 2) { _ in },
            try text("B") { _ in },
            try text(MediaPath(bytes: [0xFF])) { _ in },
            try text(MediaPath(bytes: [0xFE])) { _ in },
            try text("X/A") {
                $0.isCompilation = true
                $0.setArtist("X")
            },
            try text("A") { $0.setAlbumArtist("A") },
            try text("A") { $0.musicBrainzAlbumID = "A" },
        ]
        #expect(Set(texts).count == texts.count)
        #expect(
            try text("A", root: 2) { $0.setAlbumArtist("A") }
                == text("B") { $0.setAlbumArtist("a") })
    }
}

@Suite struct ArtistResolutionTests {
    private func spelling(
        _ id: Int64, _ name: String, _ musicBrainzID: String = "", artist: Int64
    ) -> ArtistResolution.Spelling {
        .init(id: id, nameFolded: name, musicBrainzID: musicBrainzID, artistID: artist)
    }

    /// For each change the spellings' ids, and the artist.
    private func changes(_ spellings: ArtistResolution.Spelling...) -> [[Int64: Int64?]] {
        ArtistResolution.changes(to: spellings).map { change in
            Dictionary(uniqueKeysWithValues: change.spellings.map { ($0.id, change.artistID) })
        }
    }

    @Test("spellings that fold alike become the oldest artist")
    func names() {
        #expect(
            changes(spelling(1, "bjork", artist: 10), spelling(2, "bjork", artist: 11))
                == [[2: 10]])
    }

    @Test("what is right already changes nothing")
    func unchanged() {
        #expect(
            changes(
                spelling(1, "bjork", artist: 10), spelling(2, "bjork", artist: 10),
                spelling(3, "mo", "x", artist: 11)) == [])
    }

    @Test("where all have ids, one id under two names is one artist")
    func oneID() {
        #expect(
            changes(spelling(1, "prince", "x", artist: 10), spelling(2, "symbol", "x", artist: 11))
                == [[2: 10]])
    }

    @Test("where all have ids, one name with two ids is two artists, the second a new one")
    func twoIDs() {
        #expect(
            changes(
                spelling(1, "nirvana", "us", artist: 10), spelling(2, "nirvana", "uk", artist: 10))
                == [[2: nil]])
    }

    @Test("one spelling without an id makes the name tell for all of that name")
    func nameless() {
        #expect(
            changes(
                spelling(1, "nirvana", "us", artist: 10), spelling(2, "nirvana", "uk", artist: 11),
                spelling(3, "nirvana", artist: 12)) == [[2: 10, 3: 10]])
    }

    @Test("the order of the spellings does not matter")
    func order() {
        let spellings = [
            spelling(1, "a", "x", artist: 10), spelling(2, "a", artist: 11),
            spelling(3, "b", "x", artist: 12), spelling(4, "c", "x", artist: 13),
        ]
        let groups = ArtistResolution.groups(of: spellings)
        #expect(groups.map { $0.map(\.id) } == [[1, 2], [3, 4]])
        #expect(ArtistResolution.groups(of: spellings.reversed()) == groups)
    }
}

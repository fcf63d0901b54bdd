import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

@Suite("The library's duplicates") struct DuplicateTests {
    private var world: World

    init() throws {
        world = try World()
        func add(_ path: MediaPath, _ title: String?, _ artist: String?, _ duration: Double?) throws
        {
            try world.add(path) {
                $0.title = title
                ($0.artist, $0.artists) = (artist, artist.map { [$0] } ?? [])
                $0.playbackDuration = duration
            }
        }
        try add("A/1.mp3", "Jóga", "Björk", 305)
        try add("A/2.mp3", "Hunter", "Björk", 254)
        try add("B/1.mp3", "joga", "BJORK", 306.5)
        // Live, and longer.
        try add("B/2.mp3", "Jóga", "Björk", 340)
        try add("B/3.mp3", "Jóga", "Björk", 341)
        try add("B/4.mp3", "Jóga", "Somebody else", 305)
        try world.add("B/7.mp4") {
            ($0.title, $0.artist, $0.artists) = ("Jóga", "Björk", ["Björk"])
            ($0.playbackDuration, $0.videoCodec) = (305, "h264")
        }
        for number in 5...6 {
            try add(MediaPath("B/\(number).mp3"), nil, "Björk", 305)
            try add(MediaPath("C/\(number).mp3"), "Untold", nil, 10)
            try add(MediaPath("D/\(number).mp3"), "Unmeasured", "Björk", nil)
        }
    }

    private func groups(_ catalog: Catalog? = nil) throws -> [[String]] {
        var groups: [[String]] = []
        try (catalog ?? world.catalog).items.forEachDuplicateGroup(by: .tags) { group in
            groups.append(group.items.map { $0.location.relativePath.description })
        }
        return groups
    }

    @Test("have one title and artist in any spelling, and last equally long")
    func tags() throws {
        #expect(try groups() == [["A/1.mp3", "B/1.mp3"], ["B/2.mp3", "B/3.mp3"]])
    }

    @Test("are found among the files that are there")
    mutating func missing() throws {
        try world.hide("B/1.mp3")
        #expect(try groups() == [["B/2.mp3", "B/3.mp3"]])
    }

    @Test("are found in the roots that are open to the user")
    mutating func closed() throws {
        try world.enter("/other")
        try world.add("1.mp3") {
            ($0.title, $0.artist, $0.artists, $0.playbackDuration) = (
                "Hunter", "Björk", ["Björk"], 254
            )
        }
        #expect(try groups().contains(["A/2.mp3", "1.mp3"]))
        let anna = try world.catalog.users.add("Anna")
        try world.catalog.users.setRoots(closed: [world.root], for: anna)
        #expect(
            try groups(world.catalog.acting(as: anna.id))
                == [["A/1.mp3", "B/1.mp3"], ["B/2.mp3", "B/3.mp3"]])
    }
}

import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import Testing

@Suite struct OrderTests {
    /// Random libraries, by their seeds; a part of the third is on disks that are not there.
    private static let libraries = [UInt64(1), 2, 3].map { seed in
        Result {
            var world = try World()
            let tracks = RandomLibrary(seed: seed, count: 40).tracks
            if seed == 3 {
                for start in stride(from: 0, to: 40, by: 10) {
                    if start > 0 {
                        try world.enter(MediaPath("/disk \(start)"))
                        try world.catalog.roots.setAvailable(start == 20, world.root)
                    }
                    try world.addAll(Array(tracks[start..<start + 10]))
                }
            } else {
                try world.addAll(tracks)
            }
            return (
                catalog: world.catalog, items: try world.catalog.items.all(matching: MediaQuery())
            )
        }
    }

    private static let orders: [[MediaOrder]] = {
        var numbers = SeededGenerator(seed: 5)
        let several = (0..<40).map { _ in
            (0..<numbers.number(in: 2...4)).map { _ in
                MediaOrder(
                    numbers.one(of: MediaProperty.sortable),
                    isDescending: numbers.holds(percent: 50))
            }
        }
        let single = MediaProperty.sortable.flatMap {
            [[MediaOrder($0)], [MediaOrder($0, isDescending: true)]]
        }
        return [[]] + single + several
    }()

    @Test("the database sorts as memory does, in each way", arguments: orders)
    func agreement(order: [MediaOrder]) throws {
        for library in Self.libraries {
            let (catalog, items) = try library.get()
            var generator = SeededGenerator(seed: UInt64(items.count))
            let expected = items.shuffled(using: &generator).sorted(by: order).map(\.persistentID)
            let query = MediaQuery(filterPredicates: [.atLeast(.persistentID, 1)], order: order)
            for forced in QueryPlanner.Forced.allCases {
                #expect(
                    try catalog.items.ids(matching: query, forced: forced) == expected, "\(forced)")
            }
        }
    }

    @Test(
        "numbers in any text come by their value, case and accents do not matter",
        arguments: [
            (.discSubtitle, \.discSubtitle), (.podcastTitle, \.podcastTitle),
            (.userGrouping, \.userGrouping), (.work, \.work), (.movement, \.movement),
            (.label, \.label), (.mood, \.mood), (.ensemble, \.ensemble), (.opus, \.opus),
            (.comments, \.comments), (.lyrics, \.lyrics),
            (.titleSort, \.titleSort), (.artistSort, \.artistSort), (.albumSort, \.albumSort),
            (.albumArtistSort, \.albumArtistSort), (.composerSort, \.composerSort),
        ] as [Field])
    func texts(property: MediaProperty, field: WritableText) throws {
        var world = try World()
        let texts = ["part 10", "Ärger", "Part 2", "zoo", "Part 2b", "arger", "PÁRT 3"]
        for (number, text) in texts.enumerated() {
            try world.add(MediaPath("\(number).mp3")) { $0[keyPath: field] = text }
        }
        let query = MediaQuery(order: [MediaOrder(property)])
        #expect(
            try world.catalog.items.all(matching: query).map { $0.facts[keyPath: field] } == [
                "Ärger", "arger", "Part 2", "Part 2b", "PÁRT 3", "part 10", "zoo",
            ])
    }

    typealias WritableText = any WritableKeyPath<MediaFacts, String?> & Sendable
    typealias Field = (MediaProperty, WritableText)

    @Test(
        "a name that has a sort tag is sorted as by the sort tag alone; a sort tag without a name counts too",
        arguments: [
            (.title, \.title, .titleSort, \.titleSort),
            (.albumTitle, \.albumTitle, .albumSort, \.albumSort),
            (.artist, \.artist, .artistSort, \.artistSort),
            (.albumArtist, \.albumArtist, .albumArtistSort, \.albumArtistSort),
            (.composer, \.composer, .composerSort, \.composerSort),
        ] as [(MediaProperty, WritableText, MediaProperty, WritableText)])
    func sortTags(
        property: MediaProperty, name: WritableText, tag: MediaProperty, text: WritableText
    ) throws {
        var world = try World()
        for (number, sorted) in ["The B 10", "a", "The B 9", "c"].enumerated() {
            try world.add(MediaPath("named \(number).mp3")) {
                $0[keyPath: name] = "\(10 - number)"
                $0[keyPath: text] = sorted
            }
        }
        let named = ["a", "c", "The B 9", "The B 10"]
        func sorted(by order: [MediaOrder]) throws -> [String?] {
            try world.catalog.items.all(matching: MediaQuery(order: order))
                .map { $0.facts[keyPath: text] }
        }
        #expect(try sorted(by: [MediaOrder(property)]) == named)
        #expect(try sorted(by: [MediaOrder(tag)]) == named)
        try world.add("a nameless.mp3") { $0[keyPath: text] = "b" }
        try world.add("a nothing.mp3")
        #expect(try sorted(by: [MediaOrder(tag)]) == ["a", "b", "c", "The B 9", "The B 10", nil])
    }

    @Test("what is behind the id in an order tells nothing more, in either direction")
    func id() throws {
        var world = try World()
        for (number, title) in ["b", "a", "b"].enumerated() {
            try world.add(MediaPath("\(number).mp3")) { $0.title = title }
        }
        func ids(_ order: [MediaOrder]) throws -> [Int64] {
            try world.catalog.items.ids(matching: MediaQuery(order: order)).map(\.rawValue)
        }
        #expect(try ids([MediaOrder(.persistentID), MediaOrder(.title)]) == [1, 2, 3])
        let lastFirst = MediaOrder(.persistentID, isDescending: true)
        #expect(try ids([lastFirst, MediaOrder(.title)]) == [3, 2, 1])
        #expect(try ids([MediaOrder(.title), lastFirst]) == [2, 3, 1])
    }

    @Test(
        "paths come folder by folder, as people read them",
        arguments: [UInt64.random(in: 0 ... .max)])
    func paths(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sorted = [
            "2.mp3", "10.mp3", "Abba/CD 1/1.mp3", "abba/cd 2/1.mp3", "Abba/CD 10/1.mp3",
            "Abba Live/1.mp3", "Ärzte/1.mp3", "The Beatles/9.mp3", "The Beatles/10.mp3",
        ]
        var world = try World()
        for path in sorted.shuffled(using: &generator) { try world.add(MediaPath(path)) }
        for property in [MediaProperty.path, .relativePath] {
            let query = MediaQuery(order: [MediaOrder(property)])
            #expect(
                try world.catalog.items.all(matching: query).map(
                    \.location.relativePath.description)
                    == sorted)
        }
    }

    @Test("what a root took over from another is sorted where it is now")
    func moved() throws {
        var world = try World()
        for path in ["x 10/1.mp3", "x 2/1.mp3"] { try world.add(MediaPath(path)) }
        try world.catalog.roots.add("/", kind: nil)
        #expect(try world.catalog.roots.remove("/music") != nil)
        let items = try world.catalog.items.all(matching: MediaQuery(order: [MediaOrder(.path)]))
        #expect(
            items.map(\.location.relativePath.description) == [
                "music/x 2/1.mp3", "music/x 10/1.mp3",
            ])
        #expect(items == items.reversed().sorted(by: [MediaOrder(.path)]))
    }
}

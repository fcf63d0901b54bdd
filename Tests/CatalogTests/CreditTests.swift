import PhonolithMediaModel
import PhonolithQueries
import Testing

@Suite struct CreditTests {
    var world: World

    /// Three songs with credits and tags, and one without.
    init() throws {
        world = try World()
        try world.add("1.mp3") {
            $0.genres = ["Classical"]
            $0.credits = [
                MediaCredit(role: .conductor, name: "Böhm"),
                MediaCredit(role: .performer, name: "Ada", instrument: "cello"),
                MediaCredit(role: .performer, name: "Ada", instrument: "voice"),
            ]
            $0.tags = [MediaTag(name: "FOO", values: ["x", "One Two"])]
            ($0.label, $0.catalogNumber, $0.movementNumber) = ("Deutsche Grammophon", "DG-10", 10)
        }
        try world.add("2.mp3") {
            $0.credits = [
                MediaCredit(role: .conductor, name: "bohm"),
                MediaCredit(role: .producer, name: "Ada"),
            ]
            $0.tags = [MediaTag(name: "BAR", values: ["x"])]
            ($0.label, $0.catalogNumber, $0.movementNumber) = ("Accord", "dg-9", 9)
        }
        try world.add("3.mp3") { $0.credits = [MediaCredit(role: .conductor, name: "Böhm")] }
        try world.add("4.mp3")
    }

    private func names(_ query: MediaQuery) throws -> [String] {
        try world.catalog.items.all(matching: query).map { $0.location.relativePath.description }
    }

    @Test(
        "credits, tags and what is said of the release are filters",
        arguments: [
            (#"conductor = "BÖHM""#, "123"), (#"performer = ada"#, "1"), (#"credit = ada"#, "12"),
            (#"credits contains "öh""#, "123"), (#"performer is missing"#, "234"),
            (#"not conductor is missing"#, "123"), (#"conductor is exactly "bohm""#, "2"),
            (#"performer = cello"#, ""), (#"conductor begins b"#, "123"), (#"mixer = bohm"#, ""),
            (#"tag("FOO") = "X""#, "1"), (#"tag(foo) contains two"#, "1"), (#"tag(x) = x"#, ""),
            (#"tag(FOO) is missing"#, "234"), (#"tag(BAR) is not missing"#, "2"),
            (#"tag("FOO") != "x""#, "234"), (#"tags = x"#, "12"), (#"tags ends two"#, "1"),
            (#"tag(FOO) in (y, x)"#, "1"), (#"label = accord"#, "2"),
            (#"conductor matches "^b.hm$""#, "123"), (#"conductor matches "(?-i)B""#, "13"),
            (#"tags matches "^(x|y)$""#, "12"), (#"tag(FOO) matches "\s""#, "1"),
            (#"tag(BAR) not matches "^x""#, "134"), (#"catalogNumber matches "dg-\d{2}""#, "1"),
            (#"path matches "[12]\.mp3$""#, "12"), (#"relativePath matches "^4""#, "4"),
            (#"mediaType matches "^mus""#, "1234"), (#"mediaType not matches music"#, ""),
            (#"catalogNumber = "Dg-9""#, "2"), (#"movementNumber > 9"#, "1"),
            (#"movementNumber is missing"#, "34"), (#"label is missing"#, "34"),
        ])
    func filters(expression: String, expected: String) throws {
        let predicate = try MediaPredicate(expression: expression)
        let query = MediaQuery(filterPredicates: [predicate], order: [MediaOrder(.path)])
        let paths = try names(query)
        #expect(paths == expected.map { "\($0).mp3" })
        let items = try world.catalog.items.all(matching: MediaQuery(order: [MediaOrder(.path)]))
        #expect(
            items.filter { predicate.matches($0) }.map { $0.location.relativePath.description }
                == paths)
    }

    @Test("items are sorted by the first name in a role, and by what is said of the release")
    func orders() throws {
        #expect(
            try names(MediaQuery(order: [MediaOrder(.producer), MediaOrder(.path)])).first
                == "2.mp3")
        #expect(
            try names(MediaQuery(order: [MediaOrder(.label)])) == [
                "2.mp3", "1.mp3", "3.mp3", "4.mp3",
            ])
        #expect(
            try names(MediaQuery(order: [MediaOrder(.movementNumber)])).prefix(2) == [
                "2.mp3", "1.mp3",
            ])
    }

    @Test("names are listed by role with their items; spellings that fold to the same are one")
    func listing() throws {
        #expect(
            try world.catalog.statistics.credits(matching: MediaQuery()) == [
                CreditCount(role: .conductor, name: "Böhm", count: 3),
                CreditCount(role: .performer, name: "Ada", count: 1),
                CreditCount(role: .producer, name: "Ada", count: 1),
            ])
        let jazz = MediaQuery(filterPredicates: [.equalTo(.genre, "Classical")])
        #expect(
            try world.catalog.statistics.credits(in: .conductor, matching: jazz) == [
                CreditCount(role: .conductor, name: "Böhm", count: 1)
            ])
        #expect(try world.catalog.statistics.credits(in: .mixer, matching: MediaQuery()) == [])
    }

    @Test("a file that is read again loses what its tags do not say any more")
    mutating func change() throws {
        let item = try world.change("1.mp3") { $0 = MediaFacts() }
        #expect(item.facts.credits.isEmpty && item.facts.tags.isEmpty)
        #expect(item.facts.label == nil)
        #expect(try names(MediaQuery(filterPredicates: [.not(.isMissing(.tags))])) == ["2.mp3"])
    }
}

import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

extension OnBothDatabases {
    @Suite struct SearchTests {
        var world: World
        init() throws { world = try World() }

        /// Adds tracks written `Artist: Title, Title / Album`, with the album artist, composer and genre left out.
        private mutating func add(_ shelves: String...) throws {
            for (number, shelf) in shelves.enumerated() {
                let parts = shelf.components(separatedBy: ": ")
                let rest = parts[1].components(separatedBy: " / ")
                for title in rest[0].components(separatedBy: ", ") {
                    try world.add(MediaPath("\(number)/\(title.replacing("/", with: "_")).mp3")) {
                        $0.title = title
                        $0.setArtist(parts[0])
                        $0.albumTitle = rest.count > 1 ? rest[1] : nil
                    }
                }
            }
        }

        private func titles(_ text: String, limit: Int = 20) throws -> [String] {
            try world.catalog.search.results(text, limit: limit).items.map { $0.title ?? "-" }
        }

        private func albums(_ text: String) throws -> [String] {
            try world.catalog.search.results(text).albums.map(\.title)
        }

        private func artists(_ text: String) throws -> [String] {
            try world.catalog.search.results(text).artists.map(\.title)
        }

        @Test(
            "items are found by the beginnings of their words, the best first",
            arguments: [
                ("joga", ["Jóga"]), ("JÓG", ["Jóga"]), ("oga", []),
                ("bjork", ["Bachelorette", "Jóga", "Pagan Poetry"]),
                ("bjork joga", ["Jóga"]), ("homo bach", ["Bachelorette"]),
                ("b", ["Bachelorette", "Back in Black", "Jóga", "Pagan Poetry"]),
                ("acdc", ["Back in Black", "T.N.T."]), ("ac dc", ["Back in Black", "T.N.T."]),
                ("AC/DC", ["Back in Black", "T.N.T."]), ("tnt", ["T.N.T."]), ("t.n.t", ["T.N.T."]),
                ("dont", ["Don't Stop", "Don’t Stop Now"]),
                ("don't", ["Don't Stop", "Don’t Stop Now"]),
                ("dont stop now", ["Don’t Stop Now"]),
                ("ragnarok", ["Ragnarök"]), ("ragnarök", ["Ragnarök"]), ("стопа", []),
                ("夜", ["夜の港", "Live 夜"]), ("の港", ["夜の港"]), ("夜の港", ["夜の港"]),
                ("港夜", []), ("live夜", ["Live 夜"]), ("雨宮", ["夜の港", "Live 夜"]),
                ("틀", ["비틀즈"]), ("틀즈", ["비틀즈"]), ("비틀즈", ["비틀즈"]),
                ("stop", ["Don't Stop", "Don’t Stop Now"]), ("", []), ("  ", []), ("?", []),
            ])
        mutating func found(query: String, expected: [String]) throws {
            try add(
                "Björk: Jóga, Bachelorette / Homogenic", "Björk: Pagan Poetry / Vespertine",
                "AC/DC: T.N.T., Back in Black / Live", "Fleetwood Mac: Don't Stop, Don’t Stop Now",
                "Skálmöld: Ragnarök", "雨宮ひかり: 夜の港, Live 夜", "Кнехт: 비틀즈")
            let some: (String) -> String = { $0.replacing("_", with: "/") }
            #expect(try titles(query).map(some) == expected)
        }

        @Test("every field that items are found by is asked")
        mutating func fields() throws {
            try world.add("1.mp3") {
                $0.title = "Alpha"
                $0.artist = "Beta feat. Gamma"
                $0.artists = ["Beta", "Gamma Ray"]
                $0.albumTitle = "Delta"
                $0.setAlbumArtist("Epsilon")
                $0.composer = "Zeta"
                $0.composers = ["Zeta", "Eta"]
                $0.genres = ["Theta", "Iota Kappa"]
                $0.comments = "Lambda"
            }
            for word in "alpha beta gamma ray delta epsilon zeta eta theta iota kappa".split(
                separator: " ")
            {
                #expect(try titles(String(word)) == ["Alpha"], "\(word)")
            }
            #expect(
                try titles("alpha beta gamma ray delta epsilon zeta eta theta iota") == ["Alpha"])
            #expect(try titles("lambda") == [])
            #expect(try titles("alpha lambda") == [])
        }

        @Test("an item without a title is found by its file's name")
        mutating func untitled() throws {
            try world.add("Live/Soundcheck 1999.take.mp3")
            #expect(try world.catalog.search.results("soundcheck take").items.count == 1)
            #expect(try world.catalog.search.results("mp3").items.count == 0)
        }

        @Test("albums are found by title and album artist, artists by any spelling of their name")
        mutating func groups() throws {
            try add(
                "Björk: Jóga / Homogenic", "BJÖRK: Pluto / Homogenic Live",
                "Björk Trio: Homogenic / Standards")
            #expect(try albums("homogenic") == ["Homogenic", "Homogenic Live"])
            #expect(try albums("live bjork") == ["Homogenic Live"])
            #expect(try albums("joga") == [])
            #expect(try artists("bjo") == ["Björk", "Björk Trio"])
            #expect(try artists("trio bjork") == ["Björk Trio"])
            #expect(try artists("homogenic") == [])
            let found = try world.catalog.search.results("homogenic", for: [.albums], limit: 1)
            #expect(found.items == [])
            #expect(found.albums.map(\.count) == [1])
            let collections = try world.catalog.collections.all(of: .albums)
            #expect(found.albums == collections.filter { $0.title == "Homogenic" })
        }

        @Test("who is no artist is told of as an album artist, or as a composer")
        mutating func roles() throws {
            try world.add("1.mp3") {
                $0.title = "Air"
                $0.setArtist("Gould")
                $0.setAlbumArtist("Glenn Friends")
                $0.albumTitle = "Airs"
                $0.composer = "Bach"
                $0.composers = ["Bach"]
            }
            let found = try ["gould", "friends", "bach"].flatMap {
                try world.catalog.search.results($0).artists
            }
            #expect(found.map(\.grouping) == [.artist, .albumArtist, .composer])
            #expect(found.map(\.count) == [1, 1, 1])
        }

        @Test("the best are found among very many")
        mutating func many() throws {
            var random = SeededGenerator(seed: 7)
            var titles: [String] = []
            for number in 0..<400 {
                titles.append(
                    number % 2 == 0 ? "The Night of Love \(number)" : "Lovely Morning \(number)")
            }
            titles += ["Love", "Love Song", "Löve!", "夜の 夜 の"]
            titles += (0..<300).map { "の夜 \($0) 夜の" } + ["夜の夜"]
            titles.shuffle(using: &random)
            let all = titles.enumerated().map { index, title in
                (MediaPath("\(index).mp3"), title)
            }
            try world.addAll(
                all.map { path, title in
                    (
                        path,
                        { (facts: inout MediaFacts) in
                            facts.title = title
                            facts.setArtist("Love Unlimited")
                        }
                    )
                })
            #expect(try Set(self.titles("love", limit: 2)) == ["Love", "Löve!"])
            #expect(try self.titles("love", limit: 3).last == "Love Song")
            #expect(try self.titles("lov", limit: 2).sorted() == ["Love", "Löve!"])
            #expect(try self.titles("love", limit: 1000).count == titles.count)
            #expect(try self.titles("夜の夜", limit: 5) == ["夜の夜"])
            #expect(try self.titles("unlimited 夜の夜", limit: 5) == ["夜の夜"])
            #expect(try self.titles("morning night") == [])
        }

        @Test("what equals in everything comes in the order in which the library got it")
        mutating func ties() throws {
            try add("A: Intro / One", "B: Intro / Two", "C: Intro / Three")
            #expect(
                try world.catalog.search.results("intro").items.map(\.artist) == ["A", "B", "C"])
            #expect(try world.catalog.search.results("intro", limit: 2).items.count == 2)
            #expect(try world.catalog.search.results("intro", limit: 0) == SearchResults())
        }

        @Test(
            "what is typed is never taken for anything else than words",
            arguments: [
                "\"", "\"joga", "jo*", "*", "joga AND", "NEAR(joga bjork)", "NOT joga", "-joga",
                "words:joga", "{words}:joga", "^joga", "+joga", "joga + bjork", "(", ")", "joga)",
                "'; DROP TABLE items; --", "\0", "joga\0bjork", "jo\u{10FFFF}", "%", "_", "\\",
                "\u{FEFF}",
            ])
        mutating func hostile(query: String) throws {
            try add("Björk: Jóga / Homogenic", "AND: Near / Not")
            let expected = ["Jóga"]
            let found = try titles(query)
            #expect(found == expected || found == [] || found == ["Near"], "\(query): \(found)")
        }

        @Test(
            "signs round a word do not matter",
            arguments: ["jo*", "-joga", "^joga", "+joga", "joga)"])
        mutating func signs(query: String) throws {
            try add("Björk: Jóga / Homogenic")
            #expect(try titles(query) == ["Jóga"])
        }

        @Test("a text of any length is looked for")
        mutating func long() throws {
            let long = (0..<500).map { "word\($0)" }.joined(separator: " ")
            try add("Björk: \(long)", "Björk: Jóga")
            #expect(try titles(long) == [long])
            #expect(try titles(String(repeating: "word0 ", count: 20_000)) == [long])
            #expect(try titles(long + "x joga") == [long])
            #expect(try titles("joga " + long) == [])
            #expect(try titles(String(repeating: "a", count: 100_000)) == [])
            #expect(try titles(String(repeating: "夜", count: 100_000)) == [])
            #expect(try titles(String(repeating: "a/", count: 50_000)) == [])
        }

        // MARK: - Scans

        @Test("after a file is read again it is found by what it says now")
        mutating func changed() throws {
            try add("Björk: Jóga / Homogenic")
            try world.change("0/Jóga.mp3") {
                $0.title = "Unravel"
                $0.setArtist("Someone")
                $0.albumTitle = "Other"
            }
            for old in ["joga", "bjork", "homogenic"] {
                #expect(try world.catalog.search.results(old) == SearchResults(), "\(old)")
            }
            #expect(try titles("unravel someone other") == ["Unravel"])
            #expect(try albums("other") == ["Other"])
            #expect(try artists("someone") == ["Someone"])
        }

        @Test("the tracks of an album that is searched for come in its order, disc by disc")
        mutating func albumOrder() throws {
            for (disc, track) in [(1, 1), (1, 10), (1, 11), (1, 2), (2, 1), (2, 2)] {
                try world.add(MediaPath("\(disc)-\(track).mp3")) {
                    $0.title = "Song \(disc) \(track)"
                    $0.setArtist("Band")
                    $0.setAlbumArtist("Band")
                    $0.albumTitle = "Homogenic"
                    ($0.discNumber, $0.albumTrackNumber) = (disc, track)
                }
            }
            let expected = [(1, 1), (1, 2), (1, 10), (1, 11), (2, 1), (2, 2)]
            #expect(try titles("homogenic") == expected.map { "Song \($0.0) \($0.1)" })
        }

        @Test("what is gone is not found, and what is back is")
        mutating func goneAndBack() throws {
            try add("Björk: Jóga / Homogenic")
            try world.hide("0/Jóga.mp3")
            for word in ["joga", "bjork", "homogenic"] {
                #expect(try world.catalog.search.results(word) == SearchResults(), "\(word)")
            }
            try world.show("0/Jóga.mp3")
            #expect(try titles("joga bjork homogenic") == ["Jóga"])
            #expect(try albums("homogenic") == ["Homogenic"])
            #expect(try artists("bjork") == ["Björk"])
        }

        @Test("the items of a root that was taken away are not found")
        mutating func removedRoot() throws {
            try add("Björk: Jóga / Homogenic")
            #expect(try world.catalog.roots.remove("/music") != nil)
            #expect(try world.catalog.search.results("bjork") == SearchResults())
            try world.catalog.roots.add("/music", kind: nil)
            try world.show("0/Jóga.mp3")
            #expect(try titles("joga") == ["Jóga"])
        }

        @Test(
            "items are found as soon as they are written, albums and artists when the next scan ends"
        )
        mutating func killed() throws {
            try world.addWithoutEnd("1.mp3") {
                $0.title = "Jóga"
                $0.setArtist("Björk")
                $0.albumTitle = "Homogenic"
            }
            #expect(try titles("joga bjork") == ["Jóga"])
            try world.add("2.mp3") { $0.title = "Other" }
            #expect(try albums("homogenic") == ["Homogenic"])
            #expect(try artists("bjork") == ["Björk"])
        }
    }
}

@Suite struct SearchRulesTests {
    @Test(
        "a library whose words were made by older rules is searched as soon as it is opened",
        arguments: [Catalog.Access.reading, .writing])
    func olderRules(access: Catalog.Access) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-search-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }  // A leftover harms nobody.
        let path = folder.appendingPathComponent("library.sqlite").path
        var world = try World(library: path)
        try world.add("1.mp3") {
            $0.title = "Jóga"
            $0.setArtist("Björk")
            $0.albumTitle = "Homogenic"
        }
        let untitled = try world.add("Bachelorette.mp3")
        try world.add("3.mp3") {
            $0.title = "Venus"
            $0.setArtist("Björk")
            $0.albumTitle = "Debut"
        }
        try world.hide("3.mp3")
        try world.catalog.close()
        try SQLiteDatabase(path: path).write { database in
            try database.execute(
                sql: """
                    UPDATE search_rules SET version = 0; DELETE FROM search_words;
                    DELETE FROM search_items; DELETE FROM search_albums; DELETE FROM search_artists;
                    """)
        }
        let catalog = try Catalog.open(at: path, for: access)
        #expect(try catalog.search.results("joga bjork homog").items.map(\.title) == ["Jóga"])
        #expect(
            try catalog.search.results("bachel").items.map(\.persistentID) == [
                untitled.persistentID
            ])
        #expect(try catalog.search.results("homogenic").albums.map(\.title) == ["Homogenic"])
        #expect(try catalog.search.results("bjork").artists.map(\.count) == [1])
        #expect(try catalog.search.results("venus") == SearchResults())
        #expect(try catalog.search.results("debut") == SearchResults())
        try catalog.close()
    }
}

import PhonolithTagReading
import Testing

@Suite struct SplittingTests {
    private let artists = Splitting(
        separators: TagReadingOptions().artistSeparators,
        exceptions: TagReadingOptions().artistExceptions)
    private let genres = Splitting(separators: TagReadingOptions().genreSeparators)

    @Test(
        "Artists are cut at the separators and nowhere else",
        arguments: [
            ("Björk", ["Björk"]),
            ("AC/DC", ["AC/DC"]),
            ("AC / DC", ["AC / DC"]),
            ("ac / dc feat. Somebody", ["ac / dc", "Somebody"]),
            ("Mac / DCX", ["Mac", "DCX"]),
            ("A feat. B", ["A", "B"]),
            ("A FT. B", ["A", "B"]),
            ("A featuring B; C / D", ["A", "B", "C", "D"]),
            ("A feat B", ["A", "B"]),
            ("A (feat. B)", ["A", "B"]),
            ("A [Feat B; C]", ["A", "B", "C"]),
            ("A (ft. B (of C)) / D", ["A", "B (of C)", "D"]),
            ("A (feat. B) & C", ["A (feat. B) & C"]),
            ("A (feat. B", ["A (feat. B"]),
            ("A (live)", ["A (live)"]),
            ("A Featherweight", ["A Featherweight"]),
            ("A;B", ["A;B"]),
            ("A & B", ["A & B"]),
            ("A; A", ["A"]),
            ("; A", ["A"]),
            (" / ", [String]()),
            ("The Band (Live / Unplugged)", ["The Band (Live / Unplugged)"]),
            ("X [A / B]; Y {C / D}", ["X [A / B]", "Y {C / D}"]),
            ("Foo (arr. Bar; Baz)", ["Foo (arr. Bar; Baz)"]),
            ("A (Live / Unplugged) feat. B", ["A (Live / Unplugged)", "B"]),
            ("A (feat. B [of C; D]; E)", ["A", "B [of C; D]", "E"]),
            ("A (1 / (2)) / B", ["A (1 / (2))", "B"]),
            ("A :( / B", ["A :(", "B"]),
            ("A (ft. B [C) / D]", ["A", "B [C", "D]"]),
            ("唱片（一 / 二）", ["唱片（一 / 二）"]),
        ])
    func artistsAreCut(text: String, names: [String]) {
        #expect(artists.split(text).parts == names)
    }

    @Test(
        "Genres are cut at the separators and nowhere else",
        arguments: [
            ("Rock", ["Rock"]),
            ("Rock;Pop|Jazz", ["Rock", "Pop", "Jazz"]),
            ("Rock / Pop", ["Rock", "Pop"]),
            ("Pop/Funk", ["Pop/Funk"]),
            (";;Rock; ;", ["Rock"]),
            ("Techno (Peak Time / Driving)", ["Techno (Peak Time / Driving)"]),
            ("Trance [Raw|Deep]; Dub", ["Trance [Raw|Deep]", "Dub"]),
        ])
    func genresAreCut(text: String, names: [String]) {
        #expect(genres.split(text).parts == names)
    }

    @Test("Brackets in a name on the list of exceptions cut nothing")
    func bracketsInExceptions() {
        let splitting = Splitting(separators: [" feat. "], exceptions: ["Band (feat. Nobody)"])
        #expect(splitting.split("Band (feat. Nobody)").parts == ["Band (feat. Nobody)"])
        #expect(
            splitting.split("Band (feat. Nobody) feat. A").parts == ["Band (feat. Nobody)", "A"])
    }

    @Test("An outcome tells what cut and what was kept whole")
    func outcomeTellsWhy() {
        let outcome = artists.split("AC / DC ft. Somebody")
        #expect(
            outcome
                == Splitting.Outcome(
                    parts: ["AC / DC", "Somebody"], separators: [" ft. "], exceptions: ["ac / dc"]))
    }
}

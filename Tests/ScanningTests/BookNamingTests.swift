import PhonolithMediaModel
import PhonolithScanning
import Testing

/// Books that are named by their folders, because the tags of their parts do not.
@Suite struct BookNamingTests {
    @Test(
        "a title or a folder is that of a part where it says which one",
        arguments: [
            "Teil 1", "teil 12", "Teil1", "Disc A", "Disc 1", "CD1", "CD 02", "Seite A", "Seite 2",
            "Side B",
            "Face A", "Lado B", "Kassette 3", "Part II", "Part One", "Part 3: The Storm",
            "Kapitel 4 – Nacht",
            "Chapter 10", "Chapitre 5", "Capítulo 1", "Часть 2", "Глава 3", "2. Kapitel", "3. Teil",
            "03",
            "7", "1/12", "3 of 12", "4 von 9", "Track 05",
        ])
    func part(name: String) { #expect(name.isNameOfPart) }

    @Test(
        "other names are none",
        arguments: [
            "", "Disco", "Part of Me", "Partial", "Teil", "The Book", "1984", "39 Steps",
            "13 Stufen",
            "Side Effects", "Seitenwechsel", "Chapter and Verse", "Facebook", "A", "I", "CD",
            "Band 1",
            "Teilweise 3", "2666", "11/22/63",
        ])
    func other(name: String) { #expect(!name.isNameOfPart) }

    struct Row: CustomTestStringConvertible, Sendable {
        var path: MediaPath
        var title: String?
        var number: Int?
        /// The book, and the author.
        var expected: [String?]

        init(_ path: MediaPath, _ title: String?, number: Int? = nil, _ expected: [String?]) {
            (self.path, self.title, self.number, self.expected) = (path, title, number, expected)
        }

        var testDescription: String { "\(path) '\(title ?? "")'" }
    }

    static let rows: [Row] = [
        Row("Author/Book/01.mp3", nil, ["Book", "Author"]),
        Row("Author/Series/Book/01.mp3", nil, ["Book", "Author"]),
        Row("Author/Book/CD1/01.mp3", nil, ["Book", "Author"]),
        Row("Author/Book/a.mp3", "Dawn", number: 3, ["Book", "Author"]),
        // A title alone.
        Row("Author/Book/a.mp3", "Teil 1", ["Book", "Author"]),
        Row("Author/Book/a.mp3", "Disc A", ["Book", "Author"]),
        Row("Author/Book/a.mp3", "Seite A", ["Book", "Author"]),
        Row("Book/a.mp3", "Teil 1", ["Book", nil]),
        Row("Author/Book/01 Dawn.mp3", "Dawn", ["Book", "Author"]),
        Row("Author/Book/01.mp3", "Dawn", ["Book", "Author"]),
        // The parts have folders.
        Row("Author/Book/Teil 1/01.mp3", nil, ["Book", "Author"]),
        Row("Author/Book/Seite A/a.mp3", "Teil 1", ["Book", "Author"]),
        Row("Author/Book/Disc A/01 Dawn.mp3", "Dawn", ["Book", "Author"]),
        Row("Book/Kassette 1/Seite B/a.mp3", "Teil 1", ["Book", nil]),
        // Books that are whole.
        Row("Author/The Book.mp3", "The Book", [nil, nil]),
        Row("Author/Series/The Book.mp3", "The Book", [nil, nil]),
        Row("Author/01 The Book.mp3", "The Book", [nil, nil]),
        Row("Author/1984.mp3", "1984", [nil, nil]),
        Row("Author/Books/1984.mp3", "1984", [nil, nil]),
        Row("The Book.mp3", nil, [nil, nil]), Row("a.mp3", "Teil 1", [nil, nil]),
        Row("Author/Book/01.m4b", nil, [nil, nil]),
    ]

    @Test("a part is that of its folder's book", arguments: rows)
    func naming(row: Row) {
        var facts = MediaFacts()
        (facts.title, facts.albumTrackNumber) = (row.title, row.number)
        facts.nameBook(at: row.path)
        #expect([facts.albumTitle, facts.artist] == row.expected)
        #expect(facts.artists == [row.expected[1]].compactMap(\.self))
        // What the tags say stays.
        facts = MediaFacts()
        (facts.albumTitle, facts.artists) = ("Tagged", ["Tagged"])
        facts.nameBook(at: row.path)
        #expect((facts.albumTitle, facts.artists) == ("Tagged", ["Tagged"]))
    }
}

import PhonolithMediaModel
import Testing

/// Which comparisons make sense of which kinds of properties.
@Suite struct ComparisonTableTests {
    /// A property of each kind, and a value of it as an expression has it.
    private static let kinds: [(property: MediaProperty, value: String)] = [
        (.title, "x"), (.codec, "x"), (.year, "1997"), (.releaseDate, "1997"),
        (.dateAdded, "2026-01-01"), (.isCompilation, "true"), (.persistentID, "5"),
        (.mediaType, "music"), (.artwork, "x"),
    ]

    /// The kinds that take a comparison, in the order above.
    private static let table: [(comparison: String, takers: [Bool])] = {
        let (yes, no) = (true, false)
        return [
            //                   text code num  date time bool id   type none
            ("= V", [yes, yes, yes, yes, yes, yes, yes, yes, no]),
            ("!= V", [yes, yes, yes, yes, yes, yes, yes, yes, no]),
            ("< V", [yes, yes, yes, yes, yes, no, yes, no, no]),
            ("<= V", [yes, yes, yes, yes, yes, no, yes, no, no]),
            ("> V", [yes, yes, yes, yes, yes, no, yes, no, no]),
            (">= V", [yes, yes, yes, yes, yes, no, yes, no, no]),
            ("between V and V", [yes, yes, yes, yes, yes, no, yes, no, no]),
            ("not between V and V", [yes, yes, yes, yes, yes, no, yes, no, no]),
            ("in (V)", [yes, yes, yes, yes, yes, yes, yes, yes, no]),
            ("not in (V, V)", [yes, yes, yes, yes, yes, yes, yes, yes, no]),
            ("contains V", [yes, yes, no, yes, no, no, no, yes, no]),
            ("not contains V", [yes, yes, no, yes, no, no, no, yes, no]),
            ("begins V", [yes, yes, no, yes, no, no, no, yes, no]),
            ("ends V", [yes, yes, no, yes, no, no, no, yes, no]),
            ("within 30 days", [no, no, no, yes, yes, no, no, no, no]),
            ("not within 1 year", [no, no, no, yes, yes, no, no, no, no]),
            ("before 2 weeks ago", [no, no, no, yes, yes, no, no, no, no]),
            ("is exactly V", [yes, yes, no, yes, no, no, no, yes, no]),
            ("is missing", [yes, yes, yes, yes, yes, yes, yes, yes, yes]),
            ("is not missing", [yes, yes, yes, yes, yes, yes, yes, yes, yes]),
        ]
    }()

    @Test(
        "each comparison is taken or refused of each kind, by expressions and by predicates alike")
    func all() throws {
        #expect(Set(Self.kinds.map(\.property.kind)).count == Self.kinds.count)
        for (comparison, takers) in Self.table {
            for ((property, value), isTaken) in zip(Self.kinds, takers) {
                let text =
                    "\(property.rawValue) " + comparison.replacing("V", with: value)
                let predicate = try? MediaPredicate(expression: text)
                #expect((predicate != nil) == isTaken, "\(text)")
                if let predicate {
                    #expect(predicate.problem == nil, "\(text)")
                    #expect(predicate.expression != nil, "\(text)")
                }
            }
        }
    }

    @Test(
        "what has no order is said to have none, at its place",
        arguments: [
            ("mediaType > music", 10, "mediaType is text and has no order"),
            ("isCompilation >= true", 14, "isCompilation is true or false and has no order"),
            (
                "isAvailable between true and true", 12,
                "isAvailable is true or false and has no order"
            ),
            ("isExplicit not between true and true", 15, "has no order"),
        ])
    func unordered(expression: String, offset: Int, words: String) {
        let error = #expect(throws: ExpressionError.self) {
            try MediaPredicate(expression: expression)
        }
        #expect(error?.offset == offset)
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test("names of playlists are checked in their places")
    func playlists() throws {
        let names = ["Road Trip", "Café"]
        try MediaPredicate.check("inPlaylist in (\"road trip\", CAFE)", for: names)
        struct Asked: Error {}
        func refuse() throws -> [String] { throw Asked() }
        // No list is named, and so none is looked for.
        try MediaPredicate.check("year = 1", for: refuse())
        let error = #expect(throws: ExpressionError.self) {
            try MediaPredicate.check("year = 1 or not inPlaylist = \"Road Trp\"", for: names)
        }
        #expect(error?.offset == 29)
        #expect(error?.hint == "did you mean \"Road Trip\"?")
    }
}

import Foundation
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import Testing

/// An expression and the predicate that it is.
struct Saying: CustomTestStringConvertible {
    var expression: String
    var predicate: MediaPredicate

    init(_ expression: String, _ predicate: MediaPredicate) {
        self.expression = expression
        self.predicate = predicate
    }

    var testDescription: String { expression }
}

@Suite struct ExpressionTests {
    @Test(
        "a property is compared in every way",
        arguments: [
            Saying(#"artist = "Björk""#, .equalTo(.artist, "Björk")),
            Saying(#"artist != "Björk""#, .not(.equalTo(.artist, "Björk"))),
            Saying("year < 1995", .lessThan(.year, 1995)),
            Saying("year <= 1995", .atMost(.year, 1995)),
            Saying("year > 1995", .greaterThan(.year, 1995)),
            Saying("year >= 1995", .atLeast(.year, 1995)),
            Saying(#"genre contains "remix""#, .contains(.genre, "remix")),
            Saying(#"genre not contains "remix""#, .not(.contains(.genre, "remix"))),
            Saying(#"title begins "The ""#, .hasPrefix(.title, "The ")),
            Saying(#"title begins with "The ""#, .hasPrefix(.title, "The ")),
            Saying("title begins with with", .hasPrefix(.title, "with")),
            Saying("title not begins with A", .not(.hasPrefix(.title, "A"))),
            Saying(#"title ends "(Live)""#, .hasSuffix(.title, "(Live)")),
            Saying(#"title matches "^\d+\.""#, .hasMatch(.title, #"^\d+\."#)),
            Saying(#"title not matches 'a "\'b\\'"#, .not(.hasMatch(.title, #"a "\'b\\"#))),
            Saying("title not ends with Mix", .not(.hasSuffix(.title, "Mix"))),
            Saying("dateAdded within 30 days", .isWithin(.dateAdded, TimeSpan(30, .day))),
            Saying("releaseDate WITHIN 1 Year", .isWithin(.releaseDate, TimeSpan(1, .year))),
            Saying(
                "lastPlayed before 2 weeks ago",
                .isBefore(.lastPlayedDate, TimeSpan(2, .week))),
            Saying("fileSize > 10 MB", .greaterThan(.fileSize, 10_000_000)),
            Saying("fileSize > 1.5GiB", .greaterThan(.fileSize, 1_610_612_736)),
            Saying("bitRate >= 320 kbps", .atLeast(.bitRate, 320)),
            Saying("sampleRate in (44.1 kHz, 48kHz)", .isIn(.sampleRate, [44_100, 48_000])),
            Saying("sampleRate = 16.1 kHz", .equalTo(.sampleRate, 16_100)),
            Saying("duration between 2 min and 1 h", .between(.playbackDuration, 120, 3600)),
            Saying(
                "fileSize < 9223372036854775807 TB",
                .lessThan(.fileSize, .number(9_223_372_036_854_775_807e12))),
            Saying("year in (1995, 1997)", .isIn(.year, [1995, 1997])),
            Saying("year not in (1995)", .not(.isIn(.year, [1995]))),
            Saying("year in ()", .isIn(.year, [])),
            Saying("year between 1995 and 1997", .between(.year, 1995, 1997)),
            Saying("year not between 1995 and 1997", .not(.between(.year, 1995, 1997))),
            Saying("rating is missing", .isMissing(.rating)),
            Saying("rating is not missing", .not(.isMissing(.rating))),
            Saying("artwork is missing", .isMissing(.artwork)),
            Saying(#"title is exactly "jóga""#, .exactly(.title, "jóga")),
            Saying("title is not exactly Jóga", .not(.exactly(.title, "Jóga"))),
        ])
    func comparisons(saying: Saying) throws {
        #expect(try MediaPredicate(expression: saying.expression) == saying.predicate)
    }

    @Test(
        "not binds before and, and before or; parentheses keep together what is in them",
        arguments: [
            Saying("year = 1 and year = 2 and year = 3", .all([.y(1), .y(2), .y(3)])),
            Saying("year = 1 or year = 2 or year = 3", .any([.y(1), .y(2), .y(3)])),
            Saying("year = 1 or year = 2 and year = 3", .any([.y(1), .all([.y(2), .y(3)])])),
            Saying("year = 1 and year = 2 or year = 3", .any([.all([.y(1), .y(2)]), .y(3)])),
            Saying("(year = 1 or year = 2) and year = 3", .all([.any([.y(1), .y(2)]), .y(3)])),
            Saying("(year = 1 and year = 2) and year = 3", .all([.all([.y(1), .y(2)]), .y(3)])),
            Saying("not year = 1 and year = 2", .all([.not(.y(1)), .y(2)])),
            Saying("not (year = 1 and year = 2)", .not(.all([.y(1), .y(2)]))),
            Saying("not not year = 1", .not(.not(.y(1)))),
            Saying("not year != 1", .not(.not(.y(1)))),
            Saying("((year = 1))", .y(1)),
            Saying("true", .all([])),
            Saying("false or not true", .any([.any([]), .not(.all([]))])),
            Saying(
                "year between 1 and 2 and year = 3", .all([.between(.year, 1, 2), .y(3)])),
            Saying(
                #"artist = "Björk" and year >= 1995 and not (genre contains "remix" or rating < 3)"#,
                .all([
                    .equalTo(.artist, "Björk"), .atLeast(.year, 1995),
                    .not(.any([.contains(.genre, "remix"), .lessThan(.rating, 3)])),
                ])),
        ])
    func precedence(saying: Saying) throws {
        #expect(try MediaPredicate(expression: saying.expression) == saying.predicate)
    }

    @Test(
        "keywords and names may be in any case, close together or far apart",
        arguments: [
            "year=1 and year=2", "YEAR = 1 AND Year = 2", " year\t=\n1 aNd (year=2) ",
            "year = \"1\" and year = '2'",
        ])
    func spelling(expression: String) throws {
        #expect(try MediaPredicate(expression: expression) == .all([.y(1), .y(2)]))
    }

    @Test("every property is known by its key in JSON", arguments: MediaProperty.allCases)
    func properties(property: MediaProperty) throws {
        for name in [property.rawValue, property.rawValue.uppercased()] {
            #expect(
                try MediaPredicate(expression: "\(name) is missing") == .isMissing(property))
        }
    }

    @Test(
        "some have a shorter name, too",
        arguments: [
            ("album", MediaProperty.albumTitle), ("track", .albumTrackNumber),
            ("disc", .discNumber), ("duration", .playbackDuration), ("Added", .dateAdded),
        ])
    func shortNames(name: String, property: MediaProperty) throws {
        #expect(try MediaPredicate(expression: "\(name) is missing") == .isMissing(property))
    }

    @Test(
        "a text is a word, or stands in quotes of either kind",
        arguments: [
            ("Björk", "Björk"), ("AC/DC", "AC/DC"), ("Don't", "Don't"), ("1999", "1999"),
            ("true", "true"), ("missing", "missing"), ("雨宮", "雨宮"), ("100%", "100%"),
            (#""Daft Punk""#, "Daft Punk"), ("'Daft Punk'", "Daft Punk"),
            (#""Don't""#, "Don't"), (#"'Say "Hi"'"#, "Say \"Hi\""), (#""""#, ""),
            (#""Say \"Hi\"""#, "Say \"Hi\""), (#"'Don\'t'"#, "Don't"), (#""a\\b""#, #"a\b"#),
            (#""a\nb\rc\td""#, "a\nb\rc\td"), ("\"a\nb\"", "a\nb"), (#""and""#, "and"),
            (#"a\b"#, #"a\b"#), ("\"\u{301}a\"", "\u{301}a"), ("\"(\"", "("),
        ])
    func texts(expression: String, text: String) throws {
        let predicate = try MediaPredicate(expression: "title = \(expression)")
        guard case .equalTo(.title, .text(let parsed)) = predicate else {
            Issue.record("\(predicate)")
            return
        }
        #expect(Array(parsed.utf8) == Array(text.utf8))
    }

    @Test(
        "numbers are written as usual",
        arguments: [
            ("185", MediaValue.integer(185)), ("-7", -7), ("+7", 7), ("007", 7), ("-7.5", -7.5),
            ("1e3", 1000.0), ("1.5E-3", 0.0015), ("2.0", 2.0), ("\"2\"", 2),
            ("99999999999999999999", 1e20), ("1e999", .number(.infinity)),
            ("3:05", 185), ("0:07", 7), ("1:02:03", 3723), ("3:05.25", 185.25), ("90:00", 5400),
        ])
    func numbers(text: String, value: MediaValue) throws {
        #expect(
            try MediaPredicate(expression: "duration > \(text)")
                == .greaterThan(.playbackDuration, value))
    }

    @Test(
        "a date without quotes is all its days, in quotes only itself",
        arguments: [
            Saying("releaseDate = 1997", .between(.releaseDate, "1997", "1997-12-31")),
            Saying("releaseDate = \"1997\"", .equalTo(.releaseDate, "1997")),
            Saying(
                "releaseDate != 1997-02", .not(.between(.releaseDate, "1997-02", "1997-02-28"))),
            Saying("releaseDate = 1997-09-20", .equalTo(.releaseDate, "1997-09-20")),
            Saying("releaseDate < 1997", .lessThan(.releaseDate, "1997")),
            Saying("releaseDate >= 1997", .atLeast(.releaseDate, "1997")),
            Saying("releaseDate <= 1997", .atMost(.releaseDate, "1997-12-31")),
            Saying("releaseDate > 2000-02", .greaterThan(.releaseDate, "2000-02-29")),
            Saying(
                "releaseDate between 1990 and 1999",
                .between(.releaseDate, "1990", "1999-12-31")),
            Saying(
                "releaseDate in (1997, 1999-01-01)",
                .any([
                    .between(.releaseDate, "1997", "1997-12-31"),
                    .equalTo(.releaseDate, "1999-01-01"),
                ])),
            Saying("releaseDate in (1997)", .between(.releaseDate, "1997", "1997-12-31")),
            Saying("releaseDate begins 199", .hasPrefix(.releaseDate, "199")),
            Saying(
                "added = 2026-11-21",
                .between(
                    .dateAdded, .moment("2026-11-21T00:00:00Z"), .moment("2026-11-21T23:59:59Z"))),
            Saying("added <= 2026", .atMost(.dateAdded, .moment("2026-12-31T23:59:59Z"))),
            Saying("added > 2026-11", .greaterThan(.dateAdded, .moment("2026-11-30T23:59:59Z"))),
            Saying("added >= 2026-11", .atLeast(.dateAdded, .moment("2026-11-01T00:00:00Z"))),
            Saying("added < 2026", .lessThan(.dateAdded, .moment("2026-01-01T00:00:00Z"))),
            Saying(
                "added = 2026-11-21T09:30:00Z",
                .equalTo(.dateAdded, .moment("2026-11-21T09:30:00Z"))),
            Saying(
                "added = \"2026-11-21\"", .equalTo(.dateAdded, .moment("2026-11-21T00:00:00Z"))),
        ])
    func dates(saying: Saying) throws {
        #expect(try MediaPredicate(expression: saying.expression) == saying.predicate)
    }

    @Test(
        "other kinds have values of their own",
        arguments: [
            Saying("isCompilation = TRUE", .equalTo(.isCompilation, true)),
            Saying("isExplicit = false", .equalTo(.isExplicit, false)),
            Saying("persistentID = 42", .equalTo(.persistentID, "42")),
            Saying("persistentID in (1, '2')", .isIn(.persistentID, ["1", "2"])),
            Saying("mediaType = music", .equalTo(.mediaType, "music")),
            Saying("codec in (flac, alac)", .isIn(.codec, ["flac", "alac"])),
        ])
    func otherKinds(saying: Saying) throws {
        #expect(try MediaPredicate(expression: saying.expression) == saying.predicate)
    }

    // MARK: - Bounds

    @Test("parentheses and nots may stand 16 deep, and no deeper")
    func depth() throws {
        func nested(_ opening: String, _ closing: String, _ count: Int) -> String {
            String(repeating: opening, count: count) + "year = 1"
                + String(repeating: closing, count: count)
        }
        #expect(try MediaPredicate(expression: nested("(", ")", 16)) == .y(1))
        #expect(
            throws: ExpressionError(
                offset: 16, expected: "no more than 16 nested parentheses and nots",
                found: "'('")
        ) { try MediaPredicate(expression: nested("(", ")", 17)) }
        _ = try MediaPredicate(expression: nested("not ", "", 16))
        #expect(throws: ExpressionError.self) {
            try MediaPredicate(expression: nested("not ", "", 17))
        }
        for opening in ["(", "not ", "not(", "((((not "] {
            #expect(throws: ExpressionError.self) {
                try MediaPredicate(expression: String(repeating: opening, count: 8000))
            }
        }
    }

    @Test("what stands beside one another is not deep, and there may be 500 of it")
    func width() throws {
        func many(_ count: Int) -> String {
            Array(repeating: "(not year = 1)", count: count).joined(separator: " or ")
        }
        #expect(
            try MediaPredicate(expression: many(500))
                == .any(Array(repeating: .not(.y(1)), count: 500)))
        #expect(
            throws: ExpressionError(
                offset: 500 * 18 + 5, expected: "no more than 500 conditions", found: "'year'")
        ) { try MediaPredicate(expression: many(501)) }
    }

    @Test("all lists together have no more than 5000 values")
    func values() throws {
        let list = "(" + Array(repeating: "1", count: 2500).joined(separator: ",") + ")"
        let lists = "year in \(list) or track in \(list)"
        #expect(
            try MediaPredicate(expression: lists)
                == .any([
                    .isIn(.year, Array(repeating: 1, count: 2500)),
                    .isIn(.albumTrackNumber, Array(repeating: 1, count: 2500)),
                ]))
        #expect(
            throws: ExpressionError(
                offset: lists.count + 13, expected: "no more than 5000 values in lists",
                found: "'2'")
        ) { try MediaPredicate(expression: lists + " or disc in (2)") }
    }

    @Test("an expression is no longer than 65536 bytes")
    func length() throws {
        let text = String(repeating: "é", count: 32_763)
        let longest = "title='\(text)'"
        #expect(try MediaPredicate(expression: longest + "  ") == .equalTo(.title, .text(text)))
        #expect(
            throws: ExpressionError(
                offset: 32_774, expected: "no more than 65536 bytes", found: "65537")
        ) { try MediaPredicate(expression: longest + "   ") }
    }
}

extension MediaPredicate {
    /// A condition that is short to write.
    static func y(_ year: Int) -> MediaPredicate { .equalTo(.year, .integer(year)) }
}

extension MediaValue {
    static func moment(_ text: String) -> MediaValue {
        Date(iso8601: text).map(MediaValue.timestamp) ?? .text("no moment: \(text)")
    }
}

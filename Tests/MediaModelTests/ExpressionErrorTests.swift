import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import Testing

@Suite struct ExpressionErrorTests {
    /// A wrong expression, where it is wrong, and what is said of it.
    struct Mistake: CustomTestStringConvertible {
        var expression: String
        var offset: Int
        var message: String

        init(_ expression: String, _ offset: Int, _ message: String) {
            self.expression = expression
            self.offset = offset
            self.message = message
        }

        var testDescription: String { expression }
    }

    private static let comparisons =
        "=, !=, <, <=, >, >=, contains, begins, ends, matches, in, between or is"
    private static let comparisonsOfNumbers = "=, !=, <, <=, >, >=, in, between or is"

    @Test(
        "a mistake is found where it is, with what was expected there",
        arguments: [
            Mistake("", 0, "expected a condition such as year >= 1995, found nothing"),
            Mistake("  ", 0, "expected a condition such as year >= 1995, found nothing"),
            Mistake(
                "year = 1 and mediaType = muzic", 25,
                "expected music, podcast, audioBook, audioITunesU, movie, tvShow, videoPodcast, "
                    + "musicVideo, videoITunesU or homeVideo for mediaType, found 'muzic'; did you "
                    + "mean music?"),
            Mistake(
                "mediaType is exactly song", 21,
                "expected music, podcast, audioBook, audioITunesU, movie, tvShow, videoPodcast, "
                    + "musicVideo, videoITunesU or homeVideo for mediaType, found 'song'"),
            Mistake("and", 0, "expected a property, not or (, found 'and'"),
            Mistake("\"artist\" = x", 0, "expected a property, not or (, found \"artist\""),
            Mistake("year = 1 and", 12, "expected a property, not or (, found the end"),
            Mistake("year = 1 or )", 12, "expected a property, not or (, found ')'"),
            Mistake("()", 1, "expected a property, not or (, found ')'"),
            Mistake("not", 3, "expected a property, not or (, found the end"),
            Mistake("yeer = 1", 0, "expected a property, found 'yeer'; did you mean year?"),
            Mistake(
                "title = a and Artst = b", 14,
                "expected a property, found 'Artst'; did you mean artist?"),
            Mistake(
                "colour = red", 0,
                "expected a property, found 'colour'; phonolith properties lists the properties"
            ),
            Mistake("year", 4, "expected \(comparisonsOfNumbers), found the end"),
            Mistake("artist Björk", 7, "expected \(comparisons), found 'Björk'"),
            Mistake("artist == Björk", 7, "expected \(comparisons), found '=='"),
            Mistake(
                "genre contians remix", 6,
                "expected \(comparisons), found 'contians'; did you mean contains?"),
            Mistake(
                "year = 1 or title matches 'a(b'", 30,
                "expected a regular expression, found 'a(b'; missing closing parenthesis"),
            Mistake(
                "title matches (", 14, "expected a text, found '('"),
            Mistake("artist like Björk", 7, "expected \(comparisons), found 'like'"),
            Mistake(
                "artist not like Björk", 11,
                "expected contains, begins, ends, matches, in or between, found 'like'"),
            Mistake("year not = 1", 9, "expected in or between, found '='"),
            Mistake(
                "year contains 19", 5,
                "expected \(comparisonsOfNumbers), found 'contains'; year is a number"),
            Mistake(
                "year within 3 days", 5,
                "expected \(comparisonsOfNumbers), found 'within'; year is a number"),
            Mistake("dateAdded within days", 17, "expected a number such as 30, found 'days'"),
            Mistake("dateAdded within -3 days", 17, "expected a number such as 30, found '-3'"),
            Mistake(
                "dateAdded within 3", 18,
                "expected hours, days, weeks, months or years, found the end"),
            Mistake("dateAdded before 3 days", 23, "expected ago, found the end"),
            Mistake("year is 5", 8, "expected missing or not missing, found '5'"),
            Mistake("year is not 5", 12, "expected missing, found '5'"),
            Mistake("title is x", 9, "expected not, missing or exactly, found 'x'"),
            Mistake("title is not x", 13, "expected missing or exactly, found 'x'"),
            Mistake("title is exactly", 16, "expected a text, found the end"),
            Mistake("title contains )", 15, "expected a text, found ')'"),
            Mistake(
                "artwork = 1", 8,
                "expected is missing or is not missing, found '='; artwork is neither text nor number; it can only be missing"
            ),
            Mistake("year = \"abc\"", 7, "expected a number for year, found \"abc\""),
            Mistake("year = abc", 7, "expected a number for year, found 'abc'"),
            Mistake("year in (1, x)", 12, "expected a number for year, found 'x'"),
            Mistake("year between 1 and x", 19, "expected a number for year, found 'x'"),
            Mistake("year >=", 7, "expected a number for year, found the end"),
            Mistake("bitRate = nan", 10, "expected a number for bitRate, found 'nan'"),
            Mistake("bitRate = 0x10", 10, "expected a number for bitRate, found '0x10'"),
            Mistake("bitRate = 3:05", 10, "expected a number for bitRate, found '3:05'"),
            Mistake(
                "duration = 3:65", 11,
                "expected seconds like 185 or 3:05 for playbackDuration, found '3:65'"),
            Mistake(
                "releaseDate = 1997-13", 14,
                "expected a date like 1997, 1997-09 or 1997-09-20 for releaseDate, found '1997-13'"),
            Mistake(
                "added > yesterday", 8,
                "expected a moment like 2026-11-21 or 2026-11-21T09:30:00Z for dateAdded, found 'yesterday'"
            ),
            Mistake(
                "isExplicit = yes", 13, "expected true or false for isExplicit, found 'yes'"),
            Mistake(
                "persistentID = abc", 15,
                "expected a persistent ID for persistentID, found 'abc'"),
            Mistake(
                "title = or", 8,
                "expected text for title, found 'or'; put a text with this name in quotes"),
            Mistake("year in 1", 8, "expected (, found '1'"),
            Mistake("year in (1", 10, "expected , or ), found the end"),
            Mistake("year in (1 2)", 11, "expected , or ), found '2'"),
            Mistake("year in (1,)", 11, "expected a number for year, found ')'"),
            Mistake("year between 1 or 2", 15, "expected and with the greatest value, found 'or'"),
            Mistake("(year = 1", 9, "expected and, or or ), found the end"),
            Mistake("year = 1)", 8, "expected and, or or the end, found ')'"),
            Mistake("year = 1 year = 2", 9, "expected and, or or the end, found 'year'"),
            Mistake(
                "artist = Daft Punk", 14,
                "expected and, or or the end, found 'Punk'; put a text of several words in quotes"
            ),
            Mistake(
                "title = \"Jóga", 8,
                "expected a text that ends with \", found none after this \""),
            Mistake(
                #"title = "a\b""#, 10,
                #"expected \", \', \\, \n, \r or \t, found '\b'; a backslash itself is written \\"#),
            Mistake(
                "artist = “Björk”", 9,
                "expected a value, found '“'; put texts in \"…\""),
        ])
    func mistakes(mistake: Mistake) {
        let error = #expect(throws: ExpressionError.self) {
            try MediaPredicate(expression: mistake.expression)
        }
        #expect(error?.offset == mistake.offset)
        #expect(error?.description == mistake.message)
    }

    @Test("what was found is cut where it is long")
    func long() {
        let error = #expect(throws: ExpressionError.self) {
            try MediaPredicate(expression: "year = " + String(repeating: "9x", count: 5000))
        }
        #expect(error?.found == "'" + String(repeating: "9x", count: 20) + "…'")
    }

    @Test("no text makes the parser trap, and every place lies within the text")
    func anything() {
        var numbers = SeededGenerator(seed: 1)
        let library = RandomLibrary(seed: 1)
        let predicates = RandomPredicates(seed: 1, items: library.items, areSayable: true)
        var errors = 0
        for predicate in predicates.prefix(1500) {
            let expression = numbers.broken(predicate.expression ?? "")
            do throws(ExpressionError) {
                _ = try MediaPredicate(expression: expression)
            } catch {
                errors += 1
                #expect((0...expression.unicodeScalars.count).contains(error.offset))
            }
        }
        #expect(errors > 400)
    }
}

extension SeededGenerator {
    /// The text with some pieces cut out, doubled, moved or replaced by noise; or nothing but noise.
    fileprivate mutating func broken(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...number(in: 0...3) {
            let from = number(in: 0...bytes.count)
            let to = min(bytes.count, from + number(in: 0...8))
            let piece = bytes[from..<to]
            switch number(in: 1...5) {
            case 1: bytes.removeSubrange(from..<to)
            case 2: bytes.insert(contentsOf: piece, at: number(in: 0...bytes.count))
            case 3: bytes.replaceSubrange(from..<to, with: noise())
            case 4: bytes.insert(contentsOf: one(of: Self.tokens).utf8, at: from)
            default: bytes = number(in: 1...10) == 1 ? noise() + noise() : bytes
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func noise() -> [UInt8] {
        (0..<number(in: 0...6)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    private static let tokens = [
        "(", ")", "((", "\"", "'", "\\", ",", "=", "<", "!", " not ", " and ", " or ", " is ",
        "in (",
        "\u{301}", "\0", "1e", "--", ":", "year", "\u{202E}", "👩‍👩‍👧",
    ]
}

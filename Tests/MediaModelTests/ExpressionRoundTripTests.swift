import Foundation
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import Testing

@Suite struct ExpressionRoundTripTests {
    @Test(
        "a predicate is written as people write it",
        arguments: [
            Saying(
                #"artist = "Björk" and year >= 1995 and not (genre contains "remix" or rating < 3)"#,
                .all([
                    .equalTo(.artist, "Björk"), .atLeast(.year, 1995),
                    .not(.any([.contains(.genre, "remix"), .lessThan(.rating, 3)])),
                ])),
            Saying(#"title != "Say \"Hi\"\n""#, .not(.equalTo(.title, "Say \"Hi\"\n"))),
            Saying(
                "(year = 1 or year = 2) and not not (year = 3 and year = 4)",
                .all([.any([.y(1), .y(2)]), .not(.not(.all([.y(3), .y(4)])))])),
            Saying(#"codec not in ("mp3", "aac")"#, .not(.isIn(.codec, ["mp3", "aac"]))),
            Saying(
                "dateAdded > 2026-11-21T09:30:00Z",
                .greaterThan(.dateAdded, .moment("2026-11-21T09:30:00Z"))),
            Saying(#"releaseDate = "1997""#, .equalTo(.releaseDate, "1997")),
            Saying("isExplicit = true", .equalTo(.isExplicit, true)),
            Saying("not year between 1 and 2.5", .not(.between(.year, 1, 2.5))),
            Saying("rating is not missing", .not(.isMissing(.rating))),
            Saying(#"title is not exactly "a""#, .not(.exactly(.title, "a"))),
            Saying(#"title not begins "a""#, .not(.hasPrefix(.title, "a"))),
            Saying(#"title not ends "a""#, .not(.hasSuffix(.title, "a"))),
            Saying("dateAdded within 1 day", .isWithin(.dateAdded, TimeSpan(1, .day))),
            Saying(
                "lastPlayedDate not within 3 months",
                .not(.isWithin(.lastPlayedDate, TimeSpan(3, .month)))),
            Saying("releaseDate before 1 year ago", .isBefore(.releaseDate, TimeSpan(1, .year))),
            Saying("true or false", .any([.all([]), .any([])])),
            Saying("bookmarkTime < 1e999", .lessThan(.bookmarkTime, .number(.infinity))),
        ])
    func written(saying: Saying) throws {
        #expect(saying.predicate.expression == saying.expression)
        #expect(try MediaPredicate(expression: saying.expression) == saying.predicate)
    }

    @Test("what is written is read as it was", arguments: 1...4)
    func roundTrip(seed: UInt64) throws {
        let items = RandomLibrary(seed: seed).items
        for predicate in RandomPredicates(seed: seed, items: items, areSayable: true).prefix(1000) {
            let expression = try #require(predicate.expression, "\(predicate)")
            let parsed = try MediaPredicate(expression: expression)
            #expect(parsed == predicate)
            // Unlike Swift's ==, this tells é from e with an accent.
            #expect(parsed.expression.map { Array($0.utf8) } == Array(expression.utf8))
        }
    }

    @Test("what is written in another form means the same, and what compares unlike things is not")
    func otherForms() throws {
        let items = RandomLibrary(seed: 5).items
        var count = (same: 0, none: 0)
        for predicate in RandomPredicates(seed: 5, items: items, areSayable: false).prefix(3000) {
            guard let expression = predicate.expression else {
                count.none += 1
                continue
            }
            count.same += 1
            #expect(predicate.problem == nil)
            let parsed = try MediaPredicate(expression: expression)
            #expect(
                items.filter { parsed.matches($0) } == items.filter { predicate.matches($0) },
                "\(expression)")
        }
        #expect(count.same > 1000)
        #expect(count.none > 100)
    }

    @Test(
        "what the language cannot say has no expression",
        arguments: [
            MediaPredicate.equalTo(.year, "1997"), .equalTo(.title, 5), .contains(.year, "1"),
            .equalTo(.bitRate, .number(.nan)), .equalTo(.artwork, .artwork([])),
            .lessThan(.dateAdded, .timestamp(Date(secondsSince1970: 253_402_300_800))),
            .equalTo(.title, .text(String(repeating: "x", count: 70_000))),
            (0..<17).reduce(.lessThan(.year, 1)) { deeper, _ in .not(deeper) },
        ])
    func unsayable(predicate: MediaPredicate) {
        #expect(predicate.expression == nil)
    }
}

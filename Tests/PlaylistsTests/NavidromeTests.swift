import Foundation
import PhonolithMediaModel
import PhonolithPlaylists
import Testing

/// Navidrome's rules mean here what they mean there, or are refused.
@Suite struct NavidromeTests {
    private func rule(_ text: String) throws -> SmartPlaylistRule {
        try NavidromePlaylist(parsing: Array(text.utf8)).rule
    }

    private func expression(_ condition: String) throws -> String? {
        try rule("{\"all\":[\(condition)]}").predicate.expression
    }

    @Test(
        "a condition holds of what it holds of in Navidrome, where an absent number is 0 and an absent text empty",
        arguments: [
            (#"{"gt":{"rating":3}}"#, "rating > 3"),
            (#"{"lt":{"rating":3}}"#, "rating < 3 or rating is missing"),
            (#"{"is":{"rating":0}}"#, "rating = 0 or rating is missing"),
            (#"{"isNot":{"rating":0}}"#, "not (rating = 0 or rating is missing)"),
            (#"{"isNot":{"rating":5}}"#, "rating != 5"),
            (#"{"gt":{"rating":-1}}"#, "rating > -1 or rating is missing"),
            (
                #"{"inTheRange":{"rating":[0,2]}}"#,
                "rating between 0 and 2 or rating is missing"
            ),
            (#"{"inTheRange":{"year":[1970,1979]}}"#, "year between 1970 and 1979"),
            (#"{"lt":{"year":1970}}"#, "year < 1970 or year is missing"),
            (#"{"is":{"year":"1997"}}"#, "year = 1997"),
            (#"{"is":{"playCount":0}}"#, "playCount = 0"),
            (#"{"lt":{"bpm":100}}"#, "beatsPerMinute < 100"),
            (
                #"{"isNot":{"bpm":100}}"#,
                "beatsPerMinute != 100 and beatsPerMinute is not missing"
            ),
            (#"{"is":{"comment":""}}"#, #"comments = "" or comments is missing"#),
            (#"{"notContains":{"comment":"x"}}"#, #"comments not contains "x""#),
            (#"{"is":{"genre":["Rock","Pop"]}}"#, #"genre = "Rock" or genre = "Pop""#),
            (#"{"isNot":{"genre":["Rock","Pop"]}}"#, #"not (genre = "Rock" or genre = "Pop")"#),
            (#"{"isMissing":{"genre":true}}"#, "genre is missing"),
            (#"{"isPresent":{"bpm":true}}"#, "beatsPerMinute is not missing"),
            (#"{"isMissing":{"genre":false}}"#, "genre is not missing"),
            (#"{"after":{"dateAdded":"2026-01-31"}}"#, "dateAdded >= 2026-01-31T00:00:00Z"),
            (#"{"before":{"lastPlayed":"2026-01-31"}}"#, "lastPlayedDate < 2026-01-31T00:00:00Z"),
            (
                #"{"inTheRange":{"dateAdded":["2026-01-01","2026-02-01"]}}"#,
                "dateAdded >= 2026-01-01T00:00:00Z and dateAdded < 2026-02-01T00:00:00Z"
            ),
            (
                #"{"before":{"date":"1997-06"}}"#,
                #"releaseDate < "1997-06" or releaseDate is missing"#
            ),
            (#"{"is":{"compilation":true}}"#, "isCompilation = true"),
            (#"{"startsWith":{"filepath":"Rock/"}}"#, #"relativePath begins "Rock/""#),
            (#"{"endsWith":{"title":"(Live)"}}"#, #"title ends "(Live)""#),
            (#"{"inTheLast":{"lastPlayed":30}}"#, "lastPlayedDate within 30 days"),
            (#"{"notInTheLast":{"dateAdded":"1"}}"#, "dateAdded not within 1 day"),
            (#"{"contains":{"title":1999}}"#, #"title contains "1999""#),
            (#"{"IS":{"ArTist":"X"}}"#, #"artist = "X""#),
            (#"{"any":[{"is":{"year":1}},{"gt":{"year":5}}]}"#, "year = 1 or year > 5"),
        ])
    func conditions(condition: String, expected: String) throws {
        #expect(try expression(condition) == expected)
    }

    @Test(
        "what cannot be said here is refused",
        arguments: [
            (#"{"is":{"averagerating":4}}"#, "averagerating"),
            (#"{"inTheLast":{"lastPlayed":-30}}"#, "value"),
            (#"{"inTheLast":{"year":30}}"#, "inthelast"), (#"{"inPlaylist":{"id":"1"}}"#, "id"),
            (#"{"gt":{"compilation":true}}"#, "no order"),
            (#"{"is":{"compilation":"yes"}}"#, "value"), (#"{"is":{"year":true}}"#, "value"),
            (#"{"is":{"year":"old"}}"#, "value"), (#"{"contains":{"year":19}}"#, "contains"),
            (#"{"contains":{"title":"100%"}}"#, "%"), (#"{"is":{"lyrics":"x"}}"#, "lyrics"),
            (#"{"is":{"dateAdded":"2026-01-31"}}"#, "is"),
            (#"{"after":{"dateAdded":"now"}}"#, "value"),
            (#"{"inTheRange":{"genre":["A","B"]}}"#, "intherange"),
            (#"{"inTheRange":{"year":[1]}}"#, "intherange"),
            (#"{"isMissing":{"artist":true}}"#, "ismissing"),
            (#"{"isMissing":{"genre":"x"}}"#, "ismissing"),
            (#"{"is":{"year":1,"bpm":2}}"#, "one field"), (#"{"is":3}"#, "one field"),
            (#"{"like":{"title":"x"}}"#, "like"), ("3", "not a list of objects"),
        ])
    func refusals(condition: String, words: String) {
        let error = #expect(throws: PlaylistError.self) { try expression(condition) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test(
        "what is wrong with the whole is refused",
        arguments: [
            (#"{"all":[]}"#, "neither"), (#"{"name":"x"}"#, "neither"), ("[]", "not a JSON object"),
            (#"{"all":[{"is":{"year":1}}],"any":[{"is":{"year":2}}]}"#, "only 'any'"),
            (#"{"all":[{"is":{"year":1}}],"limit":"5"}"#, "limit"),
            (#"{"all":[{"is":{"year":1}}],"limit":true}"#, "limit"),
            (#"{"all":[{"is":{"year":1}}],"limit":1.5}"#, "limit"),
            (#"{"all":[{"is":{"year":1}}],"limitPercent":10}"#, "limitpercent"),
            (#"{"all":[{"is":{"year":1}}],"offset":10}"#, "offset"),
            (#"{"all":[{"is":{"year":1}}],"order":"down"}"#, "down"),
            (#"{"all":[{"is":{"year":1}}],"sort":5}"#, "sort"),
            (#"{"all":[{"gt":{"rating":1}}],"sort":"lastPlayed","limit":5}"#, "first"),
            (#"{"name":5,"all":[{"is":{"year":1}}]}"#, "name"),
        ])
    func wholes(text: String, words: String) {
        let error = #expect(throws: PlaylistError.self) { try rule(text) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test("order and limit are Navidrome's: by title where nothing is said")
    func orders() throws {
        func order(_ rest: String) throws -> String {
            MediaOrder.text(of: try rule("{\"all\":[{\"gt\":{\"year\":1}}]\(rest)}").order)
        }
        #expect(try order("") == "title")
        #expect(try order(#","order":"DESC""#) == "title:desc")
        #expect(try order(#","sort":"-year, +title","order":"asc""#) == "year:desc,title")
        #expect(try order(#","sort":"-year,title","order":"desc""#) == "year,title:desc")
        #expect(try order(#","sort":"year","limit":5"#) == "year")
        #expect(try order(#","sort":"-rating,Random","limit":5"#) == "rating:desc,random")
        #expect(try rule(#"{"all":[{"gt":{"year":1}}],"limit":0}"#).limit == nil)
        #expect(try rule(#"{"all":[{"gt":{"year":1}}],"limit":7}"#).limit == .items(7))
    }

    @Test("comments are allowed where JSON has blanks, and texts keep theirs")
    func comments() throws {
        let text = """
            // The best /* of */ them
            {"Name": "a // b /* c */ \\" //", /* words
             "any": [] */ "all": [ // condition
             {"gt": {"rating": 3}}] /**/ } // end
            """
        let list = try NavidromePlaylist(parsing: Array(text.utf8))
        #expect(list.name == "a // b /* c */ \" //")
        #expect(list.rule.predicate.expression == "rating > 3")
    }
}

import PhonolithMediaModel
import Testing

@Suite struct ListRequestTests {
    private func error(
        _ parameter: ListRequest.Parameter, _ text: String, of grouping: MediaGrouping = .title
    ) -> ListRequestError? {
        do throws(ListRequestError) {
            _ = try ListRequest(of: grouping, [parameter: [text]])
            return nil
        } catch {
            return error
        }
    }

    @Test("each parameter says its part of the query")
    func query() throws {
        let token = PageToken(of: "x", seed: 1, values: [.integer(1)])
        let request = try ListRequest(
            of: .title,
            [
                .title: ["T"], .artist: ["A"], .album: ["L"], .albumArtist: ["AA"], .genre: ["G"],
                .composer: ["C"], .year: ["1990..1999"], .condition: ["rating > 2", "disc = 1"],
                .missing: ["true"], .sort: ["year:desc,TITLE"], .limit: ["5"], .offset: ["2"],
                .after: [token.description],
            ])
        let expected = MediaQuery(
            mediaType: .music,
            filterPredicates: [
                .equalTo(.title, "T"), .equalTo(.artist, "A"), .equalTo(.albumTitle, "L"),
                .equalTo(.albumArtist, "AA"), .equalTo(.genre, "G"), .equalTo(.composer, "C"),
                .between(.year, 1990, 1999), .greaterThan(.rating, 2), .equalTo(.discNumber, 1),
            ], isMissing: true,
            order: [MediaOrder(.year, isDescending: true), MediaOrder(.title)], limit: 5,
            offset: 2, after: token)
        #expect(request.query(of: .songs) == expected)
    }

    @Test("what is not given stays as the list has it")
    func nothing() throws {
        let list = MediaQuery(mediaType: .anyVideo, order: [MediaOrder(.tvShow)])
        #expect(try ListRequest(of: .title, [:]).query(of: list) == list)
    }

    @Test(
        "a year is one year, or two with dots between, either of which may be left out",
        arguments: [
            ("1997", 1997...1997), ("1990..1999", 1990...1999), ("1990..1990", 1990...1990),
            ("1990..", 1990...9999), ("..1999", 1...1999), ("..", 1...9999),
        ])
    func years(text: String, range: ClosedRange<Int>) throws {
        let request = try ListRequest(of: .title, [.year: [text]])
        let (from, to) = (range.lowerBound, range.upperBound)
        #expect(request.predicates == [.between(.year, .integer(from), .integer(to))])
    }

    @Test(
        "anything else is no year",
        arguments: [
            "", "19x5", "0", "10000", "-5", "1990-1999", "1990...1999", "1990..1995..1999",
            "1990..x", " 1997",
        ])
    func noYears(text: String) {
        let expected = ListRequestError.Fault.value(expected: "a year or a range like 1990..1999")
        #expect(error(.year, text)?.fault == expected)
    }

    @Test("an earlier year comes first")
    func reversedYears() {
        #expect(error(.year, "1999..1990")?.fault == .reversedYears)
    }

    @Test(
        "keys are found in any case, by their short names, and each list has its own",
        arguments: [
            (MediaGrouping.title, "albumtitle", [MediaOrder(.albumTitle)]),
            (
                .title, "ALBUM:desc, lastPlayed",
                [
                    MediaOrder(.albumTitle, isDescending: true), MediaOrder(.lastPlayedDate),
                ]
            ),
            (.album, "title:asc", [MediaOrder(.albumTitle)]),
            (.artist, "Title", [MediaOrder(.artist)]),
            (.genre, "added:desc", [MediaOrder(.dateAdded, isDescending: true)]),
            (.album, "count,random", [MediaOrder(.itemCount), MediaOrder(.random)]),
        ] as [(MediaGrouping, String, [MediaOrder])])
    func order(grouping: MediaGrouping, text: String, order: [MediaOrder]) throws {
        #expect(try ListRequest(of: grouping, [.sort: [text]]).order == order)
    }

    @Test("a fault of an order names the key, what is known, and the nearest")
    func unknownKeys() {
        let unknown = error(.sort, "year,titel")
        #expect(unknown?.text == "titel")
        #expect(unknown?.fault == .key(of: .title))
        #expect(unknown?.nearestKey == "title")
        #expect(error(.sort, "bitRate", of: .album)?.fault == .key(of: .album))
        #expect(error(.sort, "", of: .album)?.fault == .key(of: .album))
        #expect(error(.sort, "year:up")?.fault == .direction(ofKey: "year"))
        #expect(error(.sort, "year:up")?.expected == "year or year:desc")
    }

    @Test(
        "numbers, flags and tokens are refused with what is accepted",
        arguments: [
            (ListRequest.Parameter.limit, "-1", "0 or more"), (.limit, "x", "0 or more"),
            (.offset, "99999999999999999999", "0 or more"), (.missing, "yes", "true or false"),
            (.after, "3", "the token of a page"), (.after, "", "the token of a page"),
        ])
    func values(parameter: ListRequest.Parameter, text: String, expected: String) {
        #expect(error(parameter, text)?.expected == expected)
        #expect(error(parameter, text)?.parameter == parameter)
        #expect(error(parameter, text)?.text == text)
    }

    @Test("a mistake in an expression keeps its place")
    func expression() {
        guard case .expression(let fault) = error(.condition, "year >")?.fault else {
            Issue.record("no fault of an expression")
            return
        }
        #expect(fault.offset == 6)
    }
}

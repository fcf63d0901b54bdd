import PhonolithMediaModel
import Testing

/// Stars by the tags of several programs.
@Suite struct RatingInTagsTests {
    @Test(
        "each program's numbers are stars",
        arguments: [
            ("FMPS_RATING", ["0.2": 1, "0.5": 3, "1.0": 5, "0": nil, "-1": nil, "1.5": nil]),
            // Windows, Winamp, Clementine, Strawberry; MediaMonkey has halves between.
            ("POPM:RATING@WINAMP.COM", ["1": 1, "64": 2, "128": 3, "196": 4, "255": 5, "54": 2]),
            ("POPM", ["31": 1, "32": 2, "223": 4, "224": 5, "256": nil]),
            ("POPM:QUODLIBET@LISTS.SACREDCHAO.NET", ["51": 1, "102": 2, "153": 3, "255": 5]),
            // foobar2000, MusicBee, MediaMonkey, Quod Libet.
            ("RATING", ["1": 1, "4": 4, "20": 1, "60": 3, "100": 5, "0.8": 4, "196": 4]),
            ("RATING:ADA@EXAMPLE.ORG", ["0.4": 2, "five": nil, "nan": nil, "inf": nil, "": nil]),
            ("SHAREDUSERRATING", ["1": 1, "25": 2, "50": 3, "75": 4, "99": 5, "101": nil]),
            ("RATE", ["20": 1, "100": 5, "101": nil]),
            ("RATINGS", ["5": nil]),
        ] as [(String, [String: Int?])])
    func stars(name: String, expected: [String: Int?]) {
        for (value, stars) in expected {
            #expect(
                RatingInTags.stars(in: [MediaTag(name: name, values: [value])]) == stars, "\(value)"
            )
        }
    }

    @Test("the plainest scale counts, and what is no number is passed over")
    func several() {
        let tags = [
            MediaTag(name: "FMPS_RATING", values: ["?", "0.6"]),
            MediaTag(name: "POPM:A", values: ["255"]), MediaTag(name: "RATING", values: ["1"]),
        ]
        #expect(RatingInTags.stars(in: tags) == 3)
        #expect(RatingInTags.stars(in: Array(tags.dropFirst())) == 5)
        #expect(RatingInTags.stars(in: []) == nil)
    }
}

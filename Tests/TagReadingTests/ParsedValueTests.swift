import PhonolithMediaModel
import PhonolithTagReading
import Testing

@Suite struct ParsedValueTests {
    @Test(
        "A date is understood as far as it is told",
        arguments: [
            ("1997", "1997"), ("1997-09", "1997-09"), ("1997-09-20", "1997-09-20"),
            ("1997-09-20T07:00:00Z", "1997-09-20"), ("2005-09-27 12:30", "2005-09-27"),
            ("20050927", "2005-09-27"), ("2005/06/05", "2005-06-05"), ("2008.05.25", "2008-05-25"),
            ("1997-00-00", "1997"), ("1997-13-01", "1997"), ("1997-02-31", "1997-02"),
            ("1987-Sep-05", "1987-09-05"), ("1987.Sep.05", "1987-09-05"),
            ("1987-Oct-12", "1987-10-12"), ("1987 Sep 5", "1987-09-05"),
            ("1987, September 5", "1987-09-05"), ("1999 May", "1999-05"), ("1999-May", "1999-05"),
            ("2005-09-27T10:00:00Z", "2005-09-27"),
            ("Oct 3, 1995", "1995-10-03"), ("October 3 1995", "1995-10-03"),
            ("3 October 1995", "1995-10-03"), ("3rd of October, 1995", "1995-10-03"),
            ("Tue Oct  3 12:30:45 1995", "1995-10-03"), ("Tue, 03 Oct 1995", "1995-10-03"),
            ("03-OCT-1995", "1995-10-03"), ("Sept. 1995", "1995-09"),
            ("Oct 1995", "1995-10"), ("3 Oct 4 1995", "1995-10"), ("Oct 32, 1995", "1995-10"),
            ("Oct/Nov 1995", "1995"), ("Oct 3, 95", nil), ("Octopus 1995", "1995"),
            ("27.9.2005", "2005-09-27"), ("05.06.2005", "2005-06-05"), ("27/09/2005", "2005-09-27"),
            ("09/27/2005", "2005-09-27"), ("05/05/2005", "2005-05-05"), ("05/06/2005", "2005"),
            ("05-06-2005", "2005"), ("09/2005", "2005-09"), ("13/2005", "2005"),
            ("31.02.2005", "2005"), ("1/2/3/2005", "2005"), ("(c) 1987", "1987"), ("0000", nil),
            ("97", nil), ("", nil), ("soon", nil), ("99999999999999999999", nil),
        ] as [(String, String?)])
    func date(text: String, expected: String?) {
        #expect(ParsedValue.date(text)?.description == expected)
    }

    @Test(
        "A number and its total are told apart",
        arguments: [
            ("3", 3, nil), ("03", 3, nil), ("3/12", 3, 12), ("3 of 12", 3, 12), ("0/12", nil, 12),
            ("0", nil, nil), ("/12", nil, 12), ("A1", nil, nil), ("-3", nil, nil), ("", nil, nil),
            ("99999999999999999999", nil, nil),
            // Other numbers are no total.
            ("2.5", 2, nil), ("7 disc 2", 7, nil), ("4 (bonus 3)", 4, nil), ("1-05", 1, nil),
            ("1, 2", 1, nil), ("3 3", 3, nil), ("12b", 12, nil),
            // Ways to write one.
            ("3 / 12", 3, 12), ("3\\12", 3, 12), ("3|12", 3, 12), ("3 von 12", 3, 12),
            ("3 de 12", 3, 12), ("3 sur 12", 3, 12), ("3 из 12", 3, 12), ("3 OF 12", 3, 12),
            ("3/", 3, nil), ("3/0", 3, nil), ("3/12/2", 3, 12), ("7 of 12", 7, 12),
            ("7 of 12 tracks", 7, 12),
            // Marks and words before it.
            ("#7", 7, nil), ("# 7/12", 7, 12), ("No. 7", 7, nil), ("no 7", 7, nil), ("№7", 7, nil),
            ("Nr.7 von 12", 7, 12), ("Track 7", 7, nil), ("track07", 7, nil), ("Disc 1 of 2", 1, 2),
            ("CD2", 2, nil), ("disk 1/2", 1, 2), ("Vol. 3", 3, nil), ("Диск 1 из 2", 1, 2),
            ("第7", 7, nil), ("#0", nil, nil), ("# A1", nil, nil), ("Seven 7", nil, nil),
            ("#", nil, nil), ("Track", nil, nil), ("Bonus track 3", nil, nil),
            // Digits of other scripts.
            ("７", 7, nil), ("７／１２", 7, 12), ("０７ of １２", 7, 12), ("＃７", 7, nil),
            ("٧/١٢", 7, 12), ("७", 7, nil), ("Ⅶ", nil, nil), ("⑦", nil, nil),
        ] as [(String, Int?, Int?)])
    func number(text: String, number: Int?, total: Int?) {
        let parsed = ParsedValue.numberAndTotal(text)
        #expect(parsed.number == number)
        #expect(parsed.total == total)
    }

    @Test(
        "Codes of languages one behind the other are several languages",
        arguments: [
            ("eng", ["eng"]), ("engger", ["eng", "ger"]), ("engdeufra", ["eng", "deu", "fra"]),
            ("ENGGER", ["ENG", "GER"]), ("eng/ger", ["eng", "ger"]), ("eng, ger", ["eng", "ger"]),
            ("engger;fre", ["eng", "ger", "fre"]), ("engeng", ["eng", "eng"]), ("en", ["en"]),
            // A name, also one that is made of codes.
            ("English", ["English"]), ("german", ["german"]), ("breton", ["breton"]),
            ("Deutsch", ["Deutsch"]), ("pt-BR", ["pt-BR"]), ("engg", ["engg"]),
            ("engxxx", ["engxxx"]), ("enggerx", ["enggerx"]), ("foobar", ["foobar"]),
            ("English, German", ["English, German"]), ("", [""]),
        ])
    func languages(text: String, languages: [String]) {
        #expect(ParsedValue.languages(text) == languages)
    }

    @Test(
        "Gains, peaks and tempos are numbers with or without units",
        arguments: [
            ("-7.89 dB", -7.89), ("+1.2dB", 1.2), ("+1.2 dB", 1.2),
            ("- 4.1 dB", -4.1), ("\u{2212}4.1 dB", -4.1), (".5 dB", 0.5), ("-3,5 dB", -3.5),
            ("0", 0), ("nan", nil),
            ("inf", nil), ("1e400", nil), ("-500 dB", nil), ("loud", nil), ("", nil),
        ] as [(String, Double?)])
    func gain(text: String, expected: Double?) {
        #expect(ParsedValue.gain(text) == expected)
    }

    @Test(
        "A track on a record has a side and a number",
        arguments: [
            ("A1", 1, 1), ("b-02", 2, 2), ("C 3/4", 3, 3), ("D.12", 4, 12), ("A", 1, 1),
            ("AA", 2, 1), ("A0", nil, nil), ("A123", nil, nil), ("AB1", nil, nil),
            ("A1b", nil, nil),
            ("1A", nil, nil), ("soon", nil, nil), ("Ä1", nil, nil), ("", nil, nil), ("/", nil, nil),
        ] as [(String, Int?, Int?)])
    func side(text: String, side: Int?, number: Int?) {
        let parsed = ParsedValue.side(text)
        #expect(parsed?.side == side)
        #expect(parsed?.number == number)
    }

    @Test("Sound Check is the louder channel and the higher peak")
    func soundCheck() throws {
        let numbers = "000003E8 00002710 00003F5B 00003F5B 00000000 00000000 00004000 00002000 0 0"
        let parsed = try #require(ParsedValue.soundCheck(" " + numbers))
        #expect(parsed.gain == -10)
        #expect(parsed.peak == 0.5)
        #expect(ParsedValue.soundCheck("000003E8 00002710") == nil)
        #expect(
            ParsedValue.soundCheck(Array(repeating: "0", count: 10).joined(separator: " ")) == nil)
        #expect(ParsedValue.soundCheck("loud") == nil)
    }

    @Test("Opus' gains are moved to ReplayGain's reference")
    func opus() {
        #expect(ParsedValue.opusGain("0") == 5)
        #expect(ParsedValue.opusGain("-2048") == -3)
        #expect(ParsedValue.opusGain("99999") == nil)
        #expect(ParsedValue.opusGain("-3 dB") == nil)
    }

    @Test(
        "Genres by number and by reference have names",
        arguments: [
            ("Rock", ["Rock"]), ("17", ["Rock"]), ("(17)", ["Rock"]),
            ("(17)Rock", ["Rock", "Rock"]), ("(17)/(20)", ["Rock", "Alternative"]),
            ("((52)(RX)", ["(52)(RX)"]), ("(55)((I think...)", ["Dream", "(I think...)"]),
            ("(17) (20)", ["Rock", "Alternative"]), ("(17)/Blues", ["Rock", "/Blues"]),
            ("(4)(8)Dub", ["Disco", "Jazz", "Dub"]), ("(RX)", ["Remix"]), ("CR", ["Cover"]),
            ("((odd) one", ["(odd) one"]), ("(255)", ["(255)"]), ("1984", ["1984"]),
            ("(live)", ["(live)"]), ("", []),
        ])
    func genre(text: String, names: [String]) {
        #expect(GenreNames.names(in: text) == names)
    }
}

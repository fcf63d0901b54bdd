import PhonolithMediaModel
import Testing

@Suite struct SearchTokenTests {
    /// Words as they are, other forms in brackets.
    private func shown(_ text: String) -> String {
        text.searchTokens.map { $0.isForm ? "[\($0.text)]" : $0.text }.joined(separator: " ")
    }

    @Test(
        "a text is taken apart into folded words, each with its other forms",
        arguments: [
            ("Homogenic", "homogenic"),
            ("  Sigur   Rós ", "sigur ros"),
            ("Ragnarök", "ragnarok"),
            ("Bjo\u{308}rk", "bjork"),
            ("Straße", "strasse"),
            ("Кнехт", "кнехт"),
            ("AC/DC", "ac dc [acdc]"),
            ("Don't Stop", "don t [dont] stop"),
            ("Don’t", "don t [dont]"),
            ("R.E.M.", "r e m [rem]"),
            ("Rock'n'Roll", "rock n roll [rocknroll]"),
            ("...And Justice for All", "and justice for all"),
            ("\"Heroes\" (Live)", "heroes live"),
            ("Halde & Wren", "halde wren"),
            ("2Pac 4 Ever", "2pac 4 ever"),
            ("1,000", "1 000 [1000]"),
            ("snake_case", "snake case [snakecase]"),
            ("夜", "夜"),
            ("夜の港", "夜 [夜の] の [の港] 港"),
            ("夜・港", "夜 [夜港] 港"),
            ("夜 港", "夜 港"),
            ("비틀즈", "비 [비틀] 틀 [틀즈] 즈"),
            ("カフェ", "カ [カフ] フ [フェ] ェ"),
            ("ｶﾌｪ", "カ [カフ] フ [フェ] ェ"),
            ("東京2020年", "東 [東京] 京 2020 年"),
            ("J-Popの夜", "j pop [jpop] の [の夜] 夜"),
            ("ＡＢＣ", "abc"),
            ("ﬁne №1", "fine no1"),
            ("สวัสดี", "สวัสดี"),
            ("हिन्दी", "हिन्दी"),
            ("!!!", "！！！"),
            ("+", "＋"),
            ("♥ ♥", "♥ ♥"),
            ("I ♥ NY", "i ny"),
            ("a\0b\tc\u{2028}d", "a b c d"),
            ("", ""), (" \u{200B} ", ""),
        ])
    func tokens(text: String, expected: String) {
        #expect(shown(text) == expected)
    }

    @Test("words and texts of any length are cut")
    func limits() {
        #expect(
            String(repeating: "a", count: 1000).searchTokens
                == [SearchToken(String(repeating: "a", count: SearchToken.maximumLength))])
        for separator in [" ", "/"] {
            let text = (0..<10_000).map(String.init).joined(separator: separator)
            #expect(text.searchTokens.filter { !$0.isForm }.count <= SearchToken.maximumCount)
            #expect(SearchQuery(text).words.count <= SearchToken.maximumCount)
        }
        #expect(String(repeating: "夜", count: 10_000).searchTokens.count <= 202)
        #expect(String(repeating: "!", count: 10_000).searchTokens[0].text.count == 64)
    }
}

@Suite struct SearchDocumentTests {
    @Test("a document is what it was when it is read again")
    func roundTrip() {
        let document = SearchDocument([
            ["夜の港 (AC/DC)"], ["Björk"], [], ["!!!", "+"], ["Ωmega Don't"],
        ])
        #expect(SearchDocument(encoded: document.encoded) == document)
        #expect(SearchDocument(encoded: "").fields == [[]])
    }

    @Test("the fields behind the first bear the mark, words a blank, forms a tab")
    func form() {
        #expect(
            SearchDocument([["Don't"], [], ["AC/DC", "x"]]).encoded
                == " don t\tdont\n\n +ac +dc\t+acdc +x")
    }

    @Test("what stands in a field already is not said again")
    func repetitions() {
        let document = SearchDocument([
            ["Jóga"], ["Björk feat. Raxos", "Björk", "Raxos"], ["Joga"], ["Björk"],
            ["Raxos Björk"],
        ])
        #expect(document.encoded == " joga\n +bjork +feat +raxos\n\n\n +raxos +bjork")
    }

    @Test("text of any kind leaves nothing in a document that the index could misread")
    func signs() {
        let signs = (0..<0x3000).compactMap { Unicode.Scalar($0) }.map { String($0) }
        for text in signs + signs.map({ "a\($0)b" }) {
            for token in text.searchTokens {
                let bytes = token.text.utf8.filter { $0 < 0x80 }
                #expect(!token.text.isEmpty)
                #expect(
                    bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) },
                    "\(text.unicodeScalars.map(\.value))")
            }
        }
    }
}

@Suite struct SearchScoreTests {
    /// Title, artist, album.
    private func score(_ query: String, _ texts: String...) -> SearchScore? {
        SearchQuery(query).score(of: SearchDocument(texts.map { [$0] }))
    }

    @Test(
        "what answers the query, and what does not",
        arguments: [
            ("joga", "Jóga", true), ("jo", "Jóga", true), ("oga", "Jóga", false),
            ("joga bjork", "Jóga", true), ("joga bjork homo", "Jóga", true),
            ("joga sugar", "Jóga", false), ("", "Jóga", false), ("?", "Jóga", false),
            ("acdc", "AC/DC", true), ("ac dc", "AC/DC", true), ("AC/DC", "AC/DC", true),
            ("dc ac", "AC/DC", true), ("ACDC", "AC DC", false), ("AC/DC", "AC DC", true),
            ("A.D.", "AC DC", false),
            ("ac/d", "AC DC", true),
            ("dont", "Don't", true), ("don't", "Dont", true), ("don", "Don't", true),
            ("の", "夜の港", true), ("の港", "夜の港", true), ("夜の港", "夜の港", true),
            ("夜港", "夜の港", false), ("夜 港", "夜の港", true), ("港夜", "夜の港", false),
            ("夜の夜", "夜の の夜", false), ("ビートルズ", "ザ・ビートルズ", true),
            ("京20", "東京2020年", true), ("!!", "!!!", true), ("!!!", "Me!!!", false),
        ])
    func found(query: String, title: String, isFound: Bool) {
        #expect((score(query, title, "Björk", "Homogenic") != nil) == isFound)
    }

    @Test(
        "the better answer has the higher score",
        arguments: [
            ("love", ["Love"], ["Love Love"]),
            ("love", ["LÖVE!"], ["Love Me Do"]),
            ("love", ["Love Me"], ["Love Me Do"]),
            ("love", ["Love Me Do"], ["My Love"]),
            ("love", ["My Love"], ["Lovely"]),
            ("love", ["Lovely"], ["Other", "Love"]),
            ("love", ["Other", "Love"], ["Other", "Some", "Love"]),
            ("love", ["Other", "Some", "Love"], ["Other", "Lovely"]),
            ("do me", ["Love Me Do"], ["Other", "Do Me"]),
            ("acdc", ["AC/DC"], ["AC/DC Live"]),
            ("ac dc", ["AC/DC"], ["AC/DC Live"]),
            ("夜の", ["夜の"], ["夜の港"]),
            ("夜の", ["夜の港"], ["この夜の"]),
            ("love bjork", ["Love", "Björk"], ["Lovely", "Björk"]),
        ])
    func order(query: String, better: [String], worse: [String]) throws {
        let query = SearchQuery(query)
        let scores = [better, worse].map { texts in
            let all = texts + Array(repeating: "", count: 3 - texts.count)
            return query.score(of: SearchDocument(all.map { [$0] }))
        }
        #expect(try #require(scores[0]) > #require(scores[1]))
    }
}

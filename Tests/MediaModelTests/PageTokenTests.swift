import PhonolithMediaModel
import Testing

@Suite struct PageTokenTests {
    private static let token = PageToken(
        of: "items", seed: 5,
        values: [
            .null, .integer(0), .integer(.min), .integer(.max), .real(-0.5), .real(.infinity),
            .text(""), .text("Ünïcödé\u{0} 🎵"), .bytes([]), .bytes([0, 255, 128]),
        ])

    @Test("the text of a token gives the token")
    func roundTrip() throws {
        let read = try #require(PageToken(Self.token.description))
        #expect(read == Self.token)
        #expect(read.seed == 5)
        #expect(read.isOf("items") && !read.isOf("albums"))
    }

    @Test("the text is safe in a URL")
    func characters() {
        let letters = Self.token.description.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
        }
        #expect(letters)
    }

    @Test(
        "any other text is refused",
        arguments: [
            "", "3", "x", "AQ", "AQ==", "~~~~", "ÄÖÜ", String(repeating: "A", count: 100),
            String(repeating: "A", count: 1 << 20), token.description + "A",
            token.description + "=",
            "Ag" + token.description.dropFirst(2),
        ])
    func malformed(text: String) {
        #expect(PageToken(text) == nil)
    }

    @Test("a token that is cut or changed in any place is refused or is another one")
    func damaged() {
        let text = Array(Self.token.description)
        for place in text.indices {
            #expect(PageToken(String(text[..<place])) != Self.token)
            var changed = text
            changed[place] = changed[place] == "A" ? "B" : "A"
            #expect(PageToken(String(changed)) != Self.token)
        }
    }
}

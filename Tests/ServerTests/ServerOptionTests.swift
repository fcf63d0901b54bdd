import Server
import Testing

@Suite struct ServerOptionTests {
    @Test(
        "Sizes are numbers of bytes, with or without a unit",
        arguments: [
            ("500000000", 500_000_000), ("500M", 500_000_000), ("500 MB", 500_000_000),
            ("1.5G", 1_500_000_000), ("2gib", 2 << 30), ("1T", 1_000_000_000_000),
            ("", nil), ("MB", nil), ("-1", nil), ("1.", nil), ("5 Mb/s", nil), ("1e9", nil),
            ("99999999T", nil),
        ] as [(String, Int?)])
    func sizes(text: String, size: Int?) {
        #expect(ServerOptions.byteCount(text) == size)
    }

    @Test("A header for users has a name that means nothing else")
    func userHeaders() {
        #expect(ServerOptions.isUserHeader("Remote-User"))
        for text in ["", "a b", "Cookie", "authorization", "Host", "x:"] {
            #expect(!ServerOptions.isUserHeader(text), "\(text)")
        }
    }
}

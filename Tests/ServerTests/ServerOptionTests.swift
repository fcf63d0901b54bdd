import PhonolithServer
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

    @Test(
        "The address to listen on is a host with a port, or a port alone",
        arguments: [
            ("music.lan:80", "music.lan:80"), ("[::1]:80", "::1:80"), ("80", "127.0.0.1:80"),
            (":80", ":::80"), ("foo", nil), ("foo:", nil), ("::1", nil), ("1:99999", nil),
            ("", nil),
        ] as [(String, String?)])
    func addresses(text: String, address: String?) {
        #expect(ServerOptions.address(text).map { "\($0.host):\($0.port)" } == address)
    }

    @Test(
        "Links begin with a URL of HTTP",
        arguments: [
            ("https://music.example", "https://music.example"),
            ("http://[::1]:4533/music/", "http://[::1]:4533/music"), ("foo", nil),
            ("foo.example/x", nil), ("ftp://x", nil), ("https://", nil), ("https://x?a=b", nil),
            ("https://x y", nil),
        ] as [(String, String?)])
    func publicURLs(text: String, url: String?) {
        #expect(ServerOptions.publicURL(text) == url)
    }

    @Test("A header for users has a name that means nothing else")
    func userHeaders() {
        #expect(ServerOptions.isUserHeader("Remote-User"))
        for text in ["", "a b", "Cookie", "authorization", "Host", "x:"] {
            #expect(!ServerOptions.isUserHeader(text), "\(text)")
        }
    }
}

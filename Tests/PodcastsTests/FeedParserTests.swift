import Foundation
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithQueries
import PhonolithScans
import PhonolithUsers
import Testing

@Suite(.timeLimit(.minutes(20))) struct FeedParserTests {
    private func parse(_ text: String) throws(FeedError) -> Feed {
        try FeedParser.parse(Array(text.utf8), from: "https://example.org/casts/feed.xml")
    }

    @Test("RSS with Apple's tags is read, and relative addresses are made whole")
    func rss() throws {
        let feed = try parse(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel>
              <title>Stones &amp; Sounds</title><link>https://example.org/</link>
              <description><![CDATA[About <b>stones</b>]]></description>
              <image><url>/cover.png</url><title>not this</title><link>https://no.example</link></image>
              <item>
                <title>One</title><guid isPermaLink="false"> a-1 </guid>
                <pubDate>Mon, 06 Sep 2021 10:00:00 +0200</pubDate>
                <itunes:duration>1:02:03</itunes:duration>
                <description>First</description>
                <enclosure url="one.mp3?a=1&amp;b=2" length="1234" type="audio/mpeg"/>
              </item>
              <item><title>No file</title><guid>a-2</guid></item>
              <item><title>Two</title><enclosure url="https://cdn.example/2.m4a" length="x"/></item>
            </channel></rss>
            """)
        #expect(feed.title == "Stones & Sounds" && feed.link == "https://example.org/")
        #expect(feed.description == "About <b>stones</b>")
        #expect(feed.imageURL == "https://example.org/cover.png")
        var one = Feed.Episode(guid: "a-1", url: "https://example.org/casts/one.mp3?a=1&b=2")
        (one.title, one.description, one.mimeType) = ("One", "First", "audio/mpeg")
        (one.size, one.duration, one.date) = (1234, 3723, Date(iso8601: "2021-09-06T08:00:00Z"))
        var two = Feed.Episode(guid: "https://cdn.example/2.m4a", url: "https://cdn.example/2.m4a")
        two.title = "Two"
        #expect(feed.episodes == [one, two])
    }

    @Test(
        "a feed may be in the encoding that it declares, whatever its bytes could be else",
        arguments: [
            ("windows-1251", "Камни", [0xCA, 0xE0, 0xEC, 0xED, 0xE8]),
            ("iso-8859-2", "Łódź", [0xA3, 0xF3, 0x64, 0xBC]),
            ("ISO-8859-1", "Café", [0x43, 0x61, 0x66, 0xE9]),
            ("Shift_JIS", "石", [0x90, 0xCE]), ("GBK", "石", [0xCA, 0xAF]),
            ("gb2312", "联通", [0xC1, 0xAA, 0xCD, 0xA8]), ("gbk", "石", [0xE7, 0x9F, 0xB3]),
            ("UTF-8", "石", [0xE7, 0x9F, 0xB3]), ("iso-8859-1", "石", [0xE7, 0x9F, 0xB3]),
        ])
    func encodings(name: String, title: String, bytes: [UInt8]) throws {
        let head = #"<?xml version="1.0" encoding="\#(name)"?><rss><channel><title>"#
        let text = Array(head.utf8) + bytes + Array("</title></channel></rss>".utf8)
        #expect(try FeedParser.parse(text, from: "https://example.org/").title == title)
    }

    @Test("a feed may be in UTF-16")
    func utf16() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><rss><channel><title>石</title></channel></rss>"
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try FeedParser.parse(bytes, from: "https://example.org/").title == "石")
    }

    @Test(
        "titles have characters, however they are written",
        arguments: [
            ("Tom &amp; Jerry", "Tom & Jerry"), ("Tom &amp;amp; Jerry", "Tom & Jerry"),
            ("<![CDATA[Tom &amp; Jerry]]>", "Tom & Jerry"),
            ("Caf&eacute;&nbsp;&ndash; 1", "Café\u{A0}– 1"),
            ("It&amp;#8217;s", "It’s"), ("It&#146;s &#x96; &#128;", "It’s – €"), ("AT&T", "AT&T"),
            ("a &unknown; b", "a &unknown; b"),
        ])
    func entities(written: String, title: String) throws {
        let feed = try parse(
            """
            <rss><channel><title>\(written)</title>
            <item><title>\(written)</title><enclosure url="/1.mp3"/></item></channel></rss>
            """)
        #expect(feed.title == title)
        #expect(feed.episodes.map(\.title) == [title])
    }

    @Test("Atom is read by the links of its entries")
    func atom() throws {
        let feed = try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom">
              <title>Stones</title><subtitle>All of them</subtitle><link href="/home"/>
              <logo>https://example.org/logo.png</logo>
              <entry>
                <id>urn:1</id><title>One</title><updated>2021-09-06T10:00:00.5+02:00</updated>
                <summary>First</summary><link href="/page"/>
                <link rel="enclosure" href="/1.ogg" type="audio/ogg" length="7"/>
              </entry>
            </feed>
            """)
        #expect(feed.title == "Stones" && feed.description == "All of them")
        #expect(feed.link == "https://example.org/home")
        #expect(feed.imageURL == "https://example.org/logo.png")
        let episode = try #require(feed.episodes.first)
        #expect(episode.guid == "urn:1" && episode.url == "https://example.org/1.ogg")
        #expect(episode.date == Date(iso8601: "2021-09-06T08:00:00Z") && episode.size == 7)
    }

    /// Feeds of one episode with the title A and the file `https://example.org/b/1.mp3`, in all forms that are written.
    static let written = [
        #"<rss version="0.91"><channel><item><title>A</title><enclosure url="b/1.mp3"/></item></channel></rss>"#,
        #"<RSS><CHANNEL><ITEM><TITLE>A</TITLE><ENCLOSURE URL="b/1.mp3"/></ITEM></CHANNEL></RSS>"#,
        #"<rss xmlns="http://backend.userland.com/rss2"><channel><item><title>A</title><enclosure href="/b/1.mp3"/></item></channel></rss>"#,
        #"<r:rss xmlns:r="http://backend.userland.com/rss2"><r:channel><r:item><r:title>A</r:title><r:enclosure url="b/1.mp3"/></r:item></r:channel></r:rss>"#,
        #"<rss xmlns:m="http://search.yahoo.com/mrss"><channel><item><title>A</title><m:group><m:content url="b/1.mp3"/></m:group></item></channel></rss>"#,
        #"<rss xmlns:it="HTTP://www.itunes.com/DTDs/Podcast-1.0.dtd"><channel><item><it:title>A</it:title><enclosure url="b/1.mp3"/></item></channel></rss>"#,
        #"<rss xml:base="/b/"><channel><item><title>A</title><enclosure url="1.mp3"/></item></channel></rss>"#,
        #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item><title>A</title><enclosure url="b/1.mp3"/></item></rdf:RDF>"#,
        #"<rdf:RDF xmlns:e="http://purl.oclc.org/net/rss_2.0/enc#"><item><title>A</title><e:enclosure rdf:resource="b/1.mp3"/></item></rdf:RDF>"#,
        #"<rdf:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://purl.oclc.org/net/rss_2.0/enc#"><item><title>A</title><e:enclosure r:resource="b/1.mp3" e:type="audio/mpeg"/></item></rdf:RDF>"#,
        #"<rss><a:x><y xmlns:a="http://www.w3.org/2005/Atom"/></a:x><channel><item><title>A</title><enclosure url="b/1.mp3"/></item></channel></rss>"#,
        #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><link rel="enclosure" href="b/1.mp3"/></entry></feed>"#,
        #"<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title>A</title><link rel="enclosure" href="b/1.mp3"/></entry></feed>"#,
        #"<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>A</a:title><a:link rel="enclosure" href="b/1.mp3"/></a:entry></a:feed>"#,
        #"<feed xml:base="https://other.example/x/"><entry xml:base="https://example.org/b/c/"><title>A</title><link rel="enclosure" href="../1.mp3"/></entry></feed>"#,
        #"<feed><x xml:base="/no/"><y/></x><entry><title>A</title><link xml:base="b/" rel="enclosure" href="1.mp3"/></entry></feed>"#,
        #"<feed><entry><title>A</title><link rel="http://www.iana.org/assignments/relation/enclosure" href="b/1.mp3"/></entry></feed>"#,
    ]

    @Test("a feed is read in every form, and with any prefixes", arguments: written)
    func forms(text: String) throws {
        let feed = try FeedParser.parse(Array(text.utf8), from: "https://example.org/feed")
        #expect(feed.episodes.map(\.title) == ["A"])
        #expect(feed.episodes.map(\.url) == ["https://example.org/b/1.mp3"])
    }

    /// Dates of an entry, the one that counts first.
    static let entries = [
        "<published>2021-09-06</published><updated>2022-01-01</updated>",
        "<updated>2022-01-01</updated><issued>2021-09-06</issued>",
        "<modified>2022-01-01</modified><updated>2021-09-06</updated>",
        "<modified>2021-09-06</modified>", "<d:date>2021-09-06</d:date>",
        "<pubDate>soon</pubDate><d:date>2021-09-06</d:date>",
    ]

    @Test("the date of an entry is that of its first appearance", arguments: entries)
    func date(of entry: String) throws {
        let feed = try parse(
            """
            <feed xmlns:d="http://purl.org/dc/elements/1.1/"><entry>\(entry)<link rel="enclosure" href="1.mp3"/></entry></feed>
            """)
        #expect(feed.episodes.map { $0.date?.iso8601 } == ["2021-09-06T00:00:00Z"])
    }

    /// What follows two entries of a feed, and how many entries are read.
    static let cuts: [(rest: String, count: Int, isCut: Bool)] = [
        ("</channel></rss>", 2, false), ("", 2, true), ("</channel>", 2, true), ("<item>", 2, true),
        ("<item><title>Three", 2, true), ("<item><description><![CDATA[ cut", 2, true),
        ("<item><enclosure url=\"https://example.org/3.mp3\"", 2, true), ("<!-- cut", 2, true),
        ("<item><enclosure url=\"https://example.org/3.mp3\"/></item>", 3, true), ("<", 2, true),
        (
            "<item><guid>3</guid><enclosure url=\"https://example.org/3.mp3\"/></item></channel></rss>",
            3, false
        ),
    ]

    @Test("A feed that was cut has the entries before the cut", arguments: cuts)
    func cut(rest: String, count: Int, isCut: Bool) throws {
        let entries = (1...2).map {
            "<item><title>\($0)</title><guid>\($0)</guid><enclosure url=\"https://example.org/\($0).mp3\"/></item>"
        }
        let text = "<rss><channel><title>T</title>\(entries.joined())\(rest)"
        let feed = try FeedParser.parse(Array(text.utf8), from: "https://example.org/feed")
        #expect(feed.episodes.count == count)
        #expect(feed.episodes.prefix(2).map(\.title) == ["1", "2"])
        #expect(feed.isCut == isCut)
    }

    @Test(
        "What is no feed is refused with the reason",
        arguments: [
            ("", "no XML"), ("plain text", "no XML"), ("<html><body>404</body></html>", "<html>"),
            ("<rss><channel><title>A", "ends early"),
            (
                """
                <!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>
                <rss><channel><title>&b;</title></channel></rss>
                """, "declarations"
            ),
            (String(repeating: "<rss>", count: 1000), "deep"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: FeedError.self) { try parse(text) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test("Only files of the web are episodes, and those of one guid are told apart by their files")
    func addresses() throws {
        let urls = [
            "file:///etc/passwd", "javascript:alert(1)", "http://", "ftp://a.example/1.mp3",
            "https://ok.example/1.mp3", "https://ok.example/2.mp3", "https://ok.example/1.mp3",
        ]
        let items = urls.map { "<item><guid>same</guid><enclosure url=\"\($0)\"/></item>" }
        let feed = try parse("<rss><channel>\(items.joined())</channel></rss>")
        #expect(
            feed.episodes.map(\.url) == ["https://ok.example/1.mp3", "https://ok.example/2.mp3"])
        #expect(feed.episodes.map(\.guid) == feed.episodes.map(\.url))
    }

    @Test("Of 100 000 episodes the first 10 000 are kept, and of a long text its beginning")
    func endless() throws {
        let items = (0..<100_000).map { "<item><enclosure url=\"/\($0).mp3\"/></item>" }
        let feed = try parse("<rss><channel>\(items.joined())</channel></rss>")
        #expect(feed.episodes.count == FeedParser.mostEpisodes)
        #expect(feed.episodes.first?.url == "https://example.org/0.mp3")
        let long = String(repeating: "a&amp;<br/>", count: 1 << 18)
        let title = try parse("<rss><channel><title>\(long)</title></channel></rss>").title
        #expect((1...(128 << 10)).contains(title?.utf8.count ?? 0))
    }

    @Test(
        "Dates of any kind are read, and wrong ones are none",
        arguments: [
            ("6 Sep 21 10:00 GMT", "2021-09-06T10:00:00Z"),
            ("Mon, 6 September 2021 10:00:00 EST", "2021-09-06T15:00:00Z"),
            ("Sat, 01 Jan 2000 00:00:00 -0530", "2000-01-01T05:30:00Z"),
            ("2021-09-06", "2021-09-06T00:00:00Z"),
            ("2021-09-06T10:00:00Z", "2021-09-06T10:00:00Z"),
            ("2021-09-06 10:00:00", "2021-09-06T10:00:00Z"),
            ("2021-09-06 10:00:00 +0200", "2021-09-06T08:00:00Z"),
            ("2021-09-06t10:00z", "2021-09-06T10:00:00Z"),
            ("2021-09-06 10:00:00.5+02", "2021-09-06T08:00:00Z"),
            ("20210906T100000Z", "2021-09-06T10:00:00Z"),
            ("20210906", "2021-09-06T00:00:00Z"), ("2021-09", "2021-09-01T00:00:00Z"),
            ("2021", "2021-01-01T00:00:00Z"), ("2021-9-6", "2021-09-06T00:00:00Z"),
            ("Mon Sep  6 10:00:00 2021", "2021-09-06T10:00:00Z"),
            ("Monday, 06-Sep-21 10:00:00 GMT", "2021-09-06T10:00:00Z"),
            ("Sep 6, 2021", "2021-09-06T00:00:00Z"),
            ("mar., 07 sep 2021 10:00:00 +0000", "2021-09-07T10:00:00Z"),
            ("mar, 07-sep-2021", "2021-09-07T00:00:00Z"),
            ("Mar 7 2021 10:00", "2021-03-07T10:00:00Z"),
            ("Mon, 06 Sep 2021 24:00:00 GMT", "2021-09-07T00:00:00Z"),
            ("2021-W36-1", nil), ("2021-249", nil), ("1630922400", nil), ("2021-09-06x10:00", nil),
            ("yesterday", nil), ("Mon, 31 Feb 2021 10:00:00 GMT", nil), ("1 Jan 99999 1:00", nil),
            ("2021-13-01T10:00:00Z", nil), ("", nil), ("Mon,", nil),
        ])
    func dates(text: String, expected: String?) {
        #expect(FeedTime.date(text)?.iso8601 == expected)
    }

    @Test(
        "Durations are read with and without colons",
        arguments: [
            ("3723", 3723), ("62:03", 3723), ("1:02:03", 3723), ("90.5", 90.5), ("-1", nil),
            ("1:2:3:4", nil), ("nan", nil), ("1e300", nil), ("", nil), ("abc", nil),
            ("00:00:00", nil), ("0:00", nil), ("0", nil), ("0.0", nil), ("00:00:01", 1),
        ])
    func durations(text: String, expected: Double?) {
        #expect(FeedTime.seconds(text) == expected)
    }
}

import PhonolithStreaming
import Testing

@Suite struct HLSPlaylistTests {
    @Test(
        "Segments cover an item without gaps, and none is very short",
        arguments: [
            (0.0, 1), (0.5, 1), (6, 1), (6.9, 1), (7.0, 1), (7.1, 2), (12.9, 2), (13.1, 3),
            (3600, 600), (.infinity, 100_800), (.nan, 100_800),
        ])
    func segments(duration: Double, count: Int) {
        let playlist = HLSPlaylist(duration: duration)
        #expect(playlist.starts.count == count)
        #expect(playlist.starts.first == 0)
        for index in playlist.starts.indices.dropLast() {
            #expect(playlist.end(of: index) == playlist.starts[index + 1])
        }
        #expect(playlist.end(of: count - 1) == nil)
    }

    @Test("A playlist has what RFC 8216 asks for, and no duration above its target")
    func text() throws {
        let text = HLSPlaylist(duration: 12.9).text(header: "h") { "s\($0)" }
        #expect(
            text == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:7
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MAP:URI="h"
                #EXTINF:6.0,
                s0
                #EXTINF:6.9,
                s1
                #EXT-X-ENDLIST

                """)
        #expect(
            HLSPlaylist.variants([(64, "a"), (192, "b"), (0, "c")]) == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-STREAM-INF:BANDWIDTH=70400
                a
                #EXT-X-STREAM-INF:BANDWIDTH=211200
                b
                #EXT-X-STREAM-INF:BANDWIDTH=8800000
                c

                """)
    }
}

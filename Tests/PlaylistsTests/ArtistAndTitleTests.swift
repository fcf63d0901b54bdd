import PhonolithPlaylists
import Testing

@Suite("Artist and title in one line")
struct ArtistAndTitleTests {
    @Test(
        "are taken apart at the first dash between blanks",
        arguments: [
            ("Björk - Jóga", "Björk", "Jóga"),
            ("Sigur Rós - Ágætis byrjun - Live", "Sigur Rós", "Ágætis byrjun - Live"),
            ("A-ha - Take On Me", "A-ha", "Take On Me"),
            ("A - -", "A", "-"),
            ("Artist \t -   Title ", "Artist", "Title"),
            ("中島みゆき\u{3000} - \u{3000}糸", "中島みゆき", "糸"),
            // Longer dashes, where there is no hyphen.
            ("Björk – Jóga", "Björk", "Jóga"), ("Björk — Jóga", "Björk", "Jóga"),
            ("Björk – Jóga – Live", "Björk", "Jóga – Live"),
            ("A – B - C", "A – B", "C"), ("A - B – C", "A", "B – C"),
            ("Ane Brun – “Words” – 2", "Ane Brun", "“Words” – 2"),
            ("Jay\u{00A0}-\u{00A0}Z - 99", "Jay\u{00A0}-\u{00A0}Z", "99"),
        ])
    func apart(line: String, artist: String, title: String) {
        let parts = PlaylistText.artistAndTitle(line)
        #expect(parts.artist == artist)
        #expect(parts.title == title)
    }

    @Test(
        "are a title alone where either is missing",
        arguments: [
            "Jóga", "", "-", " - ", "A-B", "A -B", "A- B",
            "A–B", "A –B", "A– B", " – Title", "Artist – ", "A; B", "A;B", "€ 5", " - Title",
            "Artist - ", "A -",
        ])
    func alone(line: String) {
        let parts = PlaylistText.artistAndTitle(line)
        #expect(parts.artist == nil)
        #expect(parts.title == line)
    }
}

import PhonolithMediaModel
import Testing

/// Expressions about playlists.
@Suite struct InPlaylistTests {
    @Test(
        "inPlaylist takes names",
        arguments: [
            ("inPlaylist = Road", .inPlaylist("Road"), "inPlaylist = \"Road\""),
            (
                "INPLAYLIST != \"a \\\"b\\\"\"", .not(.inPlaylist("a \"b\"")),
                "inPlaylist != \"a \\\"b\\\"\""
            ),
            (
                "inPlaylist in (a, b)", .any([.inPlaylist("a"), .inPlaylist("b")]),
                "inPlaylist = \"a\" or inPlaylist = \"b\""
            ),
            ("inPlaylist not in (a)", .not(.inPlaylist("a")), "inPlaylist != \"a\""),
            ("inPlaylist in ()", .any([]), "false"),
            ("inPlaylist not in ()", .not(.any([])), "not false"),
        ] as [(String, MediaPredicate, String)])
    func expressions(text: String, predicate: MediaPredicate, written: String) throws {
        #expect(try MediaPredicate(expression: text) == predicate)
        #expect(predicate.expression == written)
    }

    @Test(
        "nothing else can be asked of a playlist",
        arguments: ["inPlaylist", "inPlaylist < a", "inPlaylist is missing", "inPlaylist in (,)"])
    func mistakes(text: String) {
        #expect(throws: ExpressionError.self) { try MediaPredicate(expression: text) }
    }

    @Test("a misspelt name is guessed")
    func hint() {
        let error = #expect(throws: ExpressionError.self) {
            try MediaPredicate(expression: "inPlaylst = a")
        }
        #expect(error?.hint == "did you mean inPlaylist?")
    }

    @Test("in memory, whoever asks says who is in which list")
    func matching() {
        let item = MediaItem.complete
        let predicate: MediaPredicate = .all([.not(.inPlaylist("a")), .inPlaylist("b")])
        #expect(predicate.matches(item) == false)
        #expect(predicate.matches(item) { _, name in name == "b" })
    }
}

import PhonolithMediaModel
import PhonolithPlaylists

/// Names that programs trip over.
enum HardNames {
    static let all: [MediaPath] =
        texts.map { MediaPath($0) } + [
            // Not UTF-8: Latin-1's ö, a lone surrogate, an overlong slash.
            MediaPath(bytes: Array("Mot".utf8) + [0xF6] + Array("rhead.mp3".utf8)),
            MediaPath(bytes: [0xED, 0xA0, 0x80, 0x2E, 0x6D, 0x70, 0x33]),
            MediaPath(bytes: [0xC0, 0xAF, 0x2E, 0x6D, 0x70, 0x33]),
            MediaPath(bytes: [0xEF, 0xBB, 0xBF, 0x61]),
            MediaPath(String(repeating: "ü", count: 127) + "x"),
        ]

    private static let texts = [
        "plain.mp3", "with blanks .mp3", " leading.mp3", "trailing.mp3 ", "#1 hit.mp3", "a#b.mp3",
        "100%.mp3", "a%20b.mp3", "%41.mp3", "a&b<c>d\"e'f.mp3", "back\\slash.mp3", "new\nline.mp3",
        "carriage\rreturn.mp3", "Bjo\u{308}rk.mp3", "Björk.mp3", "🎸.mp3", "-dash.mp3", ";semi.mp3",
        "[bracket].mp3", "a=b.mp3", "key=value=x.mp3", "C:/Music/a.mp3", "http:colon.mp3",
        "a:b.mp3",
        "?query.mp3", "a?b#c.mp3", "日本語/曲.mp3", "../up/x.mp3", "folder/with blank/ x.mp3",
        "/absolute/a.mp3", "/absolute/new\nline.mp3", "/#/%/x.mp3", "\tTab.mp3", "a\u{7F}b.mp3",
        "]]>.mp3", "<!-- -->.mp3", "\u{2028}line separator.mp3", "a\u{0}".replacingNUL,
    ]
}

extension String {
    fileprivate var replacingNUL: String { String(filter { $0 != "\u{0}" }) }
}

/// Comparison of playlists that were written and read again.
extension PlaylistEntry {
    /// The entry with its place as bytes, as far as it has one.
    var comparable: PlaylistEntry {
        var entry = self
        if let path = location?.path { entry.location = .path(path) }
        return entry
    }
}

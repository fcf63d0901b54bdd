import PhonolithFiles
import PhonolithMediaModel
import Testing

/// Names that folders list where paths can be opened by other spellings, as on a disk of a camera or a phone.
@Suite struct ListedNamesTests {
    private let folders: [MediaPath: Set<MediaPath>] = [
        "/": ["disk"], "/disk": ["Music"], "/disk/Music": ["a.mp3", "A.mp3", "Live"],
        "/disk/Music/Live": ["b.mp3"],
    ]

    @Test(
        "a path is listed where each folder has the next name in this spelling, as far as it can be listed",
        arguments: [
            ("/disk/Music/Live/b.mp3", true), ("/disk/Music/live/b.mp3", false),
            ("/disk/music/Live/b.mp3", false), ("/disk/Music/Live/B.mp3", false),
            ("/disk/Music/Live", true), ("/disk/Music/Locked/x.mp3", false), ("/", true),
        ] as [(MediaPath, Bool)])
    func have(path: MediaPath, isListed: Bool) {
        var names = ListedNames { folders[$0] }
        let found = names.have(path)
        #expect(found == isListed)
    }

    @Test("in a folder that cannot be listed every name may be")
    func unlistable() {
        var names = ListedNames { $0 == "/" ? ["disk"] : nil }
        let found = names.have("/disk/anything/at all")
        #expect(found)
    }

    @Test(
        "a path is spelled as the folders spell it, where only one name is meant",
        arguments: [
            ("/disk/music/LIVE/B.mp3", "/disk/Music/Live/b.mp3"),
            ("/disk/Music/a.mp3", "/disk/Music/a.mp3"), ("/disk/Music/a.MP3", "/disk/Music/a.MP3"),
            ("/disk/Music/other", "/disk/Music/other"), ("/", "/"),
        ] as [(MediaPath, MediaPath)])
    func spelling(path: MediaPath, spelled: MediaPath) {
        var names = ListedNames { folders[$0] }
        let found = names.spelling(of: path)
        #expect(found == spelled)
    }
}

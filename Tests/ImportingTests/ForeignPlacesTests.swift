import Foundation
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithStore
import Testing

/// The way of what was read into a library is tested by the command, in CommandTests; here is what it decides.
@Suite struct ForeignPlacesTests {
    @Test(
        "The first prefix that fits counts; what is relative is looked for in the roots",
        arguments: [
            ("/mnt/music/a.mp3", "/home/me/a.mp3"), ("C:/Music/a.mp3", "/home/c/a.mp3"),
            ("/other/a.mp3", "/other/a.mp3"), ("none/a.mp3", "none/a.mp3"),
        ] as [(MediaPath, MediaPath)])
    func places(path: MediaPath, place: MediaPath) {
        let places = ForeignPlaces(
            prefixes: [
                PathPrefix(old: "/mnt/music", new: "/home/me"),
                PathPrefix(old: "C:\\Music", new: "/home/c"),
            ], roots: [])
        #expect(places.path(path) == place)
    }
}

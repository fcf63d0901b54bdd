import Foundation
import PhonolithImporting
import PhonolithMediaModel
import Testing

/// Playlists that are reached by symbolic links.
@Suite final class LinkedPlaylistTests: PlaylistFolder {
    @Test(
        "entries are looked for in the folder of the link, then in that of the file",
        arguments: [
            ("m3u8", "1.mp3\n2.mp3\n"), ("pls", "[playlist]\nFile1=1.mp3\nFile2=2.mp3\n"),
        ])
    func link(kind: String, text: String) throws {
        for name in ["store/1.mp3", "store/2.mp3", "Album/1.mp3", "Other/2.mp3"] {
            try put("", in: name)
        }
        try put(text, in: "store/x.\(kind)")
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("Album/x.\(kind)"),
            withDestinationURL: folder.appendingPathComponent("store/x.\(kind)"))
        func places(_ name: String) throws -> [PlaylistFile.Place?] {
            try PlaylistFile(reading: path(name)).entries.map(\.place)
        }
        #expect(
            try places("Album/x.\(kind)")
                == [.file(path("Album/1.mp3")), .file(path("store/2.mp3"))])
        #expect(
            try places("store/x.\(kind)")
                == [.file(path("store/1.mp3")), .file(path("store/2.mp3"))])
    }
}

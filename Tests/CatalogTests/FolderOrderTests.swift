import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import Testing

/// The order of the items in a folder.
@Suite struct FolderOrderTests {
    /// A file by its name, disc and track, and its place.
    private typealias File = (name: String, disc: Int?, track: Int?)

    private static let folders: [(files: [File], order: [String])] = [
        ([("b", 1, 2), ("a", 1, 10), ("c", 1, 1)], ["c", "b", "a"]),
        ([("a", 2, 1), ("b", 1, 2), ("c", 2, 2), ("d", 1, 1)], ["d", "b", "a", "c"]),
        // The first disc is often the only one without a number.
        ([("a", 2, 1), ("b", nil, 2), ("c", nil, 1)], ["c", "b", "a"]),
        (
            [("b", nil, nil), ("10", nil, nil), ("9", nil, nil), ("a", nil, nil)],
            ["9", "10", "a", "b"]
        ),
        ([("b", 1, 1), ("a", 1, 1), ("Ä", 1, 1)], ["a", "Ä", "b"]),
        ([("b", nil, 1), ("a", nil, 2), ("c", nil, nil)], ["c", "b", "a"]),
    ]

    @Test("Songs of a folder come by disc and track, then by their files' names", arguments: 0..<6)
    func order(number: Int) throws {
        let (files, order) = Self.folders[number]
        var world = try World()
        for file in files {
            try world.add(MediaPath("in/\(file.name).mp3")) {
                ($0.discNumber, $0.albumTrackNumber) = (file.disc, file.track)
                $0.albumTitle = "Album"
                $0.title = file.name
            }
        }
        let folders = world.catalog.folders
        let root = try #require(try folders.folder(of: world.root))
        let folder = try #require(try folders.all(in: root).first)
        #expect(try folders.items(in: folder).map(\.title) == order)
    }
}

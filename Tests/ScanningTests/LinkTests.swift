import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithUsers
import Testing

/// Files that symbolic links lead to are in the library once, with their user data.
@Suite struct LinkTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan(_ names: String...) async throws {
        // Not resolved, as a user names them.
        _ = try await LibraryScanner(catalog: catalog).scan(
            names.map { folder.path.appending(MediaPath($0)) })
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.url(name).path, withDestinationPath: target)
    }

    private func copy(_ fixture: String, _ names: String...) throws {
        for name in names { try folder.copy(Fixtures.url(of: fixture), to: name) }
    }

    /// The listed items by their paths in the folder, with their ratings.
    private func ratings() throws -> [String: Int] {
        try Dictionary(
            uniqueKeysWithValues: catalog.items.all(matching: MediaQuery()).map { item in
                (
                    item.location.path.relative(to: folder.path)?.description ?? "",
                    item.userValues.rating ?? 0
                )
            })
    }

    private func rate(_ name: String) throws {
        let items = try catalog.items.all(at: folder.path.appending(MediaPath(name)))
        try catalog.values.setRating(5, of: #require(items.first).persistentID)
    }

    @Test(
        "music that was known by a link keeps its ratings when it is scanned at its own path",
        arguments: ["music/link", "music/song.mp3"])
    func ownPath(link name: String) async throws {
        try copy("full/full.mp3", "own/song.mp3")
        try copy("full/full.ogg", "music/other.ogg")
        let isFile = name.hasSuffix("mp3")
        try link(name, to: isFile ? "../own/song.mp3" : "../own")
        try await scan("music")
        try rate(isFile ? name : name + "/song.mp3")
        try await scan("own")
        let expected = ["music/other.ogg": 0, "own/song.mp3": 5]
        #expect(try ratings() == expected)
        try await scan()
        #expect(try ratings() == expected)
    }

    @Test("a folder that was moved, and left a link in its place, is the same root")
    func movedRoot() async throws {
        try copy("full/full.mp3", "music/song.mp3")
        try await scan("music")
        try rate("music/song.mp3")
        try folder.move("music", to: "big/music")
        try link("music", to: "big/music")
        // A link to a file of the root stays left out.
        try link("big/music/again.mp3", to: "song.mp3")
        for _ in 0..<2 {
            try await scan("music")
            #expect(try ratings() == ["music/song.mp3": 5])
            #expect(try catalog.roots.all().count == 1)
        }
        try await scan()
        #expect(try ratings() == ["music/song.mp3": 5])
    }

    @Test("a file that a link to it and one to its folder lead to is one item")
    func linkedTwice() async throws {
        try copy("full/full.mp3", "own/song.mp3")
        try copy("full/full.ogg", "own/other.ogg")
        try FileManager.default.createDirectory(
            at: folder.url("music"), withIntermediateDirectories: true)
        try link("music/folder", to: "../own")
        try link("music/file.mp3", to: "../own/song.mp3")
        for _ in 0..<2 {
            try await scan("music")
            #expect(try ratings() == ["music/file.mp3": 0, "music/folder/other.ogg": 0])
        }
    }

    @Test("a file whose name a folder has now has gone")
    func replacedByFolder() async throws {
        try copy("full/full.ogg", "music/song.ogg")
        try await scan("music")
        try rate("music/song.ogg")
        try copy("full/full.ogg", "music/extra/copy.ogg")
        try await scan("music")
        // The folder may get the number that the file had.
        try folder.remove("music/song.ogg")
        try copy("full/full.ogg", "music/song.ogg/moved.ogg")
        try await scan("music")
        #expect(
            try ratings() == ["music/song.ogg/moved.ogg": 5, "music/extra/copy.ogg": 0])
    }
}

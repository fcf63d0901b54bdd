import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithThumbnails
import Testing

/// The folder of smaller pictures, made anew for each test and removed after it.
@Suite final class ThumbnailCacheTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("thumbnails-\(UUID().uuidString)")
    private var thumbnails: ArtworkThumbnails {
        ArtworkThumbnails(cacheFolder: MediaPath(folder.appendingPathComponent("a/b").path))
    }

    deinit {
        // Some tests leave nothing to remove.
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("a picture is made once and then read")
    func hit() throws {
        let picture = try Picture.fixture("wide.jpg")
        let made = try thumbnails.thumbnail(of: picture, longestEdge: 100)
        let file = try onlyFile()
        #expect(file.lastPathComponent == "\(picture.artwork.sha256)-100")
        #expect(try [UInt8](Data(contentsOf: file)) == made.bytes)

        // Bytes that are no picture any more show that the file is what answers.
        var gone = picture
        gone.bytes = []
        #expect(try thumbnails.thumbnail(of: gone, longestEdge: 100) == made)
    }

    @Test("each size has its own file")
    func sizes() throws {
        let picture = try Picture.fixture("alpha.png")
        let large = try thumbnails.thumbnail(of: picture, longestEdge: 100)
        let small = try thumbnails.thumbnail(of: picture, longestEdge: 50)
        #expect(large != small)
        #expect(try files().count == 2)
        #expect(try thumbnails.thumbnail(of: picture, longestEdge: 100) == large)
    }

    @Test("a broken file in the folder is made again", arguments: [0, 1, 50])
    func broken(length: Int) throws {
        let picture = try Picture.fixture("wide.jpg")
        let made = try thumbnails.thumbnail(of: picture, longestEdge: 100)
        let file = try onlyFile()
        try Data(made.bytes.prefix(length)).write(to: file)
        #expect(try thumbnails.thumbnail(of: picture, longestEdge: 100) == made)
        #expect(try [UInt8](Data(contentsOf: file)) == made.bytes)
    }

    @Test("a folder that cannot be made costs nothing but time")
    func unwritable() throws {
        try Data("a file".utf8).write(to: folder)
        let picture = try Picture.fixture("wide.jpg")
        let made = try thumbnails.thumbnail(of: picture, longestEdge: 100)
        #expect(made == (try thumbnails.thumbnail(of: picture, longestEdge: 100)))
        #expect(try Data(contentsOf: folder) == Data("a file".utf8))
    }

    @Test("a digest that would lead out of the folder is no name")
    func foreignDigest() throws {
        var picture = try Picture.fixture("wide.jpg")
        picture.artwork.sha256 = "../../escaped"
        _ = try thumbnails.thumbnail(of: picture, longestEdge: 100)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("a picture that is small enough is not kept twice")
    func small() throws {
        let picture = try Picture.fixture("front.jpg")
        _ = try thumbnails.thumbnail(of: picture, longestEdge: 100)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    private func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("a/b"), includingPropertiesForKeys: nil)
    }

    private func onlyFile() throws -> URL {
        let files = try files()
        #expect(files.count == 1)
        return try #require(files.first)
    }
}

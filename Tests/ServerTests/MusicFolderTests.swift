import Catalog
import Foundation
import MediaModel
import Testing

/// Lists of one root.
@Suite(.timeLimit(.minutes(20))) struct MusicFolderTests {
    @Test("musicFolderId leaves out what other roots have: in searches, of stars, by chance")
    func folders() async throws {
        let server = try await TestServer.start(
            ["loose.mp3": "empty/empty.mp3"], more: ["other/b.flac": "full/full.flac"])
        let roots = try server.catalog.roots.all()
        let other = try #require(roots.first { $0.path.lastComponent == "other" })
        let music = try #require(roots.first { $0.path != other.path })
        let item = try #require(
            try server.catalog.items.all(matching: MediaQuery()).first {
                $0.location.root == other.path
            })
        let song = try await server.payload("getSong", "id=tr-\(item.persistentID)").object("song")
        let (album, artist) = (song.text("albumId") ?? "", song.text("artistId") ?? "")
        let star = "id=tr-\(item.persistentID)&albumId=\(album)&artistId=\(artist)"
        #expect(try await server.error("star", star) == nil)

        func count(
            _ name: String, _ query: String, _ root: LibraryRoot, _ part: String
        ) async throws -> [Int] {
            let found = try await server.payload(name, "\(query)&musicFolderId=\(root.id)")
                .object(part)
            return ["artist", "album", "song"].map { found.objects($0).count }
        }
        for version in [2, 3] {
            func found(_ text: String, _ root: LibraryRoot) async throws -> [Int] {
                try await count(
                    "search\(version)", "query=\(text)", root, "searchResult\(version)")
            }
            #expect(try await found("ada", music) == [0, 0, 0])
            let inOther = try await found("ada", other)
            #expect(inOther.allSatisfy { $0 >= 1 }, "\(inOther)")
        }
        #expect(try await count("getStarred", "f=json", music, "starred") == [0, 0, 0])
        #expect(try await count("getStarred", "f=json", other, "starred") == [1, 1, 1])
        #expect(try await count("getStarred2", "f=json", music, "starred2") == [0, 0, 0])
        #expect(try await count("getStarred2", "f=json", other, "starred2") == [1, 1, 1])
        for kind in ["random", "starred"] {
            let query = "type=\(kind)"
            #expect(try await count("getAlbumList2", query, music, "albumList2") == [0, 0, 0])
            #expect(try await count("getAlbumList2", query, other, "albumList2") == [0, 1, 0])
        }
        await server.stop()
    }
}

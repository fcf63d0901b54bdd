import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithUsers
import Testing

/// Better releases of films and episodes.
@Suite struct VideoUpgradeTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan() async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan([folder.path])
    }

    private func item(_ name: String) throws -> MediaItem? {
        try catalog.items.all(at: folder.path.appending(MediaPath(name))).first
    }

    @Test(
        "an episode by show, season and number, and a film by title and year, keeps what is the user's",
        arguments: [
            (
                "The 100/Season 1/The 100 - S01E01 - Pilot WEBRip-720p.mkv",
                "The 100/Season 1/The 100 - S01E01 - Pilot Bluray-1080p.mkv"
            ),
            ("Film (2010)/Film (2010) 720p.mkv", "Film (2010)/Film (2010) [2160p].mp4"),
            ("1984.1984.DVDRip.mkv", "1984 (1984) 1080p.mp4"),
        ], [true, false])
    func upgrade(names: (old: String, new: String), isAtOnce: Bool) async throws {
        try folder.copy(Fixtures.url(of: "full/full.mkv"), to: "other.mkv")
        try folder.copy(Fixtures.url(of: "empty/empty.mkv"), to: names.old)
        _ = try await scan()
        let old = try #require(try item(names.old)?.persistentID)
        try catalog.values.setRating(4, of: old)
        let fixture = names.new.hasSuffix("mp4") ? "empty/empty.mp4" : "empty/empty.webm"
        try folder.copy(Fixtures.url(of: fixture), to: names.new)
        if !isAtOnce { _ = try await scan() }
        try folder.remove(names.old)
        _ = try await scan()
        #expect(try item(names.new)?.persistentID == old)
        #expect(try item(names.new)?.userValues.rating == 4)
    }

    @Test("another episode, and another film, is a new item")
    func others() async throws {
        let old = ["S/Season 1/S - S01E01.mkv", "Film (2010).mkv"]
        for name in old { try folder.copy(Fixtures.url(of: "empty/empty.mkv"), to: name) }
        _ = try await scan()
        let ids = try old.map { try item($0)?.persistentID }
        for name in old { try folder.remove(name) }
        let new = ["S/Season 1/S - S01E02.webm", "Film (2011).webm"]
        for name in new { try folder.copy(Fixtures.url(of: "empty/empty.webm"), to: name) }
        #expect(try await scan().added == 2)
        for name in new { #expect(try !ids.contains(item(name)?.persistentID)) }
    }
}

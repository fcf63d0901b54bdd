import Catalog
import CatalogTestSupport
import Foundation
import MediaModel
import Testing

/// Changes and the log that they are written to.
@Suite struct TransactionTests {
    private struct Interruption: Error {}

    @Test("Of several changes all are made or none")
    func wholeOrNone() throws {
        let catalog = try Catalog.empty()
        func add(_ name: String) throws {
            _ = try catalog.radioStations.add(
                name: name, streamURL: "https://example.org/\(name)", homePageURL: nil)
        }
        #expect(throws: Interruption.self) {
            try catalog.transaction {
                try add("One")
                throw Interruption()
            }
        }
        #expect(try catalog.radioStations.all() == [])
        try catalog.transaction {
            try add("One")
            try add("Two")
        }
        #expect(try catalog.radioStations.all().map(\.name) == ["One", "Two"])
    }

    @Test("Small changes without end do not fill the disk")
    func log() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("library.sqlite").path
        let catalog = try Catalog.open(at: path, for: .creating)
        let comment = String(repeating: "a", count: 1 << 20)
        for number in 1...60 {
            _ = try catalog.playlists.create(
                PlaylistCreationMetadata(name: "\(number)", descriptionText: comment))
        }
        let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size]
        #expect(try #require(log as? Int) < 32 << 20)
        try catalog.close()
    }
}

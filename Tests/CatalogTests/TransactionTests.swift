import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers
import Testing

/// Changes, what is read meanwhile, and the log that changes are written to.
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

    @Test("Answers about one moment agree, whatever is changed meanwhile")
    func moment() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalog =
            try TestServer.shared == nil
            ? Catalog.open(
                at: folder.appendingPathComponent("library.sqlite").path, for: .creating)
            : .empty()
        let other = try Catalog.open(at: catalog.path, for: .writing)
        defer { for one in [catalog, other] { try? one.close() } }
        func names(_ catalog: Catalog) throws -> [String] {
            try catalog.radioStations.all().map(\.name)
        }
        func add(_ name: String) throws {
            _ = try other.radioStations.add(
                name: name, streamURL: "https://example.org/\(name)", homePageURL: nil)
        }
        try add("One")
        let kept = try catalog.atOneMoment { moment in
            #expect(try names(moment) == ["One"])
            try add("Two")
            #expect(try names(moment) == ["One"])
            #expect(try names(other) == ["One", "Two"])
            return moment
        }
        // After the moment it is a catalogue like any other.
        #expect(try names(kept) == ["One", "Two"])
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

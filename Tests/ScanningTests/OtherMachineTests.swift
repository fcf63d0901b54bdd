import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import Testing

/// Roots that another machine scans into the same library, and that cannot be seen here.
@Suite struct OtherMachineTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() async throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
        try folder.copy(Fixtures.url(of: "full/full.flac"), to: "there/1.flac")
        try folder.copy(Fixtures.url(of: "full/full.mp3"), to: "there/2.mp3")
        _ = try await scan("there")
        try catalog.giveRoots(to: "nas")
        try folder.move("there/1.flac", to: "here/1.flac")
    }

    private func scan(_ names: String...) async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan(
            names.map { MediaPath(folder.url($0).path) })
    }

    private func paths() throws -> [MediaPath] {
        try catalog.items.all(matching: MediaQuery()).compactMap {
            $0.location.path.relative(to: folder.path)
        }.sorted()
    }

    @Test("what cannot be seen is neither gone nor moved")
    func unseen() async throws {
        #expect(try await scan().missing == 0)
        let report = try await scan("here")
        #expect(report.added == 1 && report.moved == 0 && report.missing == 0)
        #expect(try paths() == ["here/1.flac", "there/1.flac", "there/2.mp3"])
        #expect(try catalog.roots.all().map(\.isHere) == [true, false])
    }

    @Test(
        "a folder of another machine is not scanned, and the machine is named",
        arguments: ["there", "there/part"])
    func taken(folder name: String) async throws {
        try folder.copy(Fixtures.url(of: "full/full.mp3"), to: "there/part/3.mp3")
        let error = await #expect(throws: ScanTargetError.self) { try await scan(name) }
        #expect(error?.reason.contains("nas") == true)
        #expect(try paths() == ["there/1.flac", "there/2.mp3"])
    }
}

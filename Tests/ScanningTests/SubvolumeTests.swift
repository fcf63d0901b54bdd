import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import Testing

/// Subvolumes below a root, of which each has a number of its own.
@Suite("Subvolumes") struct SubvolumeTests {
    let folder: TemporaryFolder
    let catalog: Catalog
    let disks = FakeDisks()

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan() async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan(
            [folder.path.appending("m")], options: disks.options)
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            at: folder.url(name), withIntermediateDirectories: true)
    }

    private func write(_ sound: Int, to name: String) throws {
        try makeFolder(String(name.split(separator: "/").dropLast().joined(separator: "/")))
        try Disc.wave(
            samples: (0..<1000).map { UInt8(truncatingIfNeeded: $0 / 7 &* sound) }, tags: []
        )
        .write(to: folder.url(name))
    }

    @Test(
        "that are deleted lose their files, and those that are not mounted keep them",
        arguments: [(true, false), (false, false), (false, true)])
    func away(isDeleted: Bool, hasStray: Bool) async throws {
        try makeFolder("m/own")
        try write(1, to: "away/Album/1.wav")
        try write(2, to: "away/Album/2.wav")
        try disks.mount(
            folder.url("away"), at: folder.url("m/own"), .identifier("the rest", subvolume: 7))
        #expect(try await scan().added == 2)
        try disks.unmount(folder.url("m/own"), to: folder.url("away"))
        if isDeleted {
            try folder.remove("m/own")
            try write(3, to: "m/New/3.wav")
        }
        if hasStray { try write(3, to: "m/own/3.wav") }
        if !isDeleted, !hasStray { try write(3, to: "m/3.wav") }
        for _ in 1...2 {
            let report = try await scan()
            #expect(report.problems.isEmpty == isDeleted || report.knownProblems > 0)
        }
        #expect(
            try catalog.items.count(matching: MediaQuery(isMissing: true)) == (isDeleted ? 2 : 0))
        #expect(try catalog.roots.all().map(\.isAvailable) == [true])
    }
}

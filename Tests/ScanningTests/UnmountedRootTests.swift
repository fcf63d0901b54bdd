import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import Testing

/// A root whose disk is not mounted, with something in its empty mount point.
@Suite struct UnmountedRootTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan(_ names: String...) async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan(
            names.map { MediaPath(folder.url($0).path) }, options: .withoutIdentities)
    }

    /// Makes the library believe that the files of a folder were on another device.
    private func renumberDevices() throws {
        let root = try catalog.roots.all()[0]
        let device = try #require(try catalog.roots.device(ofRootAt: root.path))
        try catalog.roots.setDevice(device + 12_345, root.id)
        let known = try #require(try catalog.scans.knownFolders(["Album"], in: root.id)[0])
        var batch = ScanBatch()
        for file in known.files {
            batch.relocated[file.id] = file.stamp
            batch.relocated[file.id]?.device += 12_345
        }
        var writer = ScanWriter(catalog: catalog, root: root.id, scan: ScanID())
        _ = try writer.write(batch, now: .now)
    }

    private func begin() async throws -> [MediaItemID] {
        for name in ["full/full.mp3", "full/full.flac"] {
            try folder.copy(Fixtures.url(of: name), to: "disk/Album/" + name.dropFirst(5))
        }
        _ = try await scan("disk")
        try renumberDevices()
        try folder.move("disk", to: "away")
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "disk/stray.mp3")
        return try items()
    }

    private func items() throws -> [MediaItemID] {
        try catalog.items.all(matching: MediaQuery()).map(\.persistentID).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    /// Changes of names after which no file is where it was.
    enum Renaming: CaseIterable, Sendable { case folder, files, both, intoNewFolder, letterCase }

    @Test(
        "names that all changed do not make another disk of the root", arguments: Renaming.allCases)
    func renamed(_ renaming: Renaming) async throws {
        for name in ["full/full.mp3", "full/full.flac"] {
            try folder.copy(Fixtures.url(of: name), to: "disk/Album/" + name.dropFirst(5))
        }
        _ = try await scan("disk")
        let ids = try items()
        switch renaming {
        case .folder: try folder.move("disk/Album", to: "disk/Other")
        case .files, .both:
            try folder.move("disk/Album/full.mp3", to: "disk/Album/1.mp3")
            try folder.move("disk/Album/full.flac", to: "disk/Album/2.flac")
            if renaming == .both { try folder.move("disk/Album", to: "disk/Other") }
        case .intoNewFolder:
            try FileManager.default.createDirectory(
                at: folder.url("disk/A/B"), withIntermediateDirectories: true)
            try folder.move("disk/Album", to: "disk/A/B/Album")
        case .letterCase:
            try folder.move("disk/Album", to: "disk/temporary")
            try folder.move("disk/temporary", to: "disk/ALBUM")
        }
        let report = try await scan("disk")
        #expect((report.added, report.missing, report.moved) == (0, 0, 2))
        #expect(report.problems.isEmpty)
        #expect(try items() == ids)
    }

    @Test(
        "nothing is gone, whatever part of the root is scanned", arguments: ["disk", "disk/Album"])
    func stray(part: String) async throws {
        let ids = try await begin()
        if part != "disk" {
            try FileManager.default.createDirectory(
                at: folder.url(part), withIntermediateDirectories: true)
        }
        let report = try await scan(part)
        #expect((report.added, report.missing) == (0, 0))
        #expect(report.problems.map(\.path) == [folder.path.appending("disk")])
        #expect(try items() == ids)
        #expect(try catalog.roots.all().map(\.isAvailable) == [false])
        #expect(try Pruning(of: catalog).gone == [])
    }

    @Test(
        "a disk that comes back under another number has its files again, and what came meanwhile goes"
    )
    func back() async throws {
        let ids = try await begin()
        _ = try await scan("disk")
        try folder.remove("disk")
        try folder.move("away", to: "disk")
        let report = try await scan("disk")
        #expect((report.added, report.missing, report.unchanged) == (0, 0, 2))
        #expect(try items() == ids)
        #expect(try catalog.roots.all().map(\.isAvailable) == [true])
    }

    @Test("prune keeps what was gone before while the disk is not mounted")
    func prune() async throws {
        let ids = try await begin()
        try folder.remove("disk")
        try folder.move("away", to: "disk")
        try folder.remove("disk/Album/full.mp3")
        #expect(try await scan("disk").missing == 1)
        #expect(try Pruning(of: catalog).gone.count == 1)
        try renumberDevices()
        try folder.move("disk", to: "away")
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "disk/stray.mp3")
        let pruning = try Pruning(of: catalog)
        #expect(pruning.gone == [])
        #expect(pruning.kept == [folder.path.appending("disk"): 1])
        #expect(ids.count == 2)
    }

    @Test(
        "a root that the user hides is no disk that is away, and is shown again",
        arguments: [".nomedia", ".phonolithignore"])
    func hiddenRoot(name: String) async throws {
        try folder.copy(Fixtures.url(of: "full/full.mp3"), to: "disk/A/1.mp3")
        _ = try await scan("disk")
        let ids = try items()
        try folder.write("*\n", to: "disk/" + name)
        let report = try await scan("disk")
        #expect(report.missing == 1)
        #expect(report.problems == [])
        #expect(try catalog.roots.all().map(\.isAvailable) == [true])
        try folder.remove("disk/" + name)
        #expect(try await scan("disk").missing == 0)
        #expect(try items() == ids)
    }

    @Test("an item whose file is on the disk, hidden by a rule, is kept by prune and counted")
    func hidden() async throws {
        try folder.copy(Fixtures.url(of: "full/full.mp3"), to: "disk/A/1.mp3")
        try folder.copy(Fixtures.url(of: "full/full.flac"), to: "disk/B/2.flac")
        _ = try await scan("disk")
        try folder.write("", to: "disk/A/.nomedia")
        #expect(try await scan("disk").missing == 1)
        let pruning = try Pruning(of: catalog)
        #expect(pruning.gone == [])
        #expect(pruning.present == [folder.path.appending("disk"): 1])
    }
}

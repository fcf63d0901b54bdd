import Catalog
import CatalogTestSupport
import Fixtures
import Foundation
import MediaModel
import Scanning
import Testing

/// A disk that is mounted below a root, or that a link in it leads to.
@Suite("A disk below a root") struct UnmountedFolderTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
        try folder.copy(Fixtures.url(of: "full/full.mp3"), to: "music/here/1.mp3")
        try folder.copy(Fixtures.url(of: "full/full.flac"), to: "disk/Album/2.flac")
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "disk/3.mp3")
    }

    private func scan() async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan([folder.path.appending("music")])
    }

    /// Makes the library believe that the files of some folders were on another device.
    private func renumberDevices(of folders: MediaPath...) throws {
        let root = try catalog.roots.all()[0]
        var batch = ScanBatch()
        for known in try catalog.scans.knownFolders(folders, in: root.id) {
            for file in try #require(known).files {
                batch.relocated[file.id] = file.stamp
                batch.relocated[file.id]?.device += 12_345
            }
        }
        var writer = ScanWriter(catalog: catalog, root: root.id, scan: ScanID())
        _ = try writer.write(batch, now: .now)
    }

    private func items() throws -> [MediaItemID] {
        try catalog.items.all(matching: MediaQuery()).map(\.persistentID).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    @Test(
        "keeps its files in the library while it is not mounted",
        arguments: ["a mount point", "a link to nothing", "a link to an empty folder"])
    func away(entry: String) async throws {
        let isLink = entry != "a mount point"
        if isLink {
            try FileManager.default.createSymbolicLink(
                at: folder.url("music/usb"), withDestinationURL: folder.url("disk"))
        } else {
            try folder.move("disk", to: "music/usb")
        }
        #expect(try await scan().added == 3)
        let ids = try items()
        try renumberDevices(of: "usb", "usb/Album")
        let place = isLink ? "disk" : "music/usb"
        try folder.move(place, to: "away")
        if entry != "a link to nothing" {
            try FileManager.default.createDirectory(
                at: folder.url(place), withIntermediateDirectories: false)
        }

        let report = try await scan()
        #expect((report.missing, report.unchanged) == (0, 1))
        #expect(report.problems.map(\.path) == [folder.path.appending("music/usb")])
        #expect(report.hasUnmountedFolders)
        #expect(try items() == ids)
        #expect(try Pruning(of: catalog).gone == [])
        var kinds: [LibraryCheck.Difference.Kind] = []
        try LibraryCheck.forEachDifference(in: catalog) { kinds.append($0.kind) }
        #expect(kinds == [.unreachable, .unreachable])
        // It is the user who knows that it will not come back.
        let root = folder.path.appending("music")
        #expect(try Pruning(of: catalog, in: root).gone.count == 2)

        if entry != "a link to nothing" { try folder.remove(place) }
        try folder.move("away", to: place)
        let second = try await scan()
        #expect((second.added, second.missing, second.unchanged) == (0, 0, 3))
        #expect(try items() == ids)
        #expect(second.solvedProblems.count == 1)
    }

    /// Another disk than that of temporary files, on most machines.
    private static let otherDisk = URL(filePath: "/dev/shm")

    private static var hasOtherDisk: Bool {
        // A disk that cannot be looked at is none that a test can use.
        let devices = [otherDisk, FileManager.default.temporaryDirectory].map {
            try? FileManager.default.attributesOfItem(atPath: $0.path)[.systemNumber] as? Int
        }
        return devices[0] != nil && devices[0] != devices[1]
    }

    @Test("keeps the files of the folder that it is mounted over", .enabled(if: hasOtherDisk))
    func covering() async throws {
        try folder.move("disk", to: "music/here/deep")
        try folder.copy(Fixtures.url(of: "empty/empty.flac"), to: "music/4.flac")
        #expect(try await scan().added == 4)
        let ids = try items()
        try folder.move("music/here", to: "covered")
        let other = Self.otherDisk.appending(path: "phonolith-\(UUID())")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: other) }
        try FileManager.default.createSymbolicLink(
            at: folder.url("music/here"), withDestinationURL: other)

        let report = try await scan()
        #expect((report.missing, report.unchanged) == (0, 1))
        #expect(report.problems.map(\.path) == [folder.path.appending("music/here")])
        #expect(try items() == ids)
        #expect(try Pruning(of: catalog).gone == [])
        var kinds: [LibraryCheck.Difference.Kind] = []
        try LibraryCheck.forEachDifference(in: catalog) { kinds.append($0.kind) }
        #expect(kinds == [.unreachable, .unreachable, .unreachable])

        try folder.remove("music/here")
        try folder.move("covered", to: "music/here")
        #expect(try await scan().unchanged == 4)
        #expect(try items() == ids)
    }

    @Test(
        "does not keep files to which no link leads any more while it is there",
        .enabled(if: hasOtherDisk))
    func removedFolderLink() async throws {
        let other = Self.otherDisk.appending(path: "phonolith-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder.url("disk/more"), withIntermediateDirectories: false)
        try folder.move("disk/3.mp3", to: "disk/more/3.mp3")
        try FileManager.default.moveItem(at: folder.url("disk"), to: other)
        defer { try? FileManager.default.removeItem(at: other) }
        for (link, target) in [("music/here/album", "Album"), ("music/more", "more")] {
            try FileManager.default.createSymbolicLink(
                at: folder.url(link), withDestinationURL: other.appending(path: target))
        }
        #expect(try await scan().added == 3)
        try folder.remove("music/here/album")
        let report = try await scan()
        #expect((report.missing, report.unchanged) == (1, 2))
        #expect(!report.hasUnmountedFolders)
    }

    @Test("does not give its items to a backup that is scanned meanwhile")
    func backup() async throws {
        try folder.move("disk", to: "music/usb")
        _ = try await scan()
        let ids = try items()
        try renumberDevices(of: "usb", "usb/Album")
        try folder.move("music/usb", to: "away")
        let backup = folder.url("backup")
        try FileManager.default.copyItem(at: folder.url("away"), to: backup)
        let report = try await LibraryScanner(catalog: catalog).scan([MediaPath(backup.path)])
        #expect((report.added, report.moved) == (2, 0))
        #expect(try items().count == ids.count + 2)
    }

    @Test("gives copies of what is the user's to its files that were moved into the root")
    func emptiedDisk() async throws {
        try FileManager.default.createSymbolicLink(
            at: folder.url("music/usb"), withDestinationURL: folder.url("disk"))
        _ = try await scan()
        for item in try catalog.items.all(matching: MediaQuery()) {
            try catalog.values.setRating(4, of: item.persistentID)
        }
        try renumberDevices(of: "usb", "usb/Album")
        // As to another file system.
        try FileManager.default.copyItem(
            at: folder.url("disk/Album"), to: folder.url("music/Album"))
        try folder.remove("disk/Album")
        try folder.remove("music/usb")
        #expect(try await scan().added == 1)
        let ratings = try catalog.items.all(matching: MediaQuery()).map(\.userValues.rating)
        #expect(ratings == [4, 4, 4, 4])
    }

    @Test("is not what a link to one file leads to that is taken out of its folder")
    func removedLink() async throws {
        try FileManager.default.createSymbolicLink(
            at: folder.url("music/here/2.flac"),
            withDestinationURL: folder.url("disk/Album/2.flac"))
        _ = try await scan()
        let root = try catalog.roots.all()[0]
        let known = try #require(try catalog.scans.knownFolders(["here"], in: root.id)[0])
        let link = try #require(known.files.first { $0.name == "2.flac" })
        var batch = ScanBatch()
        batch.relocated[link.id] = link.stamp
        batch.relocated[link.id]?.device += 12_345
        var writer = ScanWriter(catalog: catalog, root: root.id, scan: ScanID())
        _ = try writer.write(batch, now: .now)
        try folder.remove("music/here/2.flac")
        let report = try await scan()
        #expect((report.missing, report.problems.count) == (1, 0))
    }

    @Test("is not what a disk is that has another number now: what is deleted from it is gone")
    func renumbered() async throws {
        try folder.move("disk", to: "music/usb")
        _ = try await scan()
        try renumberDevices(of: "here", "usb", "usb/Album")
        try folder.remove("music/usb/Album")
        let report = try await scan()
        #expect((report.missing, report.unchanged) == (1, 2))
        #expect(!report.hasUnmountedFolders)
    }
}

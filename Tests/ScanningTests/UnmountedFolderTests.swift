import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers
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
        try await LibraryScanner(catalog: catalog).scan(
            [folder.path.appending("music")], options: .withoutIdentities)
    }

    /// Makes the library believe that the files of some folders were on another device.
    private func renumberDevices(of folders: MediaPath...) throws {
        try change(folders) { $0.device += 12_345 }
    }

    /// Makes the library believe that a disk was mounted where a link is.
    private func forgetLinks(in folders: MediaPath...) throws {
        try change(folders) { $0.linkDevice = nil }
    }

    private func change(_ folders: [MediaPath], _ body: (inout FileStamp) -> Void) throws {
        let root = try catalog.roots.all()[0]
        var batch = ScanBatch()
        for known in try catalog.scans.knownFolders(folders, in: root.id) {
            for file in known?.files ?? [] {
                var stamp = file.stamp
                body(&stamp)
                batch.relocated[file.id] = stamp
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

    /// A folder on the other disk, which the caller removes.
    ///
    /// - Parameter files: Their fixtures. A file with the same sound or tags as one that is deleted would be its heir.
    private func folderOnOtherDisk(_ files: [String: String]) throws -> URL {
        let other = Self.otherDisk.appending(path: "phonolith-\(UUID())")
        for (file, fixture) in files {
            let place = other.appending(path: file)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: place)
        }
        return other
    }

    /// Mounts a disk over a folder, as it were: a link is put in the folder's place.
    private func mount(_ disk: URL, over place: String) throws {
        try folder.move(place, to: "covered")
        try FileManager.default.createSymbolicLink(
            at: folder.url(place), withDestinationURL: disk)
    }

    private func unmount(_ place: String) throws {
        try folder.remove(place)
        try folder.move("covered", to: place)
    }

    @Test(
        "keeps both its files and those that it is mounted over, whichever can be seen",
        .enabled(if: hasOtherDisk), arguments: [false, true])
    func alternating(isKnownFirst: Bool) async throws {
        let disk = try folderOnOtherDisk([
            "Album/5.ogg": "full/full.ogg", "6.m4a": "empty/empty.m4a",
        ])
        defer { try? FileManager.default.removeItem(at: disk) }
        try folder.move("music/here/1.mp3", to: "music/1.mp3")
        if isKnownFirst {
            try mount(disk, over: "music/here")
            #expect(try await scan().added == 3)
            try forgetLinks(in: "here", "here/Album")
            try unmount("music/here")
        }
        // Copied while the disk is away.
        try folder.move("disk/Album", to: "music/here/New")
        try folder.move("disk/3.mp3", to: "music/here/3.mp3")
        let reports = [try await scan()] + [try await scan()]
        #expect(reports.map(\.missing) == [0, 0])
        try mount(disk, over: "music/here")
        let report = try await scan()
        #expect((report.missing, report.added) == (0, isKnownFirst ? 0 : 2))
        #expect(report.problems.map(\.path) == [folder.path.appending("music/here")])
        #expect(try await scan().missing == 0)
        try forgetLinks(in: "here", "here/Album")
        #expect(try items().count == 5)
        #expect(try Pruning(of: catalog).gone == [])
        // A file that is deleted from the disk is missing; those that the disk covers are not.
        try FileManager.default.removeItem(at: disk.appending(path: "6.m4a"))
        #expect(try await scan().missing == 1)
        try forgetLinks(in: "here", "here/Album")
        try unmount("music/here")
        try folder.remove("music/here/3.mp3")
        #expect(try await scan().missing == 1)
        #expect(try items().count == 3)
    }

    @Test(
        "is away where a link leads to nothing, although another disk has its number now",
        .enabled(if: hasOtherDisk))
    func reusedNumber() async throws {
        let disk = try folderOnOtherDisk(["Album/5.wav": "empty/empty.wav"])
        let other = try folderOnOtherDisk(["6.m4a": "empty/empty.m4a"])
        defer { for place in [disk, other] { try? FileManager.default.removeItem(at: place) } }
        for (link, target) in [("music/usb1", disk), ("music/usb2", other)] {
            try FileManager.default.createSymbolicLink(
                at: folder.url(link), withDestinationURL: target)
        }
        #expect(try await scan().added == 3)
        try folder.remove("music/usb1")
        try FileManager.default.createSymbolicLink(
            at: folder.url("music/usb1"), withDestinationURL: folder.url("media/USB1"))
        let report = try await scan()
        #expect((report.missing, report.unchanged) == (0, 2))
        #expect(report.problems.map(\.path) == [folder.path.appending("music/usb1")])
        // Its folder is deleted from a disk that is there.
        try folder.remove("music/usb1")
        try FileManager.default.createSymbolicLink(
            at: folder.url("music/usb1"), withDestinationURL: disk.appending(path: "Deleted"))
        #expect(try await scan().missing == 1)
    }

    @Test("is away although the root's own disk has its number now")
    func takenNumber() async throws {
        try folder.move("disk", to: "music/usb")
        _ = try await scan()
        let ids = try items()
        try renumberDevices(of: "here")
        try folder.move("music/usb", to: "away")
        try FileManager.default.createDirectory(
            at: folder.url("music/usb"), withIntermediateDirectories: false)
        for _ in 1...2 { #expect(try await scan().missing == 0) }
        #expect(try items() == ids)
        try folder.remove("music/usb")
        try folder.move("away", to: "music/usb")
        #expect(try await scan().unchanged == 3)
        try folder.remove("music/usb/3.mp3")
        #expect(try await scan().missing == 1)
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
        try FileManager.default.createSymbolicLink(
            at: folder.url("music/here/3.mp3"), withDestinationURL: folder.url("disk/3.mp3"))
        _ = try await scan()
        try change(["here"]) { if $0.linkDevice != nil { $0.device += 12_345 } }
        try folder.remove("music/here/2.flac")
        let report = try await scan()
        #expect((report.missing, report.problems.count) == (1, 0))
    }

    @Test(
        "is not what a disk is that has another number now, or its copy: what is deleted from it is gone",
        arguments: [false, true])
    func renumbered(isCopy: Bool) async throws {
        try folder.move("disk", to: "music/usb")
        _ = try await scan()
        try renumberDevices(of: "here", "usb", "usb/Album")
        if isCopy {
            for file in ["here/1.mp3", "usb/3.mp3"] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600], ofItemAtPath: folder.url("music/\(file)").path)
            }
        }
        try folder.remove("music/usb/Album")
        let report = try await scan()
        #expect((report.missing, report.changed) == (1, isCopy ? 2 : 0))
        #expect(!report.hasUnmountedFolders)
    }

    @Test("is away where a link to one of its folders was removed, and a folder is in its place")
    func replacedLink() async throws {
        try FileManager.default.createSymbolicLink(
            at: folder.url("music/usb"), withDestinationURL: folder.url("disk"))
        _ = try await scan()
        let ids = try items()
        try renumberDevices(of: "usb", "usb/Album")
        try folder.remove("music/usb")
        try folder.move("disk", to: "away")
        try FileManager.default.createDirectory(
            at: folder.url("music/usb"), withIntermediateDirectories: false)
        let report = try await scan()
        #expect((report.missing, report.hasUnmountedFolders) == (0, true))
        #expect(try items() == ids)
    }
}

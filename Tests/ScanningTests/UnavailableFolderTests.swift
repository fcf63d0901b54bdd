import Foundation
import PhonolithCatalogTestSupport
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithUsers
import Testing

/// What a scan says of folders whose items it keeps, because it cannot reach their files.
@Suite("Unavailable folders") struct UnavailableFolderTests {
    let folder: TemporaryFolder
    let catalog: Catalog
    let disks = FakeDisks()

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func write(_ sound: UInt8, _ name: String) throws {
        let url = folder.url(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Disc.wave(seconds: 2 + Int(sound), sound: sound).write(to: url)
    }

    private func scan(_ paths: [MediaPath] = []) async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan(paths, options: disks.options)
    }

    /// A place, below `folder`, and what happens there.
    struct Row: Sendable, CustomTestStringConvertible {
        var place: String
        var event: Event
        var reason: String
        var testDescription: String { "\(place), \(event)" }

        enum Event { case unmounted, exchanged, covered, emptied, deleted }

        init(_ place: String, _ event: Event, _ reason: String) {
            (self.place, self.event, self.reason) = (place, event, reason)
        }
    }

    static let rows = [
        Row("root", .unmounted, "its disk is not mounted"),
        Row("root", .exchanged, "its disk is not mounted"),
        Row("root", .emptied, "it is empty"),
        Row("root", .deleted, "No such file or directory"),
        Row("root/usb", .unmounted, "its disk is not mounted"),
        Row("root/usb", .exchanged, "its disk is not mounted"),
        Row("root/A/usb", .unmounted, "its disk is not mounted"),
        Row("root/A/usb", .exchanged, "its disk is not mounted"),
        Row("root/A", .covered, "another disk is mounted there"),
    ]

    @Test("each scan says which, with a short reason, until they are back", arguments: rows)
    func eachScan(row: Row) async throws {
        let place = folder.url(row.place)
        if row.place != "root" { try write(1, "root/B/0.wav") }
        try write(2, "disk0/C/1.wav")
        try write(3, "disk1/D/2.wav")
        let isDisk = [.unmounted, .exchanged].contains(row.event)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        if isDisk {
            try disks.mount(folder.url("disk0"), at: place, .identifier("a"))
        } else {
            try FileManager.default.removeItem(at: place)
            try FileManager.default.moveItem(at: folder.url("disk0"), to: place)
        }
        #expect(try await scan([folder.path.appending("root")]).unavailable == [])

        switch row.event {
        case .unmounted: try disks.unmount(place, to: folder.url("disk0"))
        case .exchanged:
            try disks.unmount(place, to: folder.url("disk0"))
            try disks.mount(folder.url("disk1"), at: place, .identifier("b"))
        case .covered:
            try FileManager.default.moveItem(at: place, to: folder.url("disk0"))
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            try disks.mount(folder.url("disk1"), at: place, .identifier("b"))
        case .emptied, .deleted:
            try FileManager.default.moveItem(at: place, to: folder.url("disk0"))
            if row.event == .emptied {
                try FileManager.default.createDirectory(
                    at: place, withIntermediateDirectories: false)
            }
        }
        let path = MediaPath(place.path)
        for round in 1...3 {
            let report = try await scan()
            #expect(report.unavailable.map(\.path) == [path], "round \(round)")
            #expect(
                report.unavailable.first?.reason.contains(row.reason) == true,
                "\(report.unavailable)")
            #expect(report.problems.map(\.path) == (round == 1 ? [path] : []), "round \(round)")
        }

        switch row.event {
        case .unmounted: try disks.mount(folder.url("disk0"), at: place, .identifier("a"))
        case .exchanged:
            try disks.unmount(place, to: folder.url("disk1"))
            try disks.mount(folder.url("disk0"), at: place, .identifier("a"))
        case .covered:
            try disks.unmount(place, to: folder.url("disk1"))
            try FileManager.default.removeItem(at: place)
            try FileManager.default.moveItem(at: folder.url("disk0"), to: place)
        case .emptied, .deleted:
            try? FileManager.default.removeItem(at: place)
            try FileManager.default.moveItem(at: folder.url("disk0"), to: place)
        }
        let isOtherKnown = row.place != "root" && [.exchanged, .covered].contains(row.event)
        // The files of the disk that was there meanwhile are items, too, and it is away now.
        let last = try await scan().unavailable
        #expect(last.map(\.reason) == (isOtherKnown ? ["its disk is not mounted"] : []))
    }
}

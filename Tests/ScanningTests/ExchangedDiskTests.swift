import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Two disks that are mounted at one place, one after the other.
@Suite("Disks that are exchanged") struct ExchangedDiskTests {
    /// A way in which two disks and their files may be alike.
    struct Exchange: Sendable, CustomTestStringConvertible {
        var place: String
        var identities: [FileSystemIdentity]
        var hasSameNames: Bool
        var isTagged: Bool
        /// Whether their sounds are as long, and the files as large and of one time.
        var isAsLong: Bool
        var testDescription: String {
            "\(place), \(identities), same names: \(hasSameNames), tagged: \(isTagged), as long: \(isAsLong)"
        }
    }

    static let exchanges: [Exchange] = {
        var all: [Exchange] = []
        let identities: [[FileSystemIdentity]] = [
            [.identifier("a"), .identifier("b")],
            [.unknown(device: 0x811), .unknown(device: 0x811)],
            [.unknown(device: 0x811), .unknown(device: 0x821)],
            [.source("nas:/a"), .source("nas:/b")],
        ]
        for place in ["root", "root/ext"] {
            for identities in identities {
                for (hasSameNames, isTagged, isAsLong) in [
                    (true, true, true), (true, true, false), (true, false, true),
                    (true, false, false), (false, true, true), (false, false, true),
                ] {
                    let lasts = FileSystemIdentity.lasts(identities[0].number)
                    // Where nothing tells disks apart, equal files do not either.
                    if !lasts, hasSameNames, isAsLong, !isTagged { continue }
                    all.append(
                        Exchange(
                            place: place, identities: identities, hasSameNames: hasSameNames,
                            isTagged: isTagged, isAsLong: isAsLong))
                }
            }
        }
        return all
    }()

    let folder: TemporaryFolder
    let catalog: Catalog
    let disks = FakeDisks()

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan() async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan(
            [folder.path.appending("root")], options: disks.options)
    }

    private func write(_ disk: Int, of exchange: Exchange) throws {
        let time = Date(timeIntervalSince1970: 1_000_000_000)
        for number in 1...4 {
            let sound = 10 * (disk + 1) + number
            let seconds = exchange.isAsLong ? 3 : 3 + 5 * disk
            let tags =
                exchange.isTagged ? [("INAM", "Song \(sound)"), ("IART", "Artist \(sound)")] : []
            let name =
                exchange.hasSameNames
                ? "REC\(number)" : "\("ab".dropFirst(disk).prefix(1))\(number)"
            let url = folder.url("disk\(disk)/DCIM/\(name).wav")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Disc.wave(
                samples: (0..<1000 * seconds).map { UInt8(truncatingIfNeeded: $0 / 7 &* sound) },
                tags: tags
            ).write(to: url)
            if exchange.isAsLong, FileSystemIdentity.lasts(exchange.identities[0].number) {
                try FileManager.default.setAttributes(
                    [.modificationDate: time], ofItemAtPath: url.path)
            }
        }
    }

    private func mount(_ disk: Int, of exchange: Exchange) throws {
        try disks.mount(
            folder.url("disk\(disk)"), at: folder.url(exchange.place), exchange.identities[disk])
    }

    private func unmount(_ disk: Int, of exchange: Exchange) throws {
        try disks.unmount(folder.url(exchange.place), to: folder.url("disk\(disk)"))
    }

    /// The bookmarks of all items by their ids.
    private func marks() throws -> [MediaItemID: Double] {
        let all = try [false, true].flatMap {
            try catalog.items.all(matching: MediaQuery(isMissing: $0))
        }
        return Dictionary(
            uniqueKeysWithValues: all.compactMap { item in
                item.userValues.bookmarkTime.map { (item.persistentID, $0) }
            })
    }

    @Test("neither take values from each other nor lose any", arguments: exchanges)
    func exchange(_ exchange: Exchange) async throws {
        for disk in 0...1 { try write(disk, of: exchange) }
        try FileManager.default.createDirectory(
            at: folder.url(exchange.place), withIntermediateDirectories: true)
        if exchange.place != "root" {
            try Disc.wave(seconds: 2).write(to: folder.url("root/here.wav"))
        }
        try mount(0, of: exchange)
        let first = try await scan()
        #expect(first.added == (exchange.place == "root" ? 4 : 5))
        let items = try catalog.items.all(matching: MediaQuery())
            .filter { $0.location.path.description.contains("DCIM") }
        for (number, item) in items.enumerated() {
            try catalog.values.setBookmark(Double(number + 1) / 4, of: item.persistentID)
        }
        let marked = try marks()
        #expect(marked.count == 4)
        try unmount(0, of: exchange)
        try mount(1, of: exchange)

        let exchanged = try await scan()
        let lasts = FileSystemIdentity.lasts(exchange.identities[0].number)
        // Below a root nothing but its number distinguishes a disk without an identity.
        let isSeen =
            lasts || exchange.place == "root" || exchange.identities[0] != exchange.identities[1]
        if isSeen {
            #expect((exchanged.changed, exchanged.missing) == (0, 0))
            #expect(!exchanged.problems.isEmpty)
        }
        #expect(try marks() == marked)
        let present = try catalog.items.all(matching: MediaQuery())
        for item in present where item.userValues.bookmarkTime != nil && item.isAvailable {
            // What is listed with a mark is not there, or what it was.
            #expect(
                items.contains { $0.persistentID == item.persistentID && $0.title == item.title })
        }
        #expect(try Pruning(of: catalog).gone.filter { marked[$0.id] != nil } == [])

        try unmount(1, of: exchange)
        try mount(0, of: exchange)
        let back = try await scan()
        #expect(back.added == 0)
        #expect(try marks() == marked)
        let again = try catalog.items.all(matching: MediaQuery()).filter {
            marked[$0.persistentID] != nil
        }
        #expect(again.map(\.location) == items.map(\.location))
        #expect(again.map(\.persistentID) == items.map(\.persistentID))
    }
}

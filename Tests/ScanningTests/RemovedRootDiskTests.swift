import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// A root that was removed while its disk was unplugged: no scan has seen that its files are gone.
@Suite("Disks of removed roots") struct RemovedRootDiskTests {
    struct History: Sendable, CustomTestStringConvertible {
        /// The root that is scanned and removed.
        var root: String
        /// Where its disk was, and another one is mounted later.
        var mountPoint: String
        var mountsOther = true
        /// What is scanned after that.
        var scanned: String?
        var hasSameNames = false
        var identities: [FileSystemIdentity] = []
        var testDescription: String {
            "\(root) on \(mountPoint), another mounted: \(mountsOther), then scanned: \(scanned ?? "nothing"), same names: \(hasSameNames), \(identities)"
        }
    }

    static let identities: [[FileSystemIdentity]] = [
        [.identifier("a"), .identifier("b")],
        [.identifier("a", subvolume: 1), .identifier("a", subvolume: 2)],
        [.source("nas:/a"), .source("nas:/b")],
        [.unknown(device: 0x811), .unknown(device: 0x811)],
        [.unknown(device: 0x811), .unknown(device: 0x821)],
    ]

    static let histories: [History] = {
        let places = [
            History(root: "u", mountPoint: "u", scanned: "u"),
            History(root: "u", mountPoint: "u"),
            History(root: "u/Music", mountPoint: "u", scanned: "u"),
            History(root: "v", mountPoint: "v/Music", mountsOther: false, scanned: "v/other"),
            History(root: "v", mountPoint: "v/Music", scanned: "v/other"),
            History(root: "v", mountPoint: "v/Music", scanned: "v"),
            History(root: "v", mountPoint: "v/Music"),
        ]
        return places.flatMap { place in
            identities.flatMap { identities in
                (place.mountsOther ? [false, true] : [false]).map { hasSameNames in
                    var history = place
                    (history.identities, history.hasSameNames) = (identities, hasSameNames)
                    return history
                }
            }
        }
    }()

    let folder: TemporaryFolder
    let catalog: Catalog
    let disks = FakeDisks()

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan(_ root: String) async throws {
        _ = try await LibraryScanner(catalog: catalog).scan(
            [folder.path.appending(MediaPath(root))], options: disks.options)
    }

    private func write(_ sound: Int, to name: String) throws {
        let url = folder.url(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Disc.wave(
            samples: (0..<1000 * sound).map { UInt8(truncatingIfNeeded: $0 / 7 &* sound) },
            tags: [("INAM", "Song \(sound)"), ("IART", "Artist \(sound)")]
        ).write(to: url)
    }

    /// Scans a root on the first disk, and rates its song.
    private func begin(_ history: History) async throws -> MediaItem {
        try write(2, to: "disk0/Music/a.wav")
        try write(9, to: history.hasSameNames ? "disk1/Music/a.wav" : "disk1/Else/b.wav")
        try write(5, to: "v/other/x.wav")
        try FileManager.default.createDirectory(
            at: folder.url(history.mountPoint), withIntermediateDirectories: true)
        try disks.mount(
            folder.url("disk0"), at: folder.url(history.mountPoint), history.identities[0])
        try await scan(history.root)
        let song = try #require(
            try catalog.items.all(matching: MediaQuery()).first { $0.title == "Song 2" })
        try catalog.values.setRating(5, of: song.persistentID)
        return song
    }

    private func song(_ id: MediaItemID) throws -> MediaItem? {
        try [false, true].lazy.flatMap {
            try catalog.items.all(matching: MediaQuery(isMissing: $0))
        }
        .first { $0.persistentID == id }
    }

    @Test("keep their items until they are back, whatever is there instead", arguments: histories)
    func away(_ history: History) async throws {
        let song = try await begin(history)
        let id = song.persistentID
        try disks.unmount(folder.url(history.mountPoint), to: folder.url("disk0"))
        try catalog.roots.remove(folder.path.appending(MediaPath(history.root)))
        if history.mountsOther {
            try disks.mount(
                folder.url("disk1"), at: folder.url(history.mountPoint), history.identities[1])
        }
        if let scanned = history.scanned { try await scan(scanned) }

        let pruning = try Pruning(of: catalog, on: disks.fileSystems)
        #expect(pruning.gone.map(\.id) == [])
        let isDoubtful = pruning.doubtful.contains { $0.item.id == id }
        // A file of the other disk at its path keeps it, too.
        #expect(isDoubtful || !pruning.kept.isEmpty || !pruning.present.isEmpty)
        if isDoubtful {
            let forced = try Pruning(of: catalog, forces: true, on: disks.fileSystems)
            #expect(forced.gone.map(\.id).contains(id))
        }

        if history.mountsOther {
            try disks.unmount(folder.url(history.mountPoint), to: folder.url("disk1"))
        }
        try disks.mount(
            folder.url("disk0"), at: folder.url(history.mountPoint), history.identities[0])
        try await scan(history.root)
        let back = try self.song(id)
        #expect(back?.userValues.rating == 5)
        #expect(back?.location.path == song.location.path)
        #expect(back?.isAvailable == true)
        let shown = try catalog.items.all(matching: MediaQuery()).map(\.persistentID)
        #expect(shown.contains(id))
        #expect(
            try Pruning(of: catalog, on: disks.fileSystems).gone.map(\.id).contains(id) == false)
    }

    @Test(
        "keep them when the other disk's file of the same name is deleted, too",
        arguments: identities)
    func displacedTwice(identities: [FileSystemIdentity]) async throws {
        let history = History(
            root: "u", mountPoint: "u", scanned: "u", hasSameNames: true, identities: identities)
        let song = try await begin(history)
        try disks.unmount(folder.url("u"), to: folder.url("disk0"))
        try catalog.roots.remove(folder.path.appending("u"))
        try disks.mount(folder.url("disk1"), at: folder.url("u"), identities[1])
        try write(7, to: "u/Else/c.wav")
        try await scan("u")
        try folder.remove("u/Music/a.wav")
        try await scan("u")
        for _ in 1...2 {
            let gone = try Pruning(of: catalog, on: disks.fileSystems).gone.map(\.id)
            #expect(!gone.contains(song.persistentID))
            _ = try catalog.goneItems.delete(gone)
        }
    }

    @Test("lose what was deleted from them, if they can be recognized", arguments: identities)
    func deleted(identities: [FileSystemIdentity]) async throws {
        let history = History(root: "u", mountPoint: "u", identities: identities)
        let song = try await begin(history)
        try catalog.roots.remove(folder.path.appending("u"))
        try folder.remove("u/Music")
        try write(7, to: "u/Else/c.wav")
        try await scan("u")
        let pruning = try Pruning(of: catalog, on: disks.fileSystems)
        let isRecognized = FileSystemIdentity.lasts(identities[0].number)
        #expect(pruning.gone.map(\.id) == (isRecognized ? [song.persistentID] : []))
        #expect(pruning.doubtful.map(\.doubt) == (isRecognized ? [] : [.unmounted]))
    }
}

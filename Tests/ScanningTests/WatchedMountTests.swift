import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithTestSupport
import Synchronization
import Testing

/// Disks that are mounted and unmounted while a root is watched, and nothing is looked at now and then.
@Suite("Disks mounted at watched folders", .serialized, .enabled(if: MountingHere.isPossible))
final class WatchedMountTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "root/A/1.mp3")
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "root/B/2.mp3")
        try make("disk", "media/usb", "beside")
        try run("mount -t tmpfs tmpfs \"$folder/disk\"")
        try folder.copy(Fixtures.url(of: "full/full.flac"), to: "disk/Album/1.flac")
    }

    deinit {
        try? run(
            """
            { grep -o " $folder[^ ]*" /proc/self/mounts || true; } | tac | while read -r place; do
                umount -l "$place"
            done
            """)
    }

    private func make(_ folders: String...) throws {
        for name in folders {
            try FileManager.default.createDirectory(
                at: folder.url(name), withIntermediateDirectories: true)
        }
    }

    private func run(_ script: String) throws {
        let shell = try Program(
            ["sh", "-ec", "exec 2>&1\n\(script)"],
            environment: ["folder": folder.url.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
            output: .pipe)
        let said = String(decoding: shell.output.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        try #require(shell.terminationStatus == 0, "\(said)")
    }

    fileprivate func mount(at place: String) throws {
        try run("mount --bind \"$folder/disk\" \"$folder/\(place)\"")
    }

    fileprivate func unmount(_ place: String) throws {
        // What another test starts in this moment has the folder open until it is another program.
        try run(
            "for _ in 1 2 3 4 5 6 7 8 9; do umount \"$folder/\(place)\" && exit; sleep 0.2; done; false"
        )
    }

    /// What a watch found, in order: the folders and trees below `folder` that it scanned, and problems.
    private final class Told: Sendable {
        let scanned = Mutex<[MediaPath]>([])
        let reports = Mutex<[ScanReport]>([])
        let isWatching = Mutex(false)

        var problems: [ScanProblem] { reports.withLock { $0.flatMap(\.problems) } }
        var solved: [ScanProblem] { reports.withLock { $0.flatMap(\.solvedProblems) } }
    }

    private func watching(_ body: (Told) async throws -> Void) async throws {
        let told = Told()
        var options = LibraryWatch.Options()
        (options.interval, options.rootsInterval) = (.seconds(3600), .seconds(3600))
        options.whenWatching = { told.isWatching.withLock { $0 = true } }
        options.afterScan = { targets, _ in
            told.scanned.withLock { $0 += targets.map { $0.root.path.appending($0.start) } }
            return ScanReport()
        }
        let watch = LibraryWatch(
            scanner: LibraryScanner(catalog: catalog), catalog: catalog, options: options,
            report: { report in told.reports.withLock { $0.append(report) } })
        let root = folder.path.appending("root")
        let task = Task { try await watch.run([root]) }
        let result: Result<Void, any Error>
        do {
            try await eventually("the folders are watched") { told.isWatching.withLock { $0 } }
            result = .success(try await body(told))
        } catch {
            result = .failure(error)
        }
        task.cancel()
        try await task.value
        try result.get()
    }

    private func names() throws -> Set<String> {
        Set(
            try catalog.items.all(matching: MediaQuery())
                .map { $0.location.relativePath.description })
    }

    /// A place below a watched root.
    struct Place: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Where the disk is mounted.
        var point: String
        /// What the disk is below the root.
        var name: String
        var link: String?

        init(_ description: String, _ point: String, _ name: String, link: String? = nil) {
            (testDescription, self.point, self.name) = (description, point, name)
            self.link = link
        }
    }

    static let places = [
        Place("in the root", "root/usb", "usb"),
        Place("in a folder with files", "root/A/usb", "A/usb"),
        Place("deep in folders without files", "root/C/deep/er/usb", "C/deep/er/usb"),
        Place("with a blank and a backslash in its name", "root/my usb\\1", "my usb\\1"),
        Place("at the target of a link", "media/usb", "link", link: "media/usb"),
        Place("below the target of a link", "media/usb", "link/usb", link: "media"),
    ]

    @Test(
        "a disk that is mounted below the root is scanned and watched, again and again, and kept while it is not there",
        arguments: places)
    func below(place: Place) async throws {
        try make(place.point)
        if let link = place.link {
            try FileManager.default.createSymbolicLink(
                at: folder.url("root/link"), withDestinationURL: folder.url(link))
        }
        try await watching { told in
            var expected: Set = ["A/1.mp3", "B/2.mp3", "\(place.name)/Album/1.flac"]
            for round in 1...2 {
                try mount(at: place.point)
                try await eventually("it is scanned, round \(round)") { try names() == expected }
                try await eventually("it is known to be back, round \(round)") {
                    told.solved.count == round - 1
                }
                try folder.copy(
                    Fixtures.url(of: "full/full.ogg"), to: "\(place.point)/Album/\(round).ogg")
                expected.insert("\(place.name)/Album/\(round).ogg")
                try await eventually("it is watched, round \(round)") { try names() == expected }
                try unmount(place.point)
                try await eventually("it is known to be away, round \(round)") {
                    told.problems.count == round
                }
                #expect(try names() == expected)
            }
            let root = folder.path.appending("root")
            #expect(
                Set(told.problems.map(\.path)) == [root.appending(MediaPath(place.name))]
                    || place.link != nil, "\(told.problems)")
        }
    }

    @Test(
        "a disk that is mounted at the root or above it makes it unavailable, until it is unmounted",
        arguments: ["root", "."])
    func covering(point: String) async throws {
        try await watching { told in
            try mount(at: point)
            try await eventually("the root is unavailable") {
                try catalog.roots.all().first?.isAvailable == false
            }
            try unmount(point)
            try await eventually("the root is back") {
                try catalog.roots.all().first?.isAvailable == true
            }
            #expect(try names() == ["A/1.mp3", "B/2.mp3"])
            try folder.copy(Fixtures.url(of: "full/full.flac"), to: "root/A/3.flac")
            try await eventually("it is watched") { try names().contains("A/3.flac") }
        }
    }

    @Test(
        "a disk in whose place another one is mounted is exchanged",
        arguments: ["root/usb", "root/A/usb"])
    func exchanged(point: String) async throws {
        try make(point, "other")
        try run("mount -t tmpfs tmpfs \"$folder/other\"")
        try folder.copy(Fixtures.url(of: "full/full.opus"), to: "other/3.opus")
        let name = point.dropFirst("root/".count)
        try await watching { told in
            try mount(at: point)
            try await eventually("the first is scanned") {
                try names().contains("\(name)/Album/1.flac")
            }
            try run(
                "umount \"$folder/\(point)\"; mount --bind \"$folder/other\" \"$folder/\(point)\"")
            try await eventually("the other is scanned") {
                try names().contains("\(name)/3.opus")
            }
            #expect(try names().contains("\(name)/Album/1.flac"))
            try folder.copy(Fixtures.url(of: "full/full.ogg"), to: "\(point)/4.ogg")
            try await eventually("it is watched") { try names().contains("\(name)/4.ogg") }
        }
    }

    @Test(
        "a disk that is mounted elsewhere, or in a folder that is passed over, has nothing scanned",
        arguments: ["beside", "media/usb", "root/.hidden/usb"])
    func elsewhere(point: String) async throws {
        try make(point)
        try await watching { told in
            told.scanned.withLock { $0 = [] }
            try mount(at: point)
            try unmount(point)
            try folder.copy(Fixtures.url(of: "full/full.flac"), to: "root/A/3.flac")
            try await eventually("a new file is an item") { try names().contains("A/3.flac") }
            // Told a moment after the item is there.
            try await eventually("its folder is scanned") { !told.scanned.withLock(\.isEmpty) }
            #expect(Set(told.scanned.withLock { $0 }) == [folder.path.appending("root/A")])
        }
    }
}

private enum MountingHere {
    static let isPossible: Bool = {
        do {
            let tests = try WatchedMountTests()
            try tests.mount(at: "root")
            try tests.unmount("root")
            return true
        } catch {
            print("nothing can be mounted here, and that is not tested: \(error)")
            return false
        }
    }()
}

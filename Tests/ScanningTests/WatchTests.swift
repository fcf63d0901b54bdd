import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

/// A library that follows what happens on disk.
@Suite(.serialized) struct WatchTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    /// Reports and remarks of a watch.
    private final class Told: Sendable {
        let reports = Mutex<[ScanReport]>([])
        let remarks = Mutex<[String]>([])
        let isWatching = Mutex(false)
        let pauses = Mutex<[Duration]>([])
    }

    /// Watches the folder while the body runs.
    private func watching(
        _ options: LibraryWatch.Options = LibraryWatch.Options(),
        _ body: (Told) async throws -> Void
    ) async throws {
        let told = Told()
        var options = options
        options.whenWatching = { told.isWatching.withLock { $0 = true } }
        let watch = LibraryWatch(
            scanner: LibraryScanner(catalog: catalog), catalog: catalog, options: options,
            report: { report in told.reports.withLock { $0.append(report) } },
            remark: { remark in told.remarks.withLock { $0.append(remark) } })
        let path = folder.path
        let task = Task { try await watch.run([path]) }
        do {
            try await eventually("the folders are watched") { told.isWatching.withLock { $0 } }
            try await body(told)
        } catch {
            task.cancel()
            _ = try? await task.value
            throw error
        }
        task.cancel()
        try await task.value
    }

    private func items() throws -> [MediaPath: MediaItemID] {
        Dictionary(
            uniqueKeysWithValues: try catalog.items.all(matching: MediaQuery())
                .map { ($0.location.relativePath, $0.persistentID) })
    }

    private func copy(_ fixture: String, _ name: String) throws {
        try folder.copy(Fixtures.url(of: fixture), to: name)
    }

    @Test("a cue sheet that comes, changes and goes is seen")
    func cueSheets() async throws {
        func titles() throws -> [String?] {
            try catalog.items.all(matching: MediaQuery(order: [MediaOrder(.startTime)]))
                .map(\.facts.title)
        }
        try Disc.wave(seconds: 40).write(to: folder.url("disc.wav"))
        try await watching { _ in
            try folder.write(Disc.sheet(), to: "disc.cue")
            try await eventually("the sheet's tracks are items") {
                try titles() == ["One", "Two", "Three"]
            }
            try folder.write(Disc.sheet(second: "Deux"), to: "disc.cue")
            try await eventually("the new title is read") {
                try titles() == ["One", "Deux", "Three"]
            }
            try folder.remove("disc.cue")
            try await eventually("the tracks are one file again") { try titles() == [nil] }
        }
    }

    @Test("files and whole folders that come, change and go are seen")
    func changes() async throws {
        try copy("empty/empty.mp3", "A/1.mp3")
        try await watching { _ in
            try copy("full/full.flac", "A/2.flac")
            try await eventually("the new file is an item") {
                try items().keys.contains("A/2.flac")
            }
            try copy("full/full.ogg", "B/C/D/3.ogg")
            try await eventually("the file in a new folder is an item") {
                try items().keys.contains("B/C/D/3.ogg")
            }
            try copy("full/full.opus", "B/C/D/4.opus")
            try await eventually("the second file in it is an item") { try items().count == 4 }
            try folder.remove("A/1.mp3")
            try await eventually("the removed file is missing") { try items().count == 3 }
            try folder.remove("B/C")
            try await eventually("the removed folder's files are missing") {
                try items().count == 1
            }
        }
        #expect(Array(try items().keys) == ["A/2.flac"])
    }

    @Test("a folder that is moved keeps its items, and is watched in its new place")
    func move() async throws {
        try copy("full/full.mp3", "Old/sub/1.mp3")
        try copy("full/full.flac", "2.flac")
        try await watching { told in
            let before = try items()
            try folder.move("Old", to: "New/Old")
            // For a moment it is a new one, until it is compared with what went.
            try await eventually("the moved item keeps its id") {
                try items()["New/Old/sub/1.mp3"] == before["Old/sub/1.mp3"]
            }
            try copy("full/full.ogg", "New/Old/sub/3.ogg")
            try await eventually("the file in the moved folder is an item") {
                try items().keys.contains("New/Old/sub/3.ogg")
            }
            #expect(try items().count == 3)
            #expect(told.reports.withLock { $0.map(\.moved).reduce(0, +) } == 1)
        }
    }

    @Test("a file that is being written is read when it is closed")
    func writing() async throws {
        try copy("empty/empty.mp3", "1.mp3")
        let bytes = try Fixtures.bytes(of: "full/full.flac")
        try await watching { told in
            let path = folder.url("2.flac").path
            let file = FileHandle(
                fileDescriptor: open(path, O_CREAT | O_WRONLY, 0o644), closeOnDealloc: true)
            try file.write(contentsOf: Data(bytes.prefix(100)))
            // Something else happens beside it, and is scanned.
            try copy("full/full.ogg", "3.ogg")
            try await eventually("the other file is an item") { try items().keys.contains("3.ogg") }
            #expect(told.reports.withLock { $0.flatMap(\.problems) } == [])
            try file.write(contentsOf: Data(bytes.dropFirst(100)))
            try file.close()
            try await eventually("the closed file is an item") {
                try items().keys.contains("2.flac")
            }
            #expect(told.reports.withLock { $0.flatMap(\.problems) } == [])
        }
    }

    @Test("what the root's rules pass over is passed over")
    func ignored() async throws {
        try copy("empty/empty.mp3", "A/1.mp3")
        try folder.write("*.tmp.mp3\nDrafts/\n", to: ".phonolithignore")
        try await watching { _ in
            try copy("empty/empty.mp3", "A/2.tmp.mp3")
            try copy("empty/empty.mp3", "A/Drafts/3.mp3")
            try copy("empty/empty.mp3", "A/4.mp3")
            try await eventually("the file that no rule excludes is an item") {
                try items().keys.contains("A/4.mp3")
            }
            #expect(Set(try items().keys) == ["A/1.mp3", "A/4.mp3"])
        }
    }

    @Test(
        "a folder that becomes visible again is seen with all below it",
        arguments: [
            ("A/.nomedia", ""), ("A/.phonolithignore", ""), (".phonolithignore", "A/\n"),
        ])
    func visibleAgain(file: String, text: String) async throws {
        for name in ["A/1.mp3", "A/deep/er/2.mp3", "B/3.mp3"] { try copy("empty/empty.mp3", name) }
        try await watching { _ in
            try folder.write(text, to: file)
            try await eventually("the folder is hidden") { try items().count == 1 }
            try folder.remove(file)
            try await eventually("the folder is back") { try items().count == 3 }
        }
    }

    @Test(
        "a link to a folder is seen when it comes, goes and comes back; one to a folder of the root adds nothing"
    )
    func links() async throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.copy(Fixtures.url(of: "empty/empty.mp3"), to: "C/1.mp3")
        try copy("full/full.mp3", "A/1.mp3")
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.url(name).path, withDestinationPath: target)
        }
        try await watching { _ in
            for _ in 0..<2 {
                try link("link", to: elsewhere.url.path)
                try await eventually("its files are items") {
                    try items().keys.contains("link/C/1.mp3")
                }
                try folder.remove("link")
                try await eventually("its files are gone") { try items().count == 1 }
            }
            try link("twin", to: "A")
            try copy("full/full.flac", "B/2.flac")
            try await eventually("what came later is an item") { try items().count == 2 }
            #expect(Set(try items().keys) == ["A/1.mp3", "B/2.flac"])
        }
    }

    @Test("hidden folders and recycle bins that come are passed over")
    func recycleBins() async throws {
        for name in ["A/1.mp3", "A/2.mp3"] { try copy("empty/empty.mp3", name) }
        try await watching { _ in
            try folder.move("A/1.mp3", to: "#recycle/A/1.mp3")
            try copy("empty/empty.mp3", ".hidden/4.mp3")
            try await eventually("the deleted file is gone") { try items().count == 1 }
            try folder.move("#recycle/A", to: "B")
            try await eventually("what was taken out of the bin is back") { try items().count == 2 }
        }
        #expect(Set(try items().keys) == ["A/2.mp3", "B/1.mp3"])
    }

    @Test("where nothing can be watched all is looked at once in each interval, not more often")
    func nothingWatched() async throws {
        try copy("empty/empty.mp3", "1.mp3")
        let noted = Told()
        var options = LibraryWatch.Options()
        options.watchesFolders = false
        options.pause = { time in noted.pauses.withLock { $0.append(time) } }
        try await watching(options) { told in
            try copy("full/full.flac", "2.flac")
            try await eventually("the new file is an item") { try items().count == 2 }
            #expect(told.remarks.withLock { $0.count } == 1)
        }
        #expect(noted.pauses.withLock { Set($0) } == [.seconds(60)])
    }

    @Test(
        "where no more folders can be watched the user is told, and all is looked at now and then"
    )
    func limit() async throws {
        for name in ["A", "B", "C", "D"] { try copy("empty/empty.mp3", "\(name)/1.mp3") }
        var options = LibraryWatch.Options()
        options.folderLimit = 3
        options.interval = .milliseconds(200)
        try await watching(options) { told in
            #expect(
                told.remarks.withLock(\.first)?.contains("sysctl fs.inotify.max_user_watches=")
                    == true)
            for name in ["A", "D"] { try copy("full/full.flac", "\(name)/2.flac") }
            try await eventually("new files are found without a watch") { try items().count == 6 }
        }
    }

    @Test("all is looked at now and then, and for new roots, though a watched file never rests")
    func restless() async throws {
        for name in ["A", "B", "C", "D"] { try copy("empty/empty.mp3", "\(name)/1.mp3") }
        let added = try TemporaryFolder()
        try added.copy(Fixtures.url(of: "empty/empty.mp3"), to: "2.mp3")
        try folder.write("0", to: "recording.txt")
        let recording = folder.url("recording.txt")
        let writer = Task {
            let file = try FileHandle(forWritingTo: recording)
            while !Task.isCancelled {
                try file.write(contentsOf: [0x30])
                // Cancellation ends the loop.
                try? await Task.sleep(for: .milliseconds(20))
            }
            try file.close()
        }
        var options = LibraryWatch.Options()
        options.folderLimit = 2
        options.interval = .milliseconds(500)
        options.rootsInterval = .milliseconds(200)
        try await watching(options) { _ in
            try copy("full/full.flac", "D/2.flac")
            try await eventually("a new file is found without a watch") { try items().count == 5 }
            _ = try await LibraryScanner(catalog: catalog).scan([added.path])
            try added.copy(Fixtures.url(of: "full/full.flac"), to: "B/3.flac")
            try await eventually("a new root is looked at") { try items().count == 7 }
        }
        writer.cancel()
        try await writer.value
    }

    @Test("a root that another scan adds is followed as well")
    func addedRoot() async throws {
        try copy("full/full.mp3", "A/1.mp3")
        let added = try TemporaryFolder()
        try added.copy(Fixtures.url(of: "empty/empty.mp3"), to: "2.mp3")
        var options = LibraryWatch.Options()
        options.rootsInterval = .milliseconds(200)
        try await watching(options) { _ in
            _ = try await LibraryScanner(catalog: catalog).scan([added.path])
            try await eventually("the other root's file is an item") { try items().count == 2 }
            // It is watched some time after it was added, and what comes before is found then.
            try added.copy(Fixtures.url(of: "full/full.flac"), to: "B/3.flac")
            try await eventually("its new file is an item") { try items().count == 3 }
        }
    }

    @Test(
        "a root that was empty, or is exchanged, and becomes another folder, is followed",
        arguments: ["empty", "exchanged while it is watched"])
    func replacedRoot(before: String) async throws {
        let away = try TemporaryFolder()
        try copy("full/full.mp3", "A/1.mp3")
        _ = try await LibraryScanner(catalog: catalog).scan([folder.path], options: ScanOptions())
        try FileManager.default.moveItem(at: folder.url, to: away.url("disk"))
        try FileManager.default.createDirectory(
            at: folder.url, withIntermediateDirectories: false)
        var options = LibraryWatch.Options()
        // Not by looking at everything now and then.
        options.interval = .seconds(3600)
        options.rootsInterval = .milliseconds(100)
        try await watching(options) { _ in
            try FileManager.default.removeItem(at: folder.url)
            try FileManager.default.moveItem(at: away.url("disk"), to: folder.url)
            try await eventually("the root is there") {
                try catalog.roots.all().first?.isAvailable == true
            }
            if before.hasPrefix("exchanged") {
                try FileManager.default.moveItem(at: folder.url, to: away.url("disk"))
                try FileManager.default.copyItem(at: away.url("disk"), to: folder.url)
            }
            try copy("full/full.flac", "A/2.flac")
            try copy("full/full.ogg", "3.ogg")
            try await eventually("its new files are items") { try items().count == 3 }
            try copy("full/full.opus", "A/4.opus")
            try await eventually("so is a later one") { try items().count == 4 }
        }
    }

    @Test("a root that goes away loses nothing, and is followed again when it is back")
    func root() async throws {
        let away = try TemporaryFolder()
        try copy("full/full.mp3", "A/1.mp3")
        var options = LibraryWatch.Options()
        options.interval = .milliseconds(200)
        try await watching(options) { _ in
            try FileManager.default.moveItem(at: folder.url, to: away.url("disk"))
            try await eventually("the root is away") {
                try catalog.roots.all().first?.isAvailable == false
            }
            #expect(try items().count == 1)
            try FileManager.default.moveItem(at: away.url("disk"), to: folder.url)
            try await eventually("the root is back") {
                try catalog.roots.all().first?.isAvailable == true
            }
            try copy("full/full.flac", "A/2.flac")
            try await eventually("its new file is an item") { try items().count == 2 }
        }
    }

    @Test(
        "a server that is away for a while is reported once, and watching goes on when it is back",
        .enabled(if: TestServer.shared != nil))
    func lostServer() async throws {
        let server = try #require(TestServer.shared)
        try copy("empty/empty.mp3", "1.mp3")
        var options = LibraryWatch.Options()
        options.rootsInterval = .milliseconds(100)
        try await watching(options) { told in
            try server.setConnections(allowed: false, to: catalog)
            try await eventually("it is reported") { told.remarks.withLock { !$0.isEmpty } }
            try copy("full/full.flac", "2.flac")
            try server.setConnections(allowed: true, to: catalog)
            try await eventually("the new file is an item") { try items().count == 2 }
            #expect(told.remarks.withLock(\.count) == 1)
        }
    }

    @Test(
        "a library that is moved away or replaced ends the watch, and nothing is written in its place",
        arguments: ["moved", "replaced", "deleted"])
    func replacedLibrary(how: String) async throws {
        let file = folder.url("library.sqlite")
        let catalog = try Catalog.open(at: file.path, for: .creating)
        try copy("empty/empty.mp3", "music/1.mp3")
        var options = LibraryWatch.Options()
        options.rootsInterval = .milliseconds(100)
        let isWatching = Mutex(false)
        options.whenWatching = { isWatching.withLock { $0 = true } }
        let watch = LibraryWatch(
            scanner: LibraryScanner(catalog: catalog), catalog: catalog, options: options,
            report: { _ in })
        let music = folder.path.appending("music")
        let task = Task { try await watch.run([music]) }
        try await eventually("the folders are watched") { isWatching.withLock { $0 } }
        switch how {
        case "moved": try folder.move("library.sqlite", to: "elsewhere.sqlite")
        case "replaced":
            try folder.write("another library", to: "other.sqlite")
            try #require(rename(folder.url("other.sqlite").path, file.path) == 0)
        default: try folder.remove("library.sqlite")
        }
        try copy("empty/empty.mp3", "music/2.mp3")
        let error = await #expect(throws: CatalogError.self) { try await task.value }
        #expect(error?.code == .replaced)
        let left = try? String(contentsOf: file, encoding: .utf8)
        #expect(left == (how == "replaced" ? "another library" : nil))
    }

    @Test("a watch that waits for the scan of another program ends without error")
    func waiting() async throws {
        let library = folder.url("library.sqlite").path
        let scan = try ScanLock(library: library)
        defer { withExtendedLifetime(scan) {} }
        let isWaiting = Mutex(false)
        var options = LibraryWatch.Options()
        options.lock = {
            isWaiting.withLock { $0 = true }
            return try ScanLock(library: library)
        }
        let watch = LibraryWatch(
            scanner: LibraryScanner(catalog: catalog), catalog: catalog, options: options,
            report: { _ in Issue.record("nothing is scanned") })
        let path = folder.path
        let task = Task { try await watch.run([path]) }
        try await eventually("it asks for the right to scan") { isWaiting.withLock { $0 } }
        task.cancel()
        try await task.value
    }
}

/// Folders to scan after changes.
@Suite struct PendingChangesTests {
    private let roots = [
        LibraryRoot(id: PersistentID(1), path: "/music", kind: nil, isAvailable: true),
        LibraryRoot(id: PersistentID(2), path: "/books", kind: nil, isAvailable: true),
    ]

    private func parts(_ describe: (inout PendingChanges) -> Void) -> [String] {
        var changes = PendingChanges()
        describe(&changes)
        return changes.targets(in: roots).map {
            $0.root.path.appending($0.start).description + ($0.isShallow ? "" : "/**")
        }
    }

    @Test("folders are scanned alone, trees whole, and nothing twice")
    func targets() {
        #expect(parts { _ in } == [])
        #expect(
            parts {
                $0.change(in: "/music/a")
                $0.change(in: "/music")
                $0.change(in: "/music/b/c/d")
                $0.add(tree: "/music/b")
                $0.add(tree: "/music/b/c")
                $0.change(in: "/elsewhere")
            } == ["/music/b/**", "/music", "/music/a"])
        #expect(parts { $0.addEverything() } == ["/music/**", "/books/**"])
    }
}

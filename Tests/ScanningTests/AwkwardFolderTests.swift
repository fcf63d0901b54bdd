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

/// Folders as people have them: links, roots in roots, files with rights of their own.
@Suite struct AwkwardFolderTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan(_ names: String...) async throws -> ScanReport {
        var report = try await LibraryScanner(catalog: catalog).scan(
            names.isEmpty ? [folder.path] : names.map { MediaPath(folder.url($0).path) })
        report.duration = .zero
        return report
    }

    private func items() throws -> [MediaItemID: MediaPath] {
        Dictionary(
            uniqueKeysWithValues: try catalog.items.all(matching: MediaQuery())
                .map { ($0.persistentID, $0.location.path.relative(to: folder.path) ?? "") })
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.url(name).path, withDestinationPath: target)
    }

    @Test("a link to a folder moves nothing, wherever it stands in the order of names")
    func earlierLink() async throws {
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "real/a.mp3")
        _ = try await scan()
        let before = try items()
        try link("a link", to: "real")
        var unchanged = ScanReport()
        unchanged.unchanged = 1
        #expect(try await scan() == unchanged)
        #expect(try items() == before)
    }

    @Test("links to folders elsewhere are walked, those in them too")
    func linksToLinks() async throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.copy(Fixtures.url(of: "empty/empty.mp3"), to: "first/a.mp3")
        try elsewhere.copy(Fixtures.url(of: "empty/empty.mp3"), to: "second/b.mp3")
        try FileManager.default.createSymbolicLink(
            atPath: elsewhere.url("first/more").path,
            withDestinationPath: elsewhere.url("second").path)
        try link("link", to: elsewhere.url("first").path)
        #expect(try await scan().added == 2)
        #expect(Set(try items().values) == ["link/a.mp3", "link/more/b.mp3"])
    }

    @Test(
        "a real file is one item, whatever links lead to it", arguments: ["a", "z"], [true, false])
    func linkedFiles(name: String, isScannedBefore: Bool) async throws {
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "m/real.mp3")
        if isScannedBefore { _ = try await scan() }
        try link("\(name).mp3", to: "m/real.mp3")
        try link("\(name)2.mp3", to: "\(name).mp3")
        try link("m/\(name).mp3", to: "real.mp3")
        let report = try await scan()
        #expect(report.added + report.unchanged == 1 && report.problems == [])
        #expect(Array(try items().values) == ["m/real.mp3"])
        // A part of the root tells the same.
        #expect(try await scan("m").unchanged == 1)
    }

    @Test("a link to a file of another root is not an item; the last way to a file is")
    func linkedFilesElsewhere() async throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.copy(Fixtures.url(of: "empty/empty.mp3"), to: "x.mp3")
        let file = elsewhere.url("x.mp3").path
        try link("1.mp3", to: file)
        try link("2.mp3", to: file)
        _ = try await scan()
        #expect(Array(try items().values) == ["1.mp3"])
        _ = try await LibraryScanner(catalog: catalog).scan([elsewhere.path])
        _ = try await LibraryScanner(catalog: catalog).scan()
        let paths = try catalog.items.all(matching: MediaQuery()).map(\.location.path.description)
        #expect(paths == [elsewhere.path.appending("x.mp3").description])
    }

    @Test(
        "a link counts where no walk gets to the file itself: hidden, ignored, or without a name of media"
    )
    func linksToUnwalked() async throws {
        for name in [".annex/objects/a.mp3", "no/b.mp3", "out/c.mp3", "d.data"] {
            try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: name)
        }
        try folder.write("", to: "no/.nomedia")
        try folder.write("out/\n", to: ".phonolithignore")
        for (name, target) in [
            ("a.mp3", ".annex/objects/a.mp3"), ("b.mp3", "no/b.mp3"), ("c.mp3", "out/c.mp3"),
            ("d.mp3", "d.data"),
        ] {
            try link(name, to: target)
        }
        _ = try await scan()
        #expect(Set(try items().values) == ["a.mp3", "b.mp3", "c.mp3", "d.mp3"])
    }

    @Test("hard links are files of their own")
    func hardLinks() async throws {
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "a.mp3")
        try FileManager.default.linkItem(at: folder.url("a.mp3"), to: folder.url("b.mp3"))
        #expect(try await scan().added == 2)
    }

    @Test(
        "a scan in any program takes every time of a file",
        arguments: [-11_644_473_600, 10_413_792_000, 15_032_385_535, Int.max, Int.min])
    func oddTimes(seconds: Int) async throws {
        for name in ["a/1.mp3", "b/1.mp3", "b/2.mp3"] {
            try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: name)
        }
        try folder.copy(Fixtures.url(of: "pictures/front.jpg"), to: "b/cover.jpg")
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        for name in ["b/1.mp3", "b/cover.jpg", "b"] {
            #expect(utimensat(AT_FDCWD, folder.url(name).path, [time, time], 0) == 0)
        }
        #expect(try await scan().added == 3)
        var unchanged = ScanReport()
        unchanged.unchanged = 3
        #expect(try await scan() == unchanged)
        var differences = 0
        try LibraryCheck.forEachDifference(in: catalog) { _ in differences += 1 }
        #expect(differences == 0)
    }

    @Test("items of a root that was taken away come back with the folder around it")
    func aroundRemovedRoot() async throws {
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "inner/a.mp3")
        _ = try await scan("inner")
        let before = try items()
        #expect(try catalog.roots.remove(folder.path.appending("inner")) != nil)
        #expect(try await scan().added == 0)
        #expect(try items() == before)
    }

    @Test("a root that is not there is one thing to tell, and none of its files is gone")
    func unreachableRoot() async throws {
        func differences() throws -> [LibraryCheck.Difference] {
            var all: [LibraryCheck.Difference] = []
            try LibraryCheck.forEachDifference(in: catalog) { all.append($0) }
            return all
        }
        for name in ["disk/a.mp3", "disk/b.mp3", "other/c.mp3"] {
            try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: name)
        }
        _ = try await scan("disk", "other")
        #expect(try differences() == [])
        try folder.move("disk", to: "away")
        try folder.remove("other/c.mp3")
        try folder.write("", to: "other/folder/empty")
        let disk = LibraryCheck.Difference(kind: .unreachable, path: folder.path.appending("disk"))
        let file = LibraryCheck.Difference(
            kind: .missing, path: folder.path.appending("other/c.mp3"))
        #expect(try differences() == [disk, file])
        try FileManager.default.createDirectory(
            at: folder.url("disk"), withIntermediateDirectories: false)
        #expect(try differences() == [disk, file])
    }

    @Test("the name of a file of lyrics may be in capitals")
    func capitalLyrics() async throws {
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "a.MP3")
        try folder.write("[00:01.00]Words", to: "a.LRC")
        _ = try await scan()
        #expect(try catalog.items.all(matching: MediaQuery()).map(\.facts.lyrics) == ["Words"])
    }

    @Test("patterns are read in a folder whose name is no UTF-8, and from a file that is none")
    func patternsInBytes() async throws {
        let name = Array(folder.path.bytes) + [0x2F, 0xFF]
        try #require((name + [0]).withUnsafeBytes { mkdir($0.path, 0o755) } == 0)
        for file in ["a.mp3", "b.mp3"] {
            try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: file)
            let target = name + Array("/\(file)\0".utf8)
            try #require(target.withUnsafeBytes { rename(folder.url(file).path, $0.path) } == 0)
        }
        try Data([0xE9, 0x0A] + Array("b.mp3\n".utf8)).write(to: folder.url("patterns"))
        let patterns = name + Array("/.phonolithignore\0".utf8)
        try #require(
            patterns.withUnsafeBytes { rename(folder.url("patterns").path, $0.path) } == 0)
        #expect(try await scan().added == 1)
    }

    @Test(
        "a folder is listed in its root, whatever bytes its name has",
        arguments: [[0x20], [0x41], [0xE9], [0xFF], [0xFF, 0xFF]] as [[UInt8]])
    func nameInBytes(name: [UInt8]) async throws {
        let path = Array(folder.path.bytes) + [0x2F] + name
        try #require((path + [0]).withUnsafeBytes { mkdir($0.path, 0o755) } == 0)
        for file in ["a.mp3", "b.mp3"] {
            try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: file)
        }
        let target = path + Array("/b.mp3\0".utf8)
        try #require(target.withUnsafeBytes { rename(folder.url("b.mp3").path, $0.path) } == 0)
        #expect(try await scan().added == 2)
        let root = try #require(try catalog.folders.folder(of: catalog.roots.all()[0].id))
        #expect(try catalog.folders.all(in: root).map(\.path) == [MediaPath(bytes: name)])
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes, which a NUL ends, as C has paths.
    fileprivate var path: UnsafePointer<CChar> {
        baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self)
    }
}

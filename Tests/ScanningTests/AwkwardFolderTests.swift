import Catalog
import Fixtures
import Foundation
import MediaModel
import Scanning
import Testing

/// Folders as people have them: links, roots in roots, files with rights of their own.
@Suite struct AwkwardFolderTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.inMemory()
    }

    private func scan(_ names: String...) async throws -> ScanReport {
        var report = try await LibraryScanner(catalog: catalog).scan(
            names.isEmpty ? [folder.path] : names.map { MediaPath(folder.url($0).path) })
        report.duration = .zero
        return report
    }

    private func items() throws -> [MediaItemID: MediaPath] {
        Dictionary(
            uniqueKeysWithValues: try catalog.items(matching: MediaQuery())
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

    @Test("items of a root that was taken away come back with the folder around it")
    func aroundRemovedRoot() async throws {
        try folder.copy(Fixtures.url(of: "empty/empty.mp3"), to: "inner/a.mp3")
        _ = try await scan("inner")
        let before = try items()
        #expect(try catalog.removeRoot(folder.path.appending("inner")))
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
        #expect(try catalog.items(matching: MediaQuery()).map(\.facts.lyrics) == ["Words"])
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
}

extension UnsafeRawBufferPointer {
    /// The bytes, which a NUL ends, as C has paths.
    fileprivate var path: UnsafePointer<CChar> {
        baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self)
    }
}

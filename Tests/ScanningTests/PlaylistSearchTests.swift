import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Which playlist files a scan finds, and which are gone.
@Suite struct PlaylistSearchTests {
    private let folder: TemporaryFolder
    private let catalog: Catalog
    private let scanner: LibraryScanner

    init() async throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url("m"), withIntermediateDirectories: true)
        catalog = try Catalog.empty()
        scanner = LibraryScanner(catalog: catalog)
        _ = try await scanner.scan([path("m")])
    }

    private func path(_ name: String) -> MediaPath { MediaPath(folder.url(name).path) }

    private func search() throws -> PlaylistSearch {
        try scanner.searchPlaylists(in: [], options: ScanOptions())
    }

    @Test("playlist files are found where the walk goes, but for those that rules exclude")
    func found() throws {
        for name in ["a.m3u", "b.nsp", "c.cue", "d.txt", ".hidden.m3u", "x/e.PLS", "x/old.xspf"] {
            try folder.write("", to: "m/" + name)
        }
        try folder.write("", to: "m/none/.nomedia")
        try folder.write("", to: "m/none/f.m3u")
        try folder.write("old.*\n", to: "m/x/.phonolithignore")
        try FileManager.default.createSymbolicLink(
            at: folder.url("m/link.m3u"), withDestinationURL: folder.url("m/a.m3u"))
        try FileManager.default.createDirectory(
            at: folder.url("m/folder.m3u"), withIntermediateDirectories: true)
        #expect(
            try search().files.map { $0.relative(to: path("m"))?.description }
                == ["a.m3u", "b.nsp", "link.m3u", "x/e.PLS"])
    }

    @Test("gone is what a folder that was listed does not have, and nothing else")
    func gone() throws {
        try folder.write("", to: "m/a/there.m3u")
        try folder.write("", to: "m/hidden/.nomedia")
        try folder.write("", to: "m/hidden/there.m3u")
        let search = try search()
        #expect(search.isGone(path("m/a/gone.m3u")))
        #expect(search.isGone(path("m/b/c/gone.m3u")))
        #expect(!search.isGone(path("m/a/there.m3u")))
        #expect(!search.isGone(path("m/hidden/there.m3u")))
        #expect(!search.isGone(path("elsewhere.m3u")))
        #expect(!search.isGone("/nowhere/x.m3u"))
    }

    @Test("a file behind a link to a folder is gone when that folder does not have it")
    func goneBehindLink() throws {
        try folder.write("", to: "elsewhere/lists/there.m3u")
        try FileManager.default.createSymbolicLink(
            at: folder.url("m/link"), withDestinationURL: folder.url("elsewhere"))
        let search = try search()
        #expect(search.isGone(path("elsewhere/lists/gone.m3u")))
        #expect(!search.isGone(path("elsewhere/lists/there.m3u")))
        #expect(!search.isGone(path("gone.m3u")))
    }

    @Test("in a folder that cannot be listed nothing is gone")
    func unlistable() throws {
        try folder.write("", to: "m/a/x.m3u")
        let before = try search()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: folder.url("m/a").path)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: folder.url("m/a").path)
        }
        #expect(!before.isGone(path("m/a/x.m3u")))
        #expect(try !search().isGone(path("m/a/x.m3u")))
        if getuid() != 0 { #expect(try !search().isGone(path("m/a/y.m3u"))) }
    }

    @Test("in a root that is away nothing is gone")
    func away() async throws {
        try folder.write("", to: "m/x.m3u")
        _ = try await scanner.scan()
        try folder.move("m", to: "n")
        _ = try await scanner.scan()
        #expect(try !search().isGone(path("m/x.m3u")))
    }

    // MARK: - Problems

    private func report(_ names: String..., except unfinished: String...) throws -> ScanReport {
        try scanner.storeProblems(
            names.map { ScanProblem(path: path($0), reason: "is broken") }, of: search(),
            except: Set(unfinished.map(path)))
    }

    private func problems() throws -> [String?] {
        try catalog.problems.all().map { $0.path.relative(to: path("m"))?.description }
    }

    @Test(
        "a problem of a playlist file is reported once, stays over scans of media, and can be ignored"
    )
    func storedProblems() async throws {
        for name in ["a.m3u", "x/b.pls"] { try folder.write("", to: "m/" + name) }
        #expect(
            try report("m/a.m3u", "m/x/b.pls").problems.map(\.path)
                == [path("m/a.m3u"), path("m/x/b.pls")])
        let scan = try await scanner.scan()
        #expect(scan.solvedProblems == [])
        #expect(try problems() == ["a.m3u", "x/b.pls"])
        #expect(try catalog.problems.setIgnored(true, problemAt: path("m/a.m3u")))
        var known = ScanReport()
        known.knownProblems = 1
        #expect(try report("m/a.m3u", "m/x/b.pls") == known)
        #expect(try problems() == ["x/b.pls"])
    }

    @Test("a problem is solved when its file is read, and forgotten when the file is gone")
    func solvedProblems() async throws {
        for name in ["a.m3u", "b.m3u", "c.m3u"] { try folder.write("", to: "m/" + name) }
        _ = try report("m/a.m3u", "m/b.m3u", "m/c.m3u")
        try FileManager.default.removeItem(at: folder.url("m/c.m3u"))
        let scan = try await scanner.scan()
        #expect(scan.solvedProblems == [])
        #expect(try problems() == ["a.m3u", "b.m3u"])
        #expect(try report(except: "m/b.m3u").solvedProblems.map(\.path) == [path("m/a.m3u")])
        #expect(try problems() == ["b.m3u"])
    }
}

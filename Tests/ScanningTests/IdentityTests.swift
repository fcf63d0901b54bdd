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

/// Items stay who they are, whatever happens to their files between two scans.
@Suite struct IdentityTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    @discardableResult
    private func scan(_ names: String...) async throws -> ScanReport {
        var report = try await LibraryScanner(catalog: catalog).scan(
            names.isEmpty ? [folder.path] : names.map { MediaPath(folder.url($0).path) })
        report.duration = .zero
        return report
    }

    /// The ids of the items that are there, by their paths below the folder.
    private func items(missing: Bool = false) throws -> [MediaPath: MediaItemID] {
        Dictionary(
            uniqueKeysWithValues: try catalog.items.all(matching: MediaQuery(isMissing: missing))
                .map { ($0.location.path.relative(to: folder.path) ?? "", $0.persistentID) })
    }

    private func copy(_ fixture: String, _ name: String) throws {
        try folder.copy(Fixtures.url(of: fixture), to: name)
    }

    /// Puts a file in the place of another, as programs do that write tags: in a new inode.
    private func overwrite(_ name: String, with fixture: String) throws {
        try copy(fixture, name + ".new")
        try rename(name + ".new", name)
    }

    private func rename(_ old: String, _ new: String) throws {
        try #require(Foundation.rename(folder.url(old).path, folder.url(new).path) == 0)
    }

    private func album(_ path: String) throws -> MediaAlbumID? {
        try catalog.items.all(at: folder.path.appending(MediaPath(path))).first?.albumPersistentID
    }

    @Test("two files that changed names are each themselves")
    func swapped() async throws {
        try copy("full/full.mp3", "a.mp3")
        try copy("empty/empty.mp2", "b.mp3")
        try await scan()
        let before = try items()
        try rename("a.mp3", "c.mp3")
        try rename("b.mp3", "a.mp3")
        try rename("c.mp3", "b.mp3")
        var swapped = ScanReport()
        swapped.moved = 2
        #expect(try await scan() == swapped)
        #expect(try items() == ["a.mp3": before["b.mp3"], "b.mp3": before["a.mp3"]])
        #expect(try items(missing: true) == [:])
    }

    @Test("a file that was renamed over another is itself, and the other is gone")
    func overwritten() async throws {
        try copy("full/full.mp3", "a.mp3")
        try copy("empty/empty.mp2", "b.mp3")
        try await scan()
        let before = try items()
        try rename("b.mp3", "a.mp3")
        var expected = ScanReport()
        expected.moved = 1
        expected.missing = 1
        #expect(try await scan() == expected)
        #expect(try items() == ["a.mp3": before["b.mp3"]])
        #expect(try items(missing: true) == ["a.mp3": before["a.mp3"]])
        // The overwritten file comes back from elsewhere.
        try copy("full/full.mp3", "c.mp3")
        #expect(try await scan().moved == 1)
        #expect(try items() == ["a.mp3": before["b.mp3"], "c.mp3": before["a.mp3"]])
    }

    @Test("a file that is moved and retagged between two scans is the same item")
    func movedAndRetagged() async throws {
        try copy("empty/empty.mp3", "a.mp3")
        try copy("empty/empty.flac", "b.flac")
        try await scan()
        let before = try items()
        try copy("full/full.mp3", "New/b.mp3")
        try copy("full/full.flac", "New/c.flac")
        try folder.remove("a.mp3")
        try folder.remove("b.flac")
        #expect(try await scan().moved == 2)
        #expect(try items() == ["New/b.mp3": before["a.mp3"], "New/c.flac": before["b.flac"]])
        #expect(
            try catalog.items.all(at: folder.path.appending("New/b.mp3"))[0].facts.title != nil)
    }

    @Test("another encoding in the same place of the album is the same item")
    func upgrade() async throws {
        try copy("full/full.mp3", "Album/1.mp3")
        try await scan()
        let before = try items()
        try folder.remove("Album/1.mp3")
        try copy("full/full.flac", "Album/1.flac")
        #expect(try await scan().moved == 1)
        #expect(try items() == ["Album/1.flac": before["Album/1.mp3"]])
    }

    @Test("a file that moves to another root is the same item, whichever root is scanned first")
    func otherRoot() async throws {
        try copy("full/full.mp3", "A/a.mp3")
        try copy("empty/empty.ogg", "A/b.ogg")
        try copy("empty/empty.mp2", "Z/z.mp2")
        try await scan("A", "Z")
        let before = try items()
        try folder.move("A/a.mp3", to: "Z/a.mp3")
        try folder.move("Z/z.mp2", to: "A/z.mp2")
        #expect(try await scan("A", "Z").moved == 2)
        #expect(
            try items() == [
                "A/b.ogg": before["A/b.ogg"], "A/z.mp2": before["Z/z.mp2"],
                "Z/a.mp3": before["A/a.mp3"],
            ])
    }

    @Test("only where it went to is scanned, and the file is the same item nevertheless")
    func partialScan() async throws {
        try copy("full/full.mp3", "A/a.mp3")
        try copy("empty/empty.mp2", "A/b.mp2")
        try await scan("A")
        let before = try items()
        let bytes = try Data(contentsOf: folder.url("A/a.mp3"))
        try folder.remove("A/a.mp3")
        try folder.write("", to: "Z/empty")
        try bytes.write(to: folder.url("Z/new.mp3"))
        #expect(try await scan("Z").moved == 1)
        #expect(
            try items() == ["A/b.mp2": before["A/b.mp2"], "Z/new.mp3": before["A/a.mp3"]])
        // A copy is a copy, though nobody looks at the original.
        try bytes.write(to: folder.url("Z/copy.mp3"))
        try await scan("Z")
        #expect(try items()["Z/new.mp3"] == before["A/a.mp3"])
        #expect(try items().count == 3)
    }

    @Test("a disk that is mounted elsewhere brings its items along; a copy of it does not")
    func mountedElsewhere() async throws {
        try copy("full/full.mp3", "disk/a.mp3")
        try await scan("disk")
        let before = try items()
        try FileManager.default.copyItem(at: folder.url("disk"), to: folder.url("copy"))
        try folder.move("disk", to: "elsewhere")
        try await scan("copy")
        #expect(try items()["disk/a.mp3"] == before["disk/a.mp3"])
        #expect(try items().count == 2)
        #expect(try await scan("elsewhere").moved == 1)
        #expect(try items()["elsewhere/a.mp3"] == before["disk/a.mp3"])
    }

    @Test("a renamed folder keeps its items, and its album, whatever holds that together")
    func renamedFolder() async throws {
        for (fixture, name) in [
            ("odd/numbered-genre.mp3", "1.mp3"), ("full/full.mp3", "2.mp3"),
            ("full/full.flac", "3.flac"),
        ] {
            try copy(fixture, "Old/\(name)")
        }
        try await scan()
        let before = try items()
        let album = try album("Old/2.mp3")
        try rename("Old", "New")
        #expect(try await scan().moved == 3)
        for name in ["1.mp3", "2.mp3", "3.flac"] {
            #expect(
                try items()[MediaPath("New/" + name)] == before[MediaPath("Old/" + name)])
        }
        #expect(try self.album("New/2.mp3") == album)
        #expect(album != nil)
    }

    @Test(
        "a change of case, or of Unicode's form, is a new name and no new item",
        arguments: [
            ("song.mp3", "SONG.mp3"), ("Bj\u{F6}rk.mp3", "Bjo\u{308}rk.mp3"),
            ("Bjo\u{308}rk/a.mp3", "Bj\u{F6}rk/a.mp3"),
        ])
    func spelling(old: String, new: String) async throws {
        try copy("full/full.mp3", old)
        try await scan()
        let before = try items()
        try folder.move(old, to: new)
        #expect(try await scan().moved == 1)
        #expect(Array(try items().values) == Array(before.values))
        #expect(try items().keys.map(\.bytes) == [Array(new.utf8)])
    }

    @Test("files from a backup are the same items, and the next move is seen by their new inodes")
    func restored() async throws {
        try copy("empty/empty.mod", "a.mod")
        try copy("full/full.mp3", "b.mp3")
        try await scan()
        let before = try items()
        for name in ["a.mod", "b.mp3"] {
            try FileManager.default.copyItem(at: folder.url(name), to: folder.url(name + ".new"))
            let time = try FileManager.default.attributesOfItem(atPath: folder.url(name).path)
            try FileManager.default.setAttributes(
                [.modificationDate: time[.modificationDate] as Any],
                ofItemAtPath: folder.url(name + ".new").path)
            try rename(name + ".new", name)
        }
        let restored = try await scan()
        #expect(restored.added == 0)
        #expect(restored.missing == 0)
        #expect(try items() == before)
        try rename("a.mod", "c.mod")
        #expect(try await scan().moved == 1)
        #expect(try items()["c.mod"] == before["a.mod"])
    }

    @Test("an edit of tags that keeps the file's time is seen")
    func preservedTime() async throws {
        try copy("empty/empty.mp3", "a.mp3")
        try await scan()
        let before = try items()
        let url = folder.url("a.mp3")
        let time = try FileManager.default.attributesOfItem(atPath: url.path)
        var bytes = try Data(contentsOf: url)
        // Of the same size: only the time of the change of anything tells.
        bytes[bytes.count - 1] ^= 1
        let file = try FileHandle(forWritingTo: url)
        try file.write(contentsOf: bytes)
        try file.close()
        try FileManager.default.setAttributes(
            [.modificationDate: time[.modificationDate] as Any], ofItemAtPath: url.path)
        #expect(try await scan().changed == 1)
        #expect(try items() == before)
    }

    @Test(
        "another song in the place of a file is a new item; another encoding of the same is the same"
    )
    func replaced() async throws {
        try copy("full/full.mp3", "Track01.mp3")
        try await scan()
        let before = try items()
        try overwrite("Track01.mp3", with: "full/full.flac")
        var expected = ScanReport()
        expected.changed = 1
        #expect(try await scan() == expected)
        #expect(try items() == before)
        #expect(try items(missing: true) == [:])
        try overwrite("Track01.mp3", with: "empty/empty.mp2")
        (expected.added, expected.changed, expected.missing) = (1, 0, 1)
        #expect(try await scan() == expected)
        #expect(try items() != before)
        #expect(try items(missing: true) == before)
    }

    @Test("another song that is written into the same file is a new item, and a new version is not")
    func rewritten() async throws {
        func rewrite(_ seconds: Int, _ sound: UInt8, _ title: String) throws {
            let samples = (0..<(seconds * 1000)).map { UInt8(truncatingIfNeeded: $0) &* sound }
            let tags = [("INAM", title), ("IART", "Somebody"), ("IPRD", "Album of \(title)")]
            // In place: of a deleted file, too, the next one often gets the number.
            try Disc.wave(samples: samples, tags: tags).write(to: folder.url("Track01.wav"))
        }
        try rewrite(5, 1, "One")
        try await scan()
        let before = try items()
        try rewrite(6, 3, "One")
        #expect(try await scan().changed == 1)
        #expect(try items() == before)
        try rewrite(9, 5, "Two")
        #expect(try await scan().added == 1)
        #expect(try items(missing: true) == before)
    }

    @Test("a track whose path a text has taken is hidden, and found where it went")
    func pathTakenByText() async throws {
        try copy("full/full.mp3", "a.mp3")
        try copy("empty/empty.mp2", "b.mp2")
        try await scan()
        let before = try items()
        try rename("a.mp3", "c.mp3")
        try folder.write("milk, eggs", to: "a.mp3")
        let report = try await scan()
        #expect((report.moved, report.unreadable, report.missing) == (1, 1, 0))
        #expect(try items()["c.mp3"] == before["a.mp3"])
        try folder.write("milk", to: "text")
        try rename("text", "b.mp2")
        #expect(try await scan().unreadable == 2)
        #expect(try items(missing: true) == ["b.mp2": before["b.mp2"]])
    }

    @Test("two equal copies are two items, and each keeps its own when both move")
    func copies() async throws {
        try copy("full/full.mp3", "A/song.mp3")
        try copy("full/full.mp3", "B/song.mp3")
        try await scan()
        let before = try items()
        try FileManager.default.createDirectory(
            at: folder.url("New"), withIntermediateDirectories: true)
        // Copied and then deleted, as between disks.
        for name in ["A", "B"] {
            try FileManager.default.copyItem(at: folder.url(name), to: folder.url("New/" + name))
        }
        for name in ["A", "B"] { try folder.remove(name) }
        #expect(try await scan().moved == 2)
        #expect(try items()["New/A/song.mp3"] == before["A/song.mp3"])
        #expect(try items()["New/B/song.mp3"] == before["B/song.mp3"])
    }

    @Test("a link to a folder of another root lists its files once")
    func linkToOtherRoot() async throws {
        try copy("full/full.mp3", "A/sub/a.mp3")
        try copy("empty/empty.mp2", "B/b.mp2")
        for (link, target) in [("B/link", "../A"), ("B/deep", "../A/sub")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.url(link).path, withDestinationPath: target)
        }
        try await scan("A")
        try await scan("B")
        #expect(Set(try items().keys) == ["A/sub/a.mp3", "B/b.mp2"])
        #expect(try await scan("A", "B").unchanged == 2)
    }

    @Test(
        "a copy takes over the item of a file whose root was removed, though the file is still there"
    )
    func removedRoot() async throws {
        try copy("full/full.mp3", "A/a.mp3")
        try copy("empty/empty.mp2", "B/b.mp2")
        try await scan("A", "B")
        let before = try items()
        #expect(try catalog.roots.remove(folder.path.appending("A")) != nil)
        try FileManager.default.copyItem(at: folder.url("A/a.mp3"), to: folder.url("B/copy.mp3"))
        #expect(try await scan("B").moved == 1)
        #expect(try items()["B/copy.mp3"] == before["A/a.mp3"])
        // The file itself is a copy now, and takes the item back when its turn comes.
        try await scan("A")
        #expect(try items()["B/copy.mp3"] == before["A/a.mp3"])
        #expect(try items().count == 3)
        #expect(try catalog.roots.remove(folder.path.appending("B"))?.inherited == 1)
        #expect(try items()["A/a.mp3"] == before["A/a.mp3"])
    }

    @Test("an album keeps its id only where its tracks went all together")
    func splitAlbum() async throws {
        for name in ["1.mp3", "2.mp3"] { try copy("full/full.mp3", "Old/" + name) }
        try await scan()
        let album = try album("Old/1.mp3")
        try folder.move("Old/1.mp3", to: "New/1.mp3")
        #expect(try await scan().moved == 1)
        #expect(try self.album("Old/2.mp3") == album)
    }

    @Test("what is gone, and what came, is compared by the next scan where one was cut short")
    func interrupted() async throws {
        try copy("full/full.mp3", "a.mp3")
        try copy("empty/empty.mp2", "b.mp2")
        try await scan()
        let before = try items()
        try folder.move("a.mp3", to: "c.mp3")
        // As after a kill between the writing and the end: the new file is there, nothing is compared.
        let (path, catalog) = (folder.path, catalog)
        let progress: @Sendable (ScanProgress) -> Void = { _ in
            withUnsafeCurrentTask { $0?.cancel() }
        }
        _ = try await Task {
            try await LibraryScanner(catalog: catalog).scan([path], progress: progress)
        }.value
        _ = try await scan()
        #expect(try items()["c.mp3"] == before["a.mp3"])
        #expect(try items().count == 2)
        #expect(try items(missing: true) == [:])
    }

    @Test("moving many files is one comparison")
    func many() async throws {
        for number in 0..<200 {
            try copy(number % 2 == 0 ? "empty/empty.mp3" : "full/full.ogg", "Old/\(number).x.mp3")
        }
        try await scan()
        let before = try items()
        try rename("Old", "New")
        #expect(try await scan().moved == 200)
        for (path, id) in try items() {
            #expect(before[MediaPath("Old").appending(path.lastComponent)] == id)
        }
    }
}

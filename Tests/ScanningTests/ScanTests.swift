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

@Suite struct ScanTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan(_ paths: [MediaPath] = [], full: Bool = false) async throws -> ScanReport {
        var options = ScanOptions()
        options.readsAll = full
        var report = try await LibraryScanner(catalog: catalog).scan(
            paths.isEmpty ? [folder.path] : paths, options: options)
        report.duration = .zero
        return report
    }

    private func copy(_ fixture: String, _ name: String) throws {
        try folder.copy(Fixtures.url(of: fixture), to: name)
    }

    private func relativePaths(missing: Bool = false) throws -> [MediaPath] {
        try catalog.items.all(
            matching: MediaQuery(isMissing: missing, order: [MediaOrder(.path)])
        ).map(\.location.relativePath)
    }

    private func report(_ describe: (inout ScanReport) -> Void) -> ScanReport {
        var report = ScanReport()
        describe(&report)
        return report
    }

    @Test("a first scan adds what is media by its content, and tells what is not")
    func first() async throws {
        try copy("full/full.flac", "A/1.flac")
        try copy("full/full.mp3", "A/2.MP3")
        try copy("empty/empty.mp3", "b.mp3")
        try folder.write("milk, eggs", to: "list.mp3")
        try folder.write("", to: "nothing.flac")
        try folder.write("notes", to: "notes.txt")
        let result = try await scan()
        #expect(result.added == 3)
        #expect(result.unreadable == 2)
        #expect(
            result.problems.map(\.path) == [
                folder.path.appending("list.mp3"), folder.path.appending("nothing.flac"),
            ])
        #expect(result.problems.allSatisfy { !$0.reason.isEmpty })
        #expect(try relativePaths() == ["b.mp3", "A/1.flac", "A/2.MP3"])
    }

    @Test("scanning again reads nothing, and writes nothing")
    func again() async throws {
        try copy("full/full.mp3", "a.mp3")
        _ = try await scan()
        let before = try catalog.statistics.changeCount()
        #expect(try await scan() == report { $0.unchanged = 1 })
        #expect(try catalog.statistics.changeCount() == before)
    }

    @Test("a changed file is read again and keeps its id; with --full every file is")
    func changed() async throws {
        try copy("empty/empty.mp3", "a.mp3")
        try copy("empty/empty.flac", "b.flac")
        _ = try await scan()
        let before = try catalog.items.all(at: folder.path.appending("a.mp3"))[0]
        try folder.remove("a.mp3")
        try copy("full/full.mp3", "a.mp3")
        #expect(
            try await scan()
                == report {
                    $0.changed = 1
                    $0.unchanged = 1
                })
        let after = try catalog.items.all(at: folder.path.appending("a.mp3"))[0]
        #expect(after.persistentID == before.persistentID)
        #expect(before.facts.title == nil)
        #expect(after.facts.title != nil)
        #expect(try await scan(full: true) == report { $0.changed = 2 })
    }

    @Test("what is gone is hidden and kept, and is the same item when it comes back")
    func gone() async throws {
        try copy("full/full.mp3", "A/a.mp3")
        // Another song: one with the same tags could be the heir of what goes.
        try copy("sweep/long.ogg", "b.ogg")
        _ = try await scan()
        let before = try catalog.items.all(at: folder.path.appending("A/a.mp3"))
        try folder.move("A/a.mp3", to: "../\(folder.url.lastPathComponent).away")
        defer { try? folder.remove("../\(folder.url.lastPathComponent).away") }
        try folder.remove("A")
        let gone = try await scan()
        #expect(
            gone
                == report {
                    $0.missing = 1
                    $0.unchanged = 1
                })
        #expect(try relativePaths() == ["b.ogg"])
        #expect(try relativePaths(missing: true) == ["A/a.mp3"])
        try folder.move("../\(folder.url.lastPathComponent).away", to: "A/a.mp3")
        _ = try await scan()
        #expect(try catalog.items.all(at: folder.path.appending("A/a.mp3")) == before)
    }

    @Test("a file that was moved or renamed is the same item")
    func moved() async throws {
        try copy("full/full.mp3", "A/a.mp3")
        try copy("full/full.flac", "A/b.flac")
        _ = try await scan()
        let before = try catalog.items.all(at: folder.path.appending("A/a.mp3"))[0]
        try folder.move("A/a.mp3", to: "B/new name.mp3")
        #expect(
            try await scan()
                == report {
                    $0.moved = 1
                    $0.unchanged = 1
                })
        let after = try catalog.items.all(at: folder.path.appending("B/new name.mp3"))[0]
        #expect(after.persistentID == before.persistentID)
        #expect(try relativePaths(missing: true) == [])
        try folder.move("B/new name.mp3", to: "B/newer.mp3")
        #expect(try await scan().moved == 1)
        #expect(try relativePaths(missing: true) == [])
    }

    @Test("a copy is an item of its own")
    func copied() async throws {
        try copy("full/full.mp3", "a.mp3")
        _ = try await scan()
        try copy("full/full.mp3", "b.mp3")
        let result = try await scan()
        #expect(result.added == 1)
        #expect(result.moved == 0)
    }

    @Test("a root that is suddenly empty loses nothing")
    func empty() async throws {
        try copy("full/full.mp3", "a.mp3")
        _ = try await scan()
        try folder.remove("a.mp3")
        let result = try await scan()
        #expect(result.missing == 0)
        #expect(result.problems.map(\.path) == [folder.path])
        let item = try catalog.items.all(at: folder.path.appending("a.mp3"))[0]
        #expect(!item.isMissing)
        #expect(!item.isAvailable)
        try copy("full/full.mp3", "a.mp3")
        _ = try await scan()
        #expect(try catalog.items.all(at: folder.path.appending("a.mp3"))[0].isAvailable)
    }

    @Test("a root that is not there loses nothing, and the others are scanned")
    func missingRoot() async throws {
        try copy("full/full.mp3", "gone/a.mp3")
        try copy("full/full.mp3", "there/a.mp3")
        _ = try await scan([folder.path.appending("gone"), folder.path.appending("there")])
        try folder.remove("gone")
        var result = try await LibraryScanner(catalog: catalog).scan()
        #expect(result.problems.map(\.path) == [folder.path.appending("gone")])
        #expect(result.unavailable.map(\.path) == [folder.path.appending("gone")])
        (result.problems, result.unavailable) = ([], [])
        result.duration = .zero
        #expect(result == report { $0.unchanged = 1 })
        let item = try catalog.items.all(at: folder.path.appending("gone/a.mp3"))[0]
        #expect(!item.isMissing)
        #expect(!item.isAvailable)
    }

    @Test("hidden files, .nomedia, and what .phonolithignore names are passed over")
    func ignored() async throws {
        for name in [
            "a.mp3", ".hidden.mp3", ".git/b.mp3", "Ringtones/c.mp3", "Samples/d.mp3",
            "Live/e.mp3", "Live/bootleg/f.mp3", "Live/keep.mp3", "g.tmp.mp3",
        ] {
            try copy("empty/empty.mp3", name)
        }
        try folder.write("", to: "Ringtones/.nomedia")
        try folder.write("", to: "Samples/.phonolithignore")
        try folder.write("# no drafts\n*.tmp.mp3\nbootleg/\n", to: ".phonolithignore")
        try folder.write("*.mp3\n!keep.mp3\n", to: "Live/.phonolithignore")
        _ = try await scan()
        #expect(try relativePaths() == ["a.mp3", "Live/keep.mp3"])
    }

    @Test(
        "names of two dots or more are part of the collection; hidden names and system folders are not"
    )
    func outsideCollection() async throws {
        let collection = [
            "...And Justice for All/01.mp3", "..Hits/01.mp3", "...song.mp3", "Recycler/01.mp3",
        ]
        let outside = [
            ".hidden/01.mp3", "._01.mp3", "#recycle/a/01.mp3", "@Recycle/01.mp3", "A/@eaDir/01.mp3",
            "$RECYCLE.BIN/S-1-5-21/01.mp3", "System Volume Information/01.mp3", "lost+found/01.mp3",
            "#snapshot/GMT/01.mp3", "@Recently-Snapshot/x/01.mp3",
        ]
        for name in collection + outside { try copy("empty/empty.mp3", name) }
        _ = try await scan()
        #expect(try Set(relativePaths()) == Set(collection.map { MediaPath($0) }))
        _ = try await scan([folder.path.appending("A/@eaDir"), folder.path.appending(".hidden")])
        #expect(try Set(relativePaths()) == Set(collection.map { MediaPath($0) }))
    }

    @Test("a song that was moved into a recycle bin is gone")
    func recycled() async throws {
        try copy("empty/empty.mp3", "Album/a.mp3")
        try copy("full/full.flac", "Album/b.flac")
        _ = try await scan()
        try folder.move("Album/a.mp3", to: "#recycle/Album/a.mp3")
        #expect(try await scan().missing == 1)
        #expect(try relativePaths() == ["Album/b.flac"])
    }

    @Test(
        "a closed root stays closed when it is renamed within another root, or moved out of it",
        arguments: ["Music/Sing2", "Sing"])
    func closedRoot(name: String) async throws {
        try copy("empty/empty.mp3", "Music/Open/a.mp3")
        try copy("full/full.mp3", "Music/Sing/A/b.mp3")
        try copy("full/full.flac", "Music/Sing/c.flac")
        let (root, sing) = (folder.path.appending("Music"), folder.path.appending("Music/Sing"))
        _ = try await scan([root])
        try catalog.roots.add(sing, kind: .music)
        _ = try await scan([root])
        let child = try catalog.users.add("Child")
        let closed = try #require(try catalog.roots.all().first { $0.path == sing })
        try catalog.users.setRoots(closed: [closed.id], for: child)
        let ofChild = catalog.acting(as: child.id)
        let all = try catalog.items.all(matching: MediaQuery()).map(\.persistentID)
        #expect(try ofChild.items.all(matching: MediaQuery()).count == 1)
        try folder.move("Music/Sing", to: name)
        // The folder that was moved out is scanned as one of its own.
        _ = try await scan(name.hasPrefix("Music") ? [] : [folder.path.appending(MediaPath(name))])
        #expect(try ofChild.items.all(matching: MediaQuery()).count == 1)
        #expect(try Set(catalog.items.all(matching: MediaQuery()).map(\.persistentID)) == Set(all))
        #expect(
            try catalog.roots.all().map(\.path).contains(folder.path.appending(MediaPath(name))))
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test("symbolic links are followed, each real folder once, and loops end")
    func links() async throws {
        try copy("empty/empty.mp3", "real/a.mp3")
        for (link, target) in [("real/loop", ".."), ("twin", "real"), ("broken.mp3", "nowhere")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.url(link).path, withDestinationPath: target)
        }
        #expect(try await scan() == report { $0.added = 1 })
    }

    @Test("lyrics beside a track are its lyrics, and are read again when they change")
    func lyrics() async throws {
        try copy("full/full.mp3", "a.mp3")
        try folder.write("[ar:Someone]\n[00:01.00]First\n[00:02.50][00:09.00]Second\n", to: "a.lrc")
        _ = try await scan()
        func lyrics() throws -> String? {
            try catalog.items.all(at: folder.path.appending("a.mp3"))[0].facts.lyrics
        }
        #expect(try lyrics() == "First\nSecond")
        let timed = try catalog.items.all(at: folder.path.appending("a.mp3"))[0].facts.timedLyrics
        #expect(timed.map { SongLyrics($0).lines.map(\.start) } == [[1000, 2500, 9000]])
        try folder.remove("a.lrc")
        #expect(try await scan().changed == 1)
        #expect(try lyrics() != "First\nSecond")
    }

    @Test("lyrics in other languages lie beside a track, with the language in their names")
    func lyricsInLanguages() async throws {
        for name in ["a", "b.en"] { try copy("empty/empty.mp3", "\(name).mp3") }
        try folder.write("[00:01.00]One", to: "a.en.lrc")
        try folder.write("[00:01.00]Um", to: "a.pt-BR.lrc")
        try folder.write("[00:01.00]Here", to: "a.lrc")
        try folder.write("[00:01.00]Live", to: "b.en.lrc")
        try folder.write("[00:01.00]Not of a", to: "a.take two.lrc")
        _ = try await scan()
        func lyrics(_ path: MediaPath) throws -> [String] {
            try catalog.items.all(at: folder.path.appending(path))[0].facts.timedLyrics.map {
                "\(SongLyrics($0).language ?? "-") \(SongLyrics($0).words)"
            }
        }
        #expect(try lyrics("a.mp3") == ["- Here", "en One", "pt-br Um"])
        #expect(try lyrics("b.en.mp3") == ["- Live"])
        try folder.remove("a.pt-BR.lrc")
        try folder.remove("a.lrc")
        #expect(try await scan().changed == 1)
        #expect(try lyrics("a.mp3") == ["en One"])
        #expect(try catalog.items.all(at: folder.path.appending("a.mp3"))[0].facts.lyrics == "One")
    }

    @Test("pictures of the folder, and of the folder above a disc's, stand for its items")
    func folderPictures() async throws {
        try copy("empty/empty.mp3", "Album/CD1/a.mp3")
        try copy("empty/empty.mp3", "Album/b.mp3")
        try copy("empty/empty.mp3", "Other/c.mp3")
        try copy("pictures/front.jpg", "Album/Cover.JPG")
        try copy("pictures/back.png", "Album/unrelated.png")
        try folder.write("no picture", to: "Other/cover.jpg")
        _ = try await scan()
        func pictures(_ path: MediaPath) throws -> [MediaArtwork.Source] {
            try catalog.items.all(at: folder.path.appending(path))[0].artwork.map(\.source)
        }
        #expect(try pictures("Album/CD1/a.mp3") == [.folder])
        #expect(try pictures("Album/b.mp3") == [.folder])
        #expect(try pictures("Other/c.mp3") == [])
        #expect(try catalog.statistics.values().pictures == 1)
        #expect(
            try await scan()
                == report {
                    $0.unchanged = 3
                    $0.knownProblems = 1
                })
    }

    /// How a cover is exchanged: into the file, or by one that takes its place.
    static let exchanges = [false, true].flatMap { inPlace in
        [(1500.0, 0), (1600, 0), (1500, 100), (1600, 100)].map {
            (inPlace: inPlace, modified: $0.0, more: $0.1)
        }
    }

    @Test(
        "a cover that is exchanged is the new one, whatever its time and size", arguments: exchanges
    )
    func exchangedCover(inPlace: Bool, modified: Double, more: Int) async throws {
        func put(_ picture: String, _ size: Int, _ time: Double) throws {
            var bytes = try Data(contentsOf: Fixtures.url(of: picture))
            bytes += Data(count: size - bytes.count)
            let url = folder.url("Album/cover.png")
            if inPlace, let file = try? FileHandle(forWritingTo: url) {
                try file.write(contentsOf: bytes)
                try file.close()
            } else {
                try bytes.write(to: url, options: .atomic)
            }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: time * 1e6)],
                ofItemAtPath: url.path)
        }
        try copy("empty/empty.mp3", "Album/a.mp3")
        try put("pictures/front.jpg", 100_000, 1500)
        _ = try await scan()
        let first = try catalog.items.all(matching: MediaQuery())[0].artwork
        #expect(first.count == 1)
        try put("pictures/back.png", 100_000 + more, modified)
        _ = try await scan()
        let second = try catalog.items.all(matching: MediaQuery())[0].artwork
        #expect(second.count == 1 && second != first)
        _ = try await scan()
        #expect(try catalog.items.all(matching: MediaQuery())[0].artwork == second)
    }

    @Test("a declared kind is stronger than what files say")
    func kind() async throws {
        try copy("full/full.mp3", "a.mp3")
        var options = ScanOptions()
        options.kind = .podcast
        _ = try await LibraryScanner(catalog: catalog).scan([folder.path], options: options)
        #expect(try catalog.items.all(matching: MediaQuery()).map(\.facts.mediaType) == [.podcast])
        // Another declaration reads the files again, though they have not changed.
        options.kind = .audiobook
        _ = try await LibraryScanner(catalog: catalog).scan([folder.path], options: options)
        #expect(
            try catalog.items.all(matching: MediaQuery()).map(\.facts.mediaType) == [.audioBook])
    }

    @Test("a folder inside a root is scanned as a part of it, and one around takes nothing twice")
    func nested() async throws {
        try copy("empty/empty.mp3", "A/a.mp3")
        try copy("empty/empty.mp3", "B/b.mp3")
        let inner = folder.path.appending("A")
        _ = try await scan([inner])
        #expect(try await scan([folder.path]).added == 1)
        #expect(try catalog.items.all(matching: MediaQuery()).count == 2)
        try copy("empty/empty.mp3", "B/c.mp3")
        #expect(try await scan([folder.path.appending("B")]).added == 1)
        #expect(try catalog.roots.all().map(\.path) == [folder.path, inner])
    }

    @Test("a root that is taken away hides its items; scanning it again brings them back")
    func removedRoot() async throws {
        try copy("full/full.mp3", "a.mp3")
        _ = try await scan()
        let before = try catalog.items.all(matching: MediaQuery())
        #expect(try catalog.roots.remove(folder.path) != nil)
        #expect(try catalog.items.all(matching: MediaQuery()) == [])
        #expect(try catalog.roots.remove(folder.path) == nil)
        _ = try await scan()
        #expect(try catalog.items.all(matching: MediaQuery()) == before)
    }

    @Test("a cancelled scan says so, and the next one goes on")
    func cancelled() async throws {
        for number in 0..<40 { try copy("empty/empty.mp3", "\(number).mp3") }
        let (path, catalog) = (folder.path, catalog)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await LibraryScanner(catalog: catalog).scan([path])
        }
        let result = try await task.value
        #expect(result.isInterrupted)
        #expect(result.missing == 0)
        _ = try await scan()
        #expect(try relativePaths().count == 40)
    }

    @Test("a path that is no folder is refused by name", arguments: ["nowhere", "file.mp3"])
    func noFolder(name: String) async throws {
        try folder.write("x", to: "file.mp3")
        let path = folder.path.appending(MediaPath(name))
        let error = await #expect(throws: ScanTargetError.self) { _ = try await scan([path]) }
        #expect(error?.path == path)
    }

    @Test("names that are no UTF-8, and names with newlines, are carried as they are")
    func names() async throws {
        for name in [[0x61, 0xFF, 0x62], [0x61, 0x0A, 0x62], [0x2D, 0x2D, 0x61]] as [[UInt8]] {
            let path = folder.path.appending(MediaPath(bytes: name + Array(".mp3".utf8)))
            let bytes = try Fixtures.bytes(of: "empty/empty.mp3")
            let file = try #require(
                (path.bytes + [0]).withUnsafeBytes {
                    fopen($0.bindMemory(to: CChar.self).baseAddress!, "wb")
                })
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
        #expect(try await scan() == report { $0.added = 3 })
        #expect(
            try relativePaths().map(\.bytes.count).sorted() == [7, 7, 7])
        #expect(try await scan() == report { $0.unchanged = 3 })
    }
}

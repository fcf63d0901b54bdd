import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Ratings survive copies and upgrades of which the originals are deleted later, whatever was scanned between.
@Suite struct HeirTests {
    let folder: TemporaryFolder
    let catalog: Catalog
    private let songs = [
        "full/full.mp3", "full/full.ogg", "empty/empty.mp2", "empty/empty.mod",
    ]

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
        for (number, song) in songs.enumerated() {
            let name =
                "old/Album/\(number)." + (song.split(separator: ".").last.map(String.init) ?? "")
            try folder.copy(Fixtures.url(of: song), to: name)
        }
    }

    @discardableResult
    private func scan(_ names: String...) async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan(
            names.map { MediaPath(folder.url($0).path) })
    }

    private func copyAll() throws {
        try FileManager.default.copyItem(at: folder.url("old"), to: folder.url("new"))
    }

    /// Scans the old folder and rates all, with a playlist and a kept queue of all.
    private func begin() async throws -> [MediaItemID] {
        try await scan("old")
        let ids = try ratings().keys.sorted { $0.rawValue < $1.rawValue }
        for id in ids { try catalog.values.setRating(5, of: id) }
        _ = try catalog.playlists.create(
            PlaylistCreationMetadata(name: "All"), entries: ids.map { .item($0) })
        let entries = ids.map {
            var entry = PlayerItem(.file("/somewhere"))
            entry.persistentID = $0
            return entry
        }
        let queue = KeptQueue(PlayQueue(entries))
        try catalog.queue.keep(queue)
        try beginOther(ids, queue)
        return ids
    }

    /// The same for another user, with other values.
    private func beginOther(_ ids: [MediaItemID], _ queue: KeptQueue) throws {
        let other = catalog.acting(as: try catalog.users.add("Other").id)
        for (place, id) in ids.enumerated() {
            try other.values.setRating(place % 5, of: id)
            try other.values.setFavorite(true, id, at: Date(secondsSince1970: 1000 + place))
            try other.values.notePlay(of: id, at: Date(secondsSince1970: 2000 + place), by: "test")
        }
        _ = try other.playlists.create(
            PlaylistCreationMetadata(name: "Mine"), entries: ids.reversed().map { .item($0) })
        try other.queue.keep(queue)
    }

    private func expectOther(_ ids: [MediaItemID], _ sourceLocation: SourceLocation) throws {
        let other = catalog.acting(as: try catalog.users.user(named: "Other").id)
        for (place, id) in ids.enumerated() {
            let values = try other.items.item(id)?.userValues
            #expect(values?.rating == place % 5, sourceLocation: sourceLocation)
            #expect(
                values?.favoriteDate == Date(secondsSince1970: 1000 + place),
                sourceLocation: sourceLocation)
            #expect(values?.playCount == 1, sourceLocation: sourceLocation)
        }
        #expect(try other.plays.all().map(\.item) == ids.reversed(), sourceLocation: sourceLocation)
        let list = try other.playlists.playlist(named: "Mine")
        #expect(
            try other.playlists.entries(of: list.persistentID).map(\.item) == ids.reversed(),
            sourceLocation: sourceLocation)
        #expect(try other.queue.kept().items == ids, sourceLocation: sourceLocation)
    }

    /// The ratings of the items that lists show.
    private func ratings() throws -> [MediaItemID: Int?] {
        Dictionary(
            uniqueKeysWithValues: try catalog.items.all(matching: MediaQuery())
                .map { ($0.persistentID, $0.userValues.rating) })
    }

    /// Makes sure that the new folder's items are the old ones.
    private func expectAll(_ ids: [MediaItemID], sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let items = try catalog.items.all(matching: MediaQuery())
        #expect(Set(items.map(\.persistentID)) == Set(ids), sourceLocation: sourceLocation)
        #expect(items.allSatisfy { $0.userValues.rating == 5 }, sourceLocation: sourceLocation)
        let paths = items.map { $0.location.path.relative(to: folder.path.appending("new")) }
        #expect(paths.allSatisfy { $0 != nil }, sourceLocation: sourceLocation)
        #expect(
            try catalog.items.all(matching: MediaQuery(isMissing: true)).isEmpty,
            sourceLocation: sourceLocation)
        #expect(try catalog.queue.kept().items == ids, sourceLocation: sourceLocation)
        #expect(try catalog.statistics.integrityProblems() == [], sourceLocation: sourceLocation)
        try expectOther(ids, sourceLocation)
    }

    @Test("scanned old, copied, scanned new, root old removed")
    func removedLast() async throws {
        let ids = try await begin()
        try copyAll()
        try await scan("new")
        let removal = try catalog.roots.remove(folder.path.appending("old"))
        #expect(removal?.inherited == ids.count)
        #expect(removal?.hiddenWithUserValues == 0)
        try expectAll(ids)
        try await scan("new")
        try expectAll(ids)
    }

    @Test("root old removed while it is still on disk, then new is scanned")
    func removedFirst() async throws {
        let ids = try await begin()
        try copyAll()
        let removal = try catalog.roots.remove(folder.path.appending("old"))
        #expect(removal?.hiddenWithUserValues == ids.count)
        try await scan("new")
        try expectAll(ids)
    }

    /// Makes sure that the new folder's items have copies of what is the user's, and the old ones keep it, as they may come
    /// back.
    private func expectCopies(of ids: [MediaItemID]) throws {
        let items = try catalog.items.all(matching: MediaQuery())
        #expect(items.count == 2 * ids.count)
        #expect(items.allSatisfy { $0.userValues.rating == 5 })
        let old = try ids.map { try #require(try catalog.items.item($0)) }
        #expect(old.allSatisfy { !$0.isAvailable && !$0.isMissing })
        let heirs = items.filter { !ids.contains($0.persistentID) }
        let names = Dictionary(
            uniqueKeysWithValues: heirs.map { ($0.location.path.lastComponent, $0.persistentID) })
        let expected = old.map { names[$0.location.path.lastComponent] }
        let list = try catalog.playlists.playlist(named: "All").persistentID
        #expect(try catalog.playlists.entries(of: list).map(\.item) == expected)
        #expect(try catalog.queue.kept().items == expected)
        let other = catalog.acting(as: try catalog.users.user(named: "Other").id)
        for (place, heir) in expected.enumerated() {
            let values = try heir.flatMap { try other.items.item($0)?.userValues }
            #expect(values?.rating == place % 5)
            #expect(values?.playCount == 1)
            #expect(values?.favoriteDate == Date(secondsSince1970: 1000 + place))
        }
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test(
        "old is deleted from disk or emptied, but not removed: copies get what it has and keeps",
        arguments: ["old", "old/Album"])
    func emptied(gone: String) async throws {
        let ids = try await begin()
        try copyAll()
        try await scan("new")
        try folder.remove(gone)
        for _ in 1...2 {
            try await scan()
            try expectCopies(of: ids)
        }
    }

    @Test("old is deleted from disk before new is scanned")
    func deletedBefore() async throws {
        let ids = try await begin()
        try copyAll()
        try folder.remove("old")
        try await scan("new")
        // Only a scan of the old folder notices that it is gone.
        try await scan()
        try expectCopies(of: ids)
    }

    @Test(
        "a copy that was changed before the scan that misses its original inherits",
        arguments: ["moved", "renamed", "retagged", "all"], [false, true])
    func changedCopies(change: String, isPartial: Bool) async throws {
        let ids = try await begin()
        try copyAll()
        try await scan("new")
        for song in try FileManager.default.contentsOfDirectory(
            atPath: folder.url("new/Album").path)
        {
            let new =
                switch change {
                case "moved": "new/Other/\(song)"
                case "renamed": "new/Album/x\(song)"
                case "all": "new/Other/x\(song)"
                default: "new/Album/\(song)"
                }
            if change != "retagged" { try folder.move("new/Album/\(song)", to: new) }
            if change == "retagged" || change == "all", song.hasSuffix("mp3") {
                let url = folder.url(new)
                try Disc.tagged(Data(contentsOf: url), "Mood", "Calm").write(to: url)
            }
        }
        // One file is left, so that the folder is not one that may come back.
        for song in ids.indices.dropFirst(isPartial ? 1 : 0) {
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.url("old/Album").path)
                    .first { $0.hasPrefix("\(song).") })
            try folder.remove("old/Album/\(name)")
        }
        try folder.copy(Fixtures.url(of: "empty/empty.wav"), to: "old/Album/rest.wav")
        let report = try await scan("old", "new")
        #expect(report.missing == 0)
        let present = try catalog.items.all(matching: MediaQuery())
        #expect(Set(present.map(\.persistentID)).isSuperset(of: ids))
        #expect(present.count { $0.userValues.rating == 5 } == ids.count)
        #expect(try Pruning(of: catalog).gone == [])
    }

    @Test("an item that found no heir among two copies finds it when only one is left")
    func laterHeir() async throws {
        let ids = try await begin()
        try copyAll()
        try FileManager.default.copyItem(at: folder.url("new"), to: folder.url("newer"))
        try await scan("new", "newer")
        try folder.remove("old/Album/0.mp3")
        try folder.move("new/Album/0.mp3", to: "new/Album/a.mp3")
        try folder.move("newer/Album/0.mp3", to: "newer/Album/b.mp3")
        #expect(try await scan("old", "new", "newer").missing == 1)
        try folder.remove("newer/Album/b.mp3")
        try await scan("newer")
        let heir = try catalog.items.all(at: folder.path.appending("new/Album/a.mp3"))
        #expect(heir.map(\.persistentID) == [ids[0]])
    }

    @Test("prune of a root is the user's word that it is gone")
    func prunedRoot() async throws {
        let ids = try await begin()
        try copyAll()
        try await scan("new")
        try folder.remove("old")
        try await scan()
        #expect(try Pruning(of: catalog).gone == [])
        let pruning = try Pruning(of: catalog, in: folder.path.appending("old"))
        #expect(pruning.gone.map(\.id) == ids)
        #expect(try Pruning(of: catalog, in: folder.path.appending("new")) == Pruning(of: catalog))
        try catalog.goneItems.hide(pruning.gone.filter { !$0.isHidden }.map(\.id))
        #expect(try catalog.goneItems.delete(pruning.gone.map(\.id)) == ids.count)
        let left = try catalog.items.all(matching: MediaQuery())
        #expect(left.count == ids.count)
        #expect(left.allSatisfy { $0.userValues.rating == 5 })
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test("the originals are deleted one by one, with a scan after each step")
    func stepwise() async throws {
        let ids = try await begin()
        try FileManager.default.createDirectory(
            at: folder.url("new/Album"), withIntermediateDirectories: true)
        try await scan("old", "new")
        for name in try FileManager.default.contentsOfDirectory(
            atPath: folder.url("old/Album").path)
        {
            try folder.copy(folder.url("old/Album/" + name), to: "new/Album/" + name)
            try await scan()
        }
        // Without its last file the old folder would be one that may come back.
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.url("old/Album").path)
        for name in names.dropLast() {
            try folder.remove("old/Album/" + name)
            try await scan()
        }
        try catalog.roots.remove(folder.path.appending("old"))
        try await scan("new")
        try expectAll(ids)
    }

    @Test("an upgrade beside the old file takes over when that is deleted later")
    func upgrade() async throws {
        try folder.remove("old/Album/1.ogg")
        try await scan("old")
        let old = try #require(
            try catalog.items.all(at: folder.path.appending("old/Album/0.mp3")).first)
        try catalog.values.setRating(4, of: old.persistentID)
        try folder.copy(Fixtures.url(of: "full/full.flac"), to: "old/Album/0.flac")
        try await scan("old")
        try folder.remove("old/Album/0.mp3")
        #expect(try await scan("old").moved == 1)
        let new = try #require(
            try catalog.items.all(at: folder.path.appending("old/Album/0.flac")).first)
        #expect(new.persistentID == old.persistentID)
        #expect(new.userValues.rating == 4)
    }

    @Test("a copy that the user rated stays its own item")
    func ratedCopy() async throws {
        try await scan("old")
        let path = folder.path.appending("old/Album/2.mp2")
        let old = try #require(try catalog.items.all(at: path).first?.persistentID)
        try catalog.values.setRating(4, of: old)
        try folder.copy(folder.url("old/Album/2.mp2"), to: "old/copy.mp2")
        try await scan("old")
        let copy = try #require(
            try catalog.items.all(at: folder.path.appending("old/copy.mp2")).first?.persistentID)
        try catalog.values.setRating(2, of: copy)
        try folder.remove("old/Album/2.mp2")
        #expect(try await scan("old").missing == 1)
        #expect(try ratings()[copy] == 2)
        #expect(try catalog.items.item(old)?.isMissing == true)
    }

    @Test(
        "entries of playlists stand for a rated copy while the original is gone, and for that when it is back"
    )
    func standIn() async throws {
        let ids = try await begin()
        try copyAll()
        try await scan("new")
        let copies = Set(try ratings().keys).subtracting(ids)
        for copy in copies { try catalog.values.setRating(2, of: copy) }
        let list = try catalog.playlists.playlist(named: "All").persistentID
        func paths() throws -> Set<MediaPath> {
            Set(try catalog.items.all(matching: .items(of: list)).map(\.location.path))
        }
        func entries() throws -> [MediaItemID?] {
            try catalog.playlists.entries(of: list).map(\.item)
        }
        let olds = try paths()
        try folder.move("old", to: "away")
        try FileManager.default.createDirectory(
            at: folder.url("old"), withIntermediateDirectories: true)
        // A root without any media would be taken for a disk that is not mounted.
        try folder.copy(Fixtures.url(of: "full/full.opus"), to: "old/x.opus")
        try await scan()
        let signed = try #require(
            try catalog.items.all(at: folder.path.appending("new/Album/0.mp3")).first)
        #expect(try entries().contains(signed.persistentID))
        #expect(try paths().isDisjoint(with: olds))
        #expect(try catalog.items.item(ids[0])?.userValues.rating == 5)
        #expect(try catalog.statistics.integrityProblems() == [])
        try folder.remove("old")
        try folder.move("away", to: "old")
        try await scan()
        #expect(try entries() == ids)
        #expect(try paths() == olds)
        #expect(try ids.allSatisfy { try catalog.items.item($0)?.userValues.rating == 5 })
        #expect(try copies.allSatisfy { try catalog.items.item($0)?.userValues.rating == 2 })
    }

    @Test("a root whose disk is not mounted keeps its items, though there are copies")
    func unmounted() async throws {
        let ids = try await begin()
        try copyAll()
        try await scan("new")
        // As if the files had been on another disk than the folder that is empty now.
        try renumberDevices(inFolder: "Album")
        try folder.remove("old/Album")
        try await scan()
        let ratings = try ratings()
        #expect(ratings.count == 2 * ids.count)
        #expect(ids.allSatisfy { ratings[$0] == 5 })
    }

    private func renumberDevices(inFolder name: MediaPath) throws {
        let root = try #require(
            try catalog.roots.all().first { $0.path.lastComponent == "old" })
        let known = try #require(try catalog.scans.knownFolders([name], in: root.id)[0])
        var batch = ScanBatch()
        for file in known.files {
            batch.relocated[file.id] = file.stamp
            batch.relocated[file.id]?.device += 12_345
        }
        var writer = ScanWriter(catalog: catalog, root: root.id, scan: ScanID())
        _ = try writer.write(batch, now: .now)
    }

    // MARK: - Interrupted scans

    private func interruptedScan() async throws {
        let (path, catalog) = (folder.path.appending("old"), catalog)
        let progress: @Sendable (ScanProgress) -> Void = { _ in
            withUnsafeCurrentTask { $0?.cancel() }
        }
        _ = try await Task {
            try await LibraryScanner(catalog: catalog).scan([path], progress: progress)
        }.value
    }

    @Test("renames with interrupted scans between them lose nothing and leave nothing behind")
    func interrupted() async throws {
        let ids = try await begin()
        var name = "Album"
        for next in ["AAB", "AAC", "AAD", "AAE"] {
            try folder.move("old/" + name, to: "old/" + next)
            name = next
            try await interruptedScan()
        }
        try folder.move("old/" + name, to: "old/Last")
        let report = try await scan("old")
        #expect((report.moved, report.added, report.missing) == (ids.count, 0, 0))
        #expect(try Set(ratings().keys) == Set(ids))
        #expect(try ratings().values.allSatisfy { $0 == 5 })
        #expect(try catalog.items.all(matching: MediaQuery(isMissing: true)).isEmpty)
    }
}

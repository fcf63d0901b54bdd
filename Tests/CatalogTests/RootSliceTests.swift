import Foundation
import PhonolithDatabase
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Large roots are moved and removed by several transactions, and the answer is that of one.
@Suite final class RootSliceTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("phonolith-slices-\(UUID().uuidString)")
    private let catalog: Catalog
    private var inode = 0

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        catalog = try Catalog.open(
            at: folder.appendingPathComponent("library.sqlite").path, for: .creating)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A file whose audio has a number.
    private func file(
        _ name: MediaPath, in folder: MediaPath, audio: Int, album: String? = nil
    ) -> ScannedFile {
        inode += 1
        var facts = MediaFacts()
        facts.mediaType = .music
        facts.albumTitle = album
        return ScannedFile(
            folder: folder, name: name,
            stamp: FileStamp(size: 1, modified: 1, device: 1, inode: inode), knownID: nil,
            outcome: .item(
                ItemContents(
                    facts: facts, pictures: [], path: folder.appending(name),
                    sortKeys: SortKeyMaker(), signature: AudioSignature(rawValue: UInt64(audio)))))
    }

    private func files(
        _ numbers: Range<Int>, in folder: MediaPath, album: String? = nil
    ) -> [ScannedFile] {
        numbers.map { file(MediaPath("\($0).mp3"), in: folder, audio: $0, album: album) }
    }

    /// Scans a root in which there are only these files.
    private func scan(_ path: MediaPath, _ files: [ScannedFile]) throws {
        try catalog.roots.add(path, kind: nil)
        let root = try #require(try catalog.roots.all().first { $0.path == path }).id
        let scan = ScanID()
        var writer = ScanWriter(catalog: catalog, root: root, scan: scan)
        var batch = ScanBatch()
        batch.append(files)
        _ = try writer.write(batch, now: Date(secondsSince1970: 1000))
        var reconciliation = FileReconciliation(scan: scan, gone: [], matches: [])
        _ = try reconciliation.write(to: catalog)
        try catalog.scans.finish(writer.changes)
    }

    private func ids(in root: String) throws -> [String: MediaItemID] {
        let items = try catalog.items.all(
            matching: MediaQuery(filterPredicates: [.hasPrefix(.path, root)]))
        return Dictionary(
            uniqueKeysWithValues: items.map { ($0.location.path.description, $0.persistentID) })
    }

    /// More files than one transaction joins, and behind them copies of two of them under other names.
    private func scanOld() throws -> [String: MediaItemID] {
        try scan(
            "/old",
            files(0..<2100, in: "a") + [
                file("x.mp3", in: "b", audio: 7), file("y.mp3", in: "b", audio: 8),
            ])
        return try ids(in: "/old")
    }

    @Test("a file farther behind that is more like a copy gets it", arguments: [true, false])
    func rivals(isMoved: Bool) throws {
        let old = try scanOld()
        // By their audio these might be the first files; by their names they are not.
        try scan("/new", [file("x.mp3", in: "b", audio: 7), file("8.mp3", in: "c", audio: 8)])
        let rated = try #require(old["/old/b/y.mp3"])
        try catalog.values.setRating(4, of: rated)
        if isMoved {
            let move = try #require(try catalog.roots.move("/old", to: "/new"))
            #expect(move.joined == 2)
            #expect(move.moved == 2100)
            #expect(move.conflicts == [])
            #expect(try catalog.items.count(matching: MediaQuery()) == 2102)
        } else {
            let removal = try #require(try catalog.roots.remove("/old"))
            #expect(removal.inherited == 2)
            #expect(removal.hiddenWithUserValues == 0)
        }
        let new = try ids(in: "/new")
        #expect(new["/new/b/x.mp3"] == old["/old/b/x.mp3"])
        // Of files that go, one with values of the user's is before one that is more like the copy.
        #expect(new["/new/c/8.mp3"] == (isMoved ? old["/old/a/8.mp3"] : rated))
        #expect(try catalog.items.item(rated)?.userValues.rating == 4)
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test("moving a root that was ended meanwhile goes on when it is moved again")
    func endedBetweenTransactions() throws {
        try scan("/old", files(0..<200, in: "a", album: "Old") + files(200..<201, in: "b"))
        let old = try ids(in: "/old")
        try scan("/new", files(0..<200, in: "a", album: "New") + files(200..<201, in: "b"))
        let others = try SQLiteDatabase(path: catalog.path)
        try others.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER ends BEFORE DELETE ON files WHEN OLD.folder_id =
                        (SELECT min(id) FROM folders WHERE path = x'62')
                    BEGIN SELECT RAISE(ABORT, 'ended'); END
                    """)
        }
        #expect(throws: CatalogError.self) { try catalog.roots.move("/old", to: "/new") }
        #expect(try ids(in: "/old").count == 1)
        #expect(try Set(ids(in: "/").values).isSuperset(of: old.values))
        // The joined part is whole: its album is known by its new title.
        let outdated = "SELECT count(*) FROM albums WHERE is_current = 0"
        #expect(try others.read { try Int.fetchOne($0, sql: outdated) } == 0)
        let albums = try catalog.collections.all(of: .albums)
        #expect(albums.map(\.title) == ["New"])
        try others.write { try $0.execute(sql: "DROP TRIGGER ends") }
        #expect(try catalog.roots.move("/old", to: "/new")?.joined == 1)
        let new = try ids(in: "/")
        #expect(Set(new.values) == Set(old.values))
        #expect(new.keys.allSatisfy { $0.hasPrefix("/new/") })
        #expect(try catalog.roots.all().map(\.path) == ["/new"])
        #expect(try catalog.statistics.integrityProblems() == [])
    }
}

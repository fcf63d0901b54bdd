import Foundation
import PhonolithCatalogTestSupport
import PhonolithDatabase
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Synchronization
import Testing

extension OnBothDatabases {
    /// Rows that a scan may write, and those that it leaves to other scans.
    @Suite final class ScanWriterTests {
        private let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-writer-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        /// A file of an album, with a picture of its own of so many bytes.
        private func file(
            _ number: Int, in folder: MediaPath = "", pictureBytes: Int = 0
        ) -> ScannedFile {
            var facts = MediaFacts()
            facts.mediaType = .music
            facts.title = "Title \(number)"
            facts.albumTitle = "Album \(number / 10)"
            let digest = String(format: "%064x", number)
            let picture = Picture(
                artwork: MediaArtwork(
                    kind: .front, source: .embedded, mimeType: "image/jpeg", width: 1, height: 1,
                    byteCount: pictureBytes, sha256: digest),
                bytes: [UInt8](repeating: UInt8(number % 251), count: pictureBytes))
            let name = MediaPath("\(number).mp3")
            return ScannedFile(
                folder: folder, name: name,
                stamp: FileStamp(size: 1, modified: 1, device: 1, inode: number), knownID: nil,
                outcome: .item(
                    ItemContents(
                        facts: facts, pictures: pictureBytes == 0 ? [] : [picture], path: name,
                        sortKeys: SortKeyMaker(),
                        signature: AudioSignature(rawValue: UInt64(number)))))
        }

        private func batch(_ numbers: Range<Int>, pictureBytes: Int = 0) -> ScanBatch {
            var batch = ScanBatch()
            batch.append(numbers.map { file($0, pictureBytes: pictureBytes) })
            return batch
        }

        private func root(_ path: MediaPath, _ catalog: Catalog) throws -> MediaRootID {
            try catalog.roots.add(path, kind: nil)
            return try #require(try catalog.roots.all().first { $0.path == path }).id
        }

        private let now = Date(secondsSince1970: 1000)

        @Test("a scan writes nothing below a root that was removed meanwhile")
        func removedRoot() throws {
            let catalog = try Catalog.empty()
            let root = try root("/music", catalog)
            var writer = ScanWriter(catalog: catalog, root: root, scan: ScanID())
            _ = try writer.write(batch(0..<3), now: now)
            try catalog.roots.remove("/music")
            let error = #expect(throws: CatalogError.self) {
                try writer.write(batch(3..<6), now: now)
            }
            #expect(error?.code == .rootRemoved)
            #expect(try catalog.roots.itemCount(in: root) == 0)
        }

        @Test(
            "files that go are hidden some at a time, so that nobody waits for all",
            arguments: [true, false])
        func shortTransactions(isRootRemoved: Bool) throws {
            let library = path("library.sqlite")
            let catalog = try Catalog.open(at: library, for: .creating)
            let (root, scan) = (try root("/music", catalog), ScanID())
            var writer = ScanWriter(catalog: catalog, root: root, scan: scan)
            _ = try writer.write(batch(0..<4000), now: now)
            var reconciliation = FileReconciliation(scan: scan, gone: [], matches: [])
            _ = try reconciliation.write(to: catalog)

            let others = try Catalog.open(at: library, for: .reading)
            let seen = Mutex<Set<Int>>([])
            let isOver = Mutex(false)
            let thread = Thread {
                while !isOver.withLock({ $0 }), let count = try? others.roots.itemCount(in: root) {
                    seen.withLock { _ = $0.insert(count) }
                }
            }
            thread.start()
            while seen.withLock(\.isEmpty) { Thread.sleep(forTimeInterval: 0.001) }
            if isRootRemoved {
                try catalog.roots.remove("/music")
            } else {
                let known = try #require(catalog.scans.knownFolders([""], in: root)[0])
                let gone = known.files.map { FileStore.Gone(fileID: $0.id, folderID: known.id) }
                reconciliation = FileReconciliation(scan: ScanID(), gone: gone, matches: [])
                #expect(try reconciliation.write(to: catalog).missing == 4000)
            }
            isOver.withLock { $0 = true }
            #expect(try catalog.roots.itemCount(in: root) == 0)
            #expect(seen.withLock { $0.contains { (1..<4000).contains($0) } })
            #expect(try catalog.statistics.integrityProblems() == [])
        }

        @Test(
            "what is joined when a scan is ended meanwhile stays so, and the next scan joins the rest"
        )
        func endedBetweenTransactions() throws {
            let library = path("library.sqlite")
            let catalog = try Catalog.open(at: library, for: .creating)
            let root = try root("/music", catalog)
            let (before, scan) = (ScanID(), ScanID())
            var writer = ScanWriter(catalog: catalog, root: root, scan: before)
            func write(to first: MediaPath, _ second: MediaPath) throws {
                var batch = ScanBatch()
                batch.append((0..<200).map { file($0, in: first) } + [file(200, in: second)])
                _ = try writer.write(batch, now: now)
            }
            try write(to: "a", "b")
            var reconciliation = FileReconciliation(scan: before, gone: [], matches: [])
            _ = try reconciliation.write(to: catalog)
            let ids = try Set(catalog.items.ids(matching: MediaQuery()))

            // All files have moved, and the program is ended when those of the first folder are joined.
            writer = ScanWriter(catalog: catalog, root: root, scan: scan)
            try write(to: "c", "d")
            let others = try SQLiteDatabase(path: library)
            try others.write {
                try $0.execute(
                    sql: """
                        CREATE TRIGGER ends BEFORE DELETE ON files WHEN OLD.folder_id =
                            (SELECT id FROM folders WHERE path = x'62') BEGIN SELECT RAISE(ABORT, 'ended'); END
                        """)
            }
            func end() throws {
                let gone = try catalog.scans.knownFolders(["a", "b"], in: root).compactMap(\.self)
                    .flatMap {
                        folder in
                        folder.files.map { FileStore.Gone(fileID: $0.id, folderID: folder.id) }
                    }
                let candidates = try catalog.files.goneFiles(and: gone, in: scan)
                let new = try catalog.files.newFiles(of: scan, like: candidates, without: gone)
                reconciliation = FileReconciliation(
                    scan: scan, gone: gone,
                    matches: MoveMatching.matches(gone: candidates, new: new))
                _ = try reconciliation.write(to: catalog)
            }
            #expect(throws: CatalogError.self) { try end() }
            let unsettled = try others.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM files WHERE scan_id IS NOT NULL")
            }
            #expect(unsettled == 1)
            try others.write { try $0.execute(sql: "DROP TRIGGER ends") }
            try end()
            #expect(try Set(catalog.items.ids(matching: MediaQuery())) == ids)
            #expect(try catalog.statistics.integrityProblems() == [])
        }

        @Test("a scan settles its own files, and the next one of the root those of a killed scan")
        func scanIDs() throws {
            let catalog = try Catalog.empty()
            let (one, other) = (ScanID(), ScanID())
            let (music, books) = (try root("/music", catalog), try root("/books", catalog))
            var writer = ScanWriter(catalog: catalog, root: music, scan: one)
            _ = try writer.write(batch(0..<3), now: now)
            try catalog.files.takeOver(newFilesOf: books, by: other)
            var reconciliation = FileReconciliation(scan: other, gone: [], matches: [])
            _ = try reconciliation.write(to: catalog)
            #expect(try catalog.files.hasNewFiles(of: one))
            #expect(try !catalog.files.hasNewFiles(of: other))
            try catalog.files.takeOver(newFilesOf: music, by: other)
            #expect(try catalog.files.hasNewFiles(of: other))
            reconciliation = FileReconciliation(scan: other, gone: [], matches: [])
            _ = try reconciliation.write(to: catalog)
            #expect(try !catalog.files.hasNewFiles(of: one))
            #expect(try !catalog.files.hasNewFiles(of: other))
        }

        @Test("of many new files only those are looked at that may be one that went")
        func candidates() throws {
            let catalog = try Catalog.empty()
            let scan = ScanID()
            var writer = ScanWriter(catalog: catalog, root: try root("/music", catalog), scan: scan)
            _ = try writer.write(batch(0..<500), now: now)
            #expect(try catalog.files.newFiles(of: scan, like: []) == [])
            var went = (1...4).map {
                FileTrace(
                    fileID: 1_000_000 + Int64($0), itemID: 1, path: "/elsewhere/x.mp3",
                    stamp: FileStamp(size: 1, modified: 1, device: 9, inode: 9_000_000 + $0))
            }
            went[0].stamp.inode = 7
            went[1].signature = AudioSignature(rawValue: 8)
            went[2].title = "title 9"
            let found = try catalog.files.newFiles(of: scan, like: went)
            #expect(Set(found.map(\.path)) == ["/music/7.mp3", "/music/8.mp3", "/music/9.mp3"])
        }

        @Test("of many hidden files only those are looked at that may be new ones")
        func hiddenCandidates() throws {
            let catalog = try Catalog.empty()
            let root = try root("/music", catalog)
            let (before, scan) = (ScanID(), ScanID())
            var writer = ScanWriter(catalog: catalog, root: root, scan: before)
            _ = try writer.write(batch(0..<500), now: now)
            var reconciliation = FileReconciliation(scan: before, gone: [], matches: [])
            _ = try reconciliation.write(to: catalog)
            let known = try #require(try catalog.scans.knownFolders([""], in: root)[0])
            let gone = known.files.map { FileStore.Gone(fileID: $0.id, folderID: known.id) }
            reconciliation = FileReconciliation(scan: ScanID(), gone: gone, matches: [])
            _ = try reconciliation.write(to: catalog)
            #expect(try catalog.files.goneFiles(and: [], in: scan) == [])
            writer = ScanWriter(catalog: catalog, root: root, scan: scan)
            var batch = ScanBatch()
            batch.append([file(7, in: "a"), file(1007, in: "a")])
            _ = try writer.write(batch, now: now)
            #expect(try catalog.files.goneFiles(and: [], in: scan).map(\.path) == ["/music/7.mp3"])
        }

        @Test("a batch in many statements is what its files say", arguments: [1, 39, 1000])
        func wholeBatch(count: Int) throws {
            let catalog = try Catalog.empty()
            var writer = ScanWriter(catalog: catalog, root: try root("/music", catalog), scan: nil)
            let counts = try writer.write(batch(0..<count, pictureBytes: 10), now: now)
            try catalog.scans.finish(writer.changes)
            #expect(counts.added == count)
            let items = try Array(
                catalog.items.all(matching: MediaQuery(order: [MediaOrder(.title)])))
            #expect(
                items.map(\.facts.title)
                    == (0..<count).map { "Title \($0)" }.sorted {
                        $0.compare($1, options: .numeric) == .orderedAscending
                    })
            #expect(items.allSatisfy { $0.artwork.count == 1 && $0.userValues.dateAdded == now })
            #expect(try catalog.collections.all(of: .albums).map(\.count).reduce(0, +) == count)
        }

        @Test(
            "of a batch with a name that a server cannot index, the rest is written, and the file is reported at once",
            .enabled(if: TestServer.shared != nil), arguments: [0, 1, 2])
        func longName(place: Int) throws {
            let catalog = try Catalog.empty()
            var writer = ScanWriter(catalog: catalog, root: try root("/music", catalog), scan: nil)
            var batch = batch(0..<3)
            var facts = MediaFacts()
            facts.title = String(
                String.UnicodeScalarView(
                    (0..<4000).map { Unicode.Scalar(0x4E00 + UInt32($0 * 7919 % 20000)) ?? "x" }))
            let contents = ItemContents(
                facts: facts, pictures: [], path: batch.files[place].name, sortKeys: SortKeyMaker(),
                signature: nil)
            batch.files[place].outcome = .item(contents)
            let counts = try writer.write(batch, now: now)
            #expect((counts.added, counts.unreadable) == (2, 1))
            #expect(counts.refused.keys.map(\.description) == ["\(place).mp3"])
            // An empty library's first file may be the one.
            _ = try writer.write(self.batch(3..<4), now: now)
            #expect(try catalog.items.count(matching: MediaQuery()) == 3)
        }

        @Test(
            "of a batch for which the disk has no room, what fits is kept",
            .enabled(if: SmallDisk.canBeMade))
        func fullDisk() throws {
            let disk = try SmallDisk(at: path("disk"), megabytes: 16)
            defer { disk.remove() }
            let library = path("disk/library.sqlite")
            let catalog = try Catalog.open(at: library, for: .creating)
            var writer = ScanWriter(catalog: catalog, root: try root("/music", catalog), scan: nil)
            let error = #expect(throws: CatalogError.self) {
                try writer.write(batch(0..<400, pictureBytes: 50_000), now: now)
            }
            #expect(error?.code == .diskFull)
            let count = try catalog.statistics.values().items
            #expect((20..<400).contains(count), "\(count) items")
            #expect(try catalog.statistics.integrityProblems() == [])
            try catalog.close()
        }

        @Test("an import that fails in its last step changes nothing")
        func importIsAtomic() throws {
            var world = try World()
            let item = try world.add("1.mp3")
            let json = """
                {"format": "phonolith-user-data", "version": 1,
                    "items": [{"path": "/music/1.mp3", "rating": 5, "dateAdded": 0}],
                    "playlists": [{"uuid": "1B0F5B0C-0D2E-4D55-9F0B-000000000000", "name": "Smart", "created": 1,
                        "modified": 1, "rule": "rating = 5", "limit": 5, "limitUnit": "minutes", "entries": []}]}
                """
            let data = try JSONDecoder().decode(UserData.self, from: Data(json.utf8))
            #expect(throws: CatalogError.self) { try world.catalog.userData.importData(data) }
            #expect(try world.catalog.items.item(item.persistentID)?.userValues.rating == nil)
            #expect(try world.catalog.playlists.all().isEmpty)
        }
    }
}

/// A disk in memory that holds little; only the superuser can make one.
private struct SmallDisk {
    private let path: String

    static var canBeMade: Bool {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-disk-\(UUID().uuidString)").path
        guard let disk = try? SmallDisk(at: path, megabytes: 1) else { return false }
        disk.remove()
        return true
    }

    init(at path: String, megabytes: Int) throws {
        self.path = path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
            try FileManager.default.removeItem(atPath: path)
            throw POSIXError(.EPERM)
        }
    }

    func remove() {
        umount2(path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(atPath: path)  // A leftover harms nobody.
    }
}

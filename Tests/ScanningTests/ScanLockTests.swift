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

@Suite struct ScanLockTests {
    @Test("a library has one lock, whatever links lead to it")
    func links() throws {
        let folder = try TemporaryFolder()
        let library = folder.url("library.sqlite").path
        let link = folder.url("link.sqlite").path
        try folder.write("", to: "library.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "library.sqlite")
        do {
            let lock = try ScanLock(library: library)
            let error = #expect(throws: ScanLockError.self) { try ScanLock(library: link) }
            #expect(error?.isHeld == true)
            withExtendedLifetime(lock) {}
        }
        #expect(throws: Never.self) { try ScanLock(library: link) }
    }
}

extension OnBothDatabases {
    /// Several scans at once, which a library on a server can have.
    @Suite(.enabled(if: TestServer.shared != nil)) struct SimultaneousScanTests {
        private let catalog: Catalog

        init() throws { catalog = try Catalog.empty() }

        @Test("each root is scanned by one process, and none where roots are changed")
        func roots() throws {
            for path in ["/a", "/b"] as [MediaPath] { try catalog.roots.add(path, kind: nil) }
            let roots = try catalog.roots.all()
            let second = try ScanLock(library: catalog.path)
            do {
                let first = try ScanLock(library: catalog.path)
                try first.choosingRoots { take in try take([roots[0]]) }
                try second.choosingRoots { take in
                    try take([roots[1]])
                    let error = #expect(throws: ScanLockError.self) { try take(roots) }
                    #expect(error?.isHeld == true && error?.reason.contains("/a") == true)
                }
                #expect(throws: ScanLockError.self) {
                    try ScanLock(library: catalog.path, for: .changingRoots)
                }
                withExtendedLifetime(first) {}
            }
            #expect(throws: Never.self) { try second.choosingRoots { take in try take(roots) } }
        }

        @Test("a folder around one that is being scanned has to wait, and becomes no root")
        func around() async throws {
            let folder = try TemporaryFolder()
            try folder.copy(Fixtures.url(of: "full/full.flac"), to: "part/1.flac")
            try catalog.roots.add(folder.path.appending("part"), kind: nil)
            let first = try ScanLock(library: catalog.path)
            try first.choosingRoots { [catalog] take in try take(catalog.roots.all()) }
            let second = try ScanLock(library: catalog.path)
            await #expect(throws: ScanLockError.self) {
                try await LibraryScanner(catalog: catalog).scan([folder.path], lock: second)
            }
            #expect(try catalog.roots.all().map(\.path) == [folder.path.appending("part")])
            withExtendedLifetime(first) {}
        }

        @Test("scans of several roots at once find what one scan of all finds", arguments: 1...3)
        func together(run: Int) async throws {
            let folder = try TemporaryFolder()
            let parts = (1...4).map { "part \($0)" }
            for (number, part) in parts.enumerated() {
                for (place, name) in ["full/full.flac", "full/full.mp3", "full/full.m4a"]
                    .enumerated()
                {
                    for copy in 0...number {
                        let file = URL(fileURLWithPath: name).pathExtension
                        try folder.copy(
                            Fixtures.url(of: name), to: "\(part)/\(copy)/\(place).\(file)")
                    }
                }
            }
            let folders = parts.map { folder.path.appending(MediaPath($0)) }
            try await withThrowingTaskGroup(of: ScanReport.self) { [catalog] scans in
                for folder in folders {
                    scans.addTask {
                        let library = try Catalog.open(at: catalog.path, for: .writing)
                        let lock = try ScanLock(library: catalog.path)
                        defer { withExtendedLifetime(lock) {} }
                        return try await LibraryScanner(catalog: library).scan([folder], lock: lock)
                    }
                }
                var added = 0
                for try await report in scans { added += report.added }
                #expect(added == 3 * (1 + 2 + 3 + 4))
            }
            let alone = try Catalog.empty()
            for folder in folders { _ = try await LibraryScanner(catalog: alone).scan([folder]) }
            #expect(try contents(of: catalog) == contents(of: alone))
            let again = try await LibraryScanner(catalog: catalog).scan()
            #expect(again.unchanged == 30 && again.added + again.missing + again.moved == 0)
        }

        /// Each item, and each collection with the number of its items.
        private func contents(of catalog: Catalog) throws -> [String] {
            let items = try catalog.items.all(matching: MediaQuery()).map {
                $0.location.path.description
            }
            let collections = try [MediaGrouping.album, .artist, .genre].flatMap { grouping in
                try catalog.collections.all(of: MediaQuery(groupingType: grouping)).map {
                    "\(grouping) \($0.title): \($0.count)"
                }
            }
            return items.sorted() + collections.sorted()
        }
    }
}

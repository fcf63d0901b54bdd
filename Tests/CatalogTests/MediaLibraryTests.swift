import Foundation
import Phonolith
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

@Suite struct MediaLibraryTests {
    private func shelf(_ count: Int) throws -> World {
        var world = try World()
        for number in 1...count {
            try world.add(MediaPath("\(number).mp3")) {
                $0.title = "Title \(number)"
                $0.setArtist("Artist \(number % 3)")
            }
        }
        return world
    }

    @Test("items come one by one, pages joined, with limit, offset and order")
    func items() async throws {
        let library = MediaLibrary(try shelf(230).catalog)
        var query = MediaQuery(order: [MediaOrder(.title, isDescending: true)])
        func numbers() async throws -> [Int] {
            var numbers: [Int] = []
            for try await item in query.items(in: library) {
                numbers.append(Int(item.persistentID.rawValue))
            }
            return numbers
        }
        #expect(try await numbers() == Array((1...230).reversed()))
        (query.limit, query.offset) = (120, 7)
        #expect(try await numbers() == Array((104...223).reversed()))
        #expect(try await query.items(in: library).count == 120)
        let stretch = try await query.items(in: library).items(118..<130)
        #expect(stretch.map(\.persistentID.rawValue) == [105, 104])
    }

    @Test("a list that holds an item twice is read to its end, as often as it holds it")
    func listing() async throws {
        let catalog = try shelf(150).catalog
        let library = MediaLibrary(catalog)
        let list = try catalog.playlists.create(PlaylistCreationMetadata(name: "List"))
        let ids = (1...100).map { MediaItemID(1 + $0 % 30) } + (1...150).map { MediaItemID($0) }
        try catalog.playlistEntries.add(ids.map { .item($0) }, to: list.persistentID)
        let query = MediaQuery(group: MediaGroup(.playlist, list.persistentID.rawValue))
        var read: [MediaItemID] = []
        for try await item in query.items(in: library) {
            read.append(item.persistentID)
            if read.count > ids.count { break }
        }
        #expect(read == ids)
    }

    @Test("reading goes on where the last item of a page is deleted meanwhile")
    func deletedMeanwhile() async throws {
        var world = try shelf(230)
        let library = MediaLibrary(world.catalog)
        var ids: Set<MediaItemID> = []
        for try await item in MediaQuery(order: [MediaOrder(.title)]).items(in: library) {
            ids.insert(item.persistentID)
            if ids.count == 100 {
                try world.hide(item.location.relativePath)
                #expect(try world.catalog.goneItems.delete([item.persistentID]) == 1)
            }
        }
        #expect(ids.count == 230)
    }

    @Test("collections and sections are those of the catalog")
    func collections() async throws {
        let library = MediaLibrary(try shelf(9).catalog)
        let artists = MediaQuery.artists.collections(in: library)
        #expect(try await artists.count == 3)
        #expect(
            try await artists.map(\.title).reduce(into: []) { $0.append($1) } == [
                "Artist 0", "Artist 1", "Artist 2",
            ])
        #expect(
            try await MediaQuery.artists.collectionSections(in: library) == [
                MediaQuerySection(title: "A", range: 0..<3)
            ])
    }

    @Test("a change by anybody is told, with the date of the change", .timeLimit(.minutes(20)))
    func changes() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("library.sqlite").path
        let writer = try Catalog.open(at: path, for: .creating)
        try writer.roots.add("/music", kind: nil)
        let library = try await MediaLibrary.open(at: path)
        let created = try await library.lastModifiedDate
        #expect(created <= .now)
        // The stream begins when it begins; a change before that is none to it.
        let changing = Task {
            while !Task.isCancelled {
                try writer.roots.add(MediaPath("/music\(UUID().uuidString)"), kind: nil)
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { changing.cancel() }
        for try await date in library.changes(every: 0.005) {
            #expect(date >= created)
            return
        }
        Issue.record("the stream ended without a change")
    }

    @Test("keeps the locks of a library that is opened again and closed")
    func locks() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("library.sqlite").path
        let writer = try Catalog.open(at: path, for: .creating)
        try writer.roots.add("/music", kind: nil)
        let inode = try #require(
            FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int)
        // Lines like "1: POSIX  ADVISORY  READ 77 08:01:1234 1073741826 1073742335" (proc_locks(5)).
        func isLocked() throws -> Bool {
            try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
                .contains { $0.contains(" \(getpid()) ") && $0.contains(":\(inode) ") }
        }
        try #require(try isLocked())
        for access in [Catalog.Access.reading, .writing, .creating] {
            try Catalog.open(at: path, for: access).close()
            #expect(try isLocked(), "\(access)")
        }
        try writer.close()
        #expect(try !isLocked())
    }
}

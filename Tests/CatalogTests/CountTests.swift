import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import Testing

@Suite struct CountTests {
    /// One of each kind, and some of several, half of them missing.
    private static func library() throws -> Catalog {
        var world = try World()
        let kinds =
            MediaType.names.map(\.type) + [
                .music, [.music, .podcast], [.audioBook, .podcast], [.music, .musicVideo],
            ]
        for (index, kind) in kinds.enumerated() {
            for name in ["\(index) here.mp3", "\(index) gone.mp3"] {
                try world.add(MediaPath(name)) { $0.mediaType = kind }
            }
            try world.hide(MediaPath("\(index) gone.mp3"))
        }
        return world.catalog
    }

    @Test("items are counted as they are listed, of all kinds and where some are missing")
    func counts() throws {
        let catalog = try Self.library()
        let kinds = MediaType.names.map(\.type) + [.any, .anyAudio, .anyVideo, [.music, .podcast]]
        for kind in kinds {
            for order in [[], [.title], [.year], [.comments]] as [[MediaProperty]] {
                var query = MediaQuery(mediaType: kind, order: order.map { MediaOrder($0) })
                for isMissing in [false, true] {
                    query.isMissing = isMissing
                    #expect(
                        try catalog.items.count(matching: query)
                            == catalog.items.all(matching: query).count, "\(query)")
                }
            }
        }
    }

    @Test("all songs, and those with a value of the user, are counted without reading them")
    func plan() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-count-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("library.sqlite").path
        try Catalog.open(at: path, for: .creating).close()
        let log = QueryLog()
        let catalog = try Catalog.open(at: path, for: .reading, log: log)
        _ = try catalog.items.count(matching: .songs)
        var page = MediaQuery.songs
        (page.order, page.limit, page.offset) = ([MediaOrder(.lastPlayedDate)], 1, 1)
        _ = try catalog.items.all(matching: page)
        let steps = try catalog.items.explanations(of: log).filter {
            $0.sql.contains("count(*)") && !$0.sql.contains("listed")
        }.map { $0.steps.joined() }
        try #require(steps.count == 3)
        for step in steps[1...] {
            #expect(step.contains("INDEX items_missing"))
            #expect(step.contains("INDEX items_other_than_music"))
            #expect(!step.contains("PRIMARY KEY"))
        }
        #expect(steps[2].contains("COVERING INDEX user_values_last_played"))
    }
}

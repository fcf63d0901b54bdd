import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithTestSupport
import Testing

/// The items of one root, which is known by the bytes of its path.
@Suite struct RootPredicateTests {
    /// Roots that text cannot tell apart, one inside another, and one that is no text.
    private static let roots = [
        MediaPath("/music"), MediaPath("/Music"), MediaPath("/music/kids"), MediaPath("/music2"),
        MediaPath("/m\u{E9}"), MediaPath("/me\u{301}"), MediaPath(bytes: [0x2F, 0x6D, 0xFF]),
        MediaPath(bytes: [0x2F, 0x6D, 0xFE]),
    ]

    private static let world = Result {
        var world = try World(root: roots[0])
        for (index, root) in roots.enumerated() {
            if index > 0 { try world.enter(root) }
            for number in 0...index {
                try world.add(MediaPath("\(number).mp3")) {
                    $0.title = "Title \(number)"
                    $0.setArtist("Artist \(index)")
                    $0.albumTitle = "Album \(index)"
                }
            }
        }
        return world.catalog
    }

    @Test(
        "A root has its own items, and none of another, in every plan and in memory",
        arguments: roots)
    func items(root: MediaPath) throws {
        let catalog = try Self.world.get()
        let index = try #require(Self.roots.firstIndex(of: root))
        let predicate = MediaPredicate.inRoot(root)
        let all = try catalog.items.all(matching: MediaQuery())
        let own = Set(all.filter { $0.location.root == root }.map(\.persistentID))
        #expect(own.count == index + 1)
        #expect(Set(all.filter { predicate.matches($0) }.map(\.persistentID)) == own)
        for order in [MediaOrder(.title), MediaOrder(.bitRate), MediaOrder(.path)] {
            let query = MediaQuery(filterPredicates: [predicate], order: [order])
            for forced in QueryPlanner.Forced.allCases {
                #expect(Set(try catalog.items.ids(matching: query, forced: forced)) == own)
            }
            #expect(try catalog.items.count(matching: query) == own.count)
        }
        let others = MediaQuery(filterPredicates: [.not(predicate)])
        #expect(try catalog.items.count(matching: others) == all.count - own.count)
        let albums = MediaQuery(filterPredicates: [predicate], groupingType: .album)
        #expect(try catalog.collections.all(of: albums).map(\.title) == ["Album \(index)"])
        let everything = try catalog.collections.all(of: .albums).map(\.group.persistentID)
        #expect(try catalog.collections.ids(everything, of: albums).count == 1)
    }

    @Test("The items of a root are looked up from the root's folders on", .onSQLiteAlone)
    func index() throws {
        let catalog = try Self.world.get()
        let query = MediaQuery(
            filterPredicates: [.inRoot(Self.roots[0])], order: [MediaOrder(.title)])
        let (plan, steps) = try catalog.items.explanation(of: query)
        #expect(plan == .sortCandidates)
        for step in [
            "SEARCH roots USING COVERING INDEX sqlite_autoindex_roots_1 (path=?)",
            "SEARCH files USING COVERING INDEX files_name_key (folder_id=?)",
            "SEARCH items USING COVERING INDEX items_file (file_id=?)",
            "SEARCH items USING INTEGER PRIMARY KEY (rowid=?)",
        ] {
            #expect(steps.contains(step), "\(steps)")
        }
        #expect(
            steps.contains { $0.hasPrefix("SEARCH folders USING") && $0.contains("(root_id=?)") })
        #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
    }

    @Test("No expression asks for a root, whose path may be no text")
    func expression() {
        #expect(MediaPredicate.inRoot(MediaPath("/music")).expression == nil)
    }
}

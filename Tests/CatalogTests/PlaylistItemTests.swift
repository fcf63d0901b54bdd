import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Edits by programs that show the items of a playlist, and not what is missing of it.
@Suite struct PlaylistItemTests {
    private let world: World
    private let items: [MediaItemID]
    private let list: MediaPlaylistID

    private var catalog: Catalog { world.catalog }
    private var shown: [Int?] {
        get throws {
            try catalog.items.all(matching: .items(of: list)).map {
                items.firstIndex(of: $0.persistentID)
            }
        }
    }

    init() throws {
        var world = try World()
        items = try (0..<3).map { number in
            try world.add(MediaPath("\(number).mp3")) { $0.title = "\(number)" }.persistentID
        }
        self.world = world
        list = try world.catalog.playlists.create(
            PlaylistCreationMetadata(name: "List"), entries: items.map { .item($0) }
        ).persistentID
        try world.hide("0.mp3")
    }

    @Test("positions are those of the items that are there, and what is missing stays")
    func positions() throws {
        #expect(try shown == [1, 2])
        try catalog.playlists.replaceItems(of: list, removing: [0, 7, -1], adding: [items[1]])
        #expect(try shown == [2, 1])
        var world = world
        try world.show("0.mp3")
        #expect(try shown == [0, 2, 1])
    }

    @Test("a list that gets other items keeps what is missing")
    func replacing() throws {
        try catalog.playlists.setItems(of: list, to: [items[2]])
        #expect(try shown == [2])
        var world = world
        try world.show("0.mp3")
        #expect(try shown == [0, 2])
    }
}

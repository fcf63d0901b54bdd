import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithPlayQueues
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

extension OnBothDatabases {
    @Suite struct UserTests {
        @Test("a library begins with the owner, who stays, and stays an admin")
        func owner() throws {
            let catalog = try Catalog.empty()
            let owner = try #require(try catalog.users.all().first)
            #expect(try catalog.users.all().count == 1)
            #expect((owner.id, owner.name, owner.role) == (.owner, "owner", .admin))
            #expect(throws: UserError.isOwner("owner")) {
                try catalog.users.setRole(.user, of: owner)
            }
            #expect(throws: UserError.isOwner("owner")) {
                try catalog.users.remove(owner, deletingData: true)
            }
        }

        @Test("names are unique without regard to case and diacritics")
        func names() throws {
            let catalog = try Catalog.empty()
            let anna = try catalog.users.add("Änna")
            #expect(try catalog.users.user(named: "anna") == anna)
            #expect(throws: UserError.nameTaken("ANNA")) { try catalog.users.add("ANNA") }
            #expect(throws: UserError.noUser("Bert")) { try catalog.users.user(named: "Bert") }
            for name in [
                "", " ", "a\nb", "anna\0", "a\0b", "\u{85}a", "a\u{2028}b", "a\u{202E}b", "\u{301}",
                String(repeating: "ä", count: 128),
            ] {
                #expect(throws: UserError.unusableName(name)) { try catalog.users.add(name) }
                #expect(throws: UserError.noUser(name)) { try catalog.users.user(named: name) }
                #expect(try catalog.access.account(named: name) == nil)
            }
            #expect(throws: UserError.nameTaken("anna")) { try catalog.users.add(" anna\u{A0}") }
            #expect(try catalog.users.user(named: " anna ") == anna)
            #expect(try catalog.access.account(named: " anna ")?.user == anna)
            #expect(try catalog.users.add(" Jean\u{200D} Paul ").name == "Jean\u{200D} Paul")
            try catalog.users.setRole(.admin, of: anna)
            #expect(try catalog.users.user(named: "Änna").role == .admin)
        }

        @Test("a change of a user is made as a whole, or not at all")
        func changes() throws {
            let two = try TwoUsers()
            let anna = try two.owner.users.user(named: "Anna")
            var changes = UserChanges()
            changes.role = .admin
            changes.rights = [.download: false, .stream: true]
            changes.closedRoots = [two.closed]
            changes.passwordHash = "hash"
            try two.owner.users.update(anna, changes)
            #expect(try two.owner.users.user(named: "Anna").role == .admin)
            #expect(try two.owner.users.closedRoots(of: anna) == [two.closed])
            #expect(try two.owner.access.account(named: "Anna")?.passwordHash == "hash")
            changes.role = .user
            changes.closedRoots = []
            try two.owner.users.update(anna, changes)
            #expect(try two.owner.access.deniedRights(of: anna.id) == [.download])
            #expect(try two.owner.users.closedRoots(of: anna).isEmpty)
            // No such root: the role and the rights stay, too.
            changes.role = .admin
            changes.rights = [.download: true]
            changes.closedRoots = [PersistentID(999)]
            changes.passwordHash = "other"
            #expect(throws: (any Error).self) { try two.owner.users.update(anna, changes) }
            #expect(try two.owner.users.user(named: "Anna").role == .user)
            #expect(try two.owner.access.deniedRights(of: anna.id) == [.download])
            #expect(try two.owner.access.account(named: "Anna")?.passwordHash == "hash")
        }

        @Test("a user with data is removed only with it, and the others keep theirs")
        func removal() throws {
            let two = try TwoUsers()
            try two.useEverything(two.anna, rating: 3)
            try two.useEverything(two.owner, rating: 4)
            let anna = try two.owner.users.user(named: "Anna")
            let holdings = "values of 2 items, 2 plays, 2 playlists, a queue of 2"
            #expect(throws: UserError.hasData("Anna", holdings)) {
                try two.owner.users.remove(anna)
            }
            let before = try two.everything(two.owner)
            try two.owner.users.remove(anna, deletingData: true)
            #expect(try two.owner.users.all().map(\.name) == ["owner"])
            #expect(try two.everything(two.owner) == before)
            #expect(try two.owner.statistics.integrityProblems() == [])
            // The id is not given to the next one.
            #expect(try two.owner.users.add("Bert").id > anna.id)
        }

        @Test(
            "a user who has anything at all is not removed without it",
            arguments: User.Holdings.Kind.allCases)
        func anything(kind: User.Holdings.Kind) throws {
            let two = try TwoUsers()
            let (anna, item) = (two.anna, two.items[0])
            let user = try two.owner.users.user(named: "Anna")
            func group(_ grouping: MediaGrouping) throws -> MediaGroup {
                let groups = try anna.collections.all(of: MediaQuery(groupingType: grouping))
                return MediaGroup(grouping, try #require(groups.first).group.persistentID)
            }
            switch kind {
            case .items: try anna.values.setRating(4, of: item)
            case .plays: try anna.values.notePlay(of: item, at: Date(secondsSince1970: 9))
            case .albums: try anna.values.setFavorite(true, group(.album))
            case .artists: try anna.values.setRating(5, of: group(.artist))
            case .bookmarkNotes:
                try anna.values.setBookmark(3, of: item)
                try anna.values.setBookmarkComment("here", of: item)
            case .playlists:
                _ = try anna.playlists.create(PlaylistCreationMetadata(name: "List"), entries: [])
            case .queueEntries:
                var entry = PlayerItem(.file("/music/A/One.mp3"))
                entry.persistentID = item
                try anna.queue.keep(KeptQueue(PlayQueue([entry])))
            case .shares:
                _ = try anna.shares.add(of: [item], token: "t", description: nil, expires: nil)
            case .appPasswords:
                _ = try anna.access.addAppPassword(
                    of: user.id, label: "app", digest: [UInt8](repeating: 1, count: 32),
                    sealed: [1],
                    administers: false)
            case .chatMessages: try anna.chat.add("hello", at: 1)
            }
            let error = #expect(throws: UserError.self) { try two.owner.users.remove(user) }
            guard case .hasData("Anna", let holdings) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(holdings.contains(User.Holdings([kind: 1]).description))
            try two.owner.users.remove(user, deletingData: true)
            #expect(try two.owner.statistics.integrityProblems() == [])
        }

        @Test("nothing that a user does is seen or changed by another")
        func isolation() throws {
            let two = try TwoUsers()
            let untouched = try two.everything(two.owner)
            try two.useEverything(two.anna, rating: 3)
            let annas = try two.everything(two.anna)
            #expect(annas != untouched)
            #expect(try two.everything(two.owner) == untouched)
            try two.useEverything(two.owner, rating: 4)
            #expect(try two.everything(two.anna) == annas)
            let owners = try two.everything(two.owner)
            try two.undoEverything(two.anna)
            #expect(try two.everything(two.anna) == untouched)
            #expect(try two.everything(two.owner) == owners)
        }

        @Test("a user's playlists cannot be read or changed by another, though their ids are known")
        func foreignPlaylists() throws {
            let two = try TwoUsers()
            try two.useEverything(two.anna, rating: 3)
            for list in try two.anna.playlists.all() {
                let id = list.persistentID
                #expect(try two.owner.playlists.playlist(id) == nil)
                #expect(try two.owner.playlists.entries(of: id).isEmpty)
                #expect(try two.owner.items.all(matching: .items(of: id)).isEmpty)
                #expect(try two.owner.playlists.rule(of: id) == nil)
                #expect(try two.owner.playlists.document(of: list).entries.isEmpty)
                #expect(try two.owner.collections.has(MediaGroup(.playlist, id.rawValue)) == false)
                #expect(try two.owner.playlists.delete(id) == false)
                #expect(throws: PlaylistEditError.self) {
                    try two.owner.playlists.rename(id, to: "Mine")
                }
                #expect(throws: PlaylistEditError.self) {
                    try two.owner.playlists.describe(id, as: "Mine")
                }
                #expect(throws: PlaylistEditError.self) {
                    try two.owner.playlists.playlist(named: list.uuid)
                }
                #expect(throws: PlaylistEditError.self) {
                    try two.owner.playlistEntries.add([.item(two.items[0])], to: id)
                }
            }
            #expect(try two.anna.playlists.all().count == 2)
        }

        @Test("an item that is found to be another one brings the values of all users along")
        func merge() throws {
            var world = try World()
            let old = try world.add("1.mp3") { $0.title = "One" }.persistentID
            let anna = world.catalog.acting(as: try world.catalog.users.add("Anna").id)
            try world.catalog.values.setRating(2, of: old)
            try anna.values.notePlay(of: old, at: Date(secondsSince1970: 100))
            try anna.values.setFavorite(true, old, at: Date(secondsSince1970: 50))
            let catalog = world.catalog
            var facts = MediaFacts()
            (facts.mediaType, facts.title) = (.music, "One")
            let contents = ItemContents(
                facts: facts, pictures: [], path: "2.mp3", sortKeys: SortKeyMaker())
            try world.move("1.mp3", to: "2.mp3", .item(contents)) {
                let new = try #require(
                    try catalog.items.all(at: "/music/2.mp3").first?.persistentID)
                try anna.values.notePlay(of: new, at: Date(secondsSince1970: 200))
                try anna.values.setFavorite(true, new, at: Date(secondsSince1970: 60))
                try anna.values.setRating(5, of: new)
            }
            #expect(try catalog.items.item(old)?.userValues.rating == 2)
            let values = try #require(try anna.items.item(old)?.userValues)
            #expect((values.rating, values.playCount) == (5, 2))
            #expect(values.favoriteDate == Date(secondsSince1970: 50))
            #expect(try anna.plays.all().map(\.date.secondsSince1970) == [200, 100])
            #expect(try anna.plays.all().allSatisfy { $0.item == old })
            #expect(try catalog.statistics.integrityProblems() == [])
        }

        @Test(
            "counts and bookmarks that nobody can have do not come in, and more plays can be added")
        func hugeCounts() throws {
            let two = try TwoUsers()
            try two.useEverything(two.owner, rating: 4)
            var data = try two.owner.userData.export()
            for index in data.items.indices {
                data.items[index].values?["owner"]?.playCount = .max
                data.items[index].values?["owner"]?.bookmarkTime = -5
            }
            let other = try TwoUsers(hasAnna: false)
            _ = try other.owner.userData.importData(data)
            let item = other.items[0]
            #expect(try other.owner.items.item(item)?.userValues.playCount == Int(Int32.max))
            #expect(try other.owner.items.item(item)?.userValues.bookmarkTime == nil)
            try other.owner.values.notePlay(of: item, at: Date(secondsSince1970: 9))
            #expect(try other.owner.items.item(item)?.userValues.playCount == Int(Int32.max))
        }

        @Test("the data of all users goes to another library, once however often, all or nothing")
        func export() throws {
            let two = try TwoUsers()
            try two.useEverything(two.anna, rating: 3)
            try two.useEverything(two.owner, rating: 4)
            let anna = try two.owner.users.user(named: "Anna")
            try two.owner.users.setRoots(closed: [two.closed], for: anna)
            let data = try two.owner.userData.export()
            let other = try TwoUsers(hasAnna: false)
            for _ in 0..<2 {
                let result = try other.owner.userData.importData(data)
                #expect((result.matched, result.unmatched.count) == (3, 0))
                #expect(result.unresolvedEntries == 0)
            }
            #expect(try other.everything(other.owner) == two.everything(two.owner))
            let copy = try other.owner.users.user(named: "Anna")
            #expect(try other.owner.users.closedRoots(of: copy) == [other.closed])
            try other.owner.users.setRoots(open: [other.closed], for: copy)
            try two.owner.users.setRoots(open: [two.closed], for: anna)
            #expect(
                try other.everything(other.owner.acting(as: copy.id)) == two.everything(two.anna))
            var broken = data
            broken.users[1].name = "a\nb"
            let empty = try TwoUsers(hasAnna: false)
            let before = try empty.everything(empty.owner)
            #expect(throws: UserError.self) { try empty.owner.userData.importData(broken) }
            #expect(try empty.everything(empty.owner) == before)
        }
    }
}

/// Two users of a library with two items in an open root, and one in a root that can be closed.
struct TwoUsers {
    let owner: Catalog
    let anna: Catalog
    let items: [MediaItemID]
    let closed: MediaRootID

    init(hasAnna: Bool = true) throws {
        var world = try World()
        var items = try ["One", "Two"].map { title in
            try world.add(MediaPath("A/\(title).mp3")) { Self.describe(&$0, title, "Open") }
                .persistentID
        }
        try world.enter("/closed")
        items.append(
            try world.add("B/Secret.mp3", pictures: [Self.picture]) {
                Self.describe(&$0, "Secret", "Hidden")
            }.persistentID)
        try world.settle()
        (owner, self.items, closed) = (world.catalog, items, world.root)
        anna = hasAnna ? owner.acting(as: try owner.users.add("Anna").id) : owner
    }

    static let picture = Picture(
        artwork: MediaArtwork(
            kind: .front, source: .embedded, mimeType: "image/png", width: 1, height: 1,
            byteCount: 3, sha256: "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"
        ),
        bytes: [1, 2, 3])

    private static func describe(_ facts: inout MediaFacts, _ title: String, _ word: String) {
        facts.title = title
        facts.setArtist(word + " Artist")
        facts.albumTitle = word + " Album"
        facts.composer = word + " Composer"
        facts.composers = [word + " Composer"]
        facts.genres = [word + " Genre"]
        facts.podcastTitle = word + " Podcast"
        facts.isCompilation = true
        facts.playbackDuration = 60
    }

    /// Does everything that a user can do with items.
    func useEverything(_ catalog: Catalog, rating: Int) throws {
        try catalog.values.setRating(rating, of: items[0])
        try catalog.values.setFavorite(true, items[0], at: Date(secondsSince1970: 10 * rating))
        try catalog.values.notePlay(of: items[0], at: Date(secondsSince1970: 100 * rating))
        try catalog.values.noteSkip(of: items[1], at: Date(secondsSince1970: 200 * rating))
        try catalog.values.setBookmark(Double(rating), of: items[1])
        _ = try catalog.playlists.create(
            PlaylistCreationMetadata(name: "List"),
            entries: items.prefix(rating == 3 ? 2 : 1).map { .item($0) },
            now: Date(secondsSince1970: 5))
        _ = try catalog.playlists.create(
            PlaylistCreationMetadata(name: "Smart"),
            rule: SmartPlaylistRule(
                predicate: .all([.atLeast(.rating, .integer(rating)), .inPlaylist("List")])),
            now: Date(secondsSince1970: 5))
        let entries = zip(items, ["/music/A/One.mp3", "/music/A/Two.mp3"] as [MediaPath]).map {
            var entry = PlayerItem(.file($1))
            entry.persistentID = $0
            return entry
        }
        let queue = PlayQueue(entries, startingAt: rating % 2)
        try catalog.queue.keep(KeptQueue(queue, time: Double(rating)))
    }

    func undoEverything(_ catalog: Catalog) throws {
        for item in try catalog.items.all(matching: MediaQuery()) {
            var values = MediaItem.UserValues(dateAdded: item.userValues.dateAdded)
            values.rating = nil
            try catalog.values.setUserValues(values, of: item.persistentID)
        }
        for name in ["Smart", "List"] {
            try catalog.playlists.delete(catalog.playlists.playlist(named: name).persistentID)
        }
        try catalog.queue.keep(KeptQueue())
    }

    /// A user's view of items, lists, playlists, and the queue.
    func everything(_ catalog: Catalog) throws -> [String] {
        var lines = try catalog.items.all(matching: MediaQuery()).map { "\($0.userValues)" }
        for property in [
            MediaProperty.rating, .playCount, .skipCount, .lastPlayedDate, .bookmarkTime,
            .isFavorite, .favoriteDate,
        ] {
            for isDescending in [false, true] {
                let query = MediaQuery(order: [MediaOrder(property, isDescending: isDescending)])
                lines.append(
                    "\(property): \(try catalog.items.all(matching: query).map(\.title)), \(isDescending)"
                )
            }
            let query = MediaQuery(filterPredicates: [.not(.isMissing(property))])
            lines.append("\(property): \(try catalog.items.all(matching: query).map(\.title))")
        }
        for list in try catalog.playlists.all() {
            let summary = try catalog.playlists.summary(of: list)
            lines.append("\(list.name): \(summary.entryCount), \(summary.playbackDuration)")
            let items = try catalog.items.all(matching: .items(of: list.persistentID))
            lines.append("\(items.map(\.title))")
        }
        lines += try catalog.collections.all(of: .playlists).map { "\($0.title): \($0.count)" }
        let kept = try catalog.queue.kept()
        lines.append("\(kept.queue.entries.map(\.item.source)), \(kept.time)")
        lines.append("\(kept.queue.currentIndex as Int?)")
        lines += try catalog.statistics.values().items.description.map { String($0) }
        return lines
    }
}

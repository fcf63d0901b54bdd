import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

/// Changes that a listening program is notified of.
@Suite struct ListenerTests {
    @Test("changes in closed roots are no changes for the user, all others are")
    func closed() throws {
        var world = try World()
        let item = try world.add("1.mp3") { $0.title = "Open" }
        try world.enter("/closed")
        let secret = try world.add("2.mp3") { $0.title = "Secret" }
        try world.settle()
        let (owner, closed) = (world.catalog, world.root)
        let user = try owner.users.add("Anna")
        let anna = owner.acting(as: user.id)
        try owner.users.setRoots(closed: [closed], for: user)
        var (state, isChanged) = try anna.changes.listenerState(after: nil)
        #expect(isChanged)
        var all = try owner.changes.listenerState(after: nil).state

        func check(_ expected: Bool, _ change: String) throws {
            (state, isChanged) = try anna.changes.listenerState(after: state)
            #expect(isChanged == expected, "\(change)")
            let forOwner = try owner.changes.listenerState(after: all)
            #expect(forOwner.isChanged)
            all = forOwner.state
        }
        try world.change("2.mp3") { $0.title = "Other" }
        try check(false, "a closed file")
        try owner.values.setRating(5, of: secret.persistentID)
        try owner.values.setRating(5, of: item.persistentID)
        try check(false, "what another user thinks")
        try anna.values.setRating(4, of: item.persistentID)
        try check(true, "a rating")
        _ = try anna.playlists.create(PlaylistCreationMetadata(name: "New"))
        try check(true, "a playlist")
        try owner.users.setRoots(open: [closed], for: user)
        try check(true, "a root")
    }
}

internal import PhonolithDatabase
package import PhonolithStore

// Changes of the library that a listening client receives.

extension ChangeStore {
    /// A listener's knowledge of the library.
    package struct ListenerState: Hashable, Sendable {
        fileprivate let viewer: Viewer
        fileprivate let token: ChangeToken
        /// How often and which of the user's playlists were edited.
        fileprivate let playlists: [Int64]
    }

    /// The user's knowledge of the library after this, and whether it differs from the former.
    ///
    /// Users with access to all roots receive every change. Other users only receive changes of items that they see
    /// and of their playlists, so that they do not learn when closed roots change.
    ///
    /// - Parameter old: `nil` at the beginning.
    package func listenerState(
        after old: ListenerState?
    ) throws -> (state: ListenerState, isChanged: Bool) {
        let new = try read { database in
            ListenerState(
                viewer: try viewer(database), token: try Self.token(database),
                playlists: try playlistEdits(database))
        }
        guard let old, new.viewer.isRestricted, new.viewer == old.viewer,
            new.playlists == old.playlists
        else { return (new, true) }
        return (new, try seesChanges(since: old.token))
    }

    private func playlistEdits(_ database: Connection) throws -> [Int64] {
        let row = try Row.fetchOne(
            database,
            literal: """
                SELECT count(*), coalesce(max(id), 0), coalesce(sum(revision), 0) FROM playlists
                WHERE user_id = \(userID)
                """)
        guard let row else { return [] }
        return [row[0], row[1], row[2]]
    }

    private func seesChanges(since token: ChangeToken) throws -> Bool {
        var token = token
        while let changes = try self.all(since: token, limit: 1) {
            let ids = changes.added + changes.changed + changes.removed
            if !ids.isEmpty { return true }
            if changes.isComplete { return false }
            token = changes.token
        }
        return true
    }
}

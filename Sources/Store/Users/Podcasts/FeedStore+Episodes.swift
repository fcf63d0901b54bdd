internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

// The episodes of feeds, and their files.

extension FeedStore {
    /// The episodes of a feed, newest first; episodes without a date last.
    package func episodes(of feed: PersistentID<PodcastFeed>) throws -> [FeedEpisode] {
        try episodes("WHERE feed_id = \(feed.rawValue) ORDER BY date DESC NULLS LAST, id")
    }

    /// The newest episodes of all feeds.
    package func newestEpisodes(limit: Int) throws -> [FeedEpisode] {
        try episodes("ORDER BY date DESC NULLS LAST, id LIMIT \(limit)")
    }

    /// An episode; `nil` for an id that none has.
    package func episode(_ id: PersistentID<FeedEpisode>) throws -> FeedEpisode? {
        try episodes("WHERE id = \(id.rawValue)").first
    }

    /// The episodes whose download was begun and not ended.
    package func episodesToDownload() throws -> [FeedEpisode] {
        try episodes("WHERE status = 'downloading' ORDER BY id")
    }

    private func episodes(_ clause: SQL) throws -> [FeedEpisode] {
        try read {
            try FeedEpisode.projection.fetchAll($0, from: "feed_episodes \(clause)")
        }
    }

    // MARK: - Downloads

    /// Notes how far the download of an episode is.
    package func setStatus(
        _ status: PodcastStatus, error: String? = nil, of id: PersistentID<FeedEpisode>
    ) throws {
        try set("status = \(status.rawValue), error = \(error)", of: id)
    }

    /// Notes where an episode is downloaded to, and the validator that allows a partial download to continue.
    package func setFile(
        _ path: MediaPath, validator: String?, of id: PersistentID<FeedEpisode>
    ) throws {
        try set("path = \(path.data), validator = \(validator)", of: id)
    }

    private func set(
        _ assignments: SQL, of id: PersistentID<FeedEpisode>
    ) throws {
        try write {
            try $0.execute(
                literal: "UPDATE feed_episodes SET \(assignments) WHERE id = \(id.rawValue)")
        }
    }

    /// Whether another episode has a file.
    package func hasFile(
        _ path: MediaPath, besides id: PersistentID<FeedEpisode>
    ) throws -> Bool {
        try read {
            try $0.has(
                "SELECT 1 FROM feed_episodes WHERE path = \(path.data) AND id <> \(id.rawValue)")
        }
    }

    /// Connects downloaded episodes with the items that a scan has made of their files.
    package func linkEpisodes() throws {
        let unlinked = try episodes(
            "WHERE status = 'completed' AND item_id IS NULL AND path IS NOT NULL")
        let found = try unlinked.compactMap { episode in
            try episode.path.flatMap { try catalog.items.all(at: $0).first }
                .map { (episode.id, $0.persistentID) }
        }
        guard !found.isEmpty else { return }
        try write { database in
            for (episode, item) in found {
                try database.execute(
                    literal: """
                        UPDATE feed_episodes SET item_id = \(item.rawValue)
                        WHERE id = \(episode.rawValue)
                        """)
            }
        }
    }

    /// The items that are files of episodes.
    package func episodeItems() throws -> Set<MediaItemID> {
        try read { database in
            Set(
                try Int64.fetchAll(
                    database, literal: "SELECT item_id FROM feed_episodes WHERE item_id IS NOT NULL"
                ).map { PersistentID($0) })
        }
    }
}

package import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

// The feeds that the service fetches.

/// Podcast feeds and their episodes.
package struct FeedStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var feeds: FeedStore { FeedStore(catalog: self) }
}

extension FeedStore {
    package func all() throws -> [PodcastFeed] {
        try read { database in
            try PodcastFeed.projection.fetchAll(database, from: "feeds")
                .sorted { $0.order < $1.order }
        }
    }

    /// A feed; `nil` for an id that none has.
    package func feed(_ id: PersistentID<PodcastFeed>) throws -> PodcastFeed? {
        try read { database in
            try PodcastFeed.projection.fetchOne(
                database, from: "feeds WHERE id = \(id.rawValue)")
        }
    }

    /// Subscribes to a feed. One that is known stays as it is.
    package func add(
        _ url: String, now: Date = .now
    ) throws -> PersistentID<PodcastFeed> {
        try write { database in
            let known = try Int64.fetchOne(
                database, literal: "SELECT id FROM feeds WHERE url = \(url)")
            return PersistentID(
                try known
                    ?? database.insertedID(
                        """
                        INSERT INTO feeds (url, created)
                        VALUES (\(url), \(now.secondsSince1970))
                        """))
        }
    }

    /// Unsubscribes from a feed; its episodes are forgotten.
    package func delete(_ id: PersistentID<PodcastFeed>) throws {
        try write {
            try $0.execute(literal: "DELETE FROM feeds WHERE id = \(id.rawValue)")
        }
    }

    // MARK: - Looking at a feed

    /// Notes that a feed is being asked for.
    package func noteLook(at id: PersistentID<PodcastFeed>) throws {
        try set("status = 'downloading'", of: id)
    }

    /// Notes that a feed is as it was.
    package func noteUnchanged(_ id: PersistentID<PodcastFeed>, now: Date = .now) throws {
        try set(
            "status = 'completed', error = NULL, checked = \(now.secondsSince1970)", of: id)
    }

    /// Notes why a feed could not be read; its known data stay.
    package func noteFailure(
        _ reason: String, of id: PersistentID<PodcastFeed>, now: Date = .now
    ) throws {
        try set(
            "status = 'error', error = \(reason), checked = \(now.secondsSince1970)", of: id)
    }

    private func set(
        _ assignments: SQL, of id: PersistentID<PodcastFeed>
    ) throws {
        try write {
            try $0.execute(
                literal: "UPDATE feeds SET \(assignments) WHERE id = \(id.rawValue)")
        }
    }

    /// Notes the address that a feed has from now on; an address of another feed is not taken.
    package func move(_ id: PersistentID<PodcastFeed>, to url: String) throws {
        try set(
            """
            url = CASE WHEN EXISTS (SELECT 1 FROM feeds AS other WHERE other.url = \(url))
                THEN url ELSE \(url) END
            """, of: id)
    }

    /// Stores what a feed says. Episodes that it no longer has are forgotten, unless their files were downloaded; of a feed that
    /// was cut, none are, and the next look asks for the whole again.
    package func store(
        _ feed: Feed, _ validators: PodcastFeed.Validators, of id: PersistentID<PodcastFeed>,
        now: Date = .now
    ) throws {
        try write { database in
            try database.execute(
                literal: """
                    UPDATE feeds SET title = \(feed.title), description = \(feed.description),
                    link = \(feed.link), image_url = \(feed.imageURL),
                        status = \(feed.isCut ? "error" : "completed"),
                        error = \(feed.isCut ? "the feed ends early" : nil),
                        entity_tag = \(feed.isCut ? nil : validators.entityTag),
                        last_modified = \(feed.isCut ? nil : validators.lastModified),
                        checked = \(now.secondsSince1970)
                    WHERE id = \(id.rawValue)
                    """)
            // Deleted meanwhile.
            guard database.changesCount > 0 else { return }
            try Self.store(feed.episodes, areAll: !feed.isCut, of: id.rawValue, database)
        }
    }

    private static func store(
        _ episodes: [Feed.Episode], areAll: Bool, of feed: Int64, _ database: Connection
    ) throws {
        let last = try Int.fetchOne(
            database, literal: "SELECT max(seen) FROM feed_episodes WHERE feed_id = \(feed)")
        let look = (last ?? 0) + 1
        let known = try Projection { column in
            (
                id: column("id") as Int64,
                signs: EpisodeMatching.Signs(
                    guid: column("guid"), url: column("url"), title: column("title"),
                    date: column("date"))
            )
        }.fetchAll(database, from: "feed_episodes WHERE feed_id = \(feed)")
        let partners = EpisodeMatching.partners(
            of: episodes.map(EpisodeMatching.Signs.init), among: known.map(\.signs))
        let columns = [
            "guid", "title", "description", "url", "mime_type", "size", "duration", "date", "seen",
        ]
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO feed_episodes (\(columns.joined(separator: ", ")), feed_id)
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?)
                """)
        let update = try database.cachedStatement(
            sql: """
                UPDATE feed_episodes SET \(columns.map { "\($0) = ?" }.joined(separator: ", "))
                WHERE id = ?
                """)
        for (episode, partner) in zip(episodes, partners) {
            let values: SQLArguments = [
                episode.guid, episode.title, episode.description, episode.url, episode.mimeType,
                episode.size, episode.duration, episode.date?.secondsSince1970, look,
            ]
            if let partner {
                try update.execute(arguments: values + [known[partner].id])
            } else {
                try insert.execute(arguments: values + [feed])
            }
        }
        if !areAll { return }
        try database.execute(
            literal: """
                DELETE FROM feed_episodes WHERE feed_id = \(feed) AND seen < \(look)
                    AND status NOT IN ('downloading', 'completed')
                """)
    }
}

extension EpisodeMatching.Signs {
    fileprivate init(_ episode: Feed.Episode) {
        // Dates are kept in whole seconds.
        let date = (episode.date?.secondsSince1970).map(Date.init(secondsSince1970:))
        self.init(guid: episode.guid, url: episode.url, title: episode.title, date: date)
    }
}

extension PodcastFeed {
    fileprivate var order: (String, Int64) { ((title ?? url).folded, id.rawValue) }
}

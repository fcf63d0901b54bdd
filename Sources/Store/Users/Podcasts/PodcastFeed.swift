package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

/// How far a feed or an episode is, in the words of OpenSubsonic.
package enum PodcastStatus: String, Hashable, Sendable {
    case new, downloading, completed, error, deleted, skipped
}

/// A feed that the service fetches.
package struct PodcastFeed: Hashable, Sendable, Identifiable {
    package var id: PersistentID<PodcastFeed>
    package var url: String
    /// Of the feed itself; absent before it was first read.
    package var title: String?
    package var description: String?
    package var link: String?
    package var imageURL: String?
    package var status: PodcastStatus
    /// Why the last look failed.
    package var error: String?
    package var validators: Validators
    /// When the feed was last asked for.
    package var dateChecked: Date?
    package var episodeCount: Int

    /// A server's validators for conditional requests (RFC 9110, 8.8).
    package struct Validators: Hashable, Sendable {
        package var entityTag: String?
        package var lastModified: String?

        package init(entityTag: String? = nil, lastModified: String? = nil) {
            self.entityTag = entityTag
            self.lastModified = lastModified
        }
    }
}

/// An episode of a feed, downloaded or not.
package struct FeedEpisode: Hashable, Sendable, Identifiable {
    package var id: PersistentID<FeedEpisode>
    package var feed: PersistentID<PodcastFeed>
    /// The episode as its feed has it.
    package var entry: Feed.Episode
    package var status: PodcastStatus
    package var error: String?
    /// The downloaded file, or the one that a download is to become.
    package var path: MediaPath?
    /// The entity tag, else the date, of the file that was partly downloaded: the download continues if it is still the same.
    package var validator: String?
    /// The file as an item, once a scan has read it.
    package var item: MediaItemID?
}

extension PodcastFeed {
    package static let projection = Projection { column in
        PodcastFeed(
            id: column("id"), url: column("url"), title: column("title"),
            description: column("description"), link: column("link"),
            imageURL: column("image_url"),
            status: PodcastStatus(rawValue: column("status")) ?? .error, error: column("error"),
            validators: Validators(
                entityTag: column("entity_tag"), lastModified: column("last_modified")),
            dateChecked: column("checked"),
            episodeCount: column(
                """
                (SELECT count(*) FROM feed_episodes WHERE feed_id = feeds.id) AS episode_count
                """))
    }
}

extension FeedEpisode {
    package static let projection = Projection { column in
        var entry = Feed.Episode(guid: column("guid"), url: column("url"))
        entry.title = column("title")
        entry.description = column("description")
        entry.mimeType = column("mime_type")
        entry.size = column("size")
        entry.duration = column("duration")
        entry.date = column("date")
        return FeedEpisode(
            id: column("id"), feed: column("feed_id"), entry: entry,
            status: PodcastStatus(rawValue: column("status")) ?? .error, error: column("error"),
            path: column("path"), validator: column("validator"), item: column("item_id"))
    }
}

/// A feed's description of a podcast.
package struct Feed: Hashable, Sendable {
    package var title: String?
    package var description: String?
    package var link: String?
    package var imageURL: String?
    /// In the feed's order, usually newest first.
    package var episodes: [Episode] = []
    /// Whether it ends within an entry, so that others may follow.
    package var isCut = false

    package init() {}

    /// One entry of a feed that has a file.
    package struct Episode: Hashable, Sendable {
        /// The episode's identifier within its feed: its guid, or its file's address.
        package var guid: String
        package var title: String?
        package var description: String?
        /// The file: `http` or `https`.
        package var url: String
        package var mimeType: String?
        /// In bytes, as the feed states it.
        package var size: Int?
        /// In seconds, as the feed states it.
        package var duration: Double?
        package var date: Date?

        package init(guid: String, url: String) {
            self.guid = guid
            self.url = url
        }
    }
}

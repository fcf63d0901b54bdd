package import FoundationEssentials
internal import PhonolithDatabase
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
    static let columns = """
        id, url, title, description, link, image_url, status, error, entity_tag, last_modified,
        checked, (SELECT count(*) FROM feed_episodes WHERE feed_id = feeds.id)
        """

    init(_ row: Row) {
        id = PersistentID(row[0] as Int64)
        url = row[1]
        (title, description, link, imageURL) = (row[2], row[3], row[4], row[5])
        status = PodcastStatus(rawValue: row[6]) ?? .error
        error = row[7]
        validators = Validators(entityTag: row[8], lastModified: row[9])
        dateChecked = (row[10] as Int?).map { Date(secondsSince1970: $0) }
        episodeCount = row[11]
    }
}

extension FeedEpisode {
    static let columns = """
        id, feed_id, guid, title, description, url, mime_type, size, duration, date, status, error,
        path, validator, item_id
        """

    init(_ row: Row) {
        id = PersistentID(row[0] as Int64)
        feed = PersistentID(row[1] as Int64)
        entry = Feed.Episode(guid: row[2], url: row[5])
        (entry.title, entry.description, entry.mimeType) = (row[3], row[4], row[6])
        (entry.size, entry.duration) = (row[7], row[8])
        entry.date = (row[9] as Int?).map { Date(secondsSince1970: $0) }
        status = PodcastStatus(rawValue: row[10]) ?? .error
        error = row[11]
        path = (row[12] as Data?).map { MediaPath(data: $0) }
        validator = row[13]
        item = (row[14] as Int64?).map { PersistentID($0) }
    }
}

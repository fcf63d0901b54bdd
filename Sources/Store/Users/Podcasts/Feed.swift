package import FoundationEssentials
import PhonolithMediaModel

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

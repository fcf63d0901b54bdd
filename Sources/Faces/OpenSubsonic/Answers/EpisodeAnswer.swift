import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

// Podcasts and their episodes, of feeds and of files that other programs downloaded.

extension Catalog {
    // MARK: - Feeds

    func channel(_ feed: PodcastFeed) throws -> SubsonicObject {
        let id = SubsonicID.feed(feed.id)
        var channel = SubsonicObject("id", .text("\(id)"))
        channel.add("url", feed.url)
        channel.add("title", feed.title ?? feed.url)
        channel.add("description", feed.description)
        let hash = try pictureHash(of: id)
        channel.add("coverArt", hash.map { "\(CoverArtID(id, sha256: $0))" })
        channel.add("originalImageUrl", feed.imageURL)
        channel.add("status", feed.status.rawValue)
        channel.add("errorMessage", feed.error)
        return channel
    }

    /// Episodes of feeds; those whose file is in the library have what is known of it.
    func answers(_ episodes: [FeedEpisode]) throws -> [SubsonicObject] {
        let items = try items.all(episodes.compactMap(\.item))
            .filter { !$0.isMissing }
        let songs = Dictionary(
            zip(items.map(\.persistentID), try songAnswers(items)), uniquingKeysWith: { $1 })
        return episodes.map { answer($0, $0.item.flatMap { songs[$0] }) }
    }

    private func answer(_ episode: FeedEpisode, _ song: SubsonicObject?) -> SubsonicObject {
        let (id, entry) = (SubsonicID.episode(episode.id), episode.entry)
        var answer = song ?? SubsonicObject()
        answer.set("id", "\(id)")
        answer.set("isDir", false)
        answer.set("title", entry.title ?? "Episode")
        if song == nil {
            answer.add("size", entry.size)
            answer.add("duration", entry.duration.map(\.wholeSeconds))
            answer.add("contentType", entry.mimeType)
            answer.add("year", entry.date.flatMap { Int($0.iso8601.prefix(4)) })
            answer.add("isVideo", entry.mimeType?.hasPrefix("video/") ?? false)
            answer.add("type", "podcast")
        }
        answer.add("streamId", song == nil ? nil : episode.item.map { "\(SubsonicID.song($0))" })
        answer.add("channelId", "\(SubsonicID.feed(episode.feed))")
        answer.add("description", entry.description)
        answer.add("status", episode.status.rawValue)
        answer.add("errorMessage", episode.error)
        answer.add("publishDate", entry.date?.iso8601)
        return answer
    }

    // MARK: - Files of other programs

    func channel(_ podcast: MediaItemCollection) throws -> SubsonicObject {
        let id = SubsonicID.podcast(PersistentID(podcast.group.persistentID))
        var channel = SubsonicObject("id", .text("\(id)"))
        // The library knows files and no feed.
        channel.add("url", "")
        channel.add("title", podcast.title)
        let cover = try podcast.representativeItemID.flatMap { try items.item($0) }.flatMap {
            item in
            item.artwork.first.map {
                "\(CoverArtID(.song(item.persistentID), sha256: $0.sha256))"
            }
        }
        channel.add("coverArt", cover)
        channel.add("status", "completed")
        return channel
    }

    /// Items as episodes; items of no podcast are left out.
    func episodes(_ items: [MediaItem]) throws -> [SubsonicObject] {
        let items = items.filter { $0.podcastPersistentID != nil }
        return try zip(items, songAnswers(items)).map { item, song in
            var episode = song
            episode.add("streamId", "\(SubsonicID.song(item.persistentID))")
            episode.add("channelId", item.podcastPersistentID.map { "\(SubsonicID.podcast($0))" })
            episode.add("description", item.comments)
            episode.add("status", "completed")
            episode.add("publishDate", item.releaseDate?.publishDate)
            return episode
        }
    }
}

extension PartialDate {
    /// The beginning of the day in UTC; `nil` for a date without a day.
    var publishDate: String? { day == nil ? nil : "\(self)T00:00:00Z" }
}

/// The key by which items are grouped; the counterpart of `MPMediaGrouping`, with its raw values.
public enum MediaGrouping: Int, Hashable, Sendable, CaseIterable {
    /// Each item by itself.
    case title = 0
    /// By album.
    case album = 1
    /// By artist; an item of several artists is under each.
    case artist = 2
    /// By album artist; by artist, where no album artist is tagged.
    case albumArtist = 3
    /// By composer; an item of several composers is under each.
    case composer = 4
    /// By genre; an item of several genres is under each.
    case genre = 5
    /// By playlist.
    case playlist = 6
    /// By the podcast that an episode belongs to.
    case podcastTitle = 7

    /// The property that identifies the groups (`persistentIDProperty(forGroupingType:)`); `nil` for
    /// playlists, which are not a property of an item.
    public var persistentIDProperty: MediaProperty? {
        switch self {
        case .title: .persistentID
        case .album: .albumPersistentID
        case .artist: .artistPersistentID
        case .albumArtist: .albumArtistPersistentID
        case .composer: .composerPersistentID
        case .genre: .genrePersistentID
        case .playlist: nil
        case .podcastTitle: .podcastPersistentID
        }
    }

    /// The property that names the groups (`titleProperty(forGroupingType:)`); `nil` for playlists.
    public var titleProperty: MediaProperty? {
        switch self {
        case .title: .title
        case .album: .albumTitle
        case .artist: .artist
        case .albumArtist: .albumArtist
        case .composer: .composer
        case .genre: .genre
        case .playlist: nil
        case .podcastTitle: .podcastTitle
        }
    }
}

extension MediaProperty {
    /// The properties by which items can be sorted: all but lists of chapters, tags and pictures, and bytes.
    public static let sortable = allCases.filter { $0.kind != .structure && $0 != .tags }
}

extension MediaGrouping {
    /// The keys by which the collections, or the items, can be sorted, the default first. A collection is sorted by the
    /// values of its matching items: their count, the latest date, the sum of plays and durations, the mean of the
    /// ratings.
    public var orders: [MediaOrder.Key] { properties.map(MediaOrder.Key.property) + others }

    private var properties: [MediaProperty] {
        switch self {
        case .title: MediaProperty.sortable
        case .album: [.albumArtist, .albumTitle, .year]
        case .artist: [.artist]
        case .albumArtist: [.albumArtist]
        case .composer: [.composer]
        case .genre: [.genre]
        case .podcastTitle: [.podcastTitle]
        case .playlist: [.title]
        }
    }

    private var others: [MediaOrder.Key] {
        switch self {
        case .title: [.random]
        // The items of a smart playlist are known only after its rule is evaluated.
        case .playlist: []
        default:
            [
                .itemCount, .property(.playbackDuration), .property(.dateAdded),
                .property(.playCount), .property(.lastPlayedDate), .property(.rating), .random,
            ]
        }
    }

    /// The keys by their names: those in JSON, and short ones. `title` is the name of a collection.
    package var sortKeys: [String: MediaOrder.Key] {
        let known = orders
        var keys = MediaProperty.shortNames.mapValues(MediaOrder.Key.property)
            .filter { known.contains($0.value) }
            .merging(known.map { ($0.name, $0) }) { _, full in full }
        if let title = titleProperty { keys["title"] = .property(title) }
        return keys
    }
}

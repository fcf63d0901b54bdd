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

/// A list that the command line and the service have, by the same name.
package enum MediaList: String, CaseIterable, Sendable {
    case items, songs, audiobooks, videos, albums, artists
    case albumArtists = "album-artists"
    case composers, genres, compilations, podcasts

    /// The query of the list; albums, artists and compilations have all of their items.
    package var query: MediaQuery {
        switch self {
        case .items: MediaQuery()
        case .songs: .songs
        case .audiobooks: .audiobooks
        case .videos: .videosByShow
        case .albums: MediaQuery.albums.ofWholeCollections
        case .artists: MediaQuery.artists.ofWholeCollections
        case .albumArtists: MediaQuery.albumArtists.ofWholeCollections
        case .composers: .composers
        case .genres: .genres
        case .compilations: MediaQuery.compilations.ofWholeCollections
        case .podcasts: .podcasts
        }
    }
}

extension MediaQuery {
    fileprivate static var videosByShow: MediaQuery {
        var query = videos
        query.order = [.tvShow, .seasonNumber, .episodeNumber, .title].map { MediaOrder($0) }
        return query
    }
}

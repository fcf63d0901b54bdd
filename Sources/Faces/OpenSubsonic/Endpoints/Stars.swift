import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// Stars of songs, albums and artists.
enum StarEndpoints {
    static let all = [
        Endpoint("star", parameters) { try await set(true, $0) },
        Endpoint("unstar", parameters) { try await set(false, $0) },
        Endpoint("getStarred", [.optional("musicFolderId")]) { call in
            let starred = try await starred(call)
            var object = SubsonicObject("artist", .objects(starred.artists.map(\.entry)))
            object.add("album", starred.albums.map(\.directory))
            object.add("song", songs: starred.songs)
            return .payload("starred", object)
        },
        Endpoint("getStarred2", [.optional("musicFolderId")]) { call in
            let starred = try await starred(call)
            var object = SubsonicObject("artist", .objects(starred.artists.map(\.object)))
            object.add("album", starred.albums.map(\.object))
            object.add("song", songs: starred.songs)
            return .payload("starred2", object)
        },
    ]

    private static let parameters: [Parameter] = [
        .list("id"), .list("albumId"), .list("artistId"),
    ]

    /// Programs put ids of albums and artists into `id` as well.
    private static func set(_ isStarred: Bool, _ call: SubsonicCall) async throws -> SubsonicAnswer
    {
        let texts = parameters.flatMap { call.texts($0.name) }
        if texts.isEmpty { throw SubsonicError.missing("id") }
        let ids = try texts.map { text throws(SubsonicError) in
            guard let id = SubsonicID(text) else { throw .notFound("Item", text) }
            return id
        }
        // Many are looked up where that holds up no other change.
        let things = try await call.library.perform(for: .readingAtOneMoment) { catalog in
            try ids.map { id in
                let thing = try catalog.standing(for: id)
                guard try catalog.has(thing) else {
                    throw SubsonicError.notFound("Item", id.description)
                }
                return thing
            }
        }
        try await call.library.perform { catalog in
            try catalog.transaction {
                for thing in things { try catalog.setStar(isStarred, thing) }
            }
        }
        return .nothing
    }

    private struct Starred: Sendable {
        var artists: [ArtistAnswer]
        var albums: [AlbumAnswer]
        var songs: [MediaItemID]
    }

    private static func starred(_ call: SubsonicCall) async throws -> Starred {
        let folder = try await call.predicatesOfMusicFolder()
        return try await call.library.perform { catalog in
            let query = MediaQuery(
                filterPredicates: folder + [.equalTo(.isFavorite, .boolean(true))],
                order: [MediaOrder(.favoriteDate, isDescending: true)])
            let artists = try catalog.artists(
                catalog.values.favorites(groupedBy: .artist), in: folder)
            let albums = try catalog.albums(
                catalog.values.favorites(groupedBy: .album), in: folder)
            return Starred(
                artists: try catalog.artistAnswers(artists),
                albums: try catalog.albumAnswers(albums),
                songs: try catalog.items.ids(matching: query))
        }
    }
}

extension Catalog {
    fileprivate func setStar(_ isStarred: Bool, _ id: SubsonicID) throws {
        switch id {
        case .song(let song): try values.setFavorite(isStarred, song)
        case .album(let album):
            try values.setFavorite(isStarred, MediaGroup(.album, album.rawValue))
        case .artist(let artist):
            try values.setFavorite(isStarred, MediaGroup(.artist, artist.rawValue))
        case .loose, .playlist, .folder, .station, .share, .podcast, .feed, .episode:
            throw SubsonicError(
                .generic, "Only songs, albums, artists and folders of one of them can be starred")
        }
    }
}

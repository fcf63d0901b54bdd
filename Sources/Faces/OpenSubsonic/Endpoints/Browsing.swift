import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// Artists, albums, genres and songs, as their tags have them.
enum BrowsingEndpoints {
    static let all = [
        Endpoint("getArtists", [.optional("musicFolderId")], artists),
        Endpoint("getArtist", [.required("id")], artist),
        Endpoint("getAlbum", [.required("id")], album),
        Endpoint("getSong", [.required("id")], song),
        Endpoint("getGenres", [], genres),
        Endpoint("getArtistInfo", infoParameters) { try await artistInfo($0, "artistInfo") },
        Endpoint("getArtistInfo2", infoParameters) { try await artistInfo($0, "artistInfo2") },
        Endpoint("getAlbumInfo", [.required("id")], albumInfo),
        Endpoint("getAlbumInfo2", [.required("id")], albumInfo),
        Endpoint(
            "getTopSongs", [.optional("artist"), .optional("id"), .optional("count", .integer)],
            topSongs),
        Endpoint("getSimilarSongs", [.required("id"), .optional("count", .integer)]) {
            try await similarSongs($0, "similarSongs")
        },
        Endpoint("getSimilarSongs2", [.required("id"), .optional("count", .integer)]) {
            try await similarSongs($0, "similarSongs2")
        },
    ]

    private static let infoParameters: [Parameter] = [
        .required("id"), .optional("count", .integer), .optional("includeNotPresent", .flag),
    ]

    private static func artists(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let predicates = try await call.predicatesOfMusicFolder()
        let query = MediaQuery(
            mediaType: SubsonicLibrary.types, filterPredicates: predicates,
            groupingType: .albumArtist
        ).ofWholeCollections
        let (index, ignoredArticles) = try await call.library.perform { catalog in
            let artists = try catalog.artistAnswers(catalog.collections.all(of: query))
            let index = try catalog.collections.collectionSections(of: query).map { section in
                var entry = SubsonicObject("name", .text(section.title))
                entry.add("artist", artists[section.range].map(\.object))
                return entry
            }
            return (index, catalog.ignoredArticles)
        }
        var object = SubsonicObject("ignoredArticles", .text(ignoredArticles))
        object.add("index", index)
        return .payload("artists", object)
    }

    private static func artist(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        guard case .artist(let id) = try call.id("id", "Artist") else {
            throw SubsonicError.notFound("Artist", try call.text("id"))
        }
        let object = try await call.library.perform { catalog -> SubsonicObject? in
            guard let artist = try catalog.artist(id),
                var object = try catalog.artistAnswers([artist]).first?.object
            else { return nil }
            let albums = try catalog.albumAnswers(catalog.albums(of: artist))
            let loose = try catalog.looseSongs(of: artist).map {
                try catalog.answer(forLooseSongs: $0, of: artist)
            }
            object.add("album", (albums + [loose].compactMap(\.self)).map(\.object))
            return object
        }
        guard let object else { throw SubsonicError.notFound("Artist", "\(SubsonicID.artist(id))") }
        return .payload("artist", object)
    }

    /// Songs of an album that are read with it; further ones are when it is their turn to be sent.
    private static let songsAtOnce = 100

    private static func album(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try call.id("id", "Album")
        let object = try await call.library.perform { catalog -> SubsonicObject? in
            switch id {
            case .album(let album): try self.album(album, catalog)
            case .loose(let artist): try looseSongs(of: artist, catalog)
            case .song, .artist, .playlist, .folder, .station, .share, .podcast, .feed, .episode:
                nil
            }
        }
        guard let object else { throw SubsonicError.notFound("Album", "\(id)") }
        return .payload("album", object)
    }

    private static func album(_ id: MediaAlbumID, _ catalog: Catalog) throws -> SubsonicObject? {
        let albums = try catalog.collections.all([id.rawValue], groupedBy: .album)
        guard let found = albums.first else { return nil }
        let songs = try catalog.items.ids(
            matching: MediaQuery(group: MediaGroup(.album, id.rawValue)))
        // The album shows one of its songs' tags: both are asked for at once.
        let beginning = songs.prefix(songsAtOnce)
        let known = try catalog.itemsInContext(
            Set(beginning).union([found.representativeItemID].compactMap(\.self)).sorted())
        var answers = try catalog.albumAnswers([found], of: known)
        answers[0].discTitles = try catalog.collections.discTitles(of: id)
        var object = answers[0].object
        object.add(
            "song", songs: Array(songs[beginning.endIndex...]),
            after: beginning.compactMap(known.song))
        return object
    }

    private static func looseSongs(
        of id: MediaArtistID, _ catalog: Catalog
    ) throws -> SubsonicObject? {
        guard let artist = try catalog.artist(id),
            let songs = try catalog.looseSongs(of: artist)
        else { return nil }
        var object = try catalog.answer(forLooseSongs: songs, of: artist).object
        object.add("song", songs: try catalog.songsWithoutAlbum(of: artist))
        return object
    }

    private static func song(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item()
        let songs = try await call.library.perform { try $0.songAnswers([item]) }
        return .payload("song", songs[0])
    }

    private static func genres(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let genres = try await call.library.perform {
            try $0.collections.all(
                of: MediaQuery(mediaType: SubsonicLibrary.types, groupingType: .genre))
        }
        return .list(
            "genres", of: "genre",
            genres.map { genre in
                var object = SubsonicObject("songCount", .integer(genre.count))
                object.add("albumCount", genre.albumCount ?? 0)
                object.add("value", .text(genre.title), at: .content)
                return object
            })
    }

    // MARK: - Information

    /// The library knows what files say; biographies it has none.
    private static func artistInfo(
        _ call: SubsonicCall, _ name: String
    ) async throws -> SubsonicAnswer {
        let id = try call.id("id", "Artist")
        let isThere = try await call.library.perform { try $0.has(id) }
        guard isThere else { throw SubsonicError.notFound("Artist", id.description) }
        return .payload(name, SubsonicObject("similarArtist", .objects([])))
    }

    private static func albumInfo(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try call.id("id", "Album")
        let item = try await call.library.perform { catalog -> MediaItem? in
            switch try catalog.standing(for: id) {
            case .album(let album):
                let albums = try catalog.collections.all([album.rawValue], groupedBy: .album)
                return try albums.first?.representativeItemID.flatMap { try catalog.items.item($0) }
            case .song(let song): return try catalog.items.item(song)
            case .artist, .loose, .playlist, .folder, .station, .share, .podcast, .feed, .episode:
                return nil
            }
        }
        guard let item else { throw SubsonicError.notFound("Album", id.description) }
        var info = SubsonicObject()
        info.add("musicBrainzId", item.musicBrainzAlbumID.map { .text($0) }, at: .element)
        return .payload("albumInfo", info)
    }

    // MARK: - Choices

    private static func topSongs(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let count = call.count("count", default: 50)
        var query = MediaQuery(
            mediaType: SubsonicLibrary.types,
            order: [
                MediaOrder(.playCount, isDescending: true),
                MediaOrder(.rating, isDescending: true),
            ], limit: count)
        if let text = call.optionalText("id") {
            guard case .artist(let id) = SubsonicID(text) else {
                throw SubsonicError.notFound("Artist", text)
            }
            query.group = MediaGroup(.artist, id.rawValue)
        } else if let name = call.optionalText("artist") {
            query.filterPredicates = [.equalTo(.artist, .text(name))]
        } else {
            throw SubsonicError.missing("artist")
        }
        let asked = query
        let songs = try await call.library.perform {
            try $0.songAnswers($0.items.all(matching: asked))
        }
        return .list("topSongs", of: "song", songs)
    }

    /// From how many songs that share a genre or a name the most similar are chosen.
    private static let similarCandidates = 500

    /// Songs that are like one, from a random choice of those that share a genre or a name with it.
    private static func similarSongs(
        _ call: SubsonicCall, _ name: String
    ) async throws -> SubsonicAnswer {
        let id = try call.id()
        let count = call.count("count", default: 50)
        let songs = try await call.library.perform { catalog -> [SubsonicObject]? in
            guard let seed = try catalog.representative(of: id) else { return nil }
            var generator = SystemRandomNumberGenerator()
            let names: [(MediaProperty, String?)] = [
                (.artist, seed.artist), (.albumArtist, seed.albumArtist),
                (.composer, seed.composer),
            ]
            let shared =
                seed.genres.map { MediaPredicate.equalTo(.genre, .text($0)) }
                + names.compactMap { property, name in
                    name.map { .equalTo(property, .text($0)) }
                }
            let found = try catalog.items.random(
                matching: MediaQuery(
                    mediaType: SubsonicLibrary.types, filterPredicates: [.any(shared)]),
                count: similarCandidates, using: &generator)
            let others = found.filter { $0.persistentID != seed.persistentID }
            return try catalog.songAnswers(Likeness(to: seed.facts).choose(count, from: others))
        }
        guard let songs else { throw SubsonicError.notFound("Item", id.description) }
        return .list(name, of: "song", songs)
    }
}

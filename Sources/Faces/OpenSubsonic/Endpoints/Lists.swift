import Catalog
import MediaModel
import Serving

/// Lists of albums and songs by what is known of them.
enum ListEndpoints {
    static let all = [
        Endpoint("getAlbumList", listParameters) { call in
            let albums = try await albums(call)
            return .list("albumList", of: "album", albums.map(\.directory))
        },
        Endpoint("getAlbumList2", listParameters) { call in
            let albums = try await albums(call)
            return .list("albumList2", of: "album", albums.map(\.object))
        },
        Endpoint(
            "getRandomSongs",
            [
                .optional("size", .integer), .optional("genre"), .optional("fromYear", .integer),
                .optional("toYear", .integer), .optional("musicFolderId"),
            ], randomSongs),
        Endpoint(
            "getSongsByGenre",
            [
                .required("genre"), .optional("count", .integer), .optional("offset", .integer),
                .optional("musicFolderId"),
            ], songsByGenre),
        Endpoint("getVideos", [], videos),
    ]

    private static let kinds = [
        "random", "newest", "highest", "frequent", "recent", "alphabeticalByName",
        "alphabeticalByArtist", "starred", "byYear", "byGenre",
    ]

    private static let listParameters: [Parameter] = [
        .required("type", .choice(kinds)), .optional("size", .integer),
        .optional("offset", .integer), .optional("fromYear", .integer),
        .optional("toYear", .integer), .optional("genre"), .optional("musicFolderId"),
    ]

    // MARK: - Albums

    /// How the albums of a list are found.
    private enum Way: Sendable {
        /// In an order that albums have.
        case albums(MediaQuery)
        /// In the order of their items.
        case items(MediaQuery)
        case byChance
        /// The albums with the user's star.
        case starred
    }

    private static func albums(_ call: SubsonicCall) async throws -> [AlbumAnswer] {
        let folder = try await call.predicatesOfMusicFolder()
        let way = try way(call, folder)
        let (offset, size) = (call.offset(), call.count("size", default: 10))
        return try await call.library.perform { catalog in
            let types = SubsonicLibrary.types
            switch way {
            case .albums(var query):
                (query.offset, query.limit) = (offset, size)
                return try catalog.albumAnswers(catalog.collections.all(of: query))
            case .items(let query):
                let ids = try catalog.collections.albums(
                    inOrderOf: query, offset: offset, limit: size)
                return try catalog.albumAnswers(
                    catalog.collections.all(
                        ids.map(\.rawValue), groupedBy: .album, mediaType: types))
            case .starred:
                let starred = try catalog.collections.all(
                    catalog.values.favorites(groupedBy: .album), groupedBy: .album, mediaType: types
                )
                return try catalog.albumAnswers(
                    Array(
                        catalog.only(starred, in: folder).dropFirst(offset).prefix(size)))
            case .byChance where folder.isEmpty:
                let ids = try catalog.collections.randomAlbums(mediaType: types, limit: size)
                return try catalog.albumAnswers(
                    catalog.collections.all(
                        ids.map(\.rawValue), groupedBy: .album, mediaType: types))
            case .byChance:
                let albums = try catalog.collections.all(
                    of: MediaQuery(
                        mediaType: types, filterPredicates: folder, groupingType: .album))
                return try catalog.albumAnswers(Array(albums.shuffled().prefix(size)))
            }
        }
    }

    private static func way(
        _ call: SubsonicCall, _ folder: [MediaPredicate]
    ) throws(SubsonicError) -> Way {
        func albums(
            _ order: MediaProperty, isDescending: Bool = false, _ predicates: [MediaPredicate] = []
        ) -> Way {
            .albums(
                MediaQuery(
                    mediaType: SubsonicLibrary.types, filterPredicates: folder + predicates,
                    groupingType: .album,
                    order: [MediaOrder(order, isDescending: isDescending)]))
        }
        func items(_ order: MediaProperty, _ predicates: [MediaPredicate] = []) -> Way {
            .items(
                MediaQuery(
                    mediaType: SubsonicLibrary.types, filterPredicates: folder + predicates,
                    order: [MediaOrder(order, isDescending: true)]))
        }
        switch try call.text("type") {
        case "random": return .byChance
        case "newest": return items(.dateAdded)
        case "highest": return items(.rating, [.greaterThan(.rating, .integer(0))])
        case "frequent": return items(.playCount, [.greaterThan(.playCount, .integer(0))])
        case "recent": return items(.lastPlayedDate, [.not(.isMissing(.lastPlayedDate))])
        case "alphabeticalByName": return albums(.albumTitle)
        case "starred": return .starred
        case "byYear":
            guard let from = call.integer("fromYear") else { throw .missing("fromYear") }
            guard let to = call.integer("toYear") else { throw .missing("toYear") }
            let range = MediaPredicate.between(
                .year, .integer(min(from, to)), .integer(max(from, to)))
            return albums(.year, isDescending: from > to, [range])
        case "byGenre":
            guard let genre = call.optionalText("genre") else { throw .missing("genre") }
            return albums(.albumTitle, [.equalTo(.genre, .text(genre))])
        default: return albums(.albumArtist)
        }
    }

    // MARK: - Songs

    private static func randomSongs(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        var predicates = try await call.predicatesOfMusicFolder()
        if let genre = call.optionalText("genre") {
            predicates.append(.equalTo(.genre, .text(genre)))
        }
        if let from = call.integer("fromYear") {
            predicates.append(.atLeast(.year, .integer(from)))
        }
        if let to = call.integer("toYear") { predicates.append(.atMost(.year, .integer(to))) }
        let query = MediaQuery(mediaType: .music, filterPredicates: predicates)
        let count = call.count("size", default: 10)
        let songs = try await call.library.perform { catalog in
            var generator = SystemRandomNumberGenerator()
            return try catalog.songAnswers(
                catalog.items.random(matching: query, count: count, using: &generator))
        }
        return .list("randomSongs", of: "song", songs)
    }

    private static func videos(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let query = MediaQuery(mediaType: .anyVideo, order: [MediaOrder(.title)])
        let videos = try await call.library.perform {
            try $0.items.ids(matching: query)
        }
        var object = SubsonicObject()
        object.add("video", songs: videos)
        return .payload("videos", object)
    }

    private static func songsByGenre(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let folder = try await call.predicatesOfMusicFolder()
        let query = MediaQuery(
            mediaType: SubsonicLibrary.types,
            filterPredicates: folder + [.equalTo(.genre, .text(try call.text("genre")))],
            order: [MediaOrder(.title)], limit: call.count("count", default: 10),
            offset: call.offset())
        let songs = try await call.library.perform {
            try $0.songAnswers($0.items.all(matching: query))
        }
        return .list("songsByGenre", of: "song", songs)
    }
}

import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// Lists of albums and songs by what is known of them.
enum ListEndpoints {
    static let all = [
        Endpoint("getAlbumList", listParameters) { call in
            let albums = try await albums(call)
            return .list("albumList", of: "album", albums.map(\.listedDirectory))
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
    private enum ListKind: Sendable {
        /// In an order that albums have.
        case order(MediaProperty, isDescending: Bool)
        /// In the order of their items that meet a condition.
        case items(MediaProperty, MediaPredicate)
        case byChance
        /// The albums with the user's star.
        case starred
        /// The albums that the user rated.
        case rated
        /// The albums that the user heard, by the plays of all their songs.
        case played
    }

    private static func albums(_ call: SubsonicCall) async throws -> [AlbumAnswer] {
        let folder = try await call.predicatesOfMusicFolder()
        let (kind, predicates) = try kind(call)
        let query = MediaQuery(
            mediaType: SubsonicLibrary.types, filterPredicates: folder + predicates,
            groupingType: .album, limit: call.count("size", default: 10), offset: call.offset())
        return try await call.library.perform { catalog in
            let store = catalog.collections
            func page(of ids: [Int64]) throws -> [Int64] {
                try Array(
                    store.ids(ids, of: query).dropFirst(query.offset).prefix(query.limit ?? 0))
            }
            let ids: [Int64]
            switch kind {
            case .order(let property, let isDescending):
                var albums = query.ofWholeCollections
                albums.order = [MediaOrder(property, isDescending: isDescending)]
                return try catalog.albumAnswers(store.all(of: albums))
            case .items(let property, let condition):
                var items = query
                items.groupingType = .title
                items.filterPredicates.append(condition)
                items.order = [MediaOrder(property, isDescending: true)]
                (items.offset, items.limit) = (0, nil)
                ids = try store.albums(
                    inOrderOf: items, offset: query.offset, limit: query.limit ?? 0
                ).map(\.rawValue)
            case .starred: ids = try page(of: catalog.values.favorites(groupedBy: .album))
            case .rated: ids = try page(of: catalog.values.ratedAlbums())
            case .played: ids = try page(of: catalog.values.playedAlbums())
            case .byChance: ids = try store.randomAlbums(of: query).map(\.rawValue)
            }
            return try catalog.albumAnswers(store.all(ids, groupedBy: .album))
        }
    }

    /// How the albums of a list are found, and the conditions on their items.
    private static func kind(
        _ call: SubsonicCall
    ) throws(SubsonicError) -> (ListKind, [MediaPredicate]) {
        func inOrder(_ property: MediaProperty) -> ListKind {
            .order(property, isDescending: false)
        }
        switch try call.text("type") {
        case "random": return (.byChance, [])
        case "newest": return (.items(.dateAdded, .all([])), [])
        case "highest": return (.rated, [])
        case "frequent": return (.played, [])
        case "recent": return (.items(.lastPlayedDate, .not(.isMissing(.lastPlayedDate))), [])
        case "alphabeticalByName": return (inOrder(.albumTitle), [])
        case "starred": return (.starred, [])
        case "byYear":
            guard let from = call.integer("fromYear") else { throw .missing("fromYear") }
            guard let to = call.integer("toYear") else { throw .missing("toYear") }
            let range = MediaPredicate.between(
                .year, .integer(min(from, to)), .integer(max(from, to)))
            return (.order(.year, isDescending: from > to), [range])
        case "byGenre":
            guard let genre = call.optionalText("genre") else { throw .missing("genre") }
            return (inOrder(.albumTitle), [.equalTo(.genre, .text(genre))])
        default: return (inOrder(.albumArtist), [])
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

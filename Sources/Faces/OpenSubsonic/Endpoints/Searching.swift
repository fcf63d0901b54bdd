import FoundationEssentials
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

enum SearchEndpoints {
    static let all = [
        Endpoint("search2", parameters) { call in
            let found = try await search(call)
            return .payload("searchResult2", found.byFolders)
        },
        Endpoint("search3", parameters) { call in
            let found = try await search(call)
            return .payload("searchResult3", found.byTags)
        },
        Endpoint(
            "search",
            [
                .optional("artist"), .optional("album"), .optional("title"), .optional("any"),
                .optional("count", .integer), .optional("offset", .integer),
                .optional("newerThan", .integer),
            ], oldSearch),
    ]

    private static let parameters: [Parameter] =
        [.required("query", .anyText)]
        + ["artist", "album", "song"].flatMap {
            [.optional("\($0)Count", .integer), .optional("\($0)Offset", .integer)]
        } + [.optional("musicFolderId")]

    /// The results of a search, in both generations of the protocol.
    private struct Found: Sendable {
        var artists: [ArtistAnswer]
        var albums: [AlbumAnswer]
        var songs: [SubsonicObject]

        var byTags: SubsonicObject {
            var object = SubsonicObject("artist", .objects(artists.map(\.object)))
            object.add("album", albums.map(\.object))
            object.add("song", songs)
            return object
        }

        var byFolders: SubsonicObject {
            var object = SubsonicObject("artist", .objects(artists.map(\.entry)))
            object.add("album", albums.map(\.directory))
            object.add("song", songs)
            return object
        }
    }

    /// A stretch of an answer.
    private struct Page: Sendable {
        var offset: Int
        var count: Int

        init(_ call: SubsonicCall, _ name: String) {
            offset = call.offset("\(name)Offset")
            count = call.count("\(name)Count", default: 20)
        }

        /// How many have to be found for it.
        var end: Int { min(offset, 10_000) + count }

        func part<Element>(of list: [Element]) -> [Element] {
            Array(list.dropFirst(offset).prefix(count))
        }
    }

    private static func search(_ call: SubsonicCall) async throws -> Found {
        // Two quotes are how some programs write the empty text.
        let text = try call.text("query").trimmingQuotes
        let artists = Page(call, "artist")
        let albums = Page(call, "album")
        let songs = Page(call, "song")
        let folder = try await call.predicatesOfMusicFolder()
        let ends = call.service.pageEnds
        return try await call.library.perform { catalog in
            try text.isEmpty
                ? everything(artists, albums, songs, folder, catalog, ends)
                : found(text, artists, albums, songs, folder, catalog)
        }
    }

    private static func found(
        _ text: String, _ artists: Page, _ albums: Page, _ songs: Page,
        _ folder: [MediaPredicate], _ catalog: Catalog
    ) throws -> Found {
        func results<Element>(
            _ kind: SearchResults.Kind, _ page: Page,
            _ found: (SearchResults) throws -> [Element]
        ) throws -> [Element] {
            if page.count == 0 { return [] }
            // Much of what is found may be in other folders: more is looked for until the page is full.
            var limit = page.end
            while true {
                let results = try catalog.search.results(text, for: [kind], limit: limit)
                let inFolder = try found(results)
                let isComplete = results.count(of: kind) < limit || limit >= mostFound
                if folder.isEmpty || inFolder.count >= page.end || isComplete {
                    return page.part(of: inFolder)
                }
                limit = min(limit * 8, mostFound)
            }
        }
        return Found(
            artists: try catalog.artistAnswers(
                results(.artists, artists) {
                    try catalog.artists($0.artists.map(\.group.persistentID), in: folder)
                }),
            albums: try catalog.albumAnswers(
                results(.albums, albums) {
                    folder.isEmpty
                        ? $0.albums
                        : try catalog.albums($0.albums.map(\.group.persistentID), in: folder)
                }),
            songs: try catalog.songAnswers(
                results(.items, songs) { catalog.only($0.items, in: folder) }))
    }

    /// The number of results that are searched for the ones in a folder.
    private static let mostFound = 100_000

    /// The empty text finds everything: so programs copy the library. Songs come as on a shelf, because those of an album
    /// are together in the library.
    private static func everything(
        _ artists: Page, _ albums: Page, _ songs: Page, _ folder: [MediaPredicate],
        _ catalog: Catalog, _ ends: PageEnds
    ) throws -> Found {
        func query(_ grouping: MediaGrouping, _ page: Page) -> MediaQuery {
            MediaQuery(
                mediaType: SubsonicLibrary.types, filterPredicates: folder,
                groupingType: grouping,
                order: grouping == .album ? [MediaOrder(.albumTitle)] : [],
                limit: page.count, offset: page.offset)
        }
        func collections(
            _ grouping: MediaGrouping, _ page: Page
        ) throws -> [MediaItemCollection] {
            page.count == 0
                ? [] : try catalog.collections.all(of: query(grouping, page).ofWholeCollections)
        }
        return Found(
            artists: try catalog.artistAnswers(collections(.albumArtist, artists)),
            albums: try catalog.albumAnswers(collections(.album, albums)),
            songs: songs.count == 0
                ? []
                : try catalog.songAnswers(ends.page(of: query(.title, songs), in: catalog)))
    }

    /// The search of before 1.4.0.
    private static func oldSearch(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let text = ["any", "artist", "album", "title"].compactMap(call.optionalText)
            .joined(separator: " ")
        let (offset, count) = (call.offset(), call.count("count", default: 20))
        let newer = call.integer("newerThan").map { Date(secondsSince1970: $0 / 1000) }
        let (total, songs) = try await call.library.perform { catalog in
            let found = try catalog.search.results(text, for: [.items], limit: 500).items
                .filter { item in newer.map { item.userValues.dateAdded > $0 } ?? true }
            let page = Array(found.dropFirst(offset).prefix(count))
            return (found.count, try catalog.songAnswers(page))
        }
        var object = SubsonicObject("offset", .integer(offset))
        object.add("totalHits", total)
        object.add("match", songs)
        return .payload("searchResult", object)
    }
}

extension SearchResults {
    fileprivate func count(of kind: Kind) -> Int {
        switch kind {
        case .artists: artists.count
        case .albums: albums.count
        case .items: items.count
        }
    }
}

extension String {
    fileprivate var trimmingQuotes: String {
        count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : self
    }
}

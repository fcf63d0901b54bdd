import ArgumentParser
import Catalog
import JSONWriting
import MediaModel
import PlaylistFiles
import Playlists

// The commands that list items and collections. They differ in what they ask for, so each is a few lines
// over ItemListing and CollectionListing.

struct Items: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "List everything, of whatever kind.",
        discussion: """
              phonolith items --sort dateAdded:desc --limit 20
              phonolith items --where 'added >= 2026-11 and rating is missing'

            Keys to sort by: \(Catalog.itemKeys.keys.sorted().joined(separator: ", ")).
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(MediaQuery(), of: "items") }
}

struct Songs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "songs", abstract: "List music, track by track.",
        discussion: """
            Without --sort tracks come as on a shelf: by album artist, album, disc and track.

              phonolith songs --artist "Björk" --year 1990..1999
              phonolith songs --genre Jazz --sort year,title --format csv > jazz.csv
              phonolith songs --where 'genre in (Jazz, Blues) and duration < 3:00'

              phonolith songs --where 'lastPlayed before 1 year ago' --sort random --limit 20

            phonolith items --help lists the keys to sort by.
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(.songs, of: "songs") }
}

struct Audiobooks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audiobooks", abstract: "List audiobooks, part by part.",
        discussion: """
            Files that say so are audiobooks, .m4b files, and all in a folder that was scanned with \
            --as audiobook.
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(.audiobooks, of: "audiobooks") }
}

struct Videos: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "videos", abstract: "List everything with moving pictures.",
        discussion: """
            Without --sort episodes come first, by show, season and episode, and then all else by title.

              phonolith videos --where 'height >= 1080' --sort dateAdded:desc
              phonolith videos --where 'show = "The Bridge" and season = 2'
            """)
    @OptionGroup var listing: ItemListing
    func run() throws {
        var query = MediaQuery.videos
        query.order = [.tvShow, .seasonNumber, .episodeNumber, .title].map { MediaOrder($0) }
        try listing.run(query, of: "videos", columns: TableColumn.videos)
    }
}

struct Albums: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums", abstract: "List albums.",
        discussion: """
              phonolith albums --artist "Björk" --sort year:desc
              phonolith albums --where 'bitDepth > 16 and year < 1980'
              phonolith albums --sort dateAdded:desc --limit 10
              phonolith albums --incomplete

            Keys to sort by, beside those of the album itself: count (of its tracks), playbackDuration (of all), \
            dateAdded and lastPlayedDate (the latest), playCount (of all), rating (the mean), random.
            """)
    @Flag(
        help:
            "Only albums that lack tracks, by the numbers and counts in the tags, with what they lack."
    )
    var incomplete = false
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.albums, areIncomplete: incomplete) }
}

struct Artists: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "artists", abstract: "List artists, guests too.",
        discussion: """
              phonolith artists --genre Jazz
              phonolith artists --sort count:desc --limit 20

            Keys to sort by are those of albums.
            """)
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.artists) }
}

struct AlbumArtists: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album-artists", abstract: "List the artists whom albums are by.",
        discussion: "Where no album artist is tagged, it is the artist.")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.albumArtists) }
}

struct Composers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "composers", abstract: "List composers.")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.composers) }
}

struct Genres: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "genres", abstract: "List genres.",
        discussion: "For example, the most frequent first: phonolith genres --sort count:desc")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.genres) }
}

struct Compilations: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compilations", abstract: "List albums by various artists.")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.compilations) }
}

struct Podcasts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "podcasts", abstract: "List podcasts.",
        discussion: """
            Files that say so are episodes, and all in a folder that was scanned with --as podcast.

              phonolith podcasts
              phonolith items --where 'podcastTitle = "Radiolab"' --sort releaseDate:desc
            """)
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.podcasts) }
}

/// What all commands share that list items.
struct ItemListing: ParsableArguments {
    @OptionGroup(title: "Which") var filter: FilterOptions
    @Option(
        help: ArgumentHelp(
            "Only what comes behind this item in the order: the last of the page before.",
            discussion:
                "Unlike --offset it neither repeats nor leaves out anything when items come and go between two pages.",
            valueName: "id"),
        transform: Self.id)
    var after: MediaItemID?
    @OptionGroup(title: "How") var list: ListOptions
    @OptionGroup(title: "Playlists") var playlists: PlaylistOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    func validate() throws {
        _ = try list.order(from: Catalog.itemKeys)
        try playlists.refuseCopies(unless: list.output.chosen.playlist != nil)
    }

    /// - Parameter names: What the query's items are called.
    func run(
        _ base: MediaQuery, of names: String, columns: [TableColumn] = TableColumn.items
    ) throws {
        let query = try query(from: base)
        try explanation.run(library) { try list(query, of: names, columns, $0) }
    }

    private func query(from base: MediaQuery) throws -> MediaQuery {
        var query = base
        query.filterPredicates += try filter.predicates
        query.isMissing = filter.missing
        let order = try list.order(from: Catalog.itemKeys)
        if !order.isEmpty { query.order = order }
        try list.refuseRandom(query.order, after: after != nil)
        (query.limit, query.offset, query.after) = (list.limit, list.offset, after)
        return query
    }

    private func list(
        _ query: MediaQuery, of names: String, _ columns: [TableColumn], _ catalog: Catalog
    ) throws {
        try filter.conditions.check(with: catalog)
        if let after, try catalog.item(after) == nil {
            throw Failure(
                "\(after): no item has this id; phonolith items lists them with their ids")
        }
        if list.fields.count {
            try list.fields.refuseFormat(list.output, beside: "--count")
            return try StandardOutput.writeLine("\(catalog.itemCount(matching: query))")
        }
        if let format = try list.fields.playlistFormat(list.output) {
            let found = PlaylistSource(head: PlaylistDocument()) { body in
                try catalog.forEachPlaylistEntry(matching: query, body)
            }
            return try playlists.write(
                found, as: format, called: "playlist", to: nil,
                from: catalog)
        }
        var writer = try list.fields.writer(
            list.output, standard: columns, fields: MediaProperty.listed.map(\.rawValue),
            emptyNote: "No \(names) match.")
        try catalog.forEachItem(matching: query) { try writer.write($0) }
        try writer.finish()
    }

    private static func id(_ text: String) throws -> MediaItemID {
        guard let id = MediaItemID(text) else {
            throw ValidationError("'\(text)' is no id; phonolith items lists items with their ids")
        }
        return id
    }
}

/// What all commands share that list collections.
struct CollectionListing: ParsableArguments {
    @OptionGroup(title: "Which") var filter: FilterOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only what comes behind the one with this id in the order: the last of the page before.",
            discussion:
                "Unlike --offset it neither repeats nor leaves out anything when some come and go between two pages.",
            valueName: "id"))
    var after: Int64?
    @OptionGroup(title: "How") var list: ListOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    /// - Parameter areIncomplete: Whether to list only those albums that lack tracks.
    func run(_ base: MediaQuery, areIncomplete: Bool = false) throws {
        let query = try query(from: base)
        try explanation.run(library) { catalog in
            let gaps = areIncomplete ? try catalog.albumGaps() : nil
            try list(query, gaps, catalog)
        }
    }

    private func query(from base: MediaQuery) throws -> MediaQuery {
        var query = base
        query.filterPredicates += try filter.predicates
        query.isMissing = filter.missing
        query.order = try list.order(from: Catalog.collectionKeys(query.groupingType))
        try list.refuseRandom(query.order, after: after != nil)
        (query.limit, query.offset) = (list.limit, list.offset)
        query.afterGroup = after.map { MediaGroup(query.groupingType, $0) }
        return query
    }

    private func list(
        _ query: MediaQuery, _ gaps: [PersistentID<Album>: AlbumGaps]?, _ catalog: Catalog
    ) throws {
        let grouping = query.groupingType
        let names = grouping.names
        let missing =
            gaps == nil ? [] : [TableColumn("Missing", field: "missingTracks", minimum: 8)]
        var writer = try list.fields.writer(
            list.output, standard: TableColumn.collections(grouping) + missing,
            fields: Record.fields(of: grouping) + (gaps == nil ? [] : ["missingTracks"]),
            emptyNote: gaps == nil
                ? "No \(names.plural) match." : "No \(names.plural) that match lack tracks.")
        try filter.conditions.check(with: catalog)
        if let group = query.afterGroup, try !catalog.has(group) {
            throw Failure(
                "\(group.persistentID): no \(names.singular) has this id; the lists show the ids")
        }
        if list.fields.count { try list.fields.refuseFormat(list.output, beside: "--count") }
        guard let gaps else {
            if list.fields.count {
                return try StandardOutput.writeLine("\(catalog.collectionCount(of: query))")
            }
            try catalog.forEachCollection(of: query) { try writer.write(Record($0)) }
            return try writer.finish()
        }
        let found = try incomplete(query, gaps, catalog)
        if list.fields.count { return try StandardOutput.writeLine("\(found.count)") }
        for record in found { try writer.write(record) }
        try writer.finish()
    }

    /// The stretch of a query's albums that lack something.
    private func incomplete(
        _ query: MediaQuery, _ gaps: [PersistentID<Album>: AlbumGaps], _ catalog: Catalog
    ) throws -> [Record] {
        var all = query
        (all.limit, all.offset) = (nil, 0)
        var found: [Record] = []
        try catalog.forEachCollection(of: all) { album in
            guard let missing = gaps[PersistentID(album.persistentID)]?.missing else { return }
            var record = Record(album)
            record.fields.append(("missingTracks", .texts(missing.map(\.description))))
            found.append(record)
        }
        return Array(found.dropFirst(query.offset).prefix(query.limit ?? .max))
    }
}

extension MediaGrouping {
    /// What a collection is called, and several of them.
    fileprivate var names: (singular: String, plural: String) {
        switch self {
        case .title: ("item", "items")
        case .album: ("album", "albums")
        case .artist: ("artist", "artists")
        case .albumArtist: ("album artist", "album artists")
        case .composer: ("composer", "composers")
        case .genre: ("genre", "genres")
        case .playlist: ("playlist", "playlists")
        case .podcastTitle: ("podcast", "podcasts")
        }
    }
}

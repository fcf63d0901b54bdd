import ArgumentParser
import Catalog
import JSONWriting
import MediaModel

/// A command that lists the collections of one kind.
protocol CollectionCommand: ParsableCommand {
    /// Which collections it lists.
    static var collections: MediaQuery { get }
    var listing: CollectionListing { get }
}

extension CollectionCommand {
    func validate() throws { try listing.checkOrder(of: Self.collections.groupingType) }
    func run() throws { try listing.run(Self.collections) }
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

    /// Refuses an order that collections of this kind do not have.
    ///
    /// - Throws: `ValidationError`.
    func checkOrder(of grouping: MediaGrouping) throws {
        try list.refuseRandom(
            list.order(from: Catalog.collectionKeys(grouping)), after: after != nil)
    }

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

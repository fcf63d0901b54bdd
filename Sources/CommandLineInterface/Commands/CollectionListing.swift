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
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start after the result with this id, the last one of the previous page.",
            discussion:
                "Unlike with --offset, no result is repeated or skipped if the library changes between two pages.",
            valueName: "id"))
    var after: Int64?
    @OptionGroup(title: "Output") var list: ListOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    /// Refuses an order that collections of this kind do not have.
    ///
    /// - Throws: `ValidationError`.
    func checkOrder(of grouping: MediaGrouping) throws {
        try list.refuseRandom(
            list.order(from: Catalog.collectionKeys(grouping)), after: after != nil)
    }

    /// - Parameter remarks: Looks for what is to be said of albums; only these are listed.
    func run(_ base: MediaQuery, remarks: ((Catalog) throws -> AlbumRemarks)? = nil) throws {
        let query = try query(from: base)
        try explanation.run(library) { try list(query, try remarks?($0), $0) }
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
        _ query: MediaQuery, _ remarks: AlbumRemarks?, _ catalog: Catalog
    ) throws {
        let grouping = query.groupingType
        let names = grouping.names
        var writer = try list.fields.writer(
            list.output,
            standard: TableColumn.collections(grouping) + (remarks.map { [$0.column] } ?? []),
            fields: Record.fields(of: grouping) + (remarks?.fields ?? []),
            emptyNote: remarks?.emptyNote ?? "No \(names.plural) match.")
        try filter.conditions.check(with: catalog)
        if let group = query.afterGroup, try !catalog.has(group) {
            throw Failure(
                "\(group.persistentID): no \(names.singular) has this id; the lists show the ids")
        }
        if list.fields.count { try list.fields.refuseFormat(list.output, beside: "--count") }
        guard let remarks else {
            if list.fields.count {
                return try StandardOutput.writeLine("\(catalog.collectionCount(of: query))")
            }
            try catalog.forEachCollection(of: query) { try writer.write(Record($0)) }
            return try writer.finish()
        }
        let found = try albums(query, remarks, catalog)
        if list.fields.count { return try StandardOutput.writeLine("\(found.count)") }
        for record in found { try writer.write(record) }
        try writer.finish()
    }

    /// The stretch of a query's albums of which something is to be said.
    private func albums(
        _ query: MediaQuery, _ remarks: AlbumRemarks, _ catalog: Catalog
    ) throws -> [Record] {
        var all = query
        (all.limit, all.offset) = (nil, 0)
        var found: [(group: Int, record: Record)] = []
        var places: [Int: Int] = [:]
        try catalog.forEachCollection(of: all) { album in
            guard let remark = remarks.remarks[PersistentID(album.persistentID)] else { return }
            var record = Record(album)
            record.fields += remark.fields
            // What belongs together is where the first of it does.
            let group = remark.group.map { places[$0, default: found.count] } ?? found.count
            if let number = remark.group { places[number] = group }
            found.append((group, record))
        }
        let sorted = found.enumerated().sorted {
            ($0.element.group, $0.offset) < ($1.element.group, $1.offset)
        }
        return sorted.dropFirst(query.offset).prefix(query.limit ?? .max).map(\.element.record)
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

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
    func validate() throws { try listing.check(of: Self.collections.groupingType) }
    func run() throws { try listing.run(Self.collections) }
}

/// What all commands share that list collections.
struct CollectionListing: ParsableArguments {
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Output") var list: ListOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    /// Refuses wrong options, such as an order that collections of this kind do not have.
    ///
    /// - Throws: `ValidationError`.
    func check(of grouping: MediaGrouping) throws {
        try ListRequest.check(texts, of: grouping)
    }

    /// - Parameter remarks: Looks for what is to be said of albums; only these are listed.
    func run(_ base: MediaQuery, remarks: ((Catalog) throws -> AlbumRemarks)? = nil) throws {
        let query = try ListRequest(commandLine: texts, of: base.groupingType).query(of: base)
        try explanation.run(library) { try list(query, try remarks?($0), $0) }
    }

    private var texts: [ListRequest.Parameter: [String]] {
        filter.texts.merging(list.texts) { $1 }
    }

    private func list(
        _ query: MediaQuery, _ remarks: AlbumRemarks?, _ catalog: Catalog
    ) throws {
        let grouping = query.groupingType
        var query = query
        if let remarks, !remarks.areGrouped {
            let albums = remarks.remarks.keys.map { MediaValue.integer(Int($0.rawValue)) }
            query.filterPredicates.append(.isIn(.albumPersistentID, albums))
        }
        var writer = PageWriter(
            records: try list.fields.writer(
                list.output,
                standard: TableColumn.collections(grouping) + (remarks.map { [$0.column] } ?? []),
                fields: Record.fields(of: grouping) + (remarks?.fields ?? []),
                emptyNote: remarks?.emptyNote ?? "No \(grouping.names) match."))
        try filter.conditions.check(with: catalog)
        if list.fields.count { try list.fields.refuseFormat(list.output, beside: "--count") }
        if let remarks, remarks.areGrouped {
            let found = try albums(query, remarks, catalog)
            if list.fields.count { return try StandardOutput.writeLine("\(found.count)") }
            for record in found { try writer.write(record) }
            return try writer.finish(nil)
        }
        if list.fields.count {
            return try StandardOutput.writeLine("\(catalog.collectionCount(of: query))")
        }
        let token = try catalog.forEachCollection(of: query) { collection in
            var record = Record(collection)
            record.fields += remarks?[collection]?.fields ?? []
            try writer.write(record)
        }
        try writer.finish(token)
        list.report(token)
    }

    /// The stretch of a query's albums of which something is to be said, those of one group together.
    private func albums(
        _ query: MediaQuery, _ remarks: AlbumRemarks, _ catalog: Catalog
    ) throws -> [Record] {
        var all = query
        (all.limit, all.offset) = (nil, 0)
        var found: [(group: Int, record: Record)] = []
        var places: [Int: Int] = [:]
        try catalog.forEachCollection(of: all) { album in
            guard let remark = remarks[album] else { return }
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
    /// What several collections are called.
    fileprivate var names: String {
        switch self {
        case .title: "items"
        case .album: "albums"
        case .artist: "artists"
        case .albumArtist: "album artists"
        case .composer: "composers"
        case .genre: "genres"
        case .playlist: "playlists"
        case .podcastTitle: "podcasts"
        }
    }
}

import ArgumentParser
import Catalog
import JSONWriting
import MediaModel

/// A list of collections, as a command shows it.
protocol CollectionList {
    /// Options that other lists of collections do not have.
    associatedtype Options: CollectionListOptions = NoOptions
    static var configuration: CommandConfiguration { get }
    static var query: MediaQuery { get }
}

/// Options of one list of collections.
protocol CollectionListOptions: ParsableArguments {
    /// Refuses options of all lists that these exclude.
    ///
    /// - Throws: `ValidationError`.
    func check(beside list: ListOptions) throws
    /// Looks for what is to be said of albums; only these are listed. `nil` to list all.
    func remarks(_ catalog: Catalog) throws -> AlbumRemarks?
}

/// No options besides those of all lists.
struct NoOptions: CollectionListOptions {
    func check(beside list: ListOptions) {}
    func remarks(_ catalog: Catalog) -> AlbumRemarks? { nil }
}

/// A command that lists collections.
struct CollectionListing<List: CollectionList>: ParsableCommand {
    static var configuration: CommandConfiguration { List.configuration }

    @OptionGroup var options: List.Options
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Output") var list: ListOptions
    @OptionGroup(title: "Output") var fields: FieldOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    func validate() throws {
        try ListRequest.check(texts, of: List.query.groupingType)
        try options.check(beside: list)
    }

    func run() throws {
        let query = try ListRequest(commandLine: texts, of: List.query.groupingType)
            .query(of: List.query)
        try explanation.run(library) { try show(query, try options.remarks($0), $0) }
    }

    private var texts: [ListRequest.Parameter: [String]] {
        filter.texts.merging(list.texts) { $1 }
    }

    private func show(
        _ query: MediaQuery, _ remarks: AlbumRemarks?, _ catalog: Catalog
    ) throws {
        let grouping = query.groupingType
        var query = query
        if let remarks, !remarks.areGrouped {
            let albums = remarks.remarks.keys.map { MediaValue.integer(Int($0.rawValue)) }
            query.filterPredicates.append(.isIn(.albumPersistentID, albums))
        }
        var writer = PageWriter(
            records: try fields.writer(
                output,
                standard: TableColumn.collections(grouping) + (remarks.map { [$0.column] } ?? []),
                fields: Record.fields(of: grouping) + (remarks?.fields ?? []),
                emptyNote: remarks?.emptyNote ?? "No \(grouping.names) match."))
        try filter.conditions.check(with: catalog)
        if fields.count { try fields.refuseFormat(output, beside: "--count") }
        if let remarks, remarks.areGrouped {
            let found = try albums(query, remarks, catalog)
            if fields.count { return try StandardOutput.writeLine("\(found.count)") }
            for record in found { try writer.write(record) }
            return try writer.finish(nil)
        }
        if fields.count {
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

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
    /// The only albums to list, with what they lack; `nil` to list all.
    func gaps(_ catalog: Catalog) throws -> [MediaAlbumID: AlbumGaps]?
}

/// No options besides those of all lists.
struct NoOptions: CollectionListOptions {
    func gaps(_ catalog: Catalog) -> [MediaAlbumID: AlbumGaps]? { nil }
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
    }

    func run() throws {
        let query = try ListRequest(commandLine: texts, of: List.query.groupingType)
            .query(of: List.query)
        try explanation.run(library) { try show(query, try options.gaps($0), $0) }
    }

    private var texts: [ListRequest.Parameter: [String]] {
        filter.texts.merging(list.texts) { $1 }
    }

    /// The field of the tracks that an album lacks.
    private static var missing: String { "missingTracks" }

    private func show(
        _ query: MediaQuery, _ gaps: [MediaAlbumID: AlbumGaps]?, _ catalog: Catalog
    ) throws {
        let grouping = query.groupingType
        var query = query
        if let gaps {
            let albums = gaps.keys.map { MediaValue.integer(Int($0.rawValue)) }
            query.filterPredicates.append(.isIn(.albumPersistentID, albums))
        }
        var writer = PageWriter(
            records: try fields.writer(
                output,
                standard: TableColumn.collections(grouping)
                    + (gaps == nil
                        ? [] : [TableColumn("Missing", field: Self.missing, minimum: 8)]),
                fields: Record.fields(of: grouping) + (gaps == nil ? [] : [Self.missing]),
                emptyNote: list.emptyNote(
                    gaps == nil
                        ? "No \(grouping.names) match."
                        : "No matching albums have missing tracks.")))
        try filter.conditions.check(with: catalog)
        if fields.count { try fields.refuseFormat(output, beside: "--count") }
        if fields.count {
            return try StandardOutput.writeLine("\(catalog.collections.count(of: query))")
        }
        let token = try catalog.collections.forEach(of: query) { collection in
            var record = Record(collection)
            if let gaps = gaps?[PersistentID(collection.persistentID)] {
                record.fields.append((Self.missing, .texts(gaps.missing.map(\.description))))
            }
            try writer.write(record)
        }
        try writer.finish(token)
        list.report(token)
    }
}

extension MediaGrouping {
    /// The name of several collections.
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

import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

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

    /// The name of several collections, which is that of the command.
    private static var names: String { configuration.commandName?.replacing("-", with: " ") ?? "" }

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
                        ? "No \(Self.names) match."
                        : "No matching albums have missing tracks.")))
        try filter.conditions.check(with: catalog)
        if try fields.printCount(output, catalog.collections.count(of: query)) { return }
        let token = try catalog.collections.forEach(of: query) { collection in
            var record = Record(collection)
            if let gaps = gaps?[PersistentID(collection.group.persistentID)] {
                record.fields.append((Self.missing, .texts(gaps.missing.map(\.description))))
            }
            try writer.write(record)
        }
        try writer.finish(token)
        list.report(token)
    }
}

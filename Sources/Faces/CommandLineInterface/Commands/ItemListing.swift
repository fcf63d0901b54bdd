import ArgumentParser
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// A list of items, as a command shows it.
protocol ItemList {
    static var configuration: CommandConfiguration { get }
    /// The items, in their order unless `--sort` names another.
    static var query: MediaQuery { get }
    /// The name of the items.
    static var names: String { get }
    /// The columns of a table.
    static var columns: [TableColumn] { get }
    /// The number of results without `--limit`; `nil` for all.
    static var standardLimit: Int? { get }
}

extension ItemList {
    static var columns: [TableColumn] { TableColumn.items }
    static var standardLimit: Int? { nil }
}

/// A command that lists items.
struct ItemListing<List: ItemList>: ParsableCommand {
    static var configuration: CommandConfiguration { List.configuration }

    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Output") var list: ListOptions
    @OptionGroup(title: "Output") var fields: FieldOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Playlists") var playlists: PlaylistOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    func validate() throws {
        try ListRequest.check(texts, of: .title)
        try playlists.refuse(unless: try fields.playlistFormat(output) != nil)
    }

    func run() throws {
        var query = try ListRequest(commandLine: texts, of: .title).query(of: List.query)
        query.limit = query.limit ?? List.standardLimit
        try explanation.run(library) { try show(query, $0) }
    }

    private var texts: [ListRequest.Parameter: [String]] {
        filter.texts.merging(list.texts) { $1 }
    }

    private func show(_ query: MediaQuery, _ catalog: Catalog) throws {
        try filter.conditions.check(with: catalog)
        if try fields.printCount(output, catalog.items.count(matching: query)) { return }
        if let format = try fields.playlistFormat(output) {
            var token: PageToken?
            let found = PlaylistSource(head: PlaylistDocument()) { body in
                token = try catalog.playlists.forEachPlaylistEntry(matching: query, body)
            }
            try playlists.write(found, as: format, called: "playlist", to: nil, from: catalog)
            return list.report(token)
        }
        var writer = PageWriter(
            items: try fields.writer(
                output, standard: List.columns, fields: MediaProperty.listed.map(\.rawValue),
                emptyNote: list.emptyNote("No \(List.names) match.")))
        let token = try catalog.items.forEach(matching: query) { try writer.write($0) }
        try writer.finish(token)
        list.report(token)
    }
}

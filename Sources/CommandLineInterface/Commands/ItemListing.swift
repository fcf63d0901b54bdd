import ArgumentParser
import Catalog
import JSONWriting
import MediaModel
import PlaylistFiles
import Playlists

/// What all commands share that list items.
struct ItemListing: ParsableArguments {
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(
        help: ArgumentHelp(
            "Start after this item, the last one of the previous page.",
            discussion:
                "Unlike with --offset, no item is repeated or skipped if the library changes between two pages.",
            valueName: "id"),
        transform: Self.id)
    var after: MediaItemID?
    @OptionGroup(title: "Output") var list: ListOptions
    @OptionGroup(title: "Playlists") var playlists: PlaylistOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    func validate() throws {
        try list.refuseRandom(list.order(from: Catalog.itemKeys), after: after != nil)
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
            throw ValidationError(
                "'\(text)' is not an id; phonolith items lists items with their ids")
        }
        return id
    }
}

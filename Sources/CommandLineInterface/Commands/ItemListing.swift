import ArgumentParser
import Catalog
import JSONWriting
import MediaModel
import PlaylistFiles
import Playlists

/// What all commands share that list items.
struct ItemListing: ParsableArguments {
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Output") var list: ListOptions
    @OptionGroup(title: "Playlists") var playlists: PlaylistOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    func validate() throws {
        try ListRequest.check(texts, of: .title)
        try playlists.refuseCopies(unless: list.output.chosen.playlist != nil)
    }

    /// - Parameter names: What the query's items are called.
    func run(
        _ base: MediaQuery, of names: String, columns: [TableColumn] = TableColumn.items
    ) throws {
        let query = try ListRequest(commandLine: texts, of: .title).query(of: base)
        try explanation.run(library) { try list(query, of: names, columns, $0) }
    }

    private var texts: [ListRequest.Parameter: [String]] {
        filter.texts.merging(list.texts) { $1 }
    }

    private func list(
        _ query: MediaQuery, of names: String, _ columns: [TableColumn], _ catalog: Catalog
    ) throws {
        try filter.conditions.check(with: catalog)
        if list.fields.count {
            try list.fields.refuseFormat(list.output, beside: "--count")
            return try StandardOutput.writeLine("\(catalog.itemCount(matching: query))")
        }
        if let format = try list.fields.playlistFormat(list.output) {
            var token: PageToken?
            let found = PlaylistSource(head: PlaylistDocument()) { body in
                token = try catalog.forEachPlaylistEntry(matching: query, body)
            }
            try playlists.write(found, as: format, called: "playlist", to: nil, from: catalog)
            return list.report(token)
        }
        var writer = PageWriter(
            items: try list.fields.writer(
                list.output, standard: columns, fields: MediaProperty.listed.map(\.rawValue),
                emptyNote: "No \(names) match."))
        let token = try catalog.forEachItem(matching: query) { try writer.write($0) }
        try writer.finish(token)
        list.report(token)
    }
}

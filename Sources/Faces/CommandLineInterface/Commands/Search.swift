import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search items, albums and artists.",
        discussion: """
            Each search word must match the beginning of a word in the title, artist, album, album artist, composer or genre. \
            Case, accents and punctuation inside words are ignored. Chinese, Japanese and Korean text is matched anywhere. The \
            best matches come first.

              phonolith search bjork joga
              phonolith search acdc --kind albums
              phonolith search 夜の --kind items --limit 50 --format json
            """)

    @Argument(help: "Words to search for.") var text: [String]
    @Option(
        help: ArgumentHelp(
            "Search only items, albums or artists.", valueName: "items|albums|artists"))
    var kind: SearchKind?
    @Option(help: ArgumentHelp("Maximum number of results of each kind.", valueName: "count"))
    var limit = 20
    @OptionGroup var output: ListOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    private var words: String { text.joined(separator: " ") }
    private var kinds: [SearchResults.Kind] {
        kind.map { [$0.value] } ?? SearchResults.Kind.allCases
    }

    func validate() throws {
        try PartOptions.validate(limit: limit)
        if words.allSatisfy(\.isWhitespace) {
            throw ValidationError(
                "search words are missing: name a title, an artist, or the beginning of one")
        }
    }

    func run() throws {
        try explanation.run(library) { catalog in
            let results = try catalog.search.results(words, for: Set(kinds), limit: limit)
            if output.isForPeople { try printTables(results) } else { try printList(results) }
        }
    }

    /// A table for each group that has anything in it, with an empty line between two.
    private func printTables(_ results: SearchResults) throws {
        let groups = kinds.map { ($0, records(of: $0, in: results)) }.filter { !$0.1.isEmpty }
        if groups.isEmpty { Terminal.tell("Nothing matches.") }
        for (index, (kind, records)) in groups.enumerated() {
            if index > 0 { try StandardOutput.writeLine("") }
            var writer = try output.writer(columns: kind.columns, fields: kind.fields)
            for record in records { try writer.write(record) }
            try writer.finish()
        }
    }

    /// One list, in which each record says what it is.
    private func printList(_ results: SearchResults) throws {
        var fields = ["kind"]
        for field in kinds.flatMap(\.fields) where !fields.contains(field) {
            fields.append(field)
        }
        var writer = try output.writer(
            columns: [], fields: fields, emptyNote: "Nothing matches.")
        for kind in kinds {
            for record in records(of: kind, in: results) {
                try writer.write(record.adding("kind", .text(kind.singular)))
            }
        }
        try writer.finish()
    }

    private func records(of kind: SearchResults.Kind, in results: SearchResults) -> [Record] {
        switch kind {
        case .items: results.items.map { Record($0) }
        case .albums: results.albums.map { Record($0) }
        case .artists: results.artists.map { Record($0) }
        }
    }
}

/// The kinds to search, as the command line names them.
struct SearchKind: ExpressibleByArgument {
    let value: SearchResults.Kind

    init?(argument: String) {
        guard let value = SearchResults.Kind(rawValue: argument) else { return nil }
        self.value = value
    }

    static let allValueStrings = SearchResults.Kind.allCases.map(\.rawValue)
}

extension SearchResults.Kind {
    /// The kind of one record.
    fileprivate var singular: String {
        switch self {
        case .items: "item"
        case .albums: "album"
        case .artists: "artist"
        }
    }

    fileprivate var columns: [TableColumn] {
        switch self {
        case .items: TableColumn.items
        case .albums: TableColumn.collections(.album)
        case .artists: TableColumn.collections(.artist)
        }
    }

    fileprivate var fields: [String] {
        switch self {
        case .items: MediaProperty.listed.map(\.rawValue)
        case .albums: Record.fields(of: .album)
        case .artists: Record.fields(of: .artist)
        }
    }
}

extension Record {
    /// The record with one more field, in front.
    fileprivate func adding(_ name: String, _ value: MediaValue) -> Record {
        Record([(name, value)] + fields.map { ($0.name, Optional($0.value)) })
    }
}

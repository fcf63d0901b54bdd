import ArgumentParser
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

// Lists of what the user liked, played and added: ready-made filters and orders over all items. Each shows 50
// unless --limit says otherwise, and takes the filters of the other lists.

/// A list of the items that come first by an order.
protocol BestItems: ItemList {
    static var predicates: [MediaPredicate] { get }
    static var order: [MediaOrder] { get }
}

extension BestItems {
    static var predicates: [MediaPredicate] { [] }
    static var query: MediaQuery { MediaQuery(filterPredicates: predicates, order: order) }
    static var names: String { "items" }
    static var standardLimit: Int? { 50 }
}

enum MostPlayed: BestItems {
    static let configuration = CommandConfiguration(
        commandName: "most-played", abstract: "List the most played items.",
        discussion: """
              phonolith most-played --genre Jazz --limit 20
            """)
    static let predicates: [MediaPredicate] = [.atLeast(.playCount, 1)]
    static let order: [MediaOrder] = [
        .init(.playCount, isDescending: true), .init(.lastPlayedDate, isDescending: true),
    ]
}

enum RecentlyAdded: BestItems {
    static let configuration = CommandConfiguration(
        commandName: "recently-added", abstract: "List recently added items.",
        discussion: """
              phonolith recently-added --limit 20
            """)
    static let order: [MediaOrder] = [.init(.dateAdded, isDescending: true)]
}

enum RecentlyPlayed: BestItems {
    static let configuration = CommandConfiguration(
        commandName: "recently-played", abstract: "List recently played items.",
        discussion: """
              phonolith recently-played --artist "Björk"
            """)
    static let predicates: [MediaPredicate] = [.not(.isMissing(.lastPlayedDate))]
    static let order: [MediaOrder] = [.init(.lastPlayedDate, isDescending: true)]
}

enum TopRated: BestItems {
    static let configuration = CommandConfiguration(
        commandName: "top-rated", abstract: "List items by rating.",
        discussion: """
            Rate items with phonolith rate.

              phonolith top-rated --genre Jazz --limit 20
            """)
    static let predicates: [MediaPredicate] = [.atLeast(.rating, 1)]
    static let order: [MediaOrder] = [
        .init(.rating, isDescending: true), .init(.playCount, isDescending: true),
    ]
}

struct Random: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "random", abstract: "List random items.",
        discussion: """
            Each item appears at most once, and all are equally likely.

              phonolith random --limit 20 --genre Jazz
              phonolith random --seed 7
            """)
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Number of items.", valueName: "count"))
    var limit = 50
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seed for a repeatable selection from an unchanged library."))
    var seed: UInt64?
    @OptionGroup(title: "Output") var fields: FieldOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Playlists") var playlists: PlaylistOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    func validate() throws {
        try playlists.refuse(unless: try fields.playlistFormat(output) != nil)
        try PartOptions.validate(limit: limit)
    }

    func run() throws { try explanation.run(library, list) }

    private func list(_ catalog: Catalog) throws {
        var query = MediaQuery(filterPredicates: try filter.predicates)
        query.isMissing = filter.missing
        var generator = SeededGenerator(seed: seed ?? UInt64.random(in: 0 ... .max))
        try filter.conditions.check(with: catalog)
        let items = try catalog.items.random(matching: query, count: limit, using: &generator)
        if try fields.printCount(output, items.count) { return }
        if let format = try fields.playlistFormat(output) {
            return try playlists.write(
                PlaylistSource(PlaylistDocument(entries: items.map(PlaylistEntry.init))),
                as: format, called: "playlist", to: nil, from: catalog)
        }
        var writer = try fields.writer(
            output, standard: TableColumn.items, fields: MediaProperty.listed.map(\.rawValue),
            emptyNote: PartOptions.emptyNote("No items match.", isOfPart: limit == 0))
        for item in items { try writer.write(item) }
        try writer.finish()
    }
}

struct Star: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "star", abstract: "Add items to your favourites.",
        discussion: """
            Stars are stored in the library, not in the file.

              phonolith star 42 43
              phonolith star ~/Music/Homogenic/02.flac
              phonolith songs --where 'isFavorite = true' --sort favoriteDate:desc
            """)
    @OptionGroup var items: StarredItems
    func run() throws { try items.set(true) }
}

struct Unstar: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unstar", abstract: "Remove items from your favourites.",
        discussion: """
              phonolith unstar 42
            """)
    @OptionGroup var items: StarredItems
    func run() throws { try items.set(false) }
}

/// The items of `star` and `unstar`.
struct StarredItems: ParsableArguments {
    @Argument(help: "Ids of items, or paths of their files.", completion: .file())
    var items: [String]
    @OptionGroup var library: LibraryOptions

    /// All or none of the items.
    fileprivate func set(_ isFavorite: Bool) throws {
        let catalog = try library.open(for: .writing)
        for item in try items.flatMap(catalog.items) {
            try catalog.values.setFavorite(isFavorite, item.persistentID)
        }
    }
}

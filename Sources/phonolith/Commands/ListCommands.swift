import ArgumentParser
import Catalog
import MediaModel

// The commands that list items and collections. They differ in what they ask for, so each is a few lines
// over ItemListing and CollectionListing.

struct Items: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List everything, of whatever kind.",
        discussion: """
              phonolith items --sort dateAdded:desc --limit 20
              phonolith items --where 'added >= 2026-11 and rating is missing'

            Keys to sort by: \(Catalog.itemKeys.keys.sorted().joined(separator: ", ")).
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(MediaQuery()) }
}

struct Songs: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List music, track by track.",
        discussion: """
            Without --sort tracks come as on a shelf: by album artist, album, disc and track.

              phonolith songs --artist "Björk" --year 1990..1999
              phonolith songs --genre Jazz --sort year,title --format csv > jazz.csv
              phonolith songs --where 'genre in (Jazz, Blues) and duration < 3:00'

            phonolith items --help lists the keys to sort by.
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(.songs) }
}

struct Compilations: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List albums by various artists.")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.compilations, by: .album) }
}

struct Albums: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List albums.",
        discussion: """
              phonolith albums --artist "Björk" --sort year:desc
              phonolith albums --where 'bitDepth > 16 and year < 1980'
            """)
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.songs, by: .album) }
}

struct Artists: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List artists, guests too.",
        discussion: "For example: phonolith artists --genre Jazz")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.songs, by: .artist) }
}

struct AlbumArtists: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the artists whom albums are by.",
        discussion: "Where no album artist is tagged, it is the artist.")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(.songs, by: .albumArtist) }
}

struct Composers: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List composers.")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(MediaQuery(), by: .composer) }
}

struct Genres: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List genres.")
    @OptionGroup var listing: CollectionListing
    func run() throws { try listing.run(MediaQuery(), by: .genre) }
}

/// What all commands share that list items.
struct ItemListing: ParsableArguments {
    @OptionGroup(title: "Which") var filter: FilterOptions
    @OptionGroup(title: "How") var list: ListOptions
    @OptionGroup(title: "Library") var library: LibraryOptions

    func validate() throws { _ = try list.order(from: Catalog.itemKeys) }

    func run(_ base: MediaQuery) throws {
        var query = base
        query.predicates += try filter.predicates
        query.isMissing = filter.missing
        query.order = try list.order(from: Catalog.itemKeys)
        (query.limit, query.offset) = (list.limit, list.offset)
        var writer = list.output.writer(
            columns: TableColumn.items, fields: MediaProperty.allCases.map(\.rawValue))
        let catalog = try library.open(for: .reading)
        try catalog.forEachItem(matching: query) { try writer.write(Record($0)) }
        try writer.finish()
    }
}

/// What all commands share that list collections.
struct CollectionListing: ParsableArguments {
    @OptionGroup(title: "Which") var filter: FilterOptions
    @OptionGroup(title: "How") var list: ListOptions
    @OptionGroup(title: "Library") var library: LibraryOptions

    func run(_ base: MediaQuery, by grouping: MediaGrouping) throws {
        var query = base
        query.predicates += try filter.predicates
        query.isMissing = filter.missing
        query.order = try list.order(from: Catalog.collectionKeys(grouping))
        guard query.order.count <= 1 else {
            throw ValidationError("albums, artists and the like are sorted by one key")
        }
        (query.limit, query.offset) = (list.limit, list.offset)
        var writer = list.output.writer(
            columns: TableColumn.collections(grouping), fields: Record.fields(of: grouping))
        let catalog = try library.open(for: .reading)
        try catalog.forEachCollection(of: query, by: grouping) { try writer.write(Record($0)) }
        try writer.finish()
    }
}

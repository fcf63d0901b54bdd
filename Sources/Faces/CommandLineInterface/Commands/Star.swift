import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

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

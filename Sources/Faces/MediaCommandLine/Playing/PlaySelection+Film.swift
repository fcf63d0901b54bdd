import FoundationEssentials
import PhonolithMediaModel
import PhonolithPlayback

extension PlaySelection {
    /// Whether it has pictures that move. Of what comes from a server, only the name is known.
    ///
    /// - Throws: `CatalogError`.
    var hasFilm: Bool {
        get throws {
            let items = isKeptQueue ? try keptItems() : items
            return items.contains(where: \.isFilm)
        }
    }
}

extension PlayerItem {
    /// Whether the item is a film, by its facts, or by its name where they are unknown.
    package var isFilm: Bool {
        if !mediaType.isDisjoint(with: .anyVideo) { return true }
        guard mediaType.isEmpty else { return false }
        return switch source {
        case .file(let path): path.isNamedAsVideo
        case .url(let address):
            URL(string: address).map { MediaPath($0.path).isNamedAsVideo } ?? false
        }
    }
}

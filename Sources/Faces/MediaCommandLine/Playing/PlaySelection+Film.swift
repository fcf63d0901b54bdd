import FoundationEssentials
package import PhonolithMediaModel
package import PhonolithPlayback

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
        case .data: false
        }
    }
}

/// Shows the pictures of what a player plays.
package protocol FilmScreen: Sendable {
    /// Whether this program can show pictures at all; else another one of the installation can.
    static var showsPictures: Bool { get }

    /// Shows what the player plays, until ``close()``.
    ///
    /// - Throws: `Failure` if the display cannot be used.
    static func open(for player: QueuePlayer, _ wishes: FilmWishes) async throws -> Self

    /// Closes the window. Returns when nothing is shown any more.
    func close() async
}

/// The wishes of the user for a screen, and the source of its pictures.
package struct FilmWishes: Sendable {
    /// Looks up the cover of an item; `nil` if covers are not shown. Blocks its thread.
    package var cover: (@Sendable (PlayerItem) -> [UInt8]?)?
    /// The languages of sounds and of subtitles that are wanted, the dearest first.
    package var audioLanguages: [LanguageTag] = []
    package var subtitleLanguages: [LanguageTag] = []
    /// Does what a key means that was pressed in the window; returns the line about it, where there is one.
    package var obey: @Sendable (PlayKey) async -> String?
}

/// No screen: films are heard only.
package struct NoScreen: FilmScreen {
    package static let showsPictures = false

    package static func open(
        for player: QueuePlayer, _ wishes: FilmWishes
    ) async throws -> NoScreen { NoScreen() }

    package func close() async {}
}
